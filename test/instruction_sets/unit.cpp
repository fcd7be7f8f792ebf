#include "unit.hpp"

#include <graft/kernel/byte/byte_product.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/normalization.hpp>
#include <graft/runtime/kernels/reduction.hpp>

#define GRAFT_TEST_AS_TEXT(...) #__VA_ARGS__
#define GRAFT_TEST_TEXT(...) GRAFT_TEST_AS_TEXT(__VA_ARGS__)

namespace graft_test {
namespace {

// The elements of the product, which are small, one more for the machine to round.
byte_matrix multiply(byte_matrix const& left, byte_matrix const& right) {
    using namespace graft::detail;
    auto const element = [&](std::int64_t, std::int64_t row, std::int64_t column) {
        return static_cast<std::int8_t>(right.elements[static_cast<std::size_t>(row * right.columns + column)]);
    };
    packed_bytes const packed(1, left.columns, right.columns, element, [](std::int64_t column) {
        return byte_column{.start = static_cast<std::int32_t>(column)};
    });
    byte_matrix product{left.rows, right.columns, {}};
    product.elements.resize(static_cast<std::size_t>(left.rows * right.columns));
    std::vector<std::uint8_t const*> pieces(static_cast<std::size_t>(byte_tile_rows));
    requantization const how({.zero_point = 0});
    multiply_bytes(left.rows, packed, {product.elements.data(), right.columns, how}, pieces.data(),
                   [&](std::int64_t first, std::int64_t count, std::uint8_t const** at) {
                       for (std::int64_t r = 0; r < count; ++r)
                           at[r] = left.elements.data() + (first + r) * left.columns;
                   });
    return product;
}

} // namespace

unit GRAFT_TEST_UNIT() {
    return {GRAFT_TEST_TEXT(GRAFT_INSTRUCTION_SET),
            graft::detail::float_lanes,
            graft::kernels_of<some_ops>(),
            [](graft::tensor const& t) { return add_lanes(t); },
            [](graft::tensor const& t) { return graft::single_overload<add_lanes_t>{}(t); },
            &multiply};
}

} // namespace graft_test
