#include <graft/runtime/kernels/scan.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("scan: running sums and extrema") {
    tensor const x = f32({3}, {2, 5, 1});
    CHECK(show(aten::cumsum(x, 0)) == "f32[3]: 2 7 8");
    CHECK(show(aten::cumsum(b8({3}, {true, true, false}), 0)) == "i64[3]: 1 2 2");
    CHECK(show(aten::cumprod(x, 0)) == "f32[3]: 2 10 10");
    CHECK(show(aten::logcumsumexp(f32({2}, {0, 0}), 0)) == "f32[2]: 0 0.693147");
    CHECK(show(aten::cummax(x, 0)) == "f32[3]: 2 5 5\ni64[3]: 0 1 1\n");
    CHECK(show(aten::cummin(x, 0)) == "f32[3]: 2 2 1\ni64[3]: 0 0 2\n");
}

TEST_CASE("scan: sorted, and the first of them") {
    tensor const x = f32({3}, {2, 5, 1});
    CHECK(show(aten::sort(x)) == "f32[3]: 1 2 5\ni64[3]: 2 0 1\n");
    CHECK(show(aten::argsort(x, -1, true)) == "i64[3]: 1 0 2");
    CHECK(show(aten::topk(x, 2)) == "f32[2]: 5 2\ni64[2]: 1 0\n");
    CHECK(show(aten::topk(x, 1, 0, false)) == "f32[1]: 1\ni64[1]: 2\n");
    CHECK(raised([&] { aten::topk(x, 4); }).find("'k'") != std::string::npos);
}

// What torch gives.
TEST_CASE("scan: running sums of complex powers of e, whose angles grow") {
    tensor const x = aten::view_as_complex(f32({3, 2}, {1, 2, -0.5f, 1, 3, -4}));
    CHECK(show(aten::view_as_real(aten::logcumsumexp(x, 0))) == "f32[3, 2]: 1 2 1.12767 1.83398 3.13144 -4.05858");
}

// What torch gives.
TEST_CASE("scan: complex numbers without their imaginary parts where the dtype asked for is real") {
    tensor const x = aten::view_as_complex(f32({2, 2}, {1, 2, 3, 4}));
    CHECK(show(aten::cumsum(x, 0, "dtype"_a = dtype::f32)) == "f32[2]: 1 4");
    CHECK(show(aten::cumprod(x, 0, "dtype"_a = dtype::i64)) == "i64[2]: 1 3");
}

// What torch gives.
TEST_CASE("scan: a number is its own running sum and extremum, of any dtype") {
    tensor const z = aten::view_as_complex(f32({2}, {1, 2})), none = tensor::empty({2, 0}, dtype::c64);
    for (auto const& best : {aten::cummin(z, -1), aten::cummax(z, 0)}) {
        CHECK(show(aten::view_as_real(best[0])) == "f32[2]: 1 2");
        CHECK(show(best[1]) == "i64[]: 0");
    }
    CHECK(aten::cummax(none, 1)[1].sizes() == dim_vector{2, 0});
    CHECK(show(aten::cumprod(i64({}, {3}), -1, "dtype"_a = dtype::boolean)) == "b8[]: 1");
    CHECK(show(aten::cumsum(z, 0, "dtype"_a = dtype::boolean)) == "b8[]: 1");
    CHECK(show(aten::cumsum(z, 0, "dtype"_a = dtype::i32)) == "i32[]: 1");
    tensor const tiny = tensor::full({}, dtype::f8e4m3fn, 2);
    CHECK(aten::cumsum(tiny, 0).dtype() == dtype::f8e4m3fn);
    CHECK(raised([&] { aten::logcumsumexp(tiny, 0); }).find("does not take the dtype f8e4m3fn") != std::string::npos);
    tensor const row = aten::view_as_complex(f32({1, 2}, {1, 2}));
    CHECK(raised([&] { aten::cummin(row, 0); }).find("not defined for torch.complex64") != std::string::npos);
    CHECK(raised([] {
              aten::cumsum(i64({1}, {3}), 0, "dtype"_a = dtype::boolean);
          }).find("not defined for torch.bool") != std::string::npos);
}

} // namespace
