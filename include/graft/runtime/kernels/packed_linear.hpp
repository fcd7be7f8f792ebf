#pragma once

#include <graft/dialect/packed_linear.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/epilogue.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>

#include <memory>

namespace graft {

template <>
struct kernel_of<packed::linear_t> {
    static void run(call<tensor> const& c, auto results) { run_packed(pack(c), c, results[0]); }
    static prepared_kernel prepare(call<tensor> const& c, view<tensor const>, constant_arguments const& constant) {
        if (!constant.contains(1) || (c.has("bias") && !constant.contains(2)))
            return {};
        auto const packed = std::make_shared<detail::packed_matrix const>(pack(c));
        return [packed](call<tensor> const& again, view<tensor> to) { run_packed(*packed, again, to[0]); };
    }

private:
    static detail::packed_matrix pack(call<tensor> const& c) {
        return detail::packed_factors(c.tensor("weight"), 1, c.optional_tensor("bias"));
    }
    static void run_packed(detail::packed_matrix const& packed, call<tensor> const& c, tensor& result) {
        detail::product_epilogue const epilogue(c, result);
        detail::multiply_by_packed(c.tensor("input"), packed, result, epilogue.target(nullptr, packed.columns()));
    }
};

} // namespace graft
