#include <graft/dialect/aten/counting.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/compare.hpp>

namespace {

using namespace graft;

TEST_CASE("counting: how often integers occur depends on them, so that no meta function says it") {
    CHECK(!aten::bincount.default_.info().meta);
    CHECK(bool(aten::histc.default_.info().meta));
    CHECK(aten::where.default_.info().returns[0].list);
}

} // namespace
