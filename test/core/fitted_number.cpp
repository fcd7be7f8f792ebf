#include <graft/core/fitted_number.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <utility>

using namespace graft;

static_assert(rounded_to(dtype::f16, 2049.0) == 2048 && rounded_to(dtype::bf16, 257.0f) == 256);
static_assert(rounded_to(dtype::f8e8m0fnu, 3.0) == 4 && rounded_to(dtype::f8e8m0fnu, -0.7f) == 0.5);
static_assert(rounded_to(dtype::f8e4m3fn, 1.06) == 1 && rounded_to(dtype::f8e5m2, 1e9f) > 57344);
static_assert(rounded_to(dtype::f32, 16777217.0) == 16777216 && rounded_to(dtype::f64, 16777217.0) == 16777217);
static_assert(rounded_to(dtype::f16, std::int64_t{2049}) == 2049 && rounded_to(dtype::i64, 0.1) == 0.1);

TEST_CASE("fitted_number: a number fits a dtype as it does in PyTorch") {
    CHECK(fitted_to(dtype::boolean, 0.5) == scalar(true));
    CHECK(fitted_to(dtype::boolean, 1e300) == scalar(true));
    CHECK(fitted_to(dtype::boolean, -0.0) == scalar(false));
    CHECK(fitted_to(dtype::u8, -1) == scalar(255));
    CHECK(fitted_to(dtype::u8, 2.9) == scalar(2));
    CHECK(fitted_to(dtype::i8, -128.0) == scalar(-128));
    CHECK(fitted_to(dtype::i64, true) == scalar(1));
    CHECK(fitted_to(dtype::f16, 0.1) == scalar(0.1));
    CHECK(fitted_to(dtype::f32, -std::numeric_limits<double>::infinity()) ==
          scalar(-std::numeric_limits<double>::infinity()));
    CHECK(fitted_to(dtype::c64, 2) == scalar(2));
    CHECK(fitted_to(dtype::f8e8m0fnu, 0x1p127) == scalar(0x1p127));
    CHECK(fitted_to(dtype::f8e4m3fn, -448.0) == scalar(-448.0));
    CHECK(fitted_to(dtype::f8e5m2, std::numeric_limits<double>::infinity()).is_real());
}

TEST_CASE("fitted_number: and one that is out of range of it is an error") {
    double const infinity = std::numeric_limits<double>::infinity();
    for (auto const& [d, number] : {std::pair{dtype::u8, scalar(300)},
                                    {dtype::u8, scalar(-256)},
                                    {dtype::u8, scalar(-0.5)},
                                    {dtype::i8, scalar(128)},
                                    {dtype::i8, scalar(-128.5)},
                                    {dtype::i64, scalar(1e300)},
                                    {dtype::i32, scalar(infinity)},
                                    {dtype::i32, scalar(infinity - infinity)},
                                    {dtype::f16, scalar(std::int64_t{1} << 40)},
                                    {dtype::f16, scalar(1e10)},
                                    {dtype::f32, scalar(1e300)},
                                    {dtype::f8e4m3fn, scalar(460)},
                                    {dtype::f8e4m3fn, scalar(infinity)},
                                    {dtype::f8e5m2, scalar(61440)},
                                    {dtype::f8e8m0fnu, scalar(-1)},
                                    {dtype::f8e8m0fnu, scalar(2e38)},
                                    {dtype::f8e8m0fnu, scalar(infinity)},
                                    {dtype::c64, scalar(1e300)}})
        CHECK_THROWS_AS((void)fitted_to(d, number), error);
    CHECK_THROWS_WITH_AS((void)fitted_to(dtype::i8, 128), "graft: a number is out of range of torch.int8", error);
    CHECK_THROWS_WITH_AS((void)fitted_to(dtype::undefined, 1), "graft: an undefined dtype has no elements", error);
    CHECK_THROWS_WITH_AS((void)converted_to(dtype::undefined, 1), "graft: an undefined dtype has no elements", error);
}

TEST_CASE("fitted_number: every number converts to an element") {
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(converted_to(dtype::boolean, 0.5) == scalar(true));
    CHECK(converted_to(dtype::u8, 300) == scalar(44));
    CHECK(converted_to(dtype::i8, 200) == scalar(-56));
    CHECK(converted_to(dtype::i64, 2.5) == scalar(2));
    CHECK(converted_to(dtype::f16, std::int64_t{1} << 40) == scalar(infinity));
    CHECK(converted_to(dtype::f32, -1e300) == scalar(-infinity));
    CHECK(converted_to(dtype::bf16, 0.1) == scalar(0.1));
    CHECK(converted_to(dtype::f8e4m3fn, -infinity) == scalar(-448.0));
    CHECK(converted_to(dtype::f8e5m2, 61440) == scalar(infinity));
    CHECK(converted_to(dtype::c64, 2) == scalar(2));
}

TEST_CASE("fitted_number: what elements are multiplied by is of their kind, and no finer than 16-bit floats") {
    CHECK(factor_for(dtype::i8, 2.9) == scalar(2));
    CHECK(factor_for(dtype::boolean, 3) == scalar(true));
    CHECK(factor_for(dtype::bf16, 257) == scalar(256.0));
    CHECK(factor_for(dtype::f16, 1.1) == scalar(1.099609375));
    CHECK(factor_for(dtype::f32, 1.1) == scalar(1.1));
    CHECK(factor_for(dtype::c64, 1.1) == scalar(1.1));
}
