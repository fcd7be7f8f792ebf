#pragma once

#include <graft/rewrite/termination.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft::detail {

// What the termination proof of a set says of one rule.
struct rule_proof {
    bool certified = false;
    std::int64_t delta = 0, delta_alone = 0;
};

constexpr rule_proof proof_of(termination const& proof, std::size_t rule) {
    return {proof.certified(rule), proof.delta(rule), proof.delta_alone(rule)};
}

// What rules do to a graph, in a constant: that of each, and in one row how the calls of ops change.
template <std::size_t Rules, std::size_t Ops>
struct stored_changes {
    struct row {
        std::uint32_t rule = 0, combination = 0;
        op_change change;
    };

    std::array<rule_change_totals, Rules> totals{};
    std::array<row, Ops> rows{};
    std::array<std::size_t, Rules + 1> begin{}; // of the rows of each rule

    [[nodiscard]] constexpr rule_change restore(std::size_t rule) const {
        rule_change change{totals.data()[rule], {}};
        for (std::size_t i = begin.data()[rule]; i < begin.data()[rule + 1]; ++i) {
            row const& r = rows.data()[i];
            if (r.combination == change.ops.size())
                change.ops.emplace_back();
            change.ops.back().push_back(r.change);
        }
        return change;
    }
};

// Rules whose changes one constant evaluation counts: clang counts the steps of each.
inline constexpr std::size_t changes_at_once = 32;

// At most how many rows the changes of rules take.
template <class Set>
constexpr std::size_t most_rows_of(Set const& set, std::size_t first, std::size_t end) {
    std::size_t rows = 0;
    for (std::size_t i = first; i < end; ++i) {
        rule_view const rule = set[i];
        std::size_t combinations = 1, calls = 0;
        for (pattern_side const side : {rule.lhs, rule.rhs})
            for (std::size_t at = 0; at < side.size(); ++at) {
                pattern_node const& n = side.data()[at];
                calls += is_call_pattern(n);
                if (n.kind == pattern_kind::one_of && side.data() == rule.lhs.data())
                    combinations = std::min<std::size_t>(combinations * count_children(side, at), 64);
            }
        rows += 2 * combinations * calls;
    }
    return rows;
}

template <auto const& Set, std::size_t Batch>
inline constexpr auto changes_in = [] {
    constexpr std::size_t first = Batch * changes_at_once, end = std::min(first + changes_at_once, Set.size());
    stored_changes<end - first, most_rows_of(Set, first, end)> all;
    std::size_t used = 0;
    for (std::size_t i = first; i < end; ++i) {
        rule_change const change = change_of(Set[i]);
        all.totals.data()[i - first] = change;
        for (std::uint32_t combination = 0; combination < change.ops.size(); ++combination)
            for (op_change const& op : change.ops[combination])
                all.rows.data()[used++] = {static_cast<std::uint32_t>(i), combination, op};
        all.begin.data()[i - first + 1] = used;
    }
    return all;
}();

template <auto const& Set, std::size_t... Batch>
constexpr auto prove(std::index_sequence<Batch...>) {
    using restoring = rule_change (*)(std::size_t);
    constexpr restoring restore[] = {[](std::size_t rule) { return changes_in<Set, Batch>.restore(rule); }..., nullptr};
    termination const proof{Set,
                            [&](std::size_t rule) { return restore[rule / changes_at_once](rule % changes_at_once); }};
    std::array<rule_proof, Set.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = proof_of(proof, i);
    return all;
}

// What the termination proof of a set, which is a constant of a namespace, says of each rule.
template <auto const& Set>
inline constexpr auto proofs_of =
    prove<Set>(std::make_index_sequence<(Set.size() + changes_at_once - 1) / changes_at_once>{});

} // namespace graft::detail
