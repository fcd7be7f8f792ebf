#include <graft/meta/fixed_slice.hpp>

#include <doctest/doctest.h>

#include <string_view>

static_assert(graft::fixed_slice<4>("aten::relu").view() == "aten");
static_assert(graft::fixed_slice<0>("aten").view().empty());
static_assert(graft::fixed_slice<3>("add") == graft::fixed_string("add"));

TEST_CASE("fixed_slice: the slice is a template argument equal to the literal") {
    constexpr std::string_view text = "aten::relu";
    constexpr auto slice = graft::fixed_slice<4>(text.substr(6));
    CHECK(slice == graft::fixed_string("relu"));
}
