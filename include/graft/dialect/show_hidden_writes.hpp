#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <functional>
#include <string_view>

namespace graft {

namespace detail {

// The slots that batch_norm, native_batch_norm and instance_norm have in common.
struct norm_slot {
    enum : std::size_t { input, weight, bias, running_mean, running_var, training, momentum, eps };
};

// True of a call that normalises by what it is given, and moves running statistics towards that.
[[nodiscard]] GRAFT_INLINE bool hides_writes(graph const& g, node_id n);

[[nodiscard]] GRAFT_INLINE bool hides_writes(graph_module const& module);

} // namespace detail

/// Makes calls say what they write: `batch_norm`, `native_batch_norm` and `instance_norm` change their running
/// statistics in training, which their schemas do not say. They become `_native_batch_norm_legit`, and `instance_norm`
/// beside calls in place, which do.
/// `find(name)` gives the op of a name or null; a call stays where one is not known. Returns how many calls changed.
GRAFT_INLINE std::size_t show_hidden_writes(graph& g, std::function<op_info const*(std::string_view)> const& find);

/// Does so in the graph of a module and in the graphs that control flow calls.
GRAFT_INLINE std::size_t show_hidden_writes(graph_module& module,
                                            std::function<op_info const*(std::string_view)> const& find);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/aten/arithmetic.hpp>
#    include <graft/dialect/aten/batch_norm.hpp>
#    include <graft/dialect/aten/neural.hpp>
#    include <graft/dialect/aten/normalization.hpp>
#    include <graft/dialect/aten/reduction.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/call_target.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE bool hides_writes(graph const& g, node_id n) {
    target_info const target = g.target(n);
    if (target != aten::batch_norm && target != aten::native_batch_norm && target != aten::instance_norm)
        return false;
    auto const is_tensor = [&](std::size_t slot) {
        auto const a = g.schema_arg(n, slot);
        return a && a->is_node() && detail::tensor_of(g.val(a->node())) != nullptr;
    };
    auto const flag = g.schema_arg(n, norm_slot::training), step = g.schema_arg(n, norm_slot::momentum);
    // Statistics of no elements move nothing.
    auto const has_elements = [&] { return !(g.val(g.schema_arg(n, norm_slot::input)->node())->tensor.numel() == 0); };
    return flag && flag->kind() == arg_kind::boolean && flag->boolean() && step &&
           (step->kind() == arg_kind::real || step->kind() == arg_kind::integer) && is_tensor(norm_slot::input) &&
           is_tensor(norm_slot::running_mean) && is_tensor(norm_slot::running_var) &&
           (target != aten::batch_norm || has_elements());
}

GRAFT_INLINE bool hides_writes(graph_module const& module) {
    for (node_id const n : module.graph.nodes())
        if (hides_writes(module.graph, n))
            return true;
    return std::any_of(module.submodules.begin(), module.submodules.end(),
                       [](submodule const& inner) { return hides_writes(inner.module); });
}

// Rewrites the calls of one graph; an op that is not found leaves the call as it is.
class hidden_write_pass : norm_slot {
public:
    using finder = std::function<op_info const*(std::string_view)>;

    hidden_write_pass(graph& g, finder const& find) : g_(g), find_(find) {}

    std::size_t run() {
        std::size_t count = 0;
        for (node_id const n : g_.nodes()) {
            if (!hides_writes(g_, n))
                continue;
            auto const before = inserting_before(g_, n);
            count += g_.target(n) == aten::instance_norm ? show_instance_norm(n) : show_batch_norm(n);
        }
        return count;
    }

private:
    bool show_batch_norm(node_id n) {
        op_info const* const stated = known(aten::_native_batch_norm_legit);
        if (stated == nullptr)
            return false;
        vec<arg> args;
        for (std::size_t const s : {input, weight, bias, running_mean, running_var, training, momentum, eps})
            args.push_back(given(n, s));
        if (g_.target(n) == aten::native_batch_norm) { // has the same three results
            g_.set_args(n, args);
            g_.set_target(n, g_.intern_target(*stated, g_.target(n).dialect));
            return true;
        }
        node_id const made = add(*stated, n, std::move(args));
        arg const item[] = {arg::node(made), arg(0)};
        g_.set_args(n, item);
        g_.set_target(n, g_.intern_target("operator.getitem"));
        return true;
    }

    // Each image is normalised by itself; what the statistics move towards is the mean over all.
    bool show_instance_norm(node_id n) {
        op_info const *const mean = known(aten::mean.dim), *const var = known(aten::var.correction);
        op_info const *const scale = known(aten::mul_.Tensor), *const step = known(aten::add_.Tensor);
        if (mean == nullptr || var == nullptr || scale == nullptr || step == nullptr)
            return false;
        tensor_spec const spec = recorded_tensor(g_, g_.schema_arg(n, input)->node());
        vec<arg> pixels;
        for (std::size_t d = 2; d < spec.dim(); ++d)
            pixels.emplace_back(static_cast<std::int64_t>(d));
        arg const over_pixels = arg::list(pixels), over_images = arg::list({arg(0)});
        arg const x = given(n, input);
        node_id const average = add(*mean, n, {x, over_pixels});
        node_id const spread = add(*var, n, {x, over_pixels}, {{"correction", arg(1)}});
        auto const number = g_.schema_arg(n, momentum);
        double const part = number->kind() == arg_kind::real ? number->real() : static_cast<double>(number->integer());
        for (auto const& [statistic, measured] : {std::pair{running_mean, average}, std::pair{running_var, spread}}) {
            node_id const of_all = add(*mean, n, {arg::node(measured), over_images});
            node_id const kept = add(*scale, n, {given(n, statistic), arg(1 - part)});
            add(*step, n, {arg::node(kept), arg::node(of_all)}, {{"alpha", arg(part)}});
        }
        vec<arg> args;
        for (std::size_t s = 0; s < aten::instance_norm.default_.info().arguments.size(); ++s)
            args.push_back(s == running_mean || s == running_var ? arg{} : given(n, s));
        g_.set_args(n, args);
        return true;
    }

    [[nodiscard]] op_info const* known(call_target const& op) const { return find_(op.name()); }

    [[nodiscard]] arg given(node_id n, std::size_t s) const {
        auto const a = g_.schema_arg(n, s);
        return a ? to_arg(*a) : arg{};
    }

    node_id add(op_info const& op, node_id like, vec<arg> args, vec<kwarg> kwargs = {}) {
        node_id const made = g_.call_function(g_.intern_target(op, g_.target(like).dialect), args, kwargs);
        g_.copy_meta(like, made);
        node_id const source[] = {like};
        g_.add_origins(made, g_.intern_string("show_hidden_writes"), source);
        infer(g_, made);
        return made;
    }

    graph& g_;
    finder const& find_;
};

} // namespace detail

GRAFT_INLINE std::size_t show_hidden_writes(graph& g, std::function<op_info const*(std::string_view)> const& find) {
    return detail::hidden_write_pass(g, find).run();
}

GRAFT_INLINE std::size_t show_hidden_writes(graph_module& module,
                                            std::function<op_info const*(std::string_view)> const& find) {
    std::size_t count = show_hidden_writes(module.graph, find);
    for (submodule& inner : module.submodules)
        count += show_hidden_writes(inner.module, find);
    return count;
}

} // namespace graft
#endif
