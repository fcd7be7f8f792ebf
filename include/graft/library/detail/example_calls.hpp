#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/add_call_like.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/selection.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/transform/decompose.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace graft::detail {

/// Calls that a call is made of, where each of them can be made once of a number of examples that is not known.
struct example_calls {
    vec<node_id> created; ///< all of them, in order
    vec<node_id> results; ///< the nodes of what the call gives
};

/// Makes the calls that a call of one example is made of.
class example_calls_maker {
public:
    /// The calls that `n` is made of stand before it.
    example_calls_maker(graph& g, node_id n) : g_(g), n_(n) {}

    /// The calls of a product with weights of its own, of a reduction of all elements, and of an op that is made of
    /// others; nothing of another call.
    [[nodiscard]] std::optional<example_calls> run() {
        call_target const& op = g_.target(n_);
        if (op == aten::linear)
            return made(linear());
        if (g_.arg_count(n_) > 0 && g_.arg(n_, 0).is_node() && tensor_of(g_.val(g_.arg(n_, 0).node())) != nullptr)
            if (node_id const result = reduction(op); result != no_node)
                return made(result);
        return op.op() != nullptr && op.op()->composition != nullptr ? composed(*op.op()) : std::nullopt;
    }

private:
    node_id call(call_target const& op, vec<arg> const& args, vec<kwarg> const& kwargs = {}) {
        calls_.created.push_back(add_call_like(g_, n_, op, args, kwargs));
        return calls_.created.back();
    }
    example_calls made(node_id result) {
        calls_.results.push_back(result);
        return std::move(calls_);
    }

    node_id linear() {
        arg weight = to_arg(g_.arg(n_, 1));
        if (recorded_tensor(g_, g_.arg(n_, 1).node()).dim() == 2)
            weight = arg::node(call(aten::transpose.int_, {weight, -2, -1}));
        node_id const product = call(aten::matmul, {to_arg(g_.arg(n_, 0)), weight});
        std::optional<arg_ref> const bias = g_.schema_arg(n_, 2);
        return bias && bias->is_node() ? call(aten::add.Tensor, {arg::node(product), to_arg(*bias)}) : product;
    }

    // All elements of the first argument in a row.
    arg row() { return arg::node(call(aten::reshape, {to_arg(g_.arg(n_, 0)), arg::list({-1})})); }

    // The call of a reduction with dimensions, of one that names none; no node of another call.
    node_id reduction(call_target const& op) {
        std::pair<call_target, call_target> const with_dims[] = {{aten::all.default_, aten::all.dims},
                                                                 {aten::any.default_, aten::any.dims},
                                                                 {aten::max.default_, aten::amax},
                                                                 {aten::mean.default_, aten::mean.dim},
                                                                 {aten::min.default_, aten::amin},
                                                                 {aten::std.default_, aten::std.dim},
                                                                 {aten::sum.default_, aten::sum.dim_IntList},
                                                                 {aten::var.default_, aten::var.dim}};
        for (auto const& [without, with] : with_dims)
            if (op == without)
                return of_all(with, arguments_of(g_, n_), true);
        for (call_target const& with :
             {call_target(aten::all.dims), call_target(aten::amax), call_target(aten::amin),
              call_target(aten::any.dims), call_target(aten::linalg_vector_norm), call_target(aten::mean.dim),
              call_target(aten::std.correction), call_target(aten::std.dim), call_target(aten::sum.dim_IntList),
              call_target(aten::var.correction), call_target(aten::var.dim)})
            if (op == with && names_no_dim(op))
                return of_all(with, arguments_of(g_, n_), false);
        if (op == aten::prod.default_)
            return call(aten::prod.dim_int, {row(), -1}, arguments_of(g_, n_).kwargs);
        if (op == aten::median.default_)
            return item(call(aten::median.dim, {row(), -1}), 0);
        bool const is_place = op == aten::argmax || op == aten::argmin;
        if (!is_place || !names_no_dim(op))
            return no_node;
        node_id const place = call(op, {row(), -1});
        std::size_t const kept = recorded_tensor(g_, n_).dim();
        return kept == 0 ? place : call(aten::reshape, {arg::node(place), arg::list(vec<arg>(kept, arg(1)))});
    }

    // True where the call reduces all dimensions, as it names none.
    [[nodiscard]] bool names_no_dim(call_target const& op) const {
        std::optional<arg_ref> const dim = g_.schema_arg(n_, static_cast<std::size_t>(op.op()->find_argument("dim")));
        return !dim || dim->is_none() || (is_aggregate(dim->kind()) && dim->size() == 0);
    }

    // A reduction along all dimensions, by name; `more` if the call has no argument for them.
    node_id of_all(call_target const& op, call_arguments given, bool more) {
        auto const slot = static_cast<std::size_t>(op.op()->find_argument("dim"));
        vec<arg> dims;
        for (std::size_t d = recorded_tensor(g_, g_.arg(n_, 0).node()).dim(); d > 0; --d)
            dims.push_back(-static_cast<std::int64_t>(d));
        if (dims.empty()) {
            given.args[0] = row();
            dims.push_back(-1);
        }
        arg all = arg::list(std::move(dims));
        if (more) {
            given.args.insert(given.args.begin() + static_cast<std::ptrdiff_t>(slot), std::move(all));
        } else if (slot < given.args.size()) {
            given.args[slot] = std::move(all);
        } else {
            erase_if(given.kwargs, [](kwarg const& k) { return k.key == "dim"; });
            given.kwargs.push_back({"dim", std::move(all)});
        }
        return call(op, given.args, given.kwargs);
    }

    node_id item(node_id of, std::int64_t i) {
        node_id const n = g_.call_function("operator.getitem", {arg::node(of), i});
        g_.copy_meta(n_, n);
        infer(g_, n);
        calls_.created.push_back(n);
        return n;
    }

    std::optional<example_calls> composed(op_info const& op) {
        composition_world<value> world(g_, n_);
        bool can = true;
        vec<value> results;
        attempt(
            [&] {
                results = build_by({op.hash, &op, op.composition}, g_, n_, world);
            },
            [&](error const& e) {
                if (e.code() != errc::unsupported)
                    raise(e);
                can = false;
            });
        if (!can) {
            for (std::size_t i = world.created().size(); i-- > 0;)
                g_.erase_node(world.created()[i]);
            return std::nullopt;
        }
        calls_.created = world.created();
        for (value const& result : results)
            calls_.results.push_back(result.id);
        return std::move(calls_);
    }

    graph& g_;
    node_id n_;
    example_calls calls_;
};

/// Makes the calls that a call of one example is made of, before it, if they can be made once of all examples.
[[nodiscard]] inline std::optional<example_calls> calls_of_example(graph& g, node_id n) {
    return example_calls_maker(g, n).run();
}

} // namespace graft::detail
