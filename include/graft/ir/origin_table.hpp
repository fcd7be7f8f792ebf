#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace graft {

/// A node that a rewritten one came from, by name, and the rule that did it.
struct origin {
    /// Both by name.
    /// @{
    std::string_view rule, node;
    /// @}
};

/// An `origin` whose rule and node are ids of strings.
struct origin_ids {
    /// The ids of both names.
    /// @{
    std::uint32_t rule = 0, node = 0;
    /// @}

    constexpr bool operator==(origin_ids const&) const = default;
};

/// The provenance of nodes: what rules made them from. Adding is O(1); histories are shared, never copied.
class origin_table {
public:
    /// Adds that `n` came from the node `source`, of this name, by a rule; the history of `source` comes along.
    GRAFT_CONSTEXPR void add(node_id n, origin_ids from, node_id source);

    /// Everything `n` came from, oldest first, each pair once; O(k log k) for k records.
    [[nodiscard]] constexpr vec<origin_ids> of(node_id n) const {
        vec<std::uint32_t> records = history(n);
        graft::sort(records, [this](std::uint32_t a, std::uint32_t b) {
            origin_ids const x = records_[a - 1].ids, y = records_[b - 1].ids;
            return x == y ? a < b : x.rule != y.rule ? x.rule < y.rule : x.node < y.node;
        });
        auto const same = [this](std::uint32_t a, std::uint32_t b) {
            return records_[a - 1].ids == records_[b - 1].ids;
        };
        records.erase(std::unique(records.begin(), records.end(), same), records.end());
        graft::sort(records);
        vec<origin_ids> found;
        found.reserve(records.size());
        for (std::uint32_t const at : records)
            found.push_back(records_[at - 1].ids);
        return found;
    }

    /// The rules by which `n` came to be, the latest first and at most `most`: each made something that the one before
    /// it has matched, the latest of all such. O(most * nodes matched by a rule).
    [[nodiscard]] GRAFT_CONSTEXPR vec<std::uint32_t> latest_rules(node_id n, std::size_t most) const;

    /// True when a rule made `n`.
    [[nodiscard]] constexpr bool has(node_id n) const { return n < heads_.size() && heads_[n] != 0; }

private:
    struct record {
        origin_ids ids;
        std::uint32_t older = 0, inherited = 0; // numbers of records, 0 for none
    };

    // The records that `n` has, itself or inherited, each once. A record refers to older ones only, so that what
    // comes from the heap falls, and equal numbers follow each other.
    [[nodiscard]] constexpr vec<std::uint32_t> history(node_id n) const {
        vec<std::uint32_t> heap, found;
        auto const push = [&heap](std::uint32_t at) {
            if (at != 0) {
                heap.push_back(at);
                std::push_heap(heap.begin(), heap.end());
            }
        };
        if (has(n))
            push(heads_[n]);
        while (!heap.empty()) {
            std::pop_heap(heap.begin(), heap.end());
            std::uint32_t const at = heap.back();
            heap.pop_back();
            if (!found.empty() && found.back() == at)
                continue;
            found.push_back(at);
            push(records_[at - 1].older);
            push(records_[at - 1].inherited);
        }
        return found;
    }

    vec<record> records_;
    vec<std::uint32_t> heads_; // by node
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR void origin_table::add(node_id n, origin_ids from, node_id source) {
    if (heads_.size() <= n)
        heads_.resize(n + n / 2 + 16, 0);
    std::uint32_t const inherited = source != n && source < heads_.size() ? heads_[source] : 0;
    records_.push_back({from, heads_[n], inherited});
    heads_[n] = static_cast<std::uint32_t>(records_.size());
}

GRAFT_CONSTEXPR vec<std::uint32_t> origin_table::latest_rules(node_id n, std::size_t most) const {
    vec<std::uint32_t> rules;
    for (std::uint32_t at = has(n) ? heads_[n] : 0; at != 0 && rules.size() < most;) {
        // The records of one rewrite stand together; it matched no node twice.
        std::uint32_t const rule = records_[at - 1].ids.rule, name = records_[at - 1].ids.node;
        std::uint32_t made = 0;
        do {
            made = std::max(made, records_[at - 1].inherited);
            std::uint32_t const older = records_[at - 1].older;
            bool const together = older + 1 == at;
            at = older;
            if (!together)
                break;
        } while (at != 0 && records_[at - 1].ids.rule == rule && records_[at - 1].ids.node != name);
        rules.push_back(rule);
        at = std::max(at, made);
    }
    return rules;
}

} // namespace graft
#endif
