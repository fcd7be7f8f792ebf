#include <graft/core/dtype.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(fx_name(dtype::boolean) == "b8" && torch_name(dtype::bf16) == "torch.bfloat16");
static_assert(parse_dtype("f32") == dtype::f32 && parse_dtype("torch.int64") == dtype::i64);
static_assert(parse_dtype("f8e4m3fn") == dtype::f8e4m3fn && torch_name(dtype::f8e5m2) == "torch.float8_e5m2");
static_assert(torch_name(dtype::f8e8m0fnu) == "torch.float8_e8m0fnu" && is_float8(dtype::f8e8m0fnu));
static_assert(is_float8(dtype::f8e5m2) && !is_float8(dtype::i8) && is_floating_point(dtype::f8e4m3fn));
static_assert(parse_dtype("float32") == dtype::undefined);
static_assert(element_size(dtype::c128) == 16 && element_size(dtype::undefined) == 0);

TEST_CASE("dtype: both names read back, and no two dtypes share one") {
    for (dtype d : all_dtypes) {
        CHECK(parse_dtype(fx_name(d)) == d);
        CHECK(parse_dtype(torch_name(d)) == d);
    }
    CHECK(parse_dtype("undefined") == dtype::undefined);
    CHECK(parse_dtype("") == dtype::undefined);
}

TEST_CASE("dtype: the FX name tells size and kind") {
    for (dtype d : all_dtypes) {
        std::string_view name = fx_name(d);
        CAPTURE(name);
        bool const brain = name.substr(0, 2) == "bf";
        std::size_t bits = 0;
        for (char c : name.substr(brain ? 2 : 1, is_float8(d) ? 1 : name.npos))
            bits = bits * 10 + static_cast<std::size_t>(c - '0');
        CHECK(element_size(d) * 8 == bits);
        CHECK(is_floating_point(d) == (name[0] == 'f' || brain));
        CHECK(is_integral(d, false) == (name[0] == 'i' || name[0] == 'u'));
        CHECK(is_integral(d, true) == (is_integral(d, false) || d == dtype::boolean));
        CHECK(is_complex(d) == (name[0] == 'c'));
        CHECK(is_signed(d) == (name[0] != 'u' && d != dtype::boolean && d != dtype::f8e8m0fnu));
    }
}

TEST_CASE("dtype: a complex number is two of its parts") {
    for (dtype d : all_dtypes) {
        CHECK(element_size(d) == element_size(real_part(d)) * (is_complex(d) ? 2 : 1));
        CHECK(is_complex(real_part(d)) == false);
    }
}

TEST_CASE("dtype: the range of the integers") {
    CHECK(lowest_integer(dtype::u8) == 0);
    CHECK(highest_integer(dtype::u8) == 255);
    CHECK(lowest_integer(dtype::i8) == -128);
    CHECK(highest_integer(dtype::i8) == 127);
    CHECK(highest_integer(dtype::u32) == UINT32_MAX);
    CHECK(lowest_integer(dtype::i64) == INT64_MIN);
    CHECK(highest_integer(dtype::i64) == INT64_MAX);
    CHECK(highest_integer(dtype::u64) == INT64_MAX);
}
