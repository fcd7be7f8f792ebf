#include <graft/io/pte/detail/lifetimes.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

using namespace graft;
using namespace graft::detail;

bool apart(memory_plan const& plan, std::size_t a, std::size_t b) {
    return plan.offsets[a] + plan.size(a) <= plan.offsets[b] || plan.offsets[b] + plan.size(b) <= plan.offsets[a];
}

TEST_CASE("pte_lifetimes: storages that are never in use at once share their place") {
    pte_lifetimes uses;
    auto const a = uses.add(64), b = uses.add(64), c = uses.add(64);
    uses.touch_before(a);
    uses.advance();
    uses.touch(a);
    uses.touch(b);
    uses.advance();
    uses.touch(b);
    uses.touch(c);
    memory_plan const plan = uses.plan(16);
    CHECK(plan.planned_bytes == 128);
    CHECK(plan.offsets[a] == plan.offsets[c]);
    CHECK(apart(plan, a, b));
    CHECK(apart(plan, b, c));
}

TEST_CASE("pte_lifetimes: what is read in a loop and comes from before it stays to the loop's end") {
    pte_lifetimes uses;
    auto const before = uses.add(16), early = uses.add(16), late = uses.add(16);
    uses.advance();
    uses.touch(before);
    uses.begin_loop();
    uses.advance();
    uses.touch(before);
    uses.touch(early);
    uses.advance();
    uses.touch(late);
    uses.end_loop();
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, before, late));
    CHECK(plan.offsets[early] == plan.offsets[late]);
}

TEST_CASE("pte_lifetimes: through nested loops a storage stays to the end of the outermost one after its beginning") {
    pte_lifetimes uses;
    auto const outside = uses.add(16), between = uses.add(16), after_inner = uses.add(16), after = uses.add(16);
    uses.advance();
    uses.touch(outside);
    uses.begin_loop();
    uses.advance();
    uses.touch(between);
    uses.begin_loop();
    uses.advance();
    uses.touch(outside);
    uses.touch(between);
    uses.end_loop();
    uses.advance();
    uses.touch(after_inner);
    uses.end_loop();
    uses.advance();
    uses.touch(after);
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, outside, after_inner));
    CHECK(plan.planned_bytes == 32);
    CHECK(plan.offsets[between] == plan.offsets[after_inner]);
}

TEST_CASE("pte_lifetimes: what is kept shares its place with nothing later") {
    pte_lifetimes uses;
    auto const kept = uses.add(8), later = uses.add(8);
    uses.touch_before(kept);
    uses.keep(kept);
    for (int i = 0; i < 5; ++i)
        uses.advance();
    uses.touch(later);
    uses.require(later, 100);
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, kept, later));
    CHECK(plan.planned_bytes == 16 + 112);
}

} // namespace
