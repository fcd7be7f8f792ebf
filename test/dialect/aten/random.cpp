#include <graft/dialect/aten/random.hpp>

#include <doctest/doctest.h>

#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::inferred;

TEST_CASE("random: new tensors of the sizes asked for") {
    graph g;
    arg const sizes = arg::list({2, 3});
    auto const created = [&](op_info const& op, arg const& given) {
        return inferred(value{&g, g.call_function(op, std::vector<arg>{given}, std::vector<kwarg>{})});
    };
    CHECK(created(aten::rand_default::info(), sizes) == "f32[2, 3]");
    CHECK(created(aten::randn_default::info(), sizes) == "f32[2, 3]");
    CHECK(created(aten::randperm_default::info(), 5) == "i64[5]");
}

static_assert(has(aten::randperm_default::info().tags, op_tags::random | op_tags::core));

} // namespace
