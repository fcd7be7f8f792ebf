#include <graft/dialect/autocast.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace graft;

static_assert(std::ranges::is_sorted(detail::autocast_to_narrow) && std::ranges::is_sorted(detail::autocast_to_f32) &&
              std::ranges::is_sorted(detail::autocast_to_widest));
static_assert(find_autocast_policy("aten::mm") == autocast_policy::narrow);
static_assert(find_autocast_policy("aten::mm.out") == autocast_policy::none);
static_assert(find_autocast_policy("aten::conv_transpose2d") == autocast_policy::none); // the overload is `input`
static_assert(find_autocast_policy("aten::prod.dim_int") == autocast_policy::f32);
static_assert(find_autocast_policy("aten::cat") == autocast_policy::widest);
static_assert(find_autocast_policy("aten::einsum") == autocast_policy::none);
static_assert(find_autocast_policy("mine::mm") == autocast_policy::none);
static_assert(find_autocast_policy("mm") == autocast_policy::none);

TEST_CASE("autocast: the ops that PyTorch casts for are those of the table, and cast so") {
    std::ifstream recorded(GRAFT_TEST_DATA "/dialect/autocast.txt");
    std::string op, policy;
    std::size_t count = 0;
    while (recorded >> op >> policy) {
        CAPTURE(op);
        ++count;
        autocast_policy const found = find_autocast_policy(op);
        CHECK((policy == "narrow"   ? autocast_policy::narrow
               : policy == "f32"    ? autocast_policy::f32
               : policy == "widest" ? autocast_policy::widest
                                    : autocast_policy::none) == found);
    }
    CHECK(count == std::size(detail::autocast_to_narrow) + std::size(detail::autocast_to_f32) +
                       std::size(detail::autocast_to_widest));
}

} // namespace
