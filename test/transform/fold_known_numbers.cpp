#include <graft/transform/fold_known_numbers.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/to_edge.hpp>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

constexpr char const* questions[] = {"aten::is_floating_point", "aten::is_complex", "aten::is_signed", "aten::is_conj",
                                     "aten::is_neg"};

void check_valid(exported_program const& p) {
    graft_test::check_sound(p);
    for (violation const& v : verify(p))
        FAIL_CHECK(text(v));
}

TEST_CASE("fold_known_numbers: a question that a dtype answers is a constant among the outputs") {
    std::pair<dtype, std::vector<bool>> const answers[] = {
        {dtype::f32, {true, false, true, false, false}},       {dtype::bf16, {true, false, true, false, false}},
        {dtype::i64, {false, false, true, false, false}},      {dtype::u8, {false, false, false, false, false}},
        {dtype::boolean, {false, false, false, false, false}}, {dtype::c64, {false, true, true, false, false}}};
    for (auto const& [d, expected] : answers) {
        CAPTURE(torch_name(d));
        call_builder b;
        arg const x = b.input("x", make_spec(d, {symbol{"s0"}, 2}));
        std::vector<arg> results{b.call("aten::clone", {x})};
        for (char const* const question : questions)
            results.push_back(b.call(question, {x}));
        exported_program p = b.output(results);
        CHECK(fold_known_numbers(p) == 5);
        CHECK(graft_test::calls(p) == "clone");
        check_valid(p);
        CHECK(p.signature.outputs[0].name == "clone_default");
        for (std::size_t i = 0; i < 5; ++i) {
            CHECK(p.signature.outputs[i + 1].name.empty());
            CHECK(bool(p.signature.outputs[i + 1].value == constant_value{bool{expected[i]}}));
        }
        CHECK(fold_known_numbers(p) == 0);
    }
}

TEST_CASE("fold_known_numbers: a number stands where it is used, in lists too, and what depends on a symbol stays") {
    call_builder b;
    sym_int const s0 = symbol{"s0"};
    arg const x = b.input("x", make_spec(dtype::f32, {s0, 4})), y = b.input("y", make_spec(dtype::f32, {2, 3}));
    arg const rows = b.call("aten::sym_size.int", {x, 0}), columns = b.call("aten::sym_size.int", {x, 1});
    auto const computed = [&](char const* function, std::vector<arg> const& args) {
        node_id const made = b.g().call_function(function, args);
        infer(b.g(), made);
        return arg::node(made);
    };
    arg const half = computed("operator.floordiv", {columns, 2}), large = computed("operator.gt", {columns, 3});
    exported_program p = b.output({b.call("aten::mean.dim", {y, arg::list({0}), large}),
                                   b.call("aten::view", {x, arg::list({half, rows, 2})}),
                                   b.call("aten::expand", {y, arg::list({columns, 2, 3})}), rows, columns});
    exported_program const before = p;
    CHECK(fold_known_numbers(p) == 3);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %sym_size_int : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %mean_dim : [num_users=1] = call_function[target=torch.ops.aten.mean.dim](args = (%y, [0], True), kwargs = {})
    %view_default : [num_users=1] = call_function[target=torch.ops.aten.view.default](args = (%x, [2, %sym_size_int, 2]), kwargs = {})
    %expand_default : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%y, [4, 2, 3]), kwargs = {})
    return (mean_dim, view_default, expand_default, sym_size_int, 4))");
    CHECK(bool(p.signature.outputs[4].value == constant_value{std::int64_t{4}}));
    check_valid(p);

    std::vector<tensor> const inputs = graft_test::random_inputs(before);
    kernel_library const library = graft::cpu_library();
    std::vector<tensor> const expected = executor(before, library).run(inputs), got = executor(p, library).run(inputs);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(compare(expected[i], got[i]).agrees());
    CHECK_FALSE(got[4].defined());
}

TEST_CASE("fold_known_numbers: the literal is the same operand as one that was always there") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3}));
    arg const columns = b.call("aten::size.int", {x, 1});
    exported_program p =
        b.output({b.call("aten::view", {x, arg::list({columns, 2})}), b.call("aten::view", {x, arg::list({3, 2})})});
    CHECK(fold_known_numbers(p) == 1);
    graph const& g = p.graph();
    CHECK(g.operand_at(g.at("view_default"), 1) == g.operand_at(g.at("view_default_1"), 1));
}

TEST_CASE("fold_known_numbers: control flow chooses by a literal, and what its graphs return stays a call") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3}));
    for (char const* const op : {"aten::add.Scalar", "aten::mul.Scalar"}) {
        graph_module inner;
        node_id const y = inner.graph.placeholder("y");
        inner.graph.set_val(y, make_spec(dtype::f32, {2, 3}));
        auto const call = [&](char const* name, std::vector<arg> const& args) {
            node_id const made = inner.graph.call_function(*find_known_op<>(name), args);
            infer(inner.graph, made);
            return arg::node(made);
        };
        arg const rows = call("aten::sym_size.int", {arg::node(y), 0}),
                  columns = call("aten::sym_size.int", {arg::node(y), 1});
        inner.graph.output(arg::tuple({call(op, {arg::node(y), rows}), columns}));
        b.program.module.submodules.push_back({op, std::move(inner)});
    }
    graph& g = b.g();
    node_id const more = g.call_function("operator.gt", {b.call("aten::sym_size.int", {x, 1}), 5});
    infer(g, more);
    node_id const sum = g.get_attr("aten::add.Scalar"), product = g.get_attr("aten::mul.Scalar");
    node_id const both = g.call_function("torch.ops.higher_order.cond",
                                         {arg::node(more), arg::node(sum), arg::node(product), arg::tuple({x})});
    g.set_val(both, value_spec::of_list({make_spec(dtype::f32, {2, 3}), value_spec::of_integer(3)}));
    exported_program p = b.output({b.item(arg::node(both), 0)});
    exported_program const before = p;
    CHECK(fold_known_numbers(p) == 4);
    CHECK(p.graph().arg(both, 0).kind() == arg_kind::boolean);
    for (submodule const& inner : p.module.submodules) {
        graph const& body = inner.module.graph;
        CHECK(!body.find("sym_size_int"));
        CHECK(body.arg(body.back(), 0)[1].node() == body.at("sym_size_int_1"));
        CHECK(body.arg(body.arg(body.back(), 0)[0].node(), 1).integer() == 2);
    }
    check_valid(p);
    graft_test::check_same_outputs(before, p);
}

TEST_CASE("fold_known_numbers: a program is lowered without the questions") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3}));
    arg const real = b.call("aten::is_floating_point", {x});
    exported_program p = b.output({real, b.call("aten::mean.dim", {x, arg::list({-1}), real})});
    static_cast<void>(to_edge(p));
    CHECK(graft_test::calls(p) == "mean.dim");
    for (violation const& v : verify_edge(p))
        FAIL_CHECK(text(v));
    graft_test::check_sound(p);

    call_builder told;
    arg const y = told.input("x", make_spec(dtype::f32, {2, 3}));
    exported_program const expected = told.output({told.call("aten::mean.dim", {y, arg::list({-1}), true})});
    std::vector<tensor> const inputs = graft_test::random_inputs(p);
    kernel_library const library = graft::cpu_library();
    std::vector<tensor> const got = executor(p, library).run(inputs);
    CHECK_FALSE(got[0].defined());
    CHECK(compare(executor(expected, library).run(inputs)[0], got[1]).agrees());
}

} // namespace
