#include <graft/dialect/dtypes_of.hpp>

#include <graft/dialect/aten/unary.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace graft;

struct scale_t : op<scale_t> {
    static constexpr schema_text text{"my::scale(Tensor self, Tensor? by=None) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Byte,Char T1=Float; self=T0 by=T1 __ret_0=T1; "
                                         "self=T1 by=T1 __ret_0=T1"};
};
struct free_t : op<free_t> {
    static constexpr schema_text text{"my::free(Tensor self) -> Tensor"};
};

static_assert(dtypes_of<scale_t>.allowed_types("self") == dtype_set{dtype::u8, dtype::i8, dtype::f32});
static_assert(dtypes_of<scale_t>.admits(std::array{dtype::u8, dtype::f32, dtype::f32}));
static_assert(!dtypes_of<scale_t>.admits(std::array{dtype::u8, dtype::u8, dtype::f32}));
static_assert(dtypes_of<free_t>.allowed_types("self") == dtype_set::all());

// What the specification says of sigmoid.
static_assert(dtypes_of<aten::sigmoid_default>.admits(std::array{dtype::i8, dtype::f32}));
static_assert(dtypes_of<aten::sigmoid_default>.admits(std::array{dtype::f64, dtype::f64}));
static_assert(!dtypes_of<aten::sigmoid_default>.admits(std::array{dtype::i8, dtype::i8}));

} // namespace

TEST_CASE("dtypes_of: an op of one's own writes its constraint, an ATen op has that of Edge") {
    CHECK(dtypes_of<scale_t>.row_count == 2);
    CHECK(dtypes_of<aten::sigmoid_default>.columns()[1] == "__ret_0");
    CHECK(dtypes_of<free_t>.row_count == 1);
}
