#include <graft/dialect/aten/splitting.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("splitting: the parts cover the dimension") {
    CHECK(text(aten::tensor_split.sections(f32({5}), 2)) == "(f32[3], f32[2] offset=3)");
    CHECK(text(aten::tensor_split.indices(f32({5, 2}), std::vector{1, 4})) ==
          "(f32[1, 2], f32[3, 2] offset=2, f32[1, 2] offset=8)");
    CHECK(text(aten::tensor_split.tensor_indices_or_sections(f32({5, 2}), i64({1}))) == "(None, None)");
    CHECK(text(aten::dsplit.int_(f32({1, 1, 4}), 2)) == "(f32[1, 1, 2][4, 4, 1], f32[1, 1, 2][4, 4, 1] offset=2)");
}

TEST_CASE("splitting: what does not divide is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::vsplit.int_(f32({3, 2}), 2)),
                      "graft: aten::vsplit.int: dimension 0 of size 3 does not divide into 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::tensor_split.sections(f32({3}), 0)),
                      "graft: aten::tensor_split.sections: the number of sections must be positive, not 0");
    // Any number divides no elements.
    CHECK_THROWS_WITH(static_cast<void>(aten::hsplit.int_(f32({0}), std::int64_t{1} << 48)),
                      "graft: aten::hsplit.int: there must be at most 65536 sections, not "
                      "281474976710656");
}

} // namespace
