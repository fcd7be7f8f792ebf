#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/activation_functions.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/schema/call.hpp>

#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What a call of a fused op says of the way of its result: the arguments `other`, `min`, `max` and `activation`.
class product_epilogue {
public:
    product_epilogue(call<tensor> const& c, tensor const& result) {
        if (tensor const* const other = c.optional_tensor("other")) {
            if (other->sizes() != result.sizes())
                raise(errc::invalid_argument, c.op().name, ": 'other' does not have the sizes of the result");
            other_.emplace(*other);
        }
        if (c.has("min"))
            to_.low = c.number("min").to<float>();
        if (c.has("max"))
            to_.high = c.number("max").to<float>();
        if (c.has("activation")) {
            to_.then = find_row_activation(c.string("activation"));
            if (to_.then == nullptr)
                raise(errc::invalid_argument, c.op().name, ": there is no 'activation' ", c.string("activation"));
        }
    }

    /// Where rows of the result go, which begins at `out`.
    [[nodiscard]] product_target target(float* out, std::int64_t stride) const {
        product_target to = to_;
        to.out = out;
        to.stride = stride;
        to.other = other_ ? other_->data() : nullptr;
        return to;
    }

private:
    std::optional<dense_argument<float>> other_;
    product_target to_{};
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
