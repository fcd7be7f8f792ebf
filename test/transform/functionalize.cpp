#include <graft/transform/functionalize.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/ir/compare.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"
#include "../ops.hpp"

#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::all_test_kernels;
using graft_test::call_builder;
using graft_test::raised;

// The results for the user, whatever is returned before them.
std::vector<tensor> user_results(exported_program const& program, std::vector<tensor> const& inputs) {
    std::vector<tensor> const all = executor(program, all_test_kernels()).run(inputs);
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
    CHECK(program.graph().target(program.graph().find("add__tensor")).name == "aten::add.Tensor");
    CHECK(program.verifiers == std::vector<std::string>{"ATEN"});
    CHECK(verify_aten(program).empty());
    check_same_results(before, program);
    CHECK_FALSE(functionalize(program));
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

TEST_CASE("functionalize: the value that is written has the dtype and sizes of what it is written to") {
    call_builder b;
    arg const x = b.input("x", matrix), flags = b.input("flags", make_spec(dtype::boolean, {6}));
    b.call("aten::copy_", {x, flags});
    exported_program program = b.output({b.call("aten::ge_.Scalar", {x, 0.5})});
    exported_program const before = program;
    functionalize(program);
    CHECK(program.graph().val(program.graph().find(program.signature.outputs[0].name))->tensor.dtype == dtype::f32);
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
    CHECK(program.graph().val(program.graph().find(program.signature.outputs[0].name))->tensor.sizes ==
          std::vector<sym_int>{6, 4});
    check_same_results(before, program);
}

// Views, writes and other calls on random tensors of two inputs; all tensors are returned.
exported_program random_program(unsigned seed) {
    std::mt19937 random(seed);
    call_builder b;
    std::vector<arg> live{b.input("x", matrix), b.input("y", matrix)};
    auto const spec = [&b](arg const& a) { return b.g().val(static_cast<node_id>(a.bits))->tensor; };
    for (int step = 0; step < 14; ++step) {
        arg const t = live[random() % live.size()], other = live[random() % live.size()];
        tensor_spec const s = spec(t);
        bool const has_rows = s.dim() > 0 && s.sizes[0].value() > 1;
        bool const same_sizes = spec(other).sizes == s.sizes;
        switch (random() % 12) {
        case 0: if (has_rows) live.push_back(b.call("aten::select.int", {t, 0, 1})); break;
        case 1: if (has_rows) live.push_back(b.call("aten::slice.Tensor", {t, 0, 0, 3, 2})); break;
        case 2: if (s.dim() > 1) live.push_back(b.call("aten::transpose.int", {t, 0, -1})); break;
        case 3: if (s.dim() < 4) live.push_back(b.call("aten::unsqueeze", {t, 0})); break;
        case 4: live.push_back(b.call("aten::reshape", {t, arg::list({-1})})); break;
        case 5: if (has_rows) live.push_back(b.item(b.call("aten::split.Tensor", {t, 2}), 0)); break;
        case 6: live.push_back(b.call("aten::tanh", {t})); break;
        case 7: live.push_back(b.call("aten::add_.Scalar", {t, 0.25})); break;
        case 8: b.call("aten::fill_.Scalar", {t, 3.0}); break;
        case 9: if (same_sizes) b.call("aten::copy_", {t, b.call("aten::neg", {other})}); break;
        case 10: if (same_sizes) live.push_back(b.call("aten::mul_.Tensor", {t, b.call("aten::sin", {other})})); break;
        default: live.push_back(b.call("aten::detach", {t})); break;
        }
    }
    return b.output(live);
}

TEST_CASE("functionalize: random programs of views and writes compute the same before and after") {
    int changed = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        exported_program program = random_program(seed);
        exported_program const before = program;
        changed += functionalize(program) ? 1 : 0;
        CHECK(verify_aten(program).empty());
        check_same_results(before, program);
    }
    CHECK(changed > 40);
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
    CHECK(error_of([](call_builder& b, arg const& x) { return b.call("aten::resize_", {x, arg::list({2, 2})}); })
              .find("graft: functionalize: no op is known that computes what aten::resize_ writes [at %") == 0);
}

} // namespace
