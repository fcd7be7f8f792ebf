#include <graft/dialect/aten/complex.hpp>

#include "../../ir/refusal.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;

tensor_spec spec(dtype d, std::vector<sym_int> sizes) { return make_spec(d, std::move(sizes)); }

TEST_CASE("aten/complex: parts are views of real dtype, which lie apart") {
    tensor_spec const part = aten::imag(spec(dtype::c64, {2, 3})).tensor;
    CHECK(part.dtype == dtype::f32);
    CHECK(bool{part.sizes == vec<sym_int>{2, 3}});
    CHECK(bool{part.strides == vec<sym_int>{6, 2}});
    CHECK(bool{part.storage_offset == 1});
    CHECK(bool{aten::real(spec(dtype::f32, {2})).tensor == spec(dtype::f32, {2})});
}

TEST_CASE("aten/complex: angles are real, of integers f32") {
    CHECK(bool{aten::angle(spec(dtype::c128, {2})).tensor == spec(dtype::f64, {2})});
    CHECK(bool{aten::angle(spec(dtype::i64, {2})).tensor == spec(dtype::f32, {2})});
}

TEST_CASE("aten/complex: matrix_H has the sizes and strides of the transposed matrix") {
    for (dtype const d : {dtype::c64, dtype::c128, dtype::f32}) {
        tensor_spec const turned = aten::matrix_H(spec(d, {2, 3})).tensor;
        CHECK(turned.dtype == d);
        CHECK(bool{turned.sizes == vec<sym_int>{3, 2}});
        CHECK(bool{turned.strides == vec<sym_int>{1, 3}});
    }
}

using namespace graft_test;

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
