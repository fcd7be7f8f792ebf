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

TEST_CASE("convolution_forms: padding by name") {
    CHECK(text(aten::conv2d_padding{}(f32({1, 3, 5, 6}), f32({4, 3, 3, 2}), nullptr, 1, "same")) ==
          "f32[1, 4, 5, 6]");
    CHECK(text(aten::conv1d_padding{}(f32({3, 5}), f32({4, 3, 3}))) == "f32[4, 3]");
    CHECK(text(aten::im2col(f32({1, 2, 3, 4}), std::vector{2, 2}, 1, 0, 1)) == "f32[1, 8, 6]");
}

TEST_CASE("convolution_forms: other paddings are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::conv1d_padding{}(f32({3, 5}), f32({4, 3, 3}), nullptr, 1, "full")),
                      "graft: aten::conv1d.padding: 'padding' must be 'valid' or 'same', not 'full'");
}

} // namespace
