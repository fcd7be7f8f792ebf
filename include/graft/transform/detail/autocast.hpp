#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <map>
#include <utility>

namespace graft {
struct decomposition;
}

namespace graft::detail {

/// Puts the casts into a graph that autocast to a dtype on the CPU makes when the graph runs. The values that the graph
/// has are those that autocast gives; a call whose value it cannot be said how it gives is an error, which names it.
class autocaster {
public:
    autocaster(graph& g, dtype narrow, view<decomposition const> composites)
        : g_(g), narrow_(narrow), composites_(composites), made_(g.capacity(), false) {}

    void run();

private:
    void visit(node_id n);
    // Casts what a node is given if autocast does so for its op; false if it does not know that.
    bool cast_by_policy(node_id n);
    // Casts what is floating-point, and not of double precision, of what a node is given.
    void cast_inputs(node_id n, dtype to);
    [[nodiscard]] dtype widest_input(node_id n) const;
    // Casts what a composite op is given if its own value is only then the recorded one.
    void cast_by_value(node_id n);
    [[nodiscard]] bool gives_recorded(node_id n) const;
    // Puts the ops in the place of the node of which it is made; false where it stays.
    bool compose(node_id n);
    void use_instead(node_id n, value const& result, value_spec const& recorded);
    void check_results();

    graph& g_;
    dtype narrow_;
    view<decomposition const> composites_;
    vec<bool> made_;                        // by node: it is part of a composition
    vec<node_id> pending_;                  // those that are still to be visited, the next one last
    std::map<node_id, value_spec> results_; // of compositions, and what was recorded of them
};

/// Puts the casts into the graphs of regions where autocast is on, and turns it off there, so that such a region only runs
/// its graph. A graph that other nodes name is copied for that. Calls of `composites` become what they are made of.
GRAFT_INLINE void insert_autocasts(graph_module& module, view<decomposition const> composites);

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/dialect/autocast.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/op_list.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/detail/region.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/transform/decompose.hpp>
#    include <graft/transform/graph_composition.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <functional>
#    include <set>
#    include <string>
#    include <string_view>

namespace graft::detail {

// Ops that PyTorch makes of ops which autocast casts for, some of whose values are not cast.
struct autocast_composites {
    using members = overloads_of<aten::einsum, aten::tensordot, aten::inner, aten::chain_matmul, aten::lstm,
                                 aten::lstm_cell, aten::gru, aten::gru_cell, aten::rnn_tanh, aten::rnn_tanh_cell,
                                 aten::rnn_relu, aten::rnn_relu_cell, aten::nll_loss_nd, aten::pad>;
};

// What autocast casts if it is not already of the dtype.
[[nodiscard]] inline bool is_cast(value_spec const* val) {
    return val != nullptr && val->is_tensor() && is_floating_point(val->tensor.dtype) &&
           val->tensor.dtype != dtype::f64 && val->tensor.dev.kind == device_kind::cpu;
}

// The dtype of a value, of the first if there are several; `undefined` if that is no tensor.
[[nodiscard]] inline dtype first_dtype(value_spec const& val) {
    value_spec const& first = val.is_list() && !val.items.empty() ? val.items.front() : val;
    return first.is_tensor() ? first.tensor.dtype : dtype::undefined;
}

GRAFT_INLINE void autocaster::run() {
    pending_.assign(g_.nodes().begin(), g_.nodes().end());
    std::reverse(pending_.begin(), pending_.end());
    while (!pending_.empty()) {
        node_id const n = pending_.back();
        pending_.pop_back();
        if (g_.contains(n) && g_.op(n) == opcode::call_function)
            at_node(g_, n, [&] { visit(n); });
    }
    check_results();
}

GRAFT_INLINE void autocaster::visit(node_id n) {
    bool const is_made = n >= made_.size() || made_[n];
    if (g_.target(n).op != nullptr && !cast_by_policy(n)) {
        if (compose(n))
            return;
        if (!is_made)
            cast_by_value(n);
    }
    if (is_made)
        infer(g_, n);
}

GRAFT_INLINE bool autocaster::cast_by_policy(node_id n) {
    switch (find_autocast_policy(g_.target(n).op->name)) {
    case autocast_policy::narrow: cast_inputs(n, narrow_); return true;
    case autocast_policy::f32: cast_inputs(n, dtype::f32); return true;
    case autocast_policy::widest: cast_inputs(n, widest_input(n)); return true;
    case autocast_policy::none: break;
    }
    return false;
}

GRAFT_INLINE void autocaster::cast_inputs(node_id n, dtype to) {
    auto const scope = inserting_before(g_, n);
    bool any = false;
    call_arguments const given = map_arguments(g_, n, [&](node_id input) {
        if (!is_cast(g_.val(input)) || g_.val(input)->tensor.dtype == to)
            return arg::node(input);
        any = true;
        node_id const cast = g_.call_function(decltype(aten::to.dtype)::info(), {arg::node(input), to});
        g_.copy_meta(n, cast);
        infer(g_, cast);
        return arg::node(cast);
    });
    if (any)
        g_.set_args(n, given.args, given.kwargs);
}

GRAFT_INLINE dtype autocaster::widest_input(node_id n) const {
    bool has_f32 = false;
    g_.for_each_input(n, [&](node_id input) {
        has_f32 = has_f32 || (is_cast(g_.val(input)) && g_.val(input)->tensor.dtype == dtype::f32);
    });
    return has_f32 ? dtype::f32 : narrow_;
}

GRAFT_INLINE bool autocaster::gives_recorded(node_id n) const {
    bool gives = true;
    attempt([&] { gives = first_dtype(inferred_value(g_, n)) == first_dtype(*g_.val(n)); },
            [&](error const& e) { gives = e.code() == errc::unsupported; }); // it depends on elements
    return gives;
}

GRAFT_INLINE void autocaster::cast_by_value(node_id n) {
    if (g_.val(n) == nullptr || gives_recorded(n))
        return;
    if (dtype const to = first_dtype(*g_.val(n)); to == narrow_ || to == dtype::f32)
        cast_inputs(n, to);
    if (!gives_recorded(n))
        raise(errc::unsupported, g_.target(n).op->name, ": autocast gives another dtype than the op, ",
              torch_name(first_dtype(*g_.val(n))), ", and nothing is known of what it casts");
}

GRAFT_INLINE bool autocaster::compose(node_id n) {
    decomposition const* const how = find_composition(*g_.target(n).op, composites_);
    value_spec const* const val = g_.val(n);
    if (how == nullptr || val == nullptr || (val->is_list() && !is_taken_apart(g_, n, val->items.size())))
        return false;
    composition_world<value> world(g_, n);
    world.prepare_by([this](node_id made) { static_cast<void>(cast_by_policy(made)); });
    replace_by(
        g_, n, build_by(*how, g_, n, world),
        [this](node_id old, value const& result, value_spec const& recorded) { use_instead(old, result, recorded); });
    pending_.insert(pending_.end(), world.created().rbegin(), world.created().rend());
    for (node_id const made : world.created()) {
        made_.resize(std::max<std::size_t>(made_.size(), made + 1), true);
        made_[made] = true;
    }
    return true;
}

GRAFT_INLINE void autocaster::use_instead(node_id n, value const& result, value_spec const& recorded) {
    auto const outer = results_.find(n); // what this is a result of, of which only that is known for certain
    results_[result.id] = outer == results_.end() ? recorded : outer->second;
    results_.erase(n);
    g_.replace_all_uses_with(n, result.id);
}

GRAFT_INLINE void autocaster::check_results() {
    for (auto const& [n, recorded] : results_) {
        value_spec known = *g_.val(n);
        if (first_dtype(known) != first_dtype(recorded))
            at_node(g_, n, [&, &recorded = recorded] {
                raise(errc::unsupported, "autocast gives ", torch_name(first_dtype(recorded)),
                      " here, but what the composite op is made of ", torch_name(first_dtype(known)));
            });
        if (n < made_.size() && made_[n] && known.tensor.sizes != recorded.tensor.sizes) {
            known.tensor.sizes = recorded.tensor.sizes;
            g_.set_val(n, std::move(known));
        }
    }
}

// Puts the casts into the graph of a module, and into the graphs that its nodes run but for those of autocast, which say
// themselves what they cast.
inline void autocast_module(graph_module& module, dtype narrow, view<decomposition const> composites) {
    std::set<std::string_view> own; // graphs of autocast
    for (node_id const n : module.graph.nodes())
        if (region_operator const* const region = find_region(module.graph, n);
            region != nullptr && autocast_of(module.graph, n))
            own.insert(module.graph.target(module.graph.arg(n, region->body).node()).name);
    for (submodule& inner : module.submodules)
        if (!own.contains(inner.name))
            autocast_module(inner.module, narrow, composites);
    autocaster(module.graph, narrow, composites).run();
}

GRAFT_INLINE void insert_autocasts(graph_module& module, view<decomposition const> composites) {
    graph& g = module.graph;
    vec<node_id> regions;
    for (node_id const n : g.nodes())
        if (casts(g, n))
            regions.push_back(n);
    std::map<std::string, std::size_t, std::less<>> uses, places; // by name
    if (!regions.empty()) {
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::get_attr)
                uses[std::string(g.target(n).name)] += g.use_count(n);
        for (submodule const& inner : module.submodules)
            places.emplace(inner.name, places.size());
    }
    for (node_id const n : regions) {
        std::size_t const body = find_region(g, n)->body;
        std::string name(g.target(g.arg(n, body).node()).name);
        auto const place = places.find(name);
        if (place == places.end())
            continue; // which the inliner refuses
        std::size_t at = place->second;
        if (std::size_t& count = uses[name]; count > 1) {
            --count;
            std::string own = name;
            for (std::size_t i = 0; places.contains(own); ++i)
                own = name + "_" + std::to_string(i);
            module.submodules.push_back({own, module.submodules[at].module});
            at = module.submodules.size() - 1;
            places.emplace(own, at);
            auto const scope = inserting_before(g, n);
            node_id const before = g.arg(n, body).node();
            g.set_arg(n, body, arg::node(g.get_attr(own)));
            if (g.use_count(before) == 0)
                g.erase_node(before);
        }
        autocast_module(module.submodules[at].module, *autocast_of(g, n), composites);
        g.set_arg(n, 2, false);
    }
    for (submodule& inner : module.submodules)
        insert_autocasts(inner.module, composites);
}

} // namespace graft::detail
#endif
