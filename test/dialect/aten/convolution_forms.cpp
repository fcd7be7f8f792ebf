#include <graft/dialect/aten/convolution_forms.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("convolution_forms: a column is what is under a window") {
    CHECK(text(aten::im2col(f32({1, 2, 3, 4}), std::vector{2, 2}, 1, 0, 1)) == "f32[1, 8, 6]");
}

TEST_CASE("convolution_forms: what is not under a window is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::im2col(f32({1, 2, 3, 4}), std::vector{4, 2}, 1, 0, 1)),
                      "graft: aten::im2col: the window does not fit into 'self'");
}

} // namespace
