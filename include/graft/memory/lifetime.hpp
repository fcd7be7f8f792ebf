#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/storage_map.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

namespace graft {

/// When a storage is in use: from position `first` to position `last` in execution order, both
/// included.
struct live_range {
    /// The positions between which it is in use.
    /// @{
    std::uint32_t first = 0, last = 0;
    /// @}
    bool output = false; ///< the graph returns it

    friend bool operator==(live_range const&, live_range const&) = default;
};

/// The live range of each storage. Inputs live from position 0, what the graph returns to the
/// last one, what nothing uses where it is written. Linear in nodes and arguments.
[[nodiscard]] GRAFT_INLINE vec<live_range> find_live_ranges(graph const& g, storage_map const& map);

/// A result that needs memory, and when: from position `first` in execution order to `last`,
/// both included.
struct lifetime {
    node_id node = no_node;   ///< whose result it is
    std::uint32_t result = 0; ///< of the node, counted from 0
    /// The positions between which it is in use.
    /// @{
    std::uint32_t first = 0, last = 0;
    /// @}
    std::uint64_t bytes = 0; ///< the most it takes

    friend bool operator==(lifetime const&, lifetime const&) = default;
};

/// What to plan memory for; parameters, constants and attributes never are.
struct lifetime_options {
    bool inputs = true;           ///< those of the user
    bool outputs = true;          ///< the graph's
    bool mutable_buffers = false; ///< buffers that the program writes to; they live throughout
    bool skip_unbounded = false;  ///< leave out what has no largest size instead of raising
    /// Leave out what has a symbolic size and may take more bytes.
    std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// The storages of a graph that are to be planned, in order of definition.
struct lifetimes {
    vec<lifetime> values;   ///< those to be planned
    vec<node_id> unbounded; ///< what `skip_unbounded` and `most_bytes` left out
};

/// What needs memory in a graph whose placeholders, but for constants, are inputs. Linear in
/// nodes, arguments and results. Raises, naming the node, when a size is not known or has no
/// bound.
[[nodiscard]] GRAFT_INLINE lifetimes find_lifetimes(graph const& g, lifetime_options const& options = {},
                                                    symbol_ranges ranges = {});

/// What needs memory in a program's graph. Its signature says what is an input of the user, its
/// range constraints how large sizes get, and `mark_constants` which buffers nothing writes to.
[[nodiscard]] GRAFT_INLINE lifetimes find_lifetimes(exported_program const& program,
                                                    lifetime_options const& options = {});

/// The most bytes a tensor of this spec takes while every symbol is in its range; nothing when
/// there is no bound. Gaps that the strides leave count, the storage offset does not.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<std::uint64_t> max_bytes(tensor_spec const& spec,
                                                                     symbol_ranges ranges = {});

/// A value comes into use at a position, or is no longer used after it.
struct live_event {
    std::uint32_t position = 0; ///< when
    bool end = false;           ///< no longer used after it, not in use from it on
    std::uint32_t value = 0;    ///< which of the values

    friend constexpr auto operator<=>(live_event const&, live_event const&) = default;
};

/// Both events of every value, in order of time: at one position values begin before others
/// end. O(n log n).
[[nodiscard]] inline vec<live_event> make_timeline(view<lifetime const> values) {
    vec<live_event> events;
    events.reserve(2 * values.size());
    for (std::uint32_t v = 0; v < values.size(); ++v) {
        events.push_back({values[v].first, false, v});
        events.push_back({values[v].last, true, v});
    }
    std::sort(events.begin(), events.end());
    return events;
}

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/core/shape.hpp>
#    include <graft/ir/text/print_value.hpp>
#    include <graft/symbolic/sym_int.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <string>
#    include <utility>

namespace graft {

GRAFT_INLINE vec<live_range> find_live_ranges(graph const& g, storage_map const& map) {
    vec<live_range> ranges(map.size());
    vec<bool> defined(map.size());
    auto const touch = [&](node_id n, std::uint32_t position, bool output) {
        for (storage_id const s : map.storages(n)) {
            if (s == no_storage)
                continue;
            live_range& range = ranges[s];
            if (!defined[s])
                range.first = position;
            defined[s] = true;
            range.last = std::max(range.last, position);
            range.output |= output;
        }
    };
    std::uint32_t position = 0;
    for (node_id const n : g.nodes()) {
        bool const output = g.op(n) == opcode::output;
        if (g.target(n).name != "operator.getitem") // which touches only what it takes
            g.for_each_input(n, [&](node_id input) { touch(input, position, output); });
        touch(n, g.op(n) == opcode::placeholder ? 0 : position, false);
        ++position;
    }
    for (auto hold = map.holds().rbegin(); hold != map.holds().rend(); ++hold)
        ranges[hold->held].last = std::max(ranges[hold->held].last, ranges[hold->holder].last);
    return ranges;
}

namespace detail {

// What a storage is to the caller of the graph.
enum class storage_role : std::uint8_t { value, input, mutable_buffer, constant };

class lifetime_finder {
public:
    lifetime_finder(graph const& g, lifetime_options const& options, symbol_ranges ranges)
        : graph_(g), options_(options), symbols_(ranges), map_(find_storages(g)), ranges_(find_live_ranges(g, map_)),
          roles_(map_.size()) {
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::get_attr || g.is_constant(n))
                set_role(n, storage_role::constant);
            else if (g.op(n) == opcode::placeholder)
                set_role(n, storage_role::input);
    }

    void set_role(node_id n, storage_role role) {
        for (storage_id const s : map_.storages(n))
            if (s != no_storage)
                roles_[s] = role;
    }

    [[nodiscard]] lifetimes find() {
        for (node_id const n : graph_.nodes()) {
            auto const storages = map_.storages(n);
            std::uint32_t result = 0;
            if (value_spec const* const value = graph_.val(n))
                add_results(n, *value, storages, result);
            else if (storages.size() != 0 && is_own(storages[0], n, 0) && is_planned(storages[0]))
                raise_at_node(graph_, n, errc::invalid_argument,
                              "memory cannot be planned: the shape of the node is not known");
        }
        return std::move(found_);
    }

private:
    void add_results(node_id n, value_spec const& value, view<storage_id const> storages, std::uint32_t& result) {
        if (value.is_list()) {
            for (value_spec const& item : value.items)
                add_results(n, item, storages, result);
            return;
        }
        if (result < storages.size() && is_own(storages[result], n, result) && is_planned(storages[result]))
            add(n, result, value.tensor, storages[result]);
        ++result;
    }

    [[nodiscard]] bool is_own(storage_id s, node_id n, std::uint32_t result) const {
        return s != no_storage && map_.origin(s).node == n && map_.origin(s).result == result;
    }

    [[nodiscard]] bool is_planned(storage_id s) const {
        if (ranges_[s].output && !options_.outputs)
            return false;
        switch (roles_[s]) {
        case storage_role::value: return true;
        case storage_role::input: return options_.inputs;
        case storage_role::mutable_buffer: return options_.mutable_buffers;
        case storage_role::constant: return false;
        }
        return false;
    }

    void add(node_id n, std::uint32_t result, tensor_spec const& spec, storage_id s) {
        std::optional<std::uint64_t> const bytes = max_bytes(spec, symbols_);
        if (!bytes && !options_.skip_unbounded)
            raise_at_node(graph_, n, errc::unsupported,
                          "memory cannot be planned: " + text(spec) + " has no largest size; give " +
                              unbounded_symbols(spec) + " a range");
        if (!bytes || (*bytes > options_.most_bytes && has_symbols(spec))) {
            found_.unbounded.push_back(n);
            return;
        }
        live_range range = ranges_[s];
        if (roles_[s] == storage_role::mutable_buffer)
            range = {0, static_cast<std::uint32_t>(graph_.size() - 1)};
        found_.values.push_back({n, result, range.first, range.last, *bytes});
    }

    [[nodiscard]] static bool has_symbols(tensor_spec const& spec) {
        return std::any_of(spec.sizes.begin(), spec.sizes.end(),
                           [](sym_int const& size) { return size.is_symbolic(); });
    }

    [[nodiscard]] std::string unbounded_symbols(tensor_spec const& spec) const {
        std::string list;
        for (symbol const& s : spec.numel().symbols())
            if (!bounds(sym_int(s), symbols_).max)
                list += (list.empty() ? "" : ", ") + std::string{s.name()};
        return list.empty() ? "its symbols" : list;
    }

    graph const& graph_;
    lifetime_options options_;
    symbol_ranges symbols_;
    storage_map map_;
    vec<live_range> ranges_;
    vec<storage_role> roles_; // by storage
    lifetimes found_;
};

} // namespace detail

GRAFT_INLINE lifetimes find_lifetimes(graph const& g, lifetime_options const& options, symbol_ranges ranges) {
    return detail::lifetime_finder{g, options, ranges}.find();
}

GRAFT_INLINE lifetimes find_lifetimes(exported_program const& program, lifetime_options const& options) {
    graph const& g = program.graph();
    detail::lifetime_finder finder{g, options, program.range_constraints};
    for (input_spec const& input : program.signature.inputs)
        if (auto const n = g.find(input.name); n && input.kind != input_kind::user_input)
            finder.set_role(*n, input.kind == input_kind::buffer && !g.is_constant(*n)
                                    ? detail::storage_role::mutable_buffer
                                    : detail::storage_role::constant);
    return finder.find();
}

GRAFT_CONSTEXPR std::optional<std::uint64_t> max_bytes(tensor_spec const& spec, symbol_ranges ranges) {
    auto const bound = [&](sym_int const& elements) {
        auto const bytes = static_cast<std::int64_t>(element_size(spec.dtype));
        return bounds(elements * bytes, ranges).max;
    };
    std::optional<std::int64_t> most = bound(spec.numel());
    if (most && spec.strides.size() == spec.dim() && !is_contiguous(spec)) {
        std::optional<std::int64_t> const spread = bound(element_span(spec.sizes, spec.strides));
        most = spread ? std::max(most, spread) : std::nullopt;
    }
    if (!most)
        return std::nullopt;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(*most, 0));
}

} // namespace graft
#endif
