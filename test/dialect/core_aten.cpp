#include <graft/dialect/core_aten.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace {

using namespace graft;

static_assert(is_core_aten("aten::add.Tensor") && is_core_aten("aten::where.self"));
static_assert(is_core_aten("aten::_adaptive_avg_pool2d"), "the first of the list");
static_assert(is_core_aten("aten::topk"), "that no op of the library describes");
static_assert(!is_core_aten("aten::linear") && !is_core_aten("aten::add") &&
              !is_core_aten("add.Tensor"));
static_assert(!is_core_aten("mine::relu") && !is_core_aten("aten::") && !is_core_aten(""));

TEST_CASE("core_aten: the lists are sorted, for they are searched by halving") {
    auto const sorted = [](auto const& names) {
        return std::adjacent_find(names.begin(), names.end(), [](auto const& a, auto const& b) {
                   return !(a < b);
               }) == names.end();
    };
    CHECK(sorted(detail::core_aten_names));
    CHECK(sorted(detail::view_copy_names));
    CHECK(sorted(detail::edge_exception_names));
}

TEST_CASE("core_aten: every name of the list is in the set, and its overloads are not") {
    for (std::string_view const name : detail::core_aten_names) {
        CAPTURE(name);
        CHECK(is_core_aten(std::string("aten::").append(name)));
        CHECK(!is_core_aten(std::string("aten::").append(name).append("_")));
    }
}

TEST_CASE("core_aten: Edge has the copying views and a few exceptions besides") {
    CHECK(is_edge_aten("aten::relu"));
    CHECK(is_edge_aten("aten::permute_copy"));
    CHECK(is_edge_aten("aten::max"));
    CHECK(!is_core_aten("aten::permute_copy"));
    CHECK(!is_edge_aten("aten::transpose.int"));
    CHECK(!is_edge_aten("aten::linear"));
    CHECK(!is_edge_aten("aten::add_.Tensor"));
}

} // namespace
