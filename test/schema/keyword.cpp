#include <graft/schema/keyword.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

using namespace graft::literals;
using graft::detail::keyword_of;

namespace {

using alpha = decltype("alpha"_a = 2);

static_assert(std::is_same_v<alpha, graft::named<"alpha", int>>);
static_assert(keyword_of<alpha> == "alpha" && keyword_of<int>.empty());
static_assert(("alpha"_a = 2).value == 2);

} // namespace

TEST_CASE("keyword: the value is moved in and read without its name") {
    std::string text(100, 'x');
    auto const argument = ("mode"_a = std::move(text));
    CHECK(text.empty());
    CHECK(graft::detail::keyword_value(argument) == std::string(100, 'x'));
    CHECK(&graft::detail::keyword_value(argument) == &argument.value);
    CHECK(graft::detail::keyword_value(3) == 3);
}

TEST_CASE("keyword: a literal text decays") {
    auto const argument = ("mode"_a = "nearest");
    CHECK(std::string_view(argument.value) == "nearest");
}
