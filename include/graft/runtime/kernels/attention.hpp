#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/kernel/product/attention.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <memory>
#include <utility>

namespace graft {

template <>
struct kernel_of<aten::scaled_dot_product_attention_default> {
    static void run(call<tensor> const& c, auto results) { run_in(c, results, {}); }
    static prepared_kernel prepare(call<tensor> const&, view<tensor const>, constant_arguments const&) {
        auto const blocks = std::make_shared<detail::blocked_attention>();
        return [blocks](call<tensor> const& c, view<tensor> results) { run_in(c, results, std::move(*blocks)); };
    }

private:
    static void run_in(call<tensor> const& c, view<tensor> results, detail::blocked_attention&& blocks) {
        double const dropped = c.real("dropout_p");
        if (!(dropped >= 0 && dropped <= 1))
            raise(errc::invalid_argument, c.op().name, ": 'dropout_p' must lie in [0, 1]");
        kernel::scaled_dot_product_attention(c.tensor("query"), c.tensor("key"), c.tensor("value"),
                                             c.optional_tensor("attn_mask"), c.boolean("is_causal"),
                                             c.optional_real("scale"), c.boolean("enable_gqa"), results[0], dropped,
                                             std::move(blocks));
    }
};

} // namespace graft
