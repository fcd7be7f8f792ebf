#include <graft/library/fft.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"
#include "../runtime/test_program.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = f32({4}, {1, 2, 3, 4});

// What torch gives for the same calls; test/data/opcases/fft has more of them.
TEST_CASE("fft: a transform, half of it, and back") {
    CHECK(show(aten::view_as_real(aten::fft_fft(x))) == "f32[4, 2]: 10 0 -2 2 -2 0 -2 -2");
    CHECK(show(aten::view_as_real(aten::fft_rfft(x))) == "f32[3, 2]: 10 0 -2 2 -2 0");
    CHECK(show(aten::fft_irfft(aten::fft_rfft(x))) == "f32[4]: 1 2 3 4");
    CHECK(show(aten::real(aten::fft_ifft(aten::fft_fft(x)))) == "f32[4]: 1 2 3 4");
    CHECK(show(aten::fft_hfft(aten::fft_ihfft(x))) == "f32[4]: 1 2 3 4");
    CHECK(show(aten::real(aten::fft_ifftn(aten::fft_fftn(f32({2, 2}, {1, 2, 3, 5}))))) == "f32[2, 2]: 1 2 3 5");
}

TEST_CASE("fft: fewer elements, or zeros behind them, and what the result is divided by") {
    CHECK(show(aten::view_as_real(aten::fft_fft(x, 2))) == "f32[2, 2]: 3 0 -1 0");
    CHECK(show(aten::real(aten::fft_fft(x, 6))) == "f32[6]: 10 -3.5 2.5 -2 2.5 -3.5");
    CHECK(show(aten::real(aten::fft_fft(x, std::nullopt, -1, "ortho"))) == "f32[4]: 5 -1 -1 -1");
    CHECK(show(aten::real(aten::fft_fft(x, std::nullopt, -1, "forward"))) == "f32[4]: 2.5 -0.5 -0.5 -0.5");
}

TEST_CASE("fft: shifts and frequencies") {
    tensor const odd = f32({5}, {0, 1, 2, 3, 4});
    CHECK(show(aten::fft_fftshift(odd)) == "f32[5]: 3 4 0 1 2");
    CHECK(show(aten::fft_ifftshift(aten::fft_fftshift(odd))) == "f32[5]: 0 1 2 3 4");
}

TEST_CASE("fft: what PyTorch does not take either") {
    CHECK(refusal([] { static_cast<void>(aten::fft_fft(x, 0)); }).find("there are no transforms of 0 elements") !=
          std::string::npos);
    CHECK(refusal([] {
              static_cast<void>(aten::fft_rfft(aten::fft_fft(x)));
          }).find("'self' must be real, not torch.complex64") != std::string::npos);
    CHECK(refusal([] {
              static_cast<void>(aten::fft_fft(x, std::nullopt, -1, "all"));
          }).find("'norm' is 'all', not 'forward', 'backward' or 'ortho'") != std::string::npos);
}

TEST_CASE("fft: functions become transforms of ATen where programs are lowered, of symbolic sizes, too") {
    program_builder b;
    exported_program program = b.finish({aten::fft_fft2(b.input("x", f32_spec({symbol("s0"), 4, 4})))});
    CHECK(decompose(program.graph(), decomposition_table<fft_ops>()) == 2); // fft_fft2 is fft_fftn of two dimensions
    std::string calls;
    for (node_id const n : program.graph().nodes())
        if (program.graph().op(n) == opcode::call_function)
            calls += std::string{program.graph().target(n).name} + ' ';
    CHECK(calls == "aten::to.dtype aten::_fft_c2c ");
}

TEST_CASE("fft: so many of as many elements as a symbol says, which may be more or fewer") {
    program_builder b;
    exported_program program = b.finish({aten::view_as_real(aten::fft_fft(b.input("x", f32_spec({symbol("s0")})), 6))});
    CHECK(decompose(program.graph(), decomposition_table<fft_ops>()) == 1);
    kernel_library const library{kernels_of<known_ops>(), {}};
    executor made(program, library);
    CHECK(show(made.run({x})[0]) == show(aten::view_as_real(aten::fft_fft(x, 6))));
    tensor const longer = f32({8}, {1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(show(made.run({longer})[0]) == show(aten::view_as_real(aten::fft_fft(longer, 6))));
}

} // namespace
