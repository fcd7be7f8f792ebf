#include <graft/schema/literal.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

namespace {

constexpr graft::literal reals() {
    graft::literal list{.kind = graft::literal_kind::reals, .count = 2};
    list.items[0] = std::bit_cast<std::int64_t>(0.5);
    list.items[1] = std::bit_cast<std::int64_t>(-1.0);
    return list;
}

static_assert(reals().real_item(0) == 0.5 && reals().real_item(1) == -1.0);

} // namespace

TEST_CASE("literal: a default one is None") { CHECK(graft::literal{}.kind == graft::literal_kind::none); }

TEST_CASE("literal: equality looks at kind, value and how it was written") {
    graft::literal const one{.kind = graft::literal_kind::integer, .integer = 1};
    graft::literal const truth{.kind = graft::literal_kind::boolean, .integer = 1};
    CHECK(one == one);
    CHECK(one != truth);
    graft::literal pair = reals();
    CHECK(pair == reals());
    pair.expanded = true;
    CHECK(pair != reals());
}
