#include <graft/dialect/aten/complex.hpp>

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

} // namespace
