#include <graft/library/detail/example_calls.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../../runtime/test_program.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// The calls that one of an op is made of, and what the first result is.
std::string made_of(graph& g, node_id n) {
    std::optional<detail::example_calls> const made = detail::calls_of_example(g, n);
    if (!made)
        return "none";
    std::string calls;
    for (node_id const part : made->created)
        calls += std::string{g.target(part).name} + ' ';
    return calls + text(g.val(made->results[0])->tensor);
}

TEST_CASE("example_calls: a reduction of all elements is one along dimensions, or of the elements in a row") {
    graph g;
    node_id const x = g.placeholder("x"), number = g.placeholder("number");
    g.set_val(x, f32_spec({2, 3}));
    g.set_val(number, f32_spec({}));
    auto const of = [&](call_target const& op, vec<arg> const& args, vec<kwarg> const& kwargs = {}) {
        return made_of(g, add_call_like(g, x, op, args, kwargs));
    };
    arg const a = arg::node(x);
    CHECK(of(aten::argmax, {a}) == "aten::reshape aten::argmax i64[]");
    CHECK(of(aten::argmin, {a, nullptr, true}) == "aten::reshape aten::argmin aten::reshape i64[1, 1]");
    CHECK(of(aten::argmax, {a, 0}) == "none");
    CHECK(of(aten::max.default_, {a}) == "aten::amax f32[]");
    CHECK(of(aten::any.default_, {a}) == "aten::any.dims b8[]");
    CHECK(of(aten::prod.default_, {a}, {{"dtype", dtype::f64}}) == "aten::reshape aten::prod.dim_int f64[]");
    CHECK(of(aten::median.default_, {a}) == "aten::reshape aten::median.dim operator.getitem f32[]");
    CHECK(of(aten::std.default_, {a, false}) == "aten::std.dim f32[]");
    CHECK(of(aten::var.correction, {a}, {{"keepdim", true}}) == "aten::var.correction f32[1, 1]");
    CHECK(of(aten::linalg_vector_norm, {a, 1}) == "aten::linalg_vector_norm f32[]");
    CHECK(of(aten::sum.default_, {arg::node(number)}) == "aten::reshape aten::sum.dim_IntList f32[]");
}

TEST_CASE("example_calls: a product with weights, and an op that is made of others") {
    graph g;
    node_id const x = g.placeholder("x"), w = g.placeholder("w"), b = g.placeholder("b");
    g.set_val(x, f32_spec({2, 3}));
    g.set_val(w, f32_spec({4, 3}));
    g.set_val(b, f32_spec({4}));
    arg const a = arg::node(x), weights = arg::node(w);
    CHECK(made_of(g, add_call_like(g, x, aten::linear, {a, weights, arg::node(b)})) ==
          "aten::transpose.int aten::matmul aten::add.Tensor f32[2, 4]");
    CHECK(made_of(g, add_call_like(g, x, aten::einsum, {"ij,kj->ik", arg::list({a, weights})})) ==
          "aten::permute aten::reshape aten::permute aten::reshape aten::bmm aten::reshape aten::permute f32[2, 4]");
    CHECK(made_of(g, add_call_like(g, x, aten::relu, {a})) == "none");
}

} // namespace
