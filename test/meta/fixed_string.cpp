#include <graft/meta/fixed_string.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <type_traits>

namespace {

template <graft::fixed_string Name>
struct tag {
    static constexpr auto name = Name;
};

static_assert(tag<"add">::name.view() == "add");
static_assert(tag<"add">::name.size == 3);
static_assert(std::is_same_v<tag<"add">, tag<"add">>);
static_assert(!std::is_same_v<tag<"add">, tag<"mul">>);
static_assert(!std::is_same_v<tag<"add">, tag<"add ">>);
static_assert(graft::fixed_string("").view().empty());
static_assert(graft::fixed_string("a\0b").view().size() == 3);
static_assert(graft::fixed_string<4>(std::string_view("add")) == graft::fixed_string("add"));
static_assert(graft::fixed_string("sixteen letters.").text[16] == '\0');

} // namespace

TEST_CASE("fixed_string: the view ends before the terminating zero") {
    constexpr graft::fixed_string text("aten::relu");
    CHECK(text.view() == "aten::relu");
    CHECK(text.text[text.size] == '\0');
}

TEST_CASE("fixed_string: an embedded zero is part of the text") {
    constexpr graft::fixed_string text("a\0b");
    CHECK(text.view() == std::string_view("a\0b", 3));
}

static_assert(graft::fixed_slice<4>("aten::relu").view() == "aten");
static_assert(graft::fixed_slice<0>("aten").view().empty());
static_assert(graft::fixed_slice<3>("add") == graft::fixed_string("add"));

TEST_CASE("fixed_slice: the slice is a template argument equal to the literal") {
    constexpr std::string_view text = "aten::relu";
    constexpr auto slice = graft::fixed_slice<4>(text.substr(6));
    CHECK(slice == graft::fixed_string("relu"));
}
