#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/op.hpp>

#include <cstddef>

// The place for ops of your own. What torch.library calls `ns::name` becomes an op that graft-opt reads, verifies and
// runs in three steps, of which the first two also let it be lowered: describe it, name it in `own_ops`, give it a kernel.
// An op that is not described passes through all stages as it is, but cannot run.
namespace own {

using namespace graft;

/// 1. What it takes and gives: torch's schema, and how the result follows from the arguments.
struct scaled_relu_t : op<scaled_relu_t> {
    static constexpr schema_text text{"own::scaled_relu(Tensor input, float scale, *, float floor=0.0) -> Tensor"};
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        tensor_spec const& x = c.tensor("input");
        return make_spec(x.dtype, x.sizes);
    }
};
inline constexpr scaled_relu_t scaled_relu;

/// 2. All ops of this file.
using own_ops = op_list<scaled_relu_t>;

} // namespace own

/// 3. What it computes: the results are there, of the dtype and sizes that `meta` says, to be written.
template <>
struct graft::kernel_of<own::scaled_relu_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const x = c.tensor("input").contiguous();
        auto const scale = static_cast<float>(c.real("scale")), floor = static_cast<float>(c.real("floor"));
        if (x.dtype() != dtype::f32)
            raise(errc::unsupported, "own::scaled_relu: computes in f32 only");
        for (std::size_t i = 0; i < static_cast<std::size_t>(x.numel()); ++i)
            results[0].data<float>()[i] = x.data<float>()[i] > floor ? x.data<float>()[i] * scale : floor;
    }
};
