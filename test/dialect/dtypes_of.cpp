#include <graft/dialect/dtypes_of.hpp>

#include <graft/dialect/aten.hpp>
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

namespace {

dtype_set set_of(std::initializer_list<dtype> types) {
    dtype_set set;
    for (dtype const d : types)
        set.insert(d);
    return set;
}

struct halved_t : op<halved_t> {
    static constexpr schema_text text{"mine::scale(Tensor self, Tensor? by, int times=1) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Float,Half T1=Float; self=T0 by=T1 __ret_0=T0"};
};

TEST_CASE("edge_schema: an argument and a return say which dtypes they may have") {
    edge_schema const sigmoid = schema(aten::sigmoid.default_);
    CHECK(sigmoid.text == "aten::sigmoid(Tensor self) -> Tensor");
    REQUIRE(sigmoid.arguments.size() == 1);
    CHECK(sigmoid.arguments[0].name == "self");
    CHECK(sigmoid.arguments[0].allowed_types ==
          set_of({dtype::boolean, dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::u16, dtype::f16,
                  dtype::bf16, dtype::f32, dtype::f64}));
    CHECK(sigmoid.returns[0].name == "__ret_0");
    CHECK(sigmoid.returns[0].allowed_types == set_of({dtype::f16, dtype::bf16, dtype::f32, dtype::f64}));
}

TEST_CASE("edge_schema: an op without a constraint allows every dtype, what is no tensor has none") {
    edge_schema const s = schema(aten::lcm.default_.info());
    CHECK(s.arguments[0].allowed_types == dtype_set::all());
    CHECK(schema(aten::mm.default_).returns.size() == 1);
    CHECK(schema(aten::select.int_).arguments[1].allowed_types.empty());
}

TEST_CASE("edge_schema: an op of one's own allows what it writes down") {
    edge_schema const s = schema(halved_t{});
    CHECK(s.arguments[0].allowed_types == set_of({dtype::f32, dtype::f16}));
    CHECK(s.arguments[1].allowed_types == set_of({dtype::f32}));
    CHECK(s.arguments[2].allowed_types.empty());
    CHECK(s.returns[0].allowed_types == set_of({dtype::f32, dtype::f16}));
}

} // namespace
