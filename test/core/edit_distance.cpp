#include <graft/core/edit_distance.hpp>

#include <doctest/doctest.h>

namespace {

using graft::edit_distance;

TEST_CASE("edit_distance: counts what is inserted, deleted, exchanged or swapped") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("relu", "relu") == 0);
    CHECK(edit_distance("rela", "relu") == 1);
    CHECK(edit_distance("relu", "elu") == 1);
    CHECK(edit_distance("rleu", "relu") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("sitting", "kitten") == 3);
    static_assert(edit_distance("alfa", "alpha") == 2);
}

} // namespace
