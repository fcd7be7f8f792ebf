#include <graft/library/torchaudio.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/functionalize.hpp>

#include "../io/call_builder.hpp"
#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const windows = f32({1, 2, 3}, {1, 2, 3, -1, 0.5, 4}), coefficients = f32({2, 2}, {0.5, 1, -2, 1});

// What torchaudio gives for the same calls.
TEST_CASE("torchaudio: _lfilter_core_loop writes the waveform that it is given, and returns it") {
    tensor padded = f32({1, 2, 4}, {3, 0, 0, 0, 1, 0, 0, 0});
    tensor const whole = torchaudio::_lfilter_core_loop_functional(windows, coefficients, padded);
    CHECK(show(padded) == "f32[1, 2, 4]: 3 0 0 0 1 0 0 0");
    tensor const returned = torchaudio::_lfilter_core_loop(windows, coefficients, padded);
    CHECK(returned.shares_storage(padded));
    CHECK(show(padded) == "f32[1, 2, 4]: 3 -0.5 2.25 1.875 1 1 2.5 9");
    CHECK(show(whole) == show(padded));
}

TEST_CASE("torchaudio: _lfilter_core_loop reads numbers that stand where it writes, and writes to views") {
    tensor const lying = f32({1, 4, 2}, {3, 1, 5, 5, 5, 5, 5, 5});
    tensor const padded = kernel::transpose(lying, 1, 2);
    CHECK(show(torchaudio::_lfilter_core_loop(windows, coefficients, padded)) ==
          "f32[1, 2, 4]: 3 -5.5 -0.25 -1.875 1 -4 -12.5 -26");
    CHECK(show(kernel::transpose(lying, 1, 2)) == "f32[1, 2, 4]: 3 -5.5 -0.25 -1.875 1 -4 -12.5 -26");
}

TEST_CASE("torchaudio: what _lfilter_core_loop does not take") {
    auto const why = [](tensor const& x, tensor const& a, tensor const& y) {
        return refusal([&] { static_cast<void>(torchaudio::_lfilter_core_loop(x, a, y)); });
    };
    tensor const padded = f32({1, 2, 4}, {0, 0, 0, 0, 0, 0, 0, 0});
    CHECK(why(windows, f32({1, 2}, {1, 1}), padded).find("do not fit") != std::string::npos);
    CHECK(why(windows, coefficients, windows).find("do not fit") != std::string::npos);
    CHECK(why(windows, coefficients, i64({1, 2, 4}, {0, 0, 0, 0, 0, 0, 0, 0})).find("'padded_output_waveform'") !=
          std::string::npos);
}

TEST_CASE("torchaudio: functionalize of a program with _lfilter_core_loop, which writes its third argument") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {1, 2, 3})), a = b.input("a", make_spec(dtype::f32, {2, 2}));
    arg const y = b.input("y", make_spec(dtype::f32, {1, 2, 4})), changed = b.call("aten::neg", {y});
    node_id const filtered =
        b.g().call_function(torchaudio::_lfilter_core_loop_default::info(), std::vector<arg>{x, a, changed});
    infer(b.g(), filtered);
    exported_program program = b.output({b.call("aten::relu", {changed}), b.call("aten::neg", {arg::node(filtered)})});
    static constexpr auto kernels =
        kernel_set<aten::neg_default, aten::relu_default, torchaudio::_lfilter_core_loop_default,
                   torchaudio::_lfilter_core_loop_functional_default>;
    kernel_library const library{kernel_table{kernels}, {}};
    auto const results = [&] {
        tensor const start = f32({1, 2, 4}, {-3, 0, 0, 0, -1, 0, 0, 0});
        std::vector<tensor> const all = executor(program, library).run({windows, coefficients, start});
        return show(all[0]) + ", " + show(all[1]);
    };
    std::string const expected =
        "f32[1, 2, 4]: 3 0 2.25 1.875 1 1 2.5 9, f32[1, 2, 4]: -3 0.5 -2.25 -1.875 -1 -1 -2.5 -9";
    CHECK(results() == expected);
    CHECK(functionalize(program));
    CHECK(program.graph().target(filtered).name == "torchaudio::_lfilter_core_loop_functional");
    CHECK(program.signature.outputs.size() == 2);
    CHECK(results() == expected);
}

} // namespace
