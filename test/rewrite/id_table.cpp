// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/id_table.hpp>

#include <doctest/doctest.h>

namespace {

using graft::detail::id_table;

TEST_CASE("id_table: every number is found under its key, and no other key has one") {
    id_table t;
    CHECK(t.find(0) == id_table::none);
    for (std::uint32_t i = 0; i < 1000; ++i)
        t.insert(std::uint64_t{i} << 32 | (i % 7), i);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        REQUIRE(t.find(std::uint64_t{i} << 32 | (i % 7)) == i);
        REQUIRE(t.find(std::uint64_t{i} << 32 | (i % 7 + 1)) == id_table::none);
    }
    CHECK(t.size() == 1000);
}

constexpr bool works_in_constants() {
    id_table t;
    t.insert(0, 4);
    t.insert(~std::uint64_t{0}, 5);
    return t.find(0) == 4 && t.find(~std::uint64_t{0}) == 5 && t.find(1) == id_table::none;
}
static_assert(works_in_constants());

} // namespace
