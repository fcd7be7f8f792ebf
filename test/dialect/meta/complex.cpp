#include <graft/dialect/meta/complex.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/complex.hpp>

#include "../../ir/refusal.hpp"

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor_spec spec(dtype d, std::vector<sym_int> sizes) { return make_spec(d, std::move(sizes)); }

TEST_CASE("meta/complex: parts are seen as numbers and numbers as parts, of symbolic sizes, too") {
    sym_int const s0 = symbol("s0");
    tensor_spec const numbers = aten::view_as_complex(spec(dtype::f32, {s0, 3, 2})).tensor;
    CHECK(bool{numbers == spec(dtype::c64, {s0, 3})});
    CHECK(bool{aten::view_as_real(numbers).tensor == spec(dtype::f32, {s0, 3, 2})});
    CHECK(bool{aten::view_as_complex(spec(dtype::f64, {2})).tensor == spec(dtype::c128, {})});
}

TEST_CASE("meta/complex: real and imaginary parts broadcast, and are of one dtype") {
    CHECK(bool{aten::complex(spec(dtype::f32, {2, 1}), spec(dtype::f32, {3})).tensor == spec(dtype::c64, {2, 3})});
    CHECK(refusal([] {
              static_cast<void>(aten::complex(spec(dtype::i64, {2}), spec(dtype::i64, {2})));
          }).find("'real' must be of float16, float32 or float64, not torch.int64") != std::string::npos);
    CHECK(refusal([] { static_cast<void>(aten::complex(spec(dtype::f32, {2}), spec(dtype::f64, {2}))); }) != "");
}

} // namespace
