// Header-only: what holds in constants needs bodies.
#include <graft/dialect/infer.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/symbolic/print.hpp>

#include "../io/raises.hpp"
#include "inferred.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

constexpr symbol s{"s0"};

value call(graph& g, std::string_view target, std::vector<arg> const& args) {
    return {&g, g.call_function(target, args)};
}
void trace(value v, std::string_view text) {
    arg dict{arg_kind::dict, {text}};
    dict.keys = {"stack_trace"};
    v.owner->set_meta(v.id, dict);
}

TEST_CASE("infer: getitem is one of several values, counted from either end") {
    graph g;
    value const pair = aten::max.dim(tensor(g, {2, 3}), 1);
    CHECK(inferred(pair) == "(f32[2], i64[2])");
    arg const source = arg::node(pair.id);
    CHECK(inferred(call(g, "operator.getitem", {source, 0})) == "f32[2]");
    CHECK(inferred(call(g, "operator.getitem", {source, -1})) == "i64[2]");
    CHECK(raised([&] {
              inferred(call(g, "operator.getitem", {source, 2}));
          }) == "graft: item 2 of the 2 values of 'max_dim' [at %getitem_2]");
    CHECK(raised([&] {
              inferred(call(g, "operator.getitem", {source, -3}));
          }) == "graft: item -3 of the 2 values of 'max_dim' [at %getitem_3]");
}

TEST_CASE("infer: getitem of one tensor, or with other arguments, is an error") {
    graph g;
    arg const x = arg::node(tensor(g, {2}).id);
    CHECK(raised([&] { inferred(call(g, "operator.getitem", {x, 0})); }).find("several values") != std::string::npos);
    CHECK(raised([&] { inferred(call(g, "operator.getitem", {x})); }).find("takes a node and an integer") !=
          std::string::npos);
    CHECK(raised([&] {
              inferred(call(g, "operator.getitem", {0, x}));
          }).find("takes a node and an integer") != std::string::npos);
}

TEST_CASE("infer: symbolic numbers are computed and are arguments of ops") {
    graph g;
    value const x = tensor(g, {s, 4}), rows = aten::sym_size.int_(x, 0);
    value const twice = call(g, "operator.mul", {arg::node(rows.id), 2});
    value const y = aten::view(x, std::vector{twice, call(g, "operator.add", {1, 1})});
    infer_all(g);
    CHECK(bool(*g.val(twice.id) == value_spec::of_integer(2 * sym_int{s})));
    CHECK(bool(g.val(y.id)->tensor == make_spec(dtype::f32, {2 * sym_int{s}, 2})));
}

TEST_CASE("infer: the ranges of the symbols simplify what is computed") {
    graph g;
    value const x = tensor(g, {s, 4}), rows = aten::sym_size.int_(x, 0);
    value const least = call(g, "torch.sym_min", {arg::node(rows.id), 128});
    value const bounded = call(g, "operator.le", {arg::node(rows.id), 128});
    std::array const ranges{symbol_range{s, {1, 127}}};
    infer_all(g, ranges);
    CHECK(bool(*g.val(least.id) == value_spec::of_integer(s)));
    CHECK(g.val(bounded.id)->integer.is_symbolic());
}

TEST_CASE("infer: operands that are no numbers, too few or unknown are errors") {
    graph g;
    value const x = tensor(g, {2});
    CHECK(raised([&] {
              inferred(call(g, "operator.add", {arg::node(x.id), 1}));
          }) == "graft: the node 'x' is not known to be a number [at %add]");
    CHECK(raised([&] { inferred(call(g, "operator.add", {1})); }).find("operator.add takes 2 operands, not 1") !=
          std::string::npos);
    CHECK(raised([&] { inferred(call(g, "operator.neg", {"one"})); }).find("an operand is no number") !=
          std::string::npos);
}

TEST_CASE("infer: a number that stands for a tensor promotes as a number of its kind") {
    graph g;
    value const x = tensor(g, {2, 3});
    value const n = call(g, "n", {}), real = call(g, "real", {});
    g.set_val(n.id, value_spec::of_integer(s));
    g.set_val(real.id, value_spec::of_real(sym_int(symbol("zf0"))));
    value const integers = aten::argmax(x, 1);
    CHECK(inferred(integers) == "i64[2]");
    auto const times = [&](value a, value b) {
        return inferred({&g, g.call_function(aten::mul.Tensor.info(), {arg::node(a.id), arg::node(b.id)})});
    };
    CHECK(times(x, n) == "f32[2, 3]");
    CHECK(times(integers, n) == "i64[2]");
    CHECK(times(integers, real) == "f32[2]");
}

TEST_CASE("infer: a size that follows from a real number which is only known when the program runs is not inferred") {
    graph g;
    value const real = call(g, "real", {});
    g.set_val(real.id, value_spec::of_real(sym_int(symbol("zf0"))));
    node_id const range = g.call_function(aten::arange.default_.info(), {arg::node(real.id)});
    CHECK(raised([&] { infer(g, range); }).find("aten::arange: the size of the result depends on a number") !=
          std::string::npos);
    g.set_val(range, make_spec(dtype::f32, {symbol("u0")}));
    infer(g, range);
    CHECK(text(*g.val(range)) == "f32[u0]");
    g.set_val(real.id, sym_real(2.5));
    infer(g, range);
    CHECK(text(*g.val(range)) == "f32[3]");
}

TEST_CASE("infer: an unknown op without a value is an error that names node and stack trace") {
    graph g;
    value const y = call(g, "mine::op", {arg::node(tensor(g, {2}).id)});
    trace(y, "File \"model.py\", line 7");
    CHECK(raised([&] { infer_all(g); }) == "graft: mine::op: nothing is known of its result: the op is unknown "
                                           "[at %" +
                                               std::string(y.name()) + "]\nFile \"model.py\", line 7");
    g.set_val(y.id, make_spec(dtype::f32, {7}));
    infer_all(g);
    CHECK(text(*g.val(y.id)) == "f32[7]");
}

TEST_CASE("infer: what is recorded of one of several values stays where nothing is inferred of it") {
    graph g;
    value const found = aten::nonzero_numpy(tensor(g, {2, 3}));
    CHECK(inferred(found) == "(None, None)");
    value_spec const column = make_spec(dtype::i64, {symbol{"u0"}});
    g.set_val(found.id, value_spec::of_list({column, {}}));
    CHECK(inferred(found) == "(i64[u0], None)");
    g.set_val(found.id, value_spec::of_list({column, column, column}));
    CHECK(inferred(found) == "(None, None)");
}

TEST_CASE("infer: an argument without a value is an error that names node and stack trace") {
    graph g;
    value const y = aten::neg(placeholder(g, "x"));
    trace(y, "File \"model.py\", line 8");
    CHECK(raised([&] { infer_all(g); }) == "graft: the node 'x' is not known to be a tensor "
                                           "[at %neg_default]\nFile \"model.py\", line 8");
    CHECK(!g.val(y.id));
}

TEST_CASE("infer: a wrong call is an error although it has a value") {
    graph g;
    value const y = aten::view(tensor(g, {2, 3}), std::vector{5});
    g.set_val(y.id, make_spec(dtype::f32, {5}));
    CHECK(raised([&] { infer_all(g); }).find("[at %view_default]") != std::string::npos);
}

constexpr bool infers_at_compile_time() {
    graph g;
    value const x = placeholder(g, "x");
    g.set_val(x.id, make_spec(dtype::i32, {s, 3}));
    value const y = aten::unsqueeze(aten::exp(x), 0), sum = aten::sum.dim_IntList(y, std::vector{-1});
    output(g, {sum});
    infer_all(g);
    return g.val(y.id)->tensor == make_spec(dtype::f32, {1, s, 3}) &&
           g.val(sum.id)->tensor == make_spec(dtype::f32, {1, s});
}
static_assert(infers_at_compile_time());

constexpr symbol t{"s1"};
constexpr std::array ranges{symbol_range{s, {1, 127}}, symbol_range{t, {128, 512}}};

TEST_CASE("refine: max and min lose what another operand beats in the ranges") {
    CHECK(text(refine(min(128, s), ranges)) == "s0");
    CHECK(text(refine(max(128, s), ranges)) == "128");
    CHECK(text(refine(max(s, t), ranges)) == "s1");
    CHECK(refine(min(64, s), ranges) == min(64, s));
    CHECK(refine(min(128, s), {}) == min(128, s));
}

TEST_CASE("refine: what is inside sums, products and functions is simplified as well") {
    CHECK(text(refine(2 * min(128, s) + 1, ranges)) == "2*s0 + 1");
    CHECK(refine(floor_div(min(128, s), 2) * t, ranges) == floor_div(s, 2) * t);
    CHECK(refine(pow(max(128, s), 2) + s, ranges) == 16384 + sym_int{s});
}

TEST_CASE("refine: relations that the ranges decide become 0 or 1") {
    CHECK(refine(apply(sym_function::le, {s, 127}), ranges) == sym_int{1});
    CHECK(refine(apply(sym_function::gt, {s, t}), ranges) == sym_int{0});
    CHECK(refine(apply(sym_function::eq, {s, t}), ranges) == sym_int{0});
    CHECK(refine(apply(sym_function::ge, {s, 64}), ranges) == apply(sym_function::ge, {s, 64}));
}

TEST_CASE("refine: sizes, strides, offset and items are simplified, a truth is not") {
    tensor_spec spec = make_spec(dtype::f32, {2, min(128, s)});
    spec.storage_offset = max(s, t);
    tensor_spec expected = make_spec(dtype::f32, {2, s});
    expected.storage_offset = t;
    value_spec const list = refine(value_spec::of_list({spec, value_spec::of_integer(min(128, s))}), ranges);
    CHECK(bool(list == value_spec::of_list({expected, value_spec::of_integer(s)})));
    value_spec const truth = value_spec::of_boolean(apply(sym_function::le, {s, 127}));
    CHECK(bool(refine(truth, ranges) == truth));
}

static_assert(refine(min(128, s), ranges) == sym_int{s});

} // namespace
