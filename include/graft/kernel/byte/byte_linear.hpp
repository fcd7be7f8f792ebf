#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/byte/byte_product.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A linear layer of bytes whose weight has been packed.
class byte_linear {
public:
    /// `weight` is dense, `(columns, depth)`; the layer must be sound for `depth` products.
    byte_linear(std::int64_t rows, std::int64_t depth, std::int64_t columns, byte_layer const& layer,
                std::uint8_t const* weight)
        : rows_(rows), flip_(layer.input_flip()), how_(layer.output),
          weight_(
              1, depth, columns,
              [&](std::int64_t, std::int64_t row, std::int64_t column) {
                  return layer.weight(weight[column * depth + row]);
              },
              [&](std::int64_t column) {
                  std::int32_t sum = 0;
                  for (std::int64_t i = 0; i < depth; ++i)
                      sum += layer.weight(weight[column * depth + i]);
                  return layer.column(static_cast<std::size_t>(column), depth, sum);
              }),
          input_(static_cast<std::size_t>(rows * depth + 4)) {}

    /// Dense rows of the input, and of the output.
    void run(std::uint8_t const* in, std::uint8_t* out) {
        std::int64_t const depth = weight_.piece();
        // Tiles read up to three bytes beyond a row: the copy has them.
        for (std::int64_t i = 0; i < rows_ * depth; ++i)
            input_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(in[i] ^ flip_);
        std::uint8_t const* pieces[byte_tile_rows];
        multiply_bytes(rows_, weight_, {out, weight_.columns(), how_}, pieces,
                       [&](std::int64_t first, std::int64_t count, std::uint8_t const** at) {
                           for (std::int64_t r = 0; r < count; ++r)
                               at[r] = input_.data() + (first + r) * depth;
                       });
    }

private:
    std::int64_t rows_;
    std::uint8_t flip_;
    requantization how_;
    packed_bytes weight_;
    vec<std::uint8_t> input_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
