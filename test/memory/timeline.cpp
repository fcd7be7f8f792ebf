#include <graft/memory/timeline.hpp>

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("make_timeline: at one position values begin before others end") {
    std::vector<graft::lifetime> const values{{0, 0, 2, 4, 1}, {1, 0, 0, 2, 1}, {2, 0, 2, 2, 1}};
    std::vector<graft::live_event> const expected{{0, false, 1}, {2, false, 0}, {2, false, 2},
                                                  {2, true, 1},  {2, true, 2},  {4, true, 0}};
    CHECK(graft::make_timeline(values) == expected);
}
