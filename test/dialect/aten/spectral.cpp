#include <graft/dialect/aten/spectral.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/infer.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

tensor_spec c64(std::vector<sym_int> sizes) { return make_spec(dtype::c64, std::move(sizes)); }

TEST_CASE("spectral: frequencies, then frames") {
    CHECK(text(aten::stft(f32({2, 24}), 6, 2, "return_complex"_a = true)) == "c64[2, 4, 10][40, 1, 4]");
    CHECK(text(aten::stft(f32({12}), 4, 2, "return_complex"_a = true, "onesided"_a = false)) == "c64[4, 5][1, 4]");
    CHECK(text(aten::stft.center(f32({12}), 4, 2, "return_complex"_a = true)) == "c64[3, 7][1, 3]");
    CHECK(text(aten::stft(f32({12}), 4, 2, "return_complex"_a = false)) == "f32[3, 5, 2][2, 6, 1]");
}

TEST_CASE("spectral: complex signals have all frequencies, and a window may be shorter than a frame") {
    CHECK(text(aten::stft(c64({12}), 4, 2)) == "c64[4, 5][1, 4]");
    CHECK(text(aten::stft(f32({12}), 4, 2, "win_length"_a = 2, "return_complex"_a = true,
                          "align_to_window"_a = true)) == "c64[3, 6][1, 3]");
    CHECK(text(aten::istft(c64({4, 5}), 4, 2, "onesided"_a = false, "return_complex"_a = true)) == "c64[8]");
    CHECK(text(aten::istft(c64({4, 5}), 4, 2, "onesided"_a = false)) == "f32[8]");
    CHECK_THROWS_WITH(static_cast<void>(aten::stft(c64({12}), 4, 2, "onesided"_a = true)),
                      "graft: aten::stft: 'onesided' goes with real signals and windows only");
    CHECK_THROWS_WITH(static_cast<void>(aten::istft(c64({3, 5}), 4, "return_complex"_a = true)),
                      "graft: aten::istft: 'return_complex' goes with 'onesided' false only");
}

TEST_CASE("spectral: a number of frames that is symbolic gives as many samples") {
    sym_int const frames = symbol("s1");
    CHECK(text(aten::istft(c64({s0(), 3, 5}), 4, 2, "window"_a = f32({4}))) == "f32[s0, 8]");
    symbol_range const rows[] = {{symbol("s1"), {2, 64}}};
    value_spec const signal = aten::istft(c64({s0(), 3, frames}), 4, 2, "window"_a = f32({4}));
    CHECK(text(refine(signal, rows)) == "f32[s0, 2*s1 - 2]");
}

TEST_CASE("spectral: frames that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::stft(f32({3}), 4, "return_complex"_a = true)),
                      "graft: aten::stft: 'n_fft' is 4, more than the signal is long");
    CHECK_THROWS_WITH(static_cast<void>(aten::stft(f32({9}), 4, 0, "return_complex"_a = true)),
                      "graft: aten::stft: 'hop_length' is 0");
    CHECK_THROWS_WITH(static_cast<void>(aten::stft(f32({9}), 4)), "graft: aten::stft: 'return_complex' must be given");
    CHECK_THROWS_WITH(static_cast<void>(aten::istft(f32({3, 5}), 4)),
                      "graft: aten::istft: 'self' must be complex, not torch.float32");
}

} // namespace
