#include <graft/kernel/base/dispatch.hpp>

#include <doctest/doctest.h>

#include <concepts>
#include <string>

using namespace graft;

static_assert(list_size<kernel::floating> == 4 && list_size<kernel::integral> == 5);
static_assert(list_size<kernel::numeric> == 9 && list_size<kernel::any_real> == 10);
static_assert(contains<kernel::any_real>(dtype::boolean));
static_assert(!contains<kernel::numeric>(dtype::boolean));
static_assert(!contains<kernel::any_real>(dtype::u64));
static_assert(contains<kernel::with_u64<kernel::any_real>>(dtype::u64));
static_assert(std::same_as<kernel::compute_t<half>, float>);
static_assert(std::same_as<kernel::compute_t<bfloat16>, float>);
static_assert(std::same_as<kernel::compute_t<std::int8_t>, std::int8_t>);

TEST_CASE("dispatch: every admitted dtype arrives as its element type") {
    for (dtype d : all_dtypes) {
        dtype seen = dtype::undefined;
        auto const look = [&]<class T>() { seen = dtype_of<T>; };
        if (contains<kernel::any_real>(d))
            kernel::dispatch<kernel::any_real>(d, "look", look);
        else
            CHECK_THROWS_AS(kernel::dispatch<kernel::any_real>(d, "look", look), error);
        CHECK(seen == (contains<kernel::any_real>(d) ? d : dtype::undefined));
    }
}

TEST_CASE("dispatch: the 16-bit formats are computed in float") {
    for (dtype d : {dtype::f16, dtype::bf16, dtype::f32}) {
        bool is_float = false;
        kernel::dispatch_compute<kernel::floating>(d, "look", [&]<class T>() { is_float = std::same_as<T, float>; });
        CHECK(is_float);
    }
}

TEST_CASE("dispatch: floats of 8 bits have no arithmetic") {
    for (dtype const d : {dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu}) {
        CHECK_THROWS_AS(kernel::dispatch_wide(d, "look", []<class T>() {}), error);
        CHECK_THROWS_AS(kernel::dispatch_ordered(d, "look", []<class T>() {}), error);
    }
}

TEST_CASE("dispatch: a dtype outside the list is an error naming operation and dtype") {
    try {
        kernel::dispatch<kernel::floating>(dtype::i64, "sigmoid", []<class T>() {});
        FAIL("no error");
    } catch (error const& e) {
        CHECK(e.code() == errc::unsupported);
        CHECK(e.sentence() == "sigmoid does not take the dtype i64");
    }
}

TEST_CASE("dispatch_product: every integer is computed in i64, the 16-bit formats in float") {
    for (dtype d : {dtype::u8, dtype::i8, dtype::i32, dtype::boolean, dtype::f16, dtype::f64}) {
        dtype seen = dtype::undefined;
        detail::dispatch_product<kernel::any_real>(d, "test", [&]<class T>() { seen = dtype_of<T>; });
        CHECK(seen == (is_integral(d, true) ? dtype::i64 : d == dtype::f16 ? dtype::f32 : d));
        CHECK(detail::product_dtype<kernel::any_real>(d, "test") == seen);
    }
}

TEST_CASE("product_dtype: a dtype outside the list is an error") {
    CHECK_THROWS_WITH_AS((void)detail::product_dtype<kernel::numeric>(dtype::boolean, "convolution"),
                         "graft: convolution does not take the dtype b8", error);
}
