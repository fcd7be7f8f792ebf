#include <graft/rewrite/match_trace.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("match_trace: the deepest failure is kept, of several the first") {
    detail::deepest_trace t;
    t.failed(1, operand::node(1), mismatch::literal, 0);
    CHECK(t.any);
    CHECK(t.at == 1);
    t.failed(2, operand::node(2), mismatch::op, 2);
    t.failed(3, operand::node(3), mismatch::uses, 2);
    t.failed(4, operand::node(4), mismatch::op, 1);
    CHECK(t.at == 2);
    CHECK(t.matched == 2);
    CHECK((t.why == mismatch::op));
    CHECK(text(mismatch::uses) == "other nodes use it as well");
    CHECK_FALSE(detail::no_trace::on);
}

} // namespace
