#include <graft/transform/functionalize.hpp>

#include <graft/dialect/add_call_like.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/compare.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/to_edge.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;
using graft_test::check_same_outputs;
using graft_test::f32_spec;
using graft_test::program_builder;
using graft_test::raised;

// The results for the user, whatever is returned before them.
std::vector<tensor> user_results(exported_program const& program, std::vector<tensor> const& inputs) {
    std::vector<tensor> const all = executor(program, cpu_library()).run(inputs);
    std::vector<tensor> results;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (program.signature.outputs[i].kind == output_kind::user_output)
            results.push_back(all[i]);
    return results;
}

void check_same_results(exported_program const& before, exported_program const& after) {
    auto const expected = user_results(before, graft_test::random_inputs(before));
    auto const got = user_results(after, graft_test::random_inputs(before));
    REQUIRE(expected.size() == got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        CAPTURE(i);
        CHECK(compare(expected[i], got[i]).agrees());
    }
}

tensor_spec const matrix = make_spec(dtype::f32, {4, 6});

TEST_CASE("functionalize: what is written to a buffer or input is an output of the signature, before all others") {
    call_builder b;
    arg const counter = b.input("counter", matrix), x = b.input("x", matrix);
    arg const sum = b.call("aten::add_.Tensor", {counter, x});
    exported_program program = b.output({b.call("aten::mul.Tensor", {sum, x})});
    program.signature.inputs[0] = {input_kind::buffer, "counter", "state.counter", true, false, {}};
    program.state_dict["state.counter"] = tensor::zeros({4, 6}, dtype::f32);
    program.verifiers = {"TRAINING"};
    mark_constants(program);
    exported_program const before = program;
    CHECK(functionalize(program));
    REQUIRE(program.signature.outputs.size() == 2);
    CHECK(program.signature.outputs[0] ==
          output_spec{output_kind::buffer_mutation, "add__tensor", "state.counter", {}});
    CHECK(program.graph().target(program.graph().at("add__tensor")).name == "aten::add.Tensor");
    CHECK(program.verifiers == std::vector<std::string>{"ATEN"});
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
    CHECK_FALSE(functionalize(program));
}

TEST_CASE("functionalize: a constant that is written to becomes a buffer that is not persistent") {
    call_builder b;
    arg const cache = b.input("c_lifted_tensor_0", matrix), x = b.input("x", matrix);
    b.call("aten::add_.Tensor", {cache, x});
    exported_program program = b.output({b.call("aten::mul.Tensor", {cache, x})});
    program.signature.inputs[0] = {
        .kind = input_kind::constant_tensor, .name = "c_lifted_tensor_0", .target = "lifted_tensor_0", .value = {}};
    program.constants["lifted_tensor_0"] = tensor::zeros({4, 6}, dtype::f32);
    program.verifiers = {"TRAINING"};
    mark_constants(program);
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(program.signature.inputs[0].kind == input_kind::buffer);
    CHECK_FALSE(program.signature.inputs[0].persistent);
    REQUIRE(program.signature.outputs.size() == 2);
    CHECK(program.signature.outputs[0].kind == output_kind::buffer_mutation);
    CHECK(program.signature.outputs[0].target == "lifted_tensor_0");
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE("functionalize: a write to a view reaches its tensor, and the other views of that") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const row = b.call("aten::select.int", {x, 0, 1}), columns = b.call("aten::permute", {x, arg::list({1, 0})});
    b.call("aten::fill_.Scalar", {row, 7.0});
    exported_program program = b.output({b.call("aten::relu", {columns}), x});
    exported_program const before = program;
    functionalize(program);
    CHECK(program.signature.outputs[0].kind == output_kind::user_input_mutation);
    CHECK(program.signature.outputs[0].target == "x");
    CHECK(program.signature.outputs[0].name == "select_scatter_default");
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE(
    "functionalize: what a view of other sizes shows lies row by row, as it did before a write through another view") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3})), y = aten::neg(x);
    value const shown = aten::select.int_(aten::expand(aten::t(y), std::vector{2, 3, 2}), 0, 1);
    static_cast<void>(aten::add_.Scalar(shown, 1));
    exported_program program = b.finish({aten::view(y, std::vector{6})});
    exported_program const before = program;
    functionalize(program);
    check_same_results(before, program);
}

TEST_CASE("functionalize: what is a view or the same tensor is so by the strides before a write through another view") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3})), y = aten::neg(x), z = aten::relu(x);
    static_cast<void>(aten::add_.Scalar(aten::t(y), 1));
    static_cast<void>(aten::fill_.Scalar(aten::select.int_(aten::reshape(y, std::vector{3, 2}), 1, 0), 7));
    static_cast<void>(aten::mul_.Scalar(aten::contiguous(y), 2));
    static_cast<void>(aten::add_.Scalar(aten::t(z), 1));
    static_cast<void>(aten::mul_.Scalar(aten::contiguous(aten::t(z)), 2)); // a copy
    value const truth = aten::gt_.Scalar(aten::neg(x), 0);
    static_cast<void>(aten::add_.Scalar(aten::to.dtype(truth, dtype::f32), 1)); // no copy
    exported_program program = b.finish({y, z, truth});
    exported_program const before = program;
    functionalize(program);
    check_same_results(before, program);
}

TEST_CASE("functionalize: a write to complex numbers reaches the parts that they show, and one to a part them") {
    program_builder b;
    value const parts = aten::clone(b.input("x", f32_spec({3, 2}))), z = aten::view_as_complex(parts);
    static_cast<void>(aten::mul_.Scalar(z, 2));
    static_cast<void>(aten::add_.Scalar(aten::real(z), 1));
    static_cast<void>(aten::neg_(aten::imag(z)));
    static_cast<void>(aten::mul_.Scalar(aten::select.int_(aten::view_as_real(aten::resolve_conj(z)), -1, 0), 3));
    exported_program p = b.finish({parts});
    exported_program const before = p;
    functionalize(p);
    check_same_outputs(before, p);
    for (node_id const n : p.graph().nodes())
        CHECK((p.graph().target(n).op == nullptr || !p.graph().target(n).op->mutates()));
}

TEST_CASE("functionalize: a negated view is written through, and one that is resolved is a copy") {
    program_builder b;
    value const x = aten::clone(b.input("x", f32_spec({3}))), lazy = aten::_neg_view(x), copy = aten::resolve_neg(lazy);
    static_cast<void>(aten::add_.Scalar(x, 1));
    static_cast<void>(aten::add_.Scalar(lazy, 2));
    exported_program p = b.finish({x, aten::resolve_neg(lazy), copy});
    functionalize(p);
    std::vector<tensor> const given = graft_test::random_inputs(p);
    std::vector<tensor> const got = executor(p, cpu_library()).run(given);
    for (int i = 0; i < 3; ++i) {
        float const first = given[0].data<float>()[i], last = -(-(first + 1) + 2);
        CHECK(got[0].data<float>()[i] == last);
        CHECK(got[1].data<float>()[i] == -last);
        CHECK(got[2].data<float>()[i] == -first);
    }
}

TEST_CASE("functionalize: a conjugate that is resolved is a copy, and one that is not, a view") {
    program_builder b;
    value const x = aten::view_as_complex(aten::clone(b.input("x", f32_spec({3, 2})))), lazy = aten::_conj(x);
    value const copy = aten::resolve_conj(lazy), same = aten::resolve_conj(x);
    static_cast<void>(aten::mul_.Scalar(x, 2));
    exported_program p =
        b.finish({aten::view_as_real(aten::resolve_conj(lazy)), aten::view_as_real(copy), aten::view_as_real(same)});
    functionalize(p);
    std::vector<tensor> const given = graft_test::random_inputs(p);
    std::vector<tensor> const got = executor(p, cpu_library()).run(given);
    float const* const parts = given[0].data<float>();
    for (int i = 0; i < 6; ++i) {
        float const conjugate = i % 2 == 0 ? parts[i] : -parts[i];
        CHECK(got[0].data<float>()[i] == 2 * conjugate);
        CHECK(got[1].data<float>()[i] == conjugate);
        CHECK(got[2].data<float>()[i] == 2 * parts[i]);
    }
}

TEST_CASE("functionalize: the matrix_H of real numbers is a view, however they lie; what reshape gives may be a copy") {
    for (bool const turned : {false, true}) {
        CAPTURE(turned);
        call_builder b;
        arg const x = b.input("x", matrix);
        arg const lies = turned ? b.call("aten::t", {x}) : x;
        arg const view = b.call("aten::matrix_H", {lies}), row = b.call("aten::reshape", {lies, arg::list({-1})});
        b.call("aten::add_.Scalar", {view, 1.0});
        b.call("aten::mul_.Scalar", {row, 2.0});
        exported_program program = b.output({x, view, row});
        exported_program const before = program;
        CHECK(functionalize(program));
        check_same_results(before, program);
    }
}

TEST_CASE("functionalize: pairs and bytes are shown of tensors that lie otherwise since they were written to") {
    for (char const* const part : {"whole", "columns"}) {
        CAPTURE(part);
        call_builder b;
        arg const x = b.input("x", matrix), y = b.input("y", make_spec(dtype::f32, {6, 4}));
        arg const shown = std::string(part) == "whole" ? x : b.call("aten::slice.Tensor", {x, 1, 0, 2});
        arg const pairs = b.call("aten::view_as_complex", {b.call("aten::reshape", {shown, arg::list({4, -1, 2})})});
        arg const wide = b.call("aten::view.dtype", {shown, dtype::f64});
        b.call("aten::copy_", {b.call("aten::t", {x}), y});
        b.call("aten::mul_.Scalar", {pairs, 2.0});
        exported_program program = b.output({x, shown, pairs, b.call("aten::view.dtype", {wide, dtype::f32})});
        exported_program const before = program;
        CHECK(functionalize(program));
        check_same_results(before, program);
    }
}

TEST_CASE("functionalize: numbers lie in pairs again where a view of the pairs is turned and written to") {
    call_builder b;
    arg const z = b.call("aten::view_as_complex", {b.input("x", make_spec(dtype::f32, {3, 2}))});
    arg const turned = b.call("aten::t", {b.call("aten::view_as_real", {z})});
    b.call("aten::add_.Tensor", {turned, b.input("y", make_spec(dtype::f32, {2, 3}))});
    arg const row = b.input("row", make_spec(dtype::f32, {1, 2})), wide = b.call("aten::view.dtype", {row, dtype::f64});
    b.call("aten::neg_", {b.call("aten::t", {row})});
    exported_program program = b.output({b.call("aten::view_as_real", {z}), row, b.call("aten::abs", {wide})});
    exported_program const before = program;
    CHECK(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: bytes of a symbolic size are written back in the sizes that the tensor has") {
    call_builder b;
    sym_int const s0 = symbol{"s0"};
    arg const x = b.input("x", make_spec(dtype::f32, {3, s0}));
    b.call("aten::zero_", {b.call("aten::select.int", {b.call("aten::view.dtype", {x, dtype::f64}), 0, 0})});
    exported_program program = b.output({x});
    CHECK(functionalize(program));
    graph const& g = program.graph();
    CHECK(g.val(g.arg(g.back(), 0)[0].node())->tensor == make_spec(dtype::f32, {3, s0}));
}

TEST_CASE("functionalize: parts of a symbolic size that only the program tells are written back as it records them") {
    graph g;
    sym_int const s0 = symbol{"s0"}, half = floor_div(s0 + 1, 2);
    node_id const x = g.placeholder("x");
    g.set_val(x, make_spec(dtype::f32, {3, s0}));
    auto const shown = [&](sym_int size, sym_int offset) {
        tensor_spec spec = make_spec(dtype::f32, {3, std::move(size)});
        spec.strides = {s0, 1};
        spec.storage_offset = std::move(offset);
        return spec;
    };
    node_id const all = add_call_like(g, x, aten::mul.Scalar, {arg::node(x), 2});
    for (call_target const& split : {call_target(aten::tensor_split.sections), call_target(aten::hsplit.int_)}) {
        node_id const parts = split == aten::hsplit.int_ ? g.call_function(*split.op(), {arg::node(all), 2})
                                                         : g.call_function(*split.op(), {arg::node(all), 2, 1});
        g.set_val(parts, value_spec::of_list({shown(half, 0), shown(s0 - half, half)}));
        node_id const last = g.call_function("operator.getitem", {arg::node(parts), 1});
        infer(g, last);
        add_call_like(g, x, aten::neg_, {arg::node(last)});
    }
    g.output(arg::list({arg::node(all)}));
    exported_program program = make_program(std::move(g));
    functionalize(program);
    graph const& after = program.graph();
    CHECK(after.val(after.arg(after.back(), 0)[0].node())->tensor == make_spec(dtype::f32, {3, s0}));
}

TEST_CASE("functionalize: a view without elements may be written to, and changes nothing") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {})), y = b.input("y", matrix);
    arg const none = b.call("aten::expand", {x, arg::list({0})}), part = b.call("aten::slice.Tensor", {y, 0, 2, 2});
    b.call("aten::add_.Scalar", {none, 1.0});
    arg const written = b.call("aten::add_.Scalar", {part, 1.0});
    exported_program program = b.output({b.call("aten::neg", {x}), none, written, b.call("aten::neg", {y})});
    CHECK(functionalize(program));
    CHECK(program.signature.outputs.size() == 4);
    CHECK(verify_aten(program).empty());
}

TEST_CASE("functionalize: windows beside each other are so for every symbol, also where a size may be one") {
    for (std::int64_t const size : {3, 2}) {
        CAPTURE(size);
        call_builder b;
        sym_int const s0 = symbol{"s0"};
        arg const x = b.input("x", make_spec(dtype::f32, {3, s0, 4}));
        b.call("aten::add_.Scalar", {b.call("aten::unfold", {x, 2, size, size - 1}), 2.0});
        exported_program program = b.output({x});
        if (size == 3)
            CHECK(functionalize(program));
        else
            CHECK(raised([&] { functionalize(program); }).find("aten::unfold") != std::string::npos);
    }
}

TEST_CASE("functionalize: a view in place of what a write moved lies as that does") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 2})), y = b.input("y", make_spec(dtype::f32, {2, 4}));
    arg const part = b.call("aten::slice.Tensor", {x, 0, 0, 4});
    b.call("aten::copy_", {b.call("aten::t", {x}), y});
    arg const row = b.call("aten::unsqueeze_", {part, 0});
    arg const strided = b.call("aten::as_strided", {row, arg::list({2}), arg::list({3})});
    arg const again = b.call("aten::unsqueeze_", {b.call("aten::slice.Tensor", {x, 0, 0, 4}), 0});
    arg const pairs = b.call("aten::view_as_complex", {again});
    exported_program program = b.output({strided, b.call("aten::view_as_real", {pairs})});
    exported_program const before = program;
    CHECK(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: ravel is a view of what lies row by row alone, where reshape is one of every other element") {
    for (std::int64_t const step : {1, 2})
        for (char const* const op : {"aten::ravel", "aten::reshape"}) {
            CAPTURE(step);
            CAPTURE(op);
            call_builder b;
            arg const x = b.input("x", make_spec(dtype::f32, {6}));
            arg const some = b.call("aten::slice.Tensor", {x, 0, 0, 6, step});
            arg const row = std::string(op) == "aten::ravel" ? b.call(op, {some}) : b.call(op, {some, arg::list({-1})});
            b.call("aten::add_.Scalar", {row, 1.0});
            exported_program program = b.output({x, row});
            exported_program const before = program;
            CHECK(functionalize(program));
            check_same_results(before, program);
        }
}

TEST_CASE("functionalize: the value that is written has the dtype and sizes of what it is written to") {
    call_builder b;
    arg const x = b.input("x", matrix), flags = b.input("flags", make_spec(dtype::boolean, {6}));
    b.call("aten::copy_", {x, flags});
    exported_program program = b.output({b.call("aten::ge_.Scalar", {x, 0.5})});
    exported_program const before = program;
    functionalize(program);
    CHECK(program.graph().val(program.graph().at(program.signature.outputs[0].name))->tensor.dtype == dtype::f32);
    check_same_results(before, program);
}

TEST_CASE("functionalize: a number that is known when the program runs is copied to every element") {
    call_builder b;
    arg const x = b.input("x", matrix), count = b.call("aten::sym_size.int", {x, 1});
    b.call("aten::copy_", {b.call("aten::t", {x}), count});
    exported_program program = b.output({b.call("aten::relu", {x})});
    exported_program const before = program;
    CHECK(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: what detach_ returns is what it was given") {
    call_builder b;
    arg const x = b.input("x", matrix);
    exported_program program = b.output({b.call("aten::detach_", {b.call("aten::relu", {x})})});
    CHECK(functionalize(program));
    CHECK(program.signature.outputs[0].name == "relu_default");
    CHECK(program.graph().size() == 3);
}

TEST_CASE("functionalize: a tensor that is viewed in place is that view from then on, and writes reach what it was") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.call("aten::relu", {x}), row = b.call("aten::select.int", {y, 0, 1});
    arg const turned = b.call("aten::t_", {y});
    b.call("aten::fill_.Scalar", {b.call("aten::select.int", {turned, 0, 2}), 7.0});
    exported_program program = b.output({b.call("aten::neg", {turned}), b.call("aten::neg", {row})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    CHECK(program.graph().val(program.graph().at(program.signature.outputs[0].name))->tensor.sizes ==
          std::vector<sym_int>{6, 4});
    check_same_results(before, program);
}

TEST_CASE("functionalize: an element that a tensor shows several times since it is viewed in place is written to") {
    call_builder b;
    arg const y = b.call("aten::neg", {b.input("x", make_spec(dtype::f32, {1}))});
    arg const shown = b.call("aten::as_strided_", {y, arg::list({3}), arg::list({0})});
    b.call("aten::add_.Scalar", {b.call("aten::slice.Tensor", {shown, 0, 1, 2}), 2});
    exported_program program = b.output({b.call("aten::neg", {shown})});
    exported_program const before = program;
    functionalize(program);
    check_same_results(before, program);
}

TEST_CASE("functionalize: as_strided_ of a part shows what lies behind it, before and after a write") {
    call_builder b;
    arg const x = b.input("x", matrix), row = b.call("aten::select.int", {x, 0, 1});
    arg const strided = b.call("aten::as_strided_", {row, arg::list({3, 2}), arg::list({4, 3})});
    b.call("aten::mul_.Scalar", {x, 2.0});
    arg const written = b.call("aten::add_.Scalar", {strided, 1.0});
    exported_program program = b.output({x, strided, written});
    exported_program const before = program;
    CHECK(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: what was detached stays as it lies where its tensor is viewed in place, and the other way") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3})), y = aten::neg(x), other = aten::alias(y), z = aten::detach(y);
    value const turned = aten::transpose_(z, 0, 1);
    static_cast<void>(aten::mul_.Scalar(aten::select.int_(turned, 0, 0), 2));
    value const wider = aten::unsqueeze_(y, 0);
    static_cast<void>(aten::add_.Scalar(other, 1));
    exported_program program = b.finish({aten::neg(wider), aten::neg(turned), aten::neg(other)});
    exported_program const before = program;
    functionalize(program);
    check_same_results(before, program);
}

TEST_CASE("functionalize: windows of a tensor that does not lie row by row are written to") {
    program_builder b;
    value const x = b.input("x", f32_spec({3, 4, 4})), part = aten::select.int_(aten::neg(x), 1, 0);
    static_cast<void>(aten::mul_.Scalar(aten::unfold(aten::t(part), 0, 2, 2), 3));
    exported_program program = b.finish({part});
    exported_program const before = program;
    functionalize(program);
    check_same_results(before, program);
}

TEST_CASE("functionalize: windows along a symbolic number of elements that do not lie row by row are written to") {
    program_builder b;
    value const x = b.input("x", f32_spec({4, symbol{"s0"}})), turned = aten::t(aten::neg(x));
    static_cast<void>(aten::mul_.Scalar(aten::unfold(turned, 0, 1, 3), 3));
    exported_program program = b.finish({turned});
    exported_program const before = program;
    CHECK(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: views by place are of tensors that lie as they did, whatever a write made of the order") {
    call_builder b;
    arg const y = b.call("aten::neg", {b.input("x", matrix)}), stale = b.call("aten::unsqueeze", {y, 2});
    arg const turned = b.call("aten::transpose.int", {y, 0, 1});
    arg const filled = b.call("aten::masked_fill_.Scalar", {turned, b.call("aten::gt.Scalar", {turned, 0.5}), 7.0});
    arg const later = b.call("aten::transpose.int", {y, 1, 1}), back = b.call("aten::transpose.int", {filled, 0, 1});
    exported_program program =
        b.output({b.call("aten::as_strided", {stale, arg::list({2, 2}), arg::list({1, 3})}),
                  b.call("aten::view", {later, arg::list({2, -1})}), b.call("aten::view", {back, arg::list({3, -1})}),
                  b.call("aten::neg", {stale})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE("functionalize: a view of which nothing is recorded is taken of a tensor that lies otherwise") {
    for (bool const before : {false, true}) {
        CAPTURE(before);
        call_builder b;
        arg const y = b.call("aten::neg", {b.input("x", matrix)});
        auto const unknown = [&] {
            arg const view = b.call("aten::select.int", {y, 0, 1});
            b.g().clear_val(static_cast<node_id>(view.bits));
            return view;
        };
        arg const early = before ? unknown() : y, turned = b.call("aten::transpose.int", {y, 0, 1});
        b.call("aten::masked_fill_.Scalar", {turned, b.call("aten::gt.Scalar", {turned, 0.5}), 7.0});
        arg const shown = before ? early : unknown();
        exported_program program = b.output({arg::node(b.g().call_function(aten::neg.info(), {shown}))});
        exported_program const written = program;
        CHECK(functionalize(program));
        check_same_results(written, program);
    }
}

// Writes through views of a view that repeats elements, of which each shows its own once.
TEST_CASE("functionalize: a write to one place of each repeated element is seen in all of its places") {
    struct row {
        char const* name;
        arg (*repeat)(call_builder&, arg const&);
        arg (*part)(call_builder&, arg const&);
    };
    auto const layers = [](call_builder& b, arg const& x) { return b.call("aten::expand", {x, arg::list({3, 4, 6})}); };
    auto const windows = [](call_builder& b, arg const& x) { return b.call("aten::unfold", {x, 1, 3, 1}); };
    auto const strided = [](call_builder& b, arg const& x) {
        return b.call("aten::as_strided", {x, arg::list({5, 3}), arg::list({1, 1}), 2});
    };
    for (row const& r : std::vector<row>{
             {"a layer", layers, [](call_builder& b, arg const& e) { return b.call("aten::select.int", {e, 0, 1}); }},
             {"a layer that stays one", layers,
              [](call_builder& b, arg const& e) { return b.call("aten::narrow", {e, 0, 2, 1}); }},
             {"the last layer, that stays one", layers,
              [](call_builder& b, arg const& e) { return b.call("aten::narrow", {e, 0, -1, 1}); }},
             {"an item", layers,
              [](call_builder& b, arg const& e) { return b.item(b.call("aten::split.Tensor", {e, 2}), 1); }},
             {"a part of a layer, turned", layers,
              [](call_builder& b, arg const& e) {
                  arg const layer = b.call("aten::select.int", {e, 0, -1});
                  return b.call("aten::t", {b.call("aten::slice.Tensor", {layer, 1, 1, 6, 2})});
              }},
             {"one layer for each row", layers,
              [](call_builder& b, arg const& e) { return b.call("aten::diagonal", {e, 0, 0, 1}); }},
             {"repeated twice", [](call_builder& b, arg const& x) {
                  arg const once = b.call("aten::expand", {b.call("aten::unsqueeze", {x, 1}), arg::list({4, 2, 6})});
                  return b.call("aten::expand", {b.call("aten::unsqueeze", {once, 0}), arg::list({5, 4, 2, 6})});
              },
              [](call_builder& b, arg const& e) {
                  return b.call("aten::select.int", {b.call("aten::select.int", {e, 0, 4}), 1, 1});
              }},
             {"the bits of a layer", layers,
              [](call_builder& b, arg const& e) {
                  arg const bits = b.call("aten::view.dtype", {b.call("aten::select.int", {e, 0, 1}), dtype::i32});
                  return b.call("aten::slice.Tensor", {bits, 0, 1, 3});
              }},
             {"a part of the only window", [](call_builder& b, arg const& x) {
                  return b.call("aten::unfold", {x, 1, 6, 2});
              },
              [](call_builder& b, arg const& e) { return b.call("aten::select.int", {e, 2, 1}); }},
             {"windows apart", windows,
              [](call_builder& b, arg const& e) { return b.call("aten::slice.Tensor", {e, 1, 0, 4, 3}); }},
             {"a window of the storage", strided,
              [](call_builder& b, arg const& e) { return b.call("aten::select.int", {e, 0, 1}); }},
             {"a part of a window of the storage, turned", strided, [](call_builder& b, arg const& e) {
                  return b.call("aten::slice.Tensor", {b.call("aten::t", {e}), 1, 0, 4, 3});
              }}}) {
        CAPTURE(r.name);
        for (bool const of_a_view : {false, true}) {
            CAPTURE(of_a_view);
            call_builder b;
            arg const x = b.input("x", of_a_view ? make_spec(dtype::f32, {2, 6, 4}) : matrix);
            arg const base = of_a_view ? b.call("aten::t", {b.call("aten::select.int", {x, 0, 1})}) : x;
            arg const repeated = r.repeat(b, base), part = r.part(b, repeated);
            arg const doubled = b.call("aten::add_.Scalar", {part, 2});
            exported_program program =
                b.output({b.call("aten::neg", {repeated}), b.call("aten::neg", {base}), doubled});
            exported_program const before = program;
            CHECK(functionalize(program));
            CHECK(verify_aten(program).empty());
            CHECK(program.signature.outputs[0].kind == output_kind::user_input_mutation);
            CHECK(program.signature.outputs[0].target == "x");
            check_same_results(before, program);
        }
    }
}

TEST_CASE("functionalize: a write to one of several parts that overlap is seen in the others") {
    call_builder b;
    arg const x = b.input("x", matrix), parts = b.call("aten::tensor_split.indices", {x, arg::list({3, 1})});
    arg const first = b.item(parts, 0), last = b.item(parts, 2);
    arg const column = b.item(b.call("aten::unbind.int", {last, 1}), 4);
    b.call("aten::add_.Scalar", {column, 2});
    exported_program program = b.output({b.call("aten::neg", {first}), b.call("aten::neg", {last})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE("functionalize: a number is written to all places of a repeated element") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.call("aten::neg", {x});
    arg const wide = b.call("aten::expand", {b.call("aten::select.int", {y, 0, 2}), arg::list({3, 6})});
    b.call("aten::fill_.Scalar", {b.call("aten::slice.Tensor", {wide, 1, 1, 4}), 7});
    arg const windows = b.call("aten::unfold", {b.call("aten::select.int", {y, 0, 1}), 0, 3, 1});
    b.call("aten::zero_", {b.call("aten::slice.Tensor", {windows, 0, 1, 3})});
    exported_program program = b.output({b.call("aten::neg", {y}), b.call("aten::neg", {wide})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE("functionalize: a number is written to repeated elements through a view of their own dtype, not of another") {
    for (dtype const shown : {dtype::f32, dtype::i32}) {
        CAPTURE(shown);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {4, 1}));
        arg const bytes = b.call("aten::view.dtype", {b.call("aten::expand", {x, arg::list({4, 3})}), shown});
        b.call("aten::fill_.Scalar", {bytes, 3});
        exported_program program = b.output({x, bytes});
        exported_program const before = program;
        if (shown == dtype::f32) {
            CHECK(functionalize(program));
            check_same_results(before, program);
        } else {
            CHECK(raised([&] { functionalize(program); }).find("aten::view.dtype") != std::string::npos);
        }
    }
}

TEST_CASE("functionalize: a write to some places of repeated elements is seen in all of theirs") {
    struct row {
        char const* op;
        std::vector<arg> rest;
    };
    call_builder b;
    arg const x = b.input("x", matrix), mask = b.input("mask", make_spec(dtype::boolean, {3, 1}));
    arg const index = b.call("aten::arange", {2}), values = b.input("values", make_spec(dtype::f32, {2}));
    arg const one = b.input("one", make_spec(dtype::f32, {}));
    std::vector<arg> results;
    for (row const& r : std::vector<row>{{"aten::masked_fill_.Scalar", {mask, 7}},
                                         {"aten::index_fill_.int_Scalar", {1, index, 7}},
                                         {"aten::index_fill_.int_Tensor", {1, index, one}},
                                         {"aten::index_put_", {arg::list({index, index}), values}},
                                         {"aten::index_put_", {arg::list({index, index}), values, true}},
                                         {"aten::index_put_", {arg::list({arg{}, index}), values, true}}})
        for (bool const windows : {false, true}) {
            arg const y = b.call("aten::neg", {b.call("aten::select.int", {x, 1, 1})}), size = arg::list({3, 4});
            vec<arg> given{windows ? b.call("aten::unfold", {y, 0, 2, 1}) : b.call("aten::expand", {y, size})};
            given.insert(given.end(), r.rest.begin(), r.rest.end());
            b.call(r.op, given);
            results.push_back(b.call("aten::neg", {y}));
        }
    exported_program program = b.output(results);
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

// Views, writes and other calls on random tensors of two inputs; all tensors are returned.
exported_program random_program(unsigned seed) {
    std::mt19937 random(seed);
    call_builder b;
    std::vector<arg> live{b.input("x", matrix), b.input("y", matrix)};
    auto const spec = [&b](arg const& a) { return b.g().val(static_cast<node_id>(a.bits))->tensor; };
    auto const repeated = [](std::size_t dims) {
        vec<arg> sizes(dims + 1, arg(-1));
        sizes[0] = 3;
        return arg::list(std::move(sizes));
    };
    for (int step = 0; step < 14; ++step) {
        arg const t = live[random() % live.size()], other = live[random() % live.size()];
        tensor_spec const s = spec(t);
        auto const dims = static_cast<int>(s.dim());
        auto const below = [&](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<unsigned>(n));
        };
        std::int64_t const d = dims > 0 ? below(dims) : 0;
        std::int64_t const length = dims > 0 ? s.sizes[static_cast<std::size_t>(d)].value() : 0;
        bool const same_sizes = spec(other).sizes == s.sizes;
        auto const show = [&](arg const& view) { live.push_back(view); };
        switch (random() % 22) {
        case 0: length > 0 ? show(b.call("aten::select.int", {t, d, below(length)})) : void(); break;
        case 1: length > 2 ? show(b.call("aten::slice.Tensor", {t, d, below(2), length, 1 + below(2)})) : void(); break;
        case 2: dims > 1 ? show(b.call("aten::transpose.int", {t, d, below(dims)})) : void(); break;
        case 3: dims < 4 ? show(b.call("aten::unsqueeze", {t, below(dims + 1)})) : void(); break;
        case 4: show(b.call("aten::reshape", {t, arg::list({-1})})); break;
        case 5: length > 2 ? show(b.item(b.call("aten::split.Tensor", {t, 1 + below(2), d}), 1)) : void(); break;
        case 6: show(b.call("aten::tanh", {t})); break;
        case 7: show(b.call("aten::add_.Scalar", {t, 0.25})); break;
        case 8: b.call("aten::fill_.Scalar", {t, 3.0}); break;
        case 9: same_sizes ? void(b.call("aten::copy_", {t, b.call("aten::neg", {other})})) : void(); break;
        case 10:
            if (dims > 0 && dims < 4)
                show(b.call("aten::select.int", {b.call("aten::expand", {t, repeated(s.dim())}), 0, 1}));
            break;
        case 11: same_sizes ? show(b.call("aten::mul_.Tensor", {t, b.call("aten::sin", {other})})) : void(); break;
        case 12: show(b.call("aten::detach", {t})); break;
        case 13:
            if (s.numel().value() >= 10)
                show(b.call("aten::as_strided", {t, arg::list({2, 3}), arg::list({5, 1 + below(2)})}));
            break;
        case 14:
            length > 2 ? show(b.call("aten::select.int", {b.call("aten::unfold", {t, d, 2, 1}), d, 0})) : void();
            break;
        case 15: dims > 1 ? show(b.call("aten::diagonal", {t, below(2), 0, 1})) : void(); break;
        case 16: length > 0 ? show(b.call("aten::narrow", {t, d, below(length), 1})) : void(); break;
        case 17: show(b.call("aten::squeeze", {t})); break;
        case 18: show(b.call("aten::masked_fill_.Scalar", {t, b.call("aten::gt.Scalar", {t, 0.5}), 7.0})); break;
        case 19: length > 0 ? show(b.item(b.call("aten::unbind.int", {t, d}), 0)) : void(); break;
        case 20: show(b.call("aten::contiguous", {t})); break;
        default:
            is_contiguous(s) && s.numel().value() % 2 == 0 ? show(b.call("aten::view", {t, arg::list({2, -1})}))
                                                           : void();
        }
    }
    return b.output(live);
}

TEST_CASE("functionalize: random programs of views and writes compute the same before and after") {
    int changed = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        exported_program program = random_program(seed);
        exported_program const before = program;
        changed += functionalize(program) ? 1 : 0;
        CHECK(verify_aten(program).empty());
        check_same_results(before, program);
    }
    CHECK(changed > 70);
}

TEST_CASE("functionalize: what is written to several arguments is a result for each") {
    for (bool const together : {false, true}) {
        CAPTURE(together);
        call_builder b;
        arg const x = b.input("x", matrix), mean = b.input("mean", make_spec(dtype::f32, {6})),
                  variance = b.input("variance", make_spec(dtype::f32, {6})),
                  both = b.input("both", make_spec(dtype::f32, {2, 6}));
        arg const first = together ? b.call("aten::select.int", {both, 0, 0}) : mean,
                  second = together ? b.call("aten::select.int", {both, 0, 1}) : variance;
        arg const normal =
            b.call("aten::_native_batch_norm_legit", {x, nullptr, nullptr, first, second, true, 0.25, 0.5});
        exported_program program = b.output({b.item(normal, 0), b.item(normal, 2),
                                             b.call("aten::add.Tensor", {first, second}), b.call("aten::neg", {both})});
        exported_program const before = program;
        CHECK(functionalize(program));
        CHECK(verify_aten(program).empty());
        CHECK(program.signature.outputs.size() == before.signature.outputs.size() + (together ? 1 : 2));
        CHECK(program.signature.outputs[0].kind == output_kind::user_input_mutation);
        CHECK(program.signature.outputs[0].target == (together ? "both" : "mean"));
        check_same_results(before, program);
    }
}

TEST_CASE("functionalize: an out-variant of a normalisation moves statistics as that does") {
    for (bool const training : {true, false}) {
        CAPTURE(training);
        call_builder b;
        arg const x = b.input("x", matrix), mean = b.input("mean", make_spec(dtype::f32, {6})),
                  variance = b.input("variance", make_spec(dtype::f32, {6}));
        arg const out = b.call("aten::empty_like", {x}),
                  first = b.call("aten::full", {arg::list({training ? 6 : 0}), 0.5}),
                  second = b.call("aten::full", {arg::list({training ? 6 : 0}), 0.5});
        node_id const normal = b.g().call_function(*out_variant_of(*find_known_op<>("aten::native_batch_norm")),
                                                   {x, nullptr, nullptr, mean, variance, training, 0.25, 0.5},
                                                   {{"out", out}, {"save_mean", first}, {"save_invstd", second}});
        infer(b.g(), normal);
        exported_program program =
            b.output({b.item(arg::node(normal), 0), out, b.call("aten::add.Tensor", {mean, variance})});
        exported_program const before = program;
        CHECK(functionalize(program));
        CHECK(verify_aten(program).empty());
        CHECK(program.signature.outputs.size() == before.signature.outputs.size() + (training ? 2 : 0));
        check_same_results(before, program);
        static_cast<void>(to_edge(program));
        for (violation const& v : verify_edge(program))
            FAIL_CHECK(text(v));
        check_same_results(before, program);
    }
}

TEST_CASE("functionalize: one tensor cannot be written twice by a call") {
    call_builder b;
    arg const x = b.input("x", matrix), mean = b.input("mean", make_spec(dtype::f32, {6}));
    arg const normal = b.call("aten::_native_batch_norm_legit", {x, nullptr, nullptr, mean, mean, true, 0.25, 0.5});
    exported_program program = b.output({b.item(normal, 0)});
    CHECK(raised([&] {
              functionalize(program);
          }).find("graft: functionalize: aten::_native_batch_norm_legit writes to one tensor twice [at %") == 0);
}

TEST_CASE("functionalize: a functional form under another name, or with another order of arguments") {
    call_builder b;
    arg const x = b.input("x", matrix), z = b.input("z", make_spec(dtype::c64, {3}));
    arg const positive = b.call("aten::exp", {x}), copy = b.call("aten::clone", {z});
    exported_program program =
        b.output({b.call("aten::polygamma_", {positive, 1}), b.call("aten::conj_physical_", {copy})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    CHECK(program.graph().target(program.graph().at("polygamma__default")).name == "aten::polygamma");
    CHECK(program.graph().target(program.graph().at("conj_physical__default")).name == "aten::_conj_physical");
    check_same_results(before, program);
}

TEST_CASE("functionalize: a tensor that is resized is its first elements, and what is written there is seen by views") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const y = b.call("aten::neg", {x});
    arg const row = b.call("aten::select.int", {y, 0, 0}), whole = b.call("aten::view", {y, arg::list({24})});
    arg const same = b.call("aten::resize_", {b.call("aten::sin", {x}), arg::list({4, 6})});
    arg const small = b.call("aten::resize_", {y, arg::list({2, 5})});
    arg const written = b.call("aten::exp_", {small});
    exported_program program = b.output({b.call("aten::abs", {written}), b.call("aten::abs", {row}),
                                         b.call("aten::abs", {whole}), b.call("aten::abs", {same})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    CHECK(program.graph().target(program.graph().at("resize__default_1")).name == "aten::as_strided");
    check_same_results(before, program);
}

TEST_CASE("functionalize: a tensor that is resized shows the elements of its storage, in which it may be a part") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const y = b.call("aten::neg", {x});
    arg const across = b.call("aten::resize_", {b.call("aten::t", {y}), arg::list({2, 5})});
    arg const column = b.call("aten::resize_", {b.call("aten::select.int", {y, 1, 1}), arg::list({2, 7})});
    b.call("aten::exp_", {column});
    arg const small = b.call("aten::resize_", {b.call("aten::sin", {x}), arg::list({2, 3})});
    arg const then = b.call("aten::abs", {small});
    arg const large = b.call("aten::resize_as_", {small, x});
    exported_program program =
        b.output({b.call("aten::abs", {y}), b.call("aten::abs", {across}), then, b.call("aten::abs", {large})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
}

TEST_CASE(
    "functionalize: a tensor without elements that is resized is a new one, which is written as a whole or in parts") {
    call_builder b;
    arg const x = b.input("x", matrix);
    auto const nothing = [&](dtype d) { return b.call("aten::empty.memory_format", {arg::list({0})}, {{"dtype", d}}); };
    arg const some = b.call("aten::resize_", {nothing(dtype::f32), arg::list({2, 3})});
    b.call("aten::zero_", {b.call("aten::select.int", {some, 0, 0})});
    b.call("aten::fill_.Scalar", {b.call("aten::select.int", {some, 0, 1}), 7});
    arg const same = b.call("aten::copy_", {b.call("aten::resize_as_", {nothing(dtype::f64), x}), x});
    exported_program program = b.output({b.call("aten::abs", {some}), b.call("aten::abs", {same})});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    CHECK(program.graph().target(program.graph().at("resize__default")).name == "aten::new_empty");
    CHECK(program.graph().target(program.graph().at("resize_as__default")).name == "aten::empty_like");
    check_same_results(before, program);
}

TEST_CASE("functionalize: a write that cannot be expressed names the node and changes nothing") {
    auto const error_of = [](auto const& change) {
        call_builder b;
        arg const x = b.input("x", matrix);
        exported_program program = b.output({change(b, x)});
        exported_program const before = program;
        std::string const what = raised([&] { functionalize(program); });
        CHECK(program.graph() == before.graph());
        return what;
    };
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const wide = b.call("aten::expand", {b.call("aten::select.int", {x, 0, 0}), arg::list({3, 6})});
              return b.call("aten::relu_", {wide});
          }) == "graft: functionalize: what is written to a view by aten::expand cannot be written back into the "
                "tensor it is a view of [at %relu__default]");
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const windows = b.call("aten::as_strided", {x, arg::list({4, 3}), arg::list({1, 1})});
              return b.call("aten::mul_.Tensor", {windows, windows});
          }) == "graft: functionalize: what is written to a view by aten::as_strided cannot be written back into the "
                "tensor it is a view of [at %mul__tensor]");
    auto const resized = [&](int rows) {
        return error_of([&](call_builder& b, arg const& x) {
            arg const y = rows == 2 ? x : b.call("aten::neg", {x});
            return b.call("aten::resize_", {y, arg::list({rows, 2})});
        });
    };
    CHECK(resized(2) == "graft: functionalize: aten::resize_ of a tensor that is an input [at %resize__default]");
    CHECK(resized(20) == "graft: functionalize: aten::resize_ of a tensor that becomes larger: nobody has written the "
                         "new elements [at %resize__default]");
    CHECK(error_of([](call_builder& b, arg const& x) { // whose storage has elements
              arg const none = b.call("aten::slice.Tensor", {b.call("aten::neg", {x}), 0, 0, 0});
              return b.call("aten::resize_", {none, arg::list({20, 2})});
          })
              .find("becomes larger") != std::string::npos);
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const across = b.call("aten::t", {x});
              return b.call("aten::resize_", {across, arg::list({5, 5})});
          }).find("becomes larger") != std::string::npos);
    CHECK(error_of([](call_builder& b, arg const& x) {
              arg const image = b.call("aten::view", {b.call("aten::neg", {x}), arg::list({2, 3, 2, 2})});
              return b.call("aten::resize_", {image, arg::list({2, 3, 2, 2})},
                            {{"memory_format", memory_format::channels_last}});
          }) == "graft: functionalize: aten::resize_ of a tensor that gets another memory format [at "
                "%resize__default]");
}

// A result that shares memory with its argument, as PyTorch's does although the schema does not say so.
TEST_CASE("functionalize: a write reaches what shows the tensor without a word in the schema") {
    struct row {
        std::string_view op;
        std::vector<arg> rest;
        bool list_in = false, list_out = false;
    };
    row const rows[] = {{"aten::dropout", {0.5, false}},
                        {"aten::dropout", {0.0, true}},
                        {"aten::alpha_dropout", {0.5, false}},
                        {"aten::feature_dropout", {0.5, false}},
                        {"aten::feature_alpha_dropout", {0.5, false}},
                        {"aten::atleast_1d", {}},
                        {"aten::atleast_3d", {}},
                        {"aten::_cast_Float", {}},
                        {"aten::sum_to_size", {arg::list({4, 6})}},
                        {"aten::unsafe_chunk", {2}, false, true},
                        {"aten::unsafe_split.Tensor", {3}, false, true},
                        {"aten::unsafe_split_with_sizes", {arg::list({1, 3})}, false, true},
                        {"aten::atleast_2d.Sequence", {}, true, true},
                        {"aten::broadcast_tensors", {}, true, true},
                        {"aten::flatten_dense_tensors", {}, true}};
    for (bool const written_through : {false, true})
        for (row const& r : rows) {
            CAPTURE(r.op);
            CAPTURE(written_through);
            call_builder b;
            arg const x = b.input("x", matrix), copy = b.call("aten::clone", {x});
            std::vector<arg> args{r.list_in ? arg::list({copy}) : copy};
            args.insert(args.end(), r.rest.begin(), r.rest.end());
            arg shown = b.call(r.op, args);
            if (r.list_out)
                shown = b.item(shown, 0);
            b.call("aten::fill_.Scalar", {written_through ? shown : copy, 7});
            exported_program program = b.output({written_through ? copy : shown});
            exported_program const before = program;
            tensor const seen = user_results(before, graft_test::random_inputs(before)).front();
            CHECK(seen.contiguous().data<float>()[0] == 7);
            CHECK(functionalize(program));
            CHECK(verify(program).empty());
            check_same_results(before, program);
        }
}

TEST_CASE("functionalize: a dropout in place is a write, whatever it drops, and gives the tensor itself") {
    for (bool const train : {false, true}) {
        CAPTURE(train);
        call_builder b;
        arg const x = b.input("x", matrix), part = b.call("aten::select.int", {x, 0, 1});
        arg const dropped = b.call("aten::dropout_", {part, 1.0, train});
        b.call("aten::add_.Scalar", {dropped, 3.0});
        exported_program program = b.output({b.call("aten::neg", {x}), part, dropped});
        exported_program const before = program;
        CHECK(functionalize(program));
        CHECK(verify_aten(program).empty());
        check_same_results(before, program);
    }
}

TEST_CASE("functionalize: writes to what an op of which nothing is known may share stay, others do not") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const shared = b.call("aten::neg", {x}), alone = b.call("aten::neg", {x});
    arg const opaque = b.call("my::op", {b.call("aten::select.int", {shared, 0, 0})});
    b.g().set_val(static_cast<node_id>(opaque.bits), matrix);
    arg const first = b.call("aten::relu_", {shared}), second = b.call("aten::relu_", {alone});
    exported_program program = b.output({first, second, opaque});
    program.verifiers = {"TRAINING"};
    CHECK(functionalize(program));
    graph const& g = program.graph();
    CHECK(g.target(g.at("relu__default")).name == "aten::relu_");
    CHECK(g.target(g.at("relu__default_1")).name == "aten::relu");
    CHECK(program.verifiers == std::vector<std::string>{"TRAINING"});
}

TEST_CASE("functionalize: the op of out_dtype takes its place, also where nothing is written") {
    call_builder b;
    arg const x = b.input("x", matrix);
    node_id const wanted =
        b.g().call_function("torch.ops.higher_order.out_dtype", {"torch.ops.aten.mul.Scalar", dtype::i32, x, 0.7});
    value_spec val = matrix;
    val.tensor.dtype = dtype::i32;
    b.g().set_val(wanted, val);
    exported_program program = b.output({arg::node(wanted)});
    exported_program const before = program;
    CHECK(functionalize(program));
    CHECK(verify_aten(program).empty());
    CHECK_FALSE(functionalize(program));
    check_same_results(before, program);
}

TEST_CASE("functionalize: a call in place that is given no tensor to write to is an error") {
    exported_program program;
    graph& g = program.graph();
    g.output(arg::node(g.call_function(g.intern_target(*find_known_op<>("aten::detach_")), {arg(1)})));
    CHECK(
        raised([&] { functionalize(program); }).starts_with("graft: functionalize: aten::detach_ writes to more than"));
}

} // namespace
