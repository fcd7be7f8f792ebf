#include <graft/io/pt2/detail/higher_order.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft::detail;

TEST_CASE("pt2_higher_order: operators are told by their namespace") {
    CHECK(is_higher_order("torch.ops.higher_order.cond"));
    CHECK(!is_higher_order("aten::cond"));
}

TEST_CASE("pt2_higher_order: cond takes its operands as a tuple, scan some as lists") {
    auto const cond = find_higher_order("torch.ops.higher_order.cond");
    CHECK(takes_tuple(cond, 3));
    CHECK(!takes_tuple(cond, 2));
    CHECK(!takes_tuple(cond, 35));
    auto const scan = find_higher_order("torch.ops.higher_order.scan");
    CHECK(!takes_tuple(scan, 1));
    CHECK(takes_tuple(scan, 3));
    CHECK(scan.returns_list);
}

TEST_CASE("pt2_higher_order: an operator that is not known takes lists") {
    auto const other = find_higher_order("torch.ops.higher_order.map_impl");
    CHECK(!takes_tuple(other, 1));
    CHECK(!other.returns_list);
}

} // namespace
