#include <graft/partition/partition.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("partition: equal are those of one id with the same nodes in the same order") {
    CHECK(partition{1, {2, 3}} == partition{1, {2, 3}});
    CHECK(partition{1, {2, 3}} != partition{1, {3, 2}});
    CHECK(partition{1, {2, 3}} != partition{2, {2, 3}});
}

} // namespace
