#include <graft/io/pt2/detail/enum.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

static_assert(detail::from_pt2(detail::pt2_dtypes, 7) == dtype::f32);
static_assert(detail::from_pt2(detail::pt2_dtypes, 12) == dtype::boolean);
static_assert(detail::from_pt2(detail::pt2_dtypes, 29) == dtype::f8e4m3fn);
static_assert(detail::from_pt2(detail::pt2_dtypes, 33) == dtype::f8e8m0fnu);
static_assert(detail::from_pt2(detail::pt2_layouts, 7) == layout::strided);
static_assert(detail::from_pt2(detail::pt2_memory_formats, 4) == memory_format::preserve);
static_assert(detail::to_pt2(detail::pt2_memory_formats, memory_format::contiguous) == 1);

TEST_CASE("pt2_enum: every dtype has a number of its own") {
    for (dtype const d : all_dtypes) {
        auto const number = detail::to_pt2(detail::pt2_dtypes, d);
        REQUIRE(number);
        CHECK(detail::from_pt2(detail::pt2_dtypes, *number) == d);
    }
}

TEST_CASE("pt2_enum: unknown numbers are nothing") {
    CHECK(!detail::from_pt2(detail::pt2_dtypes, 0));
    CHECK(!detail::from_pt2(detail::pt2_dtypes, 31)); // a kind of float8
    CHECK(!detail::from_pt2(detail::pt2_layouts, -1));
    CHECK(!detail::to_pt2(detail::pt2_dtypes, dtype::undefined));
}

} // namespace
