#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace graft {

/// The nodes that one use of a module or function became; FX's `SourcePartition`. All lists are in graph order.
struct source_partition {
    std::string source;        ///< as it was asked for
    vec<node_id> nodes;        ///< those that the use became
    vec<node_id> input_nodes;  ///< positional arguments from elsewhere, other than attributes
    vec<node_id> output_nodes; ///< those of `nodes` that are used elsewhere
    /// The attributes among `nodes`; of a program also the inputs that are its state, which `nodes` use.
    vec<node_id> params;
};

/// Groups nodes by the module or function that they came from, as their metadata tells: by `source_fn_stack`, by
/// `torch_fn`, or by the innermost module of `nn_module_stack`. Sources come in the order in which they are met in
/// the graph, and a partition is left out unless `filter(node)` holds for all its nodes.
[[nodiscard]] GRAFT_INLINE vec<source_partition> get_source_partitions(graph const& g,
                                                                       view<std::string_view const> wanted_sources,
                                                                       std::function<bool(node_id)> const& filter = {});

/// Groups the nodes of a program so, as PyTorch's documentation shows it: each call of a module is a partition of its
/// own, and what it uses of the program's parameters, buffers and constants are its `params`, not its inputs.
[[nodiscard]] GRAFT_INLINE vec<source_partition> get_source_partitions(exported_program const& program,
                                                                       view<std::string_view const> wanted_sources,
                                                                       std::function<bool(node_id)> const& filter = {});

/// True when some node of `b` uses a node of `a`. O((uses of `a` + size of `b`) log size of `b`).
[[nodiscard]] GRAFT_INLINE bool check_subgraphs_connected(graph const& g, source_partition const& a,
                                                          source_partition const& b);

/// Where a node came from: which of the wanted sources, and which use of it.
struct node_source {
    std::size_t wanted = 0; ///< which of the wanted sources, counted from 0
    std::string_view use;   ///< what tells this use from others of the source
    /// What tells calls of one module apart where `use` does not; else `use`.
    std::string_view call;
};

namespace detail {

// The part of `text` before the first `separator`, and what is behind it.
struct text_halves {
    std::string_view first, rest;
};
constexpr text_halves split_at(std::string_view text, char separator) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == separator)
            return {text.substr(0, i), text.substr(i + 1)};
    return {text, {}};
}

// A source is a name, before which `type:`, `fn:` or `str:` may say what it is a name of.
struct source_name {
    std::string_view kind, name;
};

// A source that is wanted without a kind may be the last part of a name: `Linear` of `torch.nn.modules.linear.Linear`.
GRAFT_CONSTEXPR bool is_wanted(source_name wanted, source_name found);

} // namespace detail

/// The first of the wanted sources that the node came from, by its metadata as torch.export writes it, or nothing.
/// A source is a name, `torch.nn.modules.linear.Linear`, or the last part of one, `Linear`; with `type:`, `fn:` or
/// `str:` before a whole name, it is a type, a function or a string in FX's sense.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<node_source> find_node_source(graph const& g, node_id n,
                                                                          view<std::string_view const> wanted_sources);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstdint>
#    include <map>
#    include <set>
#    include <utility>

namespace graft {
namespace detail {

// Fills in what follows from the nodes of a partition.
class source_boundary {
public:
    // The nodes with a mark in `is_state` are no inputs, but params.
    source_boundary(graph const& g, vec<std::uint8_t> is_state)
        : g_(g), member_of_(g.capacity(), 0), taken_by_(g.capacity(), 0), position_(g.capacity(), 0),
          is_state_(std::move(is_state)) {
        std::uint32_t at = 0;
        for (node_id const n : g.nodes())
            position_[n] = at++;
    }

    void fill(source_partition& p) {
        ++current_;
        for (node_id const n : p.nodes)
            member_of_[n] = current_;
        for (node_id const n : p.nodes) {
            for (std::size_t i = 0; i < g_.arg_count(n); ++i)
                if (arg_ref const a = g_.arg(n, i); a.is_node() && !is_state(a.node()))
                    take(p.input_nodes, a.node());
            g_.for_each_input(n, [&](node_id input) {
                if (is_state(input))
                    take(p.params, input);
            });
            if (g_.op(n) == opcode::get_attr)
                p.params.push_back(n);
            else if (is_used_elsewhere(n))
                p.output_nodes.push_back(n);
        }
        for (vec<node_id>* const nodes : {&p.input_nodes, &p.params})
            std::sort(nodes->begin(), nodes->end(), [&](node_id a, node_id b) { return position_[a] < position_[b]; });
    }

private:
    [[nodiscard]] bool is_state(node_id n) const { return !is_state_.empty() && is_state_[n] != 0; }

    void take(vec<node_id>& into, node_id input) {
        if (member_of_[input] == current_ || taken_by_[input] == current_ || g_.op(input) == opcode::get_attr)
            return;
        taken_by_[input] = current_;
        into.push_back(input);
    }

    [[nodiscard]] bool is_used_elsewhere(node_id n) const {
        bool elsewhere = false;
        g_.for_each_use(n, [&](node_id user) { elsewhere = elsewhere || member_of_[user] != current_; });
        return elsewhere;
    }

    graph const& g_;
    vec<std::uint32_t> member_of_, taken_by_; // by node: the last partition that it is in, or goes into
    vec<std::uint32_t> position_;             // by node
    vec<std::uint8_t> is_state_;              // by node; empty where none is
    std::uint32_t current_ = 0;
};

// Where calls of one module are told apart, they are partitions of their own.
[[nodiscard]] inline vec<source_partition> partitions_of(graph const& g, view<std::string_view const> wanted_sources,
                                                         std::function<bool(node_id)> const& filter, bool by_call,
                                                         vec<std::uint8_t> is_state) {
    constexpr std::size_t unmet = static_cast<std::size_t>(-1);
    vec<std::size_t> order_of(wanted_sources.size(), unmet); // by wanted source: when it was met
    vec<vec<source_partition>> met;
    std::map<std::pair<std::size_t, std::string_view>, std::size_t> place; // of a source and a use of it
    for (node_id const n : g.nodes()) {
        auto const found = find_node_source(g, n, wanted_sources);
        if (!found)
            continue;
        std::size_t& order = order_of[found->wanted];
        if (order == unmet) {
            order = met.size();
            met.emplace_back();
        }
        auto& uses = met[order];
        std::string_view const use = by_call ? found->call : found->use;
        auto const [known, is_new] = place.try_emplace(std::pair(order, use), uses.size());
        if (is_new)
            uses.emplace_back().source = wanted_sources[found->wanted];
        uses[known->second].nodes.push_back(n);
    }
    vec<source_partition> result;
    source_boundary boundary(g, std::move(is_state));
    for (auto& uses : met)
        for (source_partition& p : uses) {
            if (filter && !std::all_of(p.nodes.begin(), p.nodes.end(), filter))
                continue;
            boundary.fill(p);
            result.push_back(std::move(p));
        }
    return result;
}

} // namespace detail

GRAFT_INLINE vec<source_partition> get_source_partitions(graph const& g, view<std::string_view const> wanted_sources,
                                                         std::function<bool(node_id)> const& filter) {
    return detail::partitions_of(g, wanted_sources, filter, false, {});
}

GRAFT_INLINE vec<source_partition> get_source_partitions(exported_program const& program,
                                                         view<std::string_view const> wanted_sources,
                                                         std::function<bool(node_id)> const& filter) {
    graph const& g = program.graph();
    std::set<std::string_view> state;
    for (input_spec const& spec : program.signature.inputs)
        if (spec.kind == input_kind::parameter || spec.kind == input_kind::buffer ||
            spec.kind == input_kind::constant_tensor)
            state.insert(spec.name);
    vec<std::uint8_t> is_state(g.capacity(), 0);
    for (node_id const n : g.nodes())
        is_state[n] = g.op(n) == opcode::placeholder && state.contains(g.name(n));
    return detail::partitions_of(g, wanted_sources, filter, true, std::move(is_state));
}

GRAFT_INLINE bool check_subgraphs_connected(graph const& g, source_partition const& a, source_partition const& b) {
    vec<node_id> members = b.nodes;
    std::sort(members.begin(), members.end());
    bool connected = false;
    for (node_id const n : a.nodes)
        g.for_each_use(n, [&](node_id user) {
            connected = connected || std::binary_search(members.begin(), members.end(), user);
        });
    return connected;
}

namespace detail {

// The part of `text` behind the last `separator`, all of it when there is none.
constexpr std::string_view after_last(std::string_view text, char separator) {
    for (std::size_t i = text.size(); i > 0; --i)
        if (text[i - 1] == separator)
            return text.substr(i);
    return text;
}

constexpr source_name read_source(std::string_view text) {
    for (std::string_view const kind : {"type", "fn", "str"})
        if (text.size() > kind.size() && text[kind.size()] == ':' && text.substr(0, kind.size()) == kind)
            return {kind, text.substr(kind.size() + 1)};
    return {{}, text};
}

GRAFT_CONSTEXPR bool is_wanted(source_name wanted, source_name found) {
    if (wanted.kind.empty())
        return wanted.name == found.name || wanted.name == after_last(found.name, '.');
    return wanted.name == found.name && (found.kind.empty() || wanted.kind == found.kind);
}

GRAFT_CONSTEXPR_INLINE std::optional<node_source> find_wanted(view<std::string_view const> wanted_sources,
                                                              source_name found, std::string_view use) {
    for (std::size_t i = 0; i < wanted_sources.size(); ++i)
        if (is_wanted(read_source(wanted_sources[i]), found))
            return node_source{i, use, use};
    return std::nullopt;
}

} // namespace detail

GRAFT_CONSTEXPR std::optional<node_source> find_node_source(graph const& g, node_id n,
                                                            view<std::string_view const> wanted_sources) {
    // each entry `use,source`, the innermost last; when there is one, nothing else counts
    if (std::string_view const stack = g.meta(n, "source_fn_stack"); !stack.empty()) {
        detail::text_halves const entry = detail::split_at(detail::after_last(stack, ';'), ',');
        return detail::find_wanted(wanted_sources, detail::read_source(entry.rest), entry.first);
    }
    // `use;type.function`
    detail::text_halves const torch_fn = detail::split_at(g.meta(n, "torch_fn"), ';');
    std::string_view const function = detail::split_at(detail::split_at(torch_fn.rest, '.').rest, '.').first;
    if (!function.empty())
        if (auto const found = detail::find_wanted(wanted_sources, {"str", function}, torch_fn.first))
            return found;
    // each entry `key,path,type`, the innermost last
    if (g.op(n) != opcode::call_function)
        return std::nullopt;
    std::string_view const entry = detail::after_last(g.meta(n, "nn_module_stack"), ';');
    std::string_view const type = detail::after_last(entry, ',');
    std::string_view path = detail::split_at(entry, ',').rest;
    if (path.size() <= type.size())
        return std::nullopt;
    path.remove_suffix(type.size() + 1);
    std::optional<node_source> found = detail::find_wanted(wanted_sources, detail::read_source(type), path);
    if (found) // the key of a second call ends with `@1`
        found->call = detail::split_at(entry, ',').first;
    return found;
}

} // namespace graft
#endif
