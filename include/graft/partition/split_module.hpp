#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/copy.hpp>
#include <graft/ir/early_use.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/check_partitions.hpp>
#include <graft/partition/submodule_index.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace graft {

/// How `split_module` names things, and in which order it calls the parts.
struct split_options {
    bool keep_original_order = false;     ///< of the parts: as they were first met, where that is possible
    bool keep_original_node_name = false; ///< else names are made from the targets, as FX does
    bool keep_original_input_name = true; ///< else the inputs of a part are `arg_0`, `arg_1`, ...
    bool tuple_return = false;            ///< also where a part has one result
    std::string_view affix = {};          ///< `submod_AFFIX_0`
};

namespace detail {

// Some nodes of a graph that become a submodule.
struct split_part {
    std::string name;
    vec<node_id> nodes, inputs, outputs; // the last two in the order in which they were first used
    vec<std::uint32_t> dependents;       // each once
    std::uint32_t pending = 0;           // how many parts it waits for
};

class module_splitter {
public:
    module_splitter(graph_module const& module, split_options const& options)
        : module_(module), g_(module.graph), options_(options), index_(module), part_of_(g_.capacity(), no_partition),
          is_output_(g_.capacity(), false), image_(g_.capacity(), no_node), inner_(g_.capacity(), no_node) {}

    template <class F>
    graph_module split(F const& id_of) {
        for (node_id const n : g_.nodes())
            if (g_.op(n) != opcode::placeholder && g_.op(n) != opcode::get_attr && g_.op(n) != opcode::output)
                assign(n, id_of(n));
        if (early_use const found = find_early_use(g_); found.user != no_node)
            raise(errc::invalid_argument, "split_module: %", g_.name(found.user), " uses %", g_.name(found.input),
                  " before it is defined");
        for (node_id const n : g_.nodes())
            g_.for_each_input(n, [&](node_id input) { cross(input, n); });
        vec<std::uint32_t> const order = sort_parts();
        copy_shared_nodes();
        for (std::uint32_t const p : order)
            add_part(parts_[p]);
        if (node_id const last = g_.back(); last != no_node && g_.op(last) == opcode::output) {
            g_.for_each_input(last, [this](node_id n) { copy_attribute(n); });
            node_copy(g_, last, result_.graph, [&](node_id n) { return arg::node(image_[n]); });
        }
        return std::move(result_);
    }

private:
    void assign(node_id n, std::string const& id);

    // Records that `user`, an output or a node of some part, uses `input`.
    void cross(node_id input, node_id user);
    bool is_first_use(node_id input, std::uint32_t part) { return used_.insert(key(input, part)).second; }
    bool is_first_dependence(std::uint32_t from, std::uint32_t to) { return dependences_.insert(key(from, to)).second; }
    static std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

    // FX's order, in which the part that was freed last comes first, or the original order.
    vec<std::uint32_t> sort_parts();

    [[noreturn]] void raise_cycle() const;

    // What stays outside the parts and comes first: the inputs, and the attributes, which in the original order come
    // only before the first part that takes them.
    void copy_shared_nodes();
    void copy_shared_node(node_id n);
    void copy_attribute(node_id n) {
        if (g_.op(n) == opcode::get_attr && image_[n] == no_node)
            copy_shared_node(n);
    }

    node_id copy(node_id n, graph& to, std::string_view target, vec<node_id> const& images);

    // The submodule of a part, and its call.
    void add_part(split_part const& part);

    // Gives a part the submodule that the node names, once.
    void nest(node_id n, graph_module& made, std::string const& name);

    graph_module const& module_;
    graph const& g_;
    split_options options_;
    submodule_index index_;
    graph_module result_;
    vec<split_part> parts_;
    std::map<std::string, std::uint32_t> part_of_id_;
    vec<std::uint32_t> part_of_; // by node
    vec<bool> is_output_;        // by node: of its part
    vec<node_id> image_, inner_; // by node: what stands for it in the result, and in the part
    std::unordered_set<std::uint64_t> used_, dependences_;
    std::set<std::size_t> kept_;   // submodules of the module that attributes name
    std::set<std::string> nested_; // names of the submodules of the part that is being made
};

inline std::string split_id(std::string_view id) { return std::string(id); }
inline std::string split_id(std::integral auto id) { return std::to_string(id); }

} // namespace detail

/// A module of submodules `submod_ID`, one for all nodes for which `id_of(node)`, an integer or a text, is that id,
/// and calls of them; inputs and attributes stay outside. Raises when the parts depend on each other in a cycle.
template <class F>
[[nodiscard]] graph_module split_module(graph_module const& module, F&& id_of, split_options const& options = {}) {
    return detail::module_splitter(module, options).split([&](node_id n) { return detail::split_id(id_of(n)); });
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/view.hpp>
#    include <graft/partition/detail/call_submodule.hpp>

#    include <algorithm>
#    include <functional>

namespace graft::detail {

GRAFT_INLINE void module_splitter::assign(node_id n, std::string const& id) {
    auto const [known, is_new] = part_of_id_.try_emplace(id, static_cast<std::uint32_t>(parts_.size()));
    if (is_new) {
        std::string const affix = options_.affix.empty() ? "" : std::string(options_.affix) + "_";
        parts_.emplace_back().name = "submod_" + affix + id;
        if (index_.find_exactly(parts_.back().name))
            raise(errc::invalid_argument, "the module has a submodule '", parts_.back().name,
                  "' already; give another affix");
    }
    part_of_[n] = known->second;
    parts_[known->second].nodes.push_back(n);
}

GRAFT_INLINE void module_splitter::cross(node_id input, node_id user) {
    std::uint32_t const from = part_of_[input], to = part_of_[user];
    if (from == to)
        return;
    if (from != no_partition && !is_output_[input]) {
        is_output_[input] = true;
        parts_[from].outputs.push_back(input);
    }
    if (to != no_partition && is_first_use(input, to))
        parts_[to].inputs.push_back(input);
    if (from != no_partition && to != no_partition && is_first_dependence(from, to)) {
        parts_[from].dependents.push_back(to);
        ++parts_[to].pending;
    }
}

GRAFT_INLINE vec<std::uint32_t> module_splitter::sort_parts() {
    vec<std::uint32_t> ready, order;
    auto const push = [&](std::uint32_t p) {
        ready.push_back(p);
        if (options_.keep_original_order)
            std::push_heap(ready.begin(), ready.end(), std::greater<>{});
    };
    for (std::uint32_t p = 0; p < parts_.size(); ++p)
        if (parts_[p].pending == 0)
            push(p);
    while (!ready.empty()) {
        if (options_.keep_original_order)
            std::pop_heap(ready.begin(), ready.end(), std::greater<>{});
        std::uint32_t const p = ready.back();
        ready.pop_back();
        order.push_back(p);
        for (std::uint32_t const dependent : parts_[p].dependents)
            if (--parts_[dependent].pending == 0)
                push(dependent);
    }
    if (order.size() != parts_.size())
        raise_cycle();
    return order;
}

GRAFT_INLINE void module_splitter::raise_cycle() const {
    vec<view<node_id const>> lists;
    for (split_part const& part : parts_)
        lists.emplace_back(part.nodes);
    std::string path;
    contracted_graph parts(g_, lists, part_of_);
    for (std::size_t const v : parts.find_cycle())
        path += (v < parts_.size() ? parts_[v].name : parts.name(v)) + " -> ";
    raise(errc::invalid_argument, "split_module: the parts depend on each other in a cycle: ", path, "...");
}

GRAFT_INLINE void module_splitter::copy_shared_nodes() {
    for (node_id const n : g_.nodes())
        if (g_.op(n) == opcode::placeholder || (g_.op(n) == opcode::get_attr && !options_.keep_original_order))
            copy_shared_node(n);
}

GRAFT_INLINE void module_splitter::copy_shared_node(node_id n) {
    image_[n] = copy(n, result_.graph, g_.target(n).name, image_);
    if (auto const place = index_.find(g_, n); place && kept_.insert(*place).second)
        result_.submodules.push_back(module_.submodules[*place]);
}

GRAFT_INLINE node_id module_splitter::copy(node_id n, graph& to, std::string_view target, vec<node_id> const& images) {
    target_info const info = g_.target(n);
    return node_copy(
        g_, n, to, [&](node_id input) { return images[input]; }, to.intern_target(target, info.op, info.dialect),
        options_.keep_original_node_name ? g_.name(n) : std::string_view{});
}

GRAFT_INLINE void module_splitter::add_part(split_part const& part) {
    graph_module made;
    nested_.clear();
    vec<arg> args, results;
    for (node_id const n : part.inputs) {
        copy_attribute(n);
        if (g_.op(n) == opcode::get_attr && index_.find(g_, n)) {
            inner_[n] = copy(n, made.graph, g_.target(n).name, inner_);
            nest(n, made, std::string(g_.target(n).name));
            continue;
        }
        std::string const name =
            options_.keep_original_input_name ? std::string(g_.name(n)) : "arg_" + std::to_string(args.size());
        inner_[n] = submodule_placeholder(g_, n, made.graph, name);
        args.push_back(arg::node(image_[n]));
    }
    for (node_id const n : part.nodes) {
        std::string target(g_.target(n).name);
        if (g_.op(n) == opcode::call_module) {
            std::replace(target.begin(), target.end(), '.', '_');
            nest(n, made, target);
        }
        inner_[n] = copy(n, made.graph, target, inner_);
    }
    for (node_id const n : part.outputs)
        results.push_back(arg::node(inner_[n]));
    bool const tuple = results.size() != 1 || options_.tuple_return;
    made.graph.output(tuple ? arg::tuple(std::move(results)) : results.front());
    submodule_call const call = call_submodule(result_.graph, no_node, part.name, args, g_, part.outputs, tuple);
    for (std::size_t i = 0; i < part.outputs.size(); ++i)
        image_[part.outputs[i]] = call.results[i];
    result_.submodules.push_back({part.name, std::move(made)});
}

GRAFT_INLINE void module_splitter::nest(node_id n, graph_module& made, std::string const& name) {
    graph_module const* const inner = index_.resolve(module_, g_.target(n).name);
    if (inner != nullptr && nested_.insert(name).second)
        made.submodules.push_back({name, *inner});
}

} // namespace graft::detail
#endif
