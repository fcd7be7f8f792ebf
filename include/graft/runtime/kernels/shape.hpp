#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/dim_order_ops.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/rearrange.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/spec_of.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// A copy of the first argument, converted to the dtype of the result.
struct copy_kernel {
    static void run(call<tensor> const& c, auto results) { kernel::copy(c.tensor(0), results[0]); }
};

/// The first argument itself where nothing is to be converted or laid out anew, else a copy.
struct convert_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (c.tensor(0).dtype() == results[0].dtype())
            results[0] = c.tensor(0);
        else
            kernel::copy(c.tensor(0), results[0]);
    }
};

/// `cat` or `stack` of a list of tensors.
template <auto const& Kernel>
struct join_kernel {
    static void run(call<tensor> const& c, auto results) {
        scratch_vector<tensor> parts;
        for (tensor const* const part : c.tensors("tensors"))
            parts.push_back(*part);
        Kernel(parts, integer_of(c, "dim"), results[0]);
    }
};

template <bool Upper>
struct triangle_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::triangle(c.tensor("self"), integer_of(c, "diagonal"), Upper, results[0]);
    }
};

/// `fill`: the second argument, a number or a tensor, is expanded to the first.
struct overwrite_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (c[1].is_number())
            kernel::fill(results[0], c.number(1));
        else
            kernel::copy(c.tensor(1), results[0]);
    }
};

/// `copy`, `_to_copy`: a number is converted as an element is, and so need not be in range.
template <int Slot>
struct replace_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::copy(c[Slot].is_number() ? tensor::full({}, c.number(Slot).dtype(), c.number(Slot)) : c.tensor(Slot),
                     results[0]);
    }
};

struct zero_kernel {
    static void run(call<tensor> const&, auto results) { kernel::fill(results[0], 0); }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::clone_default> : detail::copy_kernel {};
template <>
struct kernel_of<aten::lift_fresh_copy_default> : detail::copy_kernel {};
template <>
struct kernel_of<aten::_to_copy_default> : detail::replace_kernel<0> {};
template <>
struct kernel_of<dim_order_ops::_clone_dim_order_default> : detail::copy_kernel {};
template <>
struct kernel_of<dim_order_ops::_to_dim_order_copy_default> : detail::copy_kernel {};
template <>
struct kernel_of<aten::type_as_default> : detail::convert_kernel {};
template <>
struct kernel_of<aten::positive_default> : detail::convert_kernel {};
template <>
struct kernel_of<aten::copy_default> : detail::replace_kernel<1> {};
template <>
struct kernel_of<aten::fill_scalar> : detail::overwrite_kernel {};
template <>
struct kernel_of<aten::fill_tensor> : detail::overwrite_kernel {};

template <>
struct kernel_of<aten::zero_default> : detail::zero_kernel {};

template <>
struct kernel_of<aten::to_dtype> {
    static void run(call<tensor> const& c, auto results) {
        bool const as_it_lies = meta_to_dtype(detail::spec_call{c}.get()).tensor == spec_of(c.tensor("self"));
        if (as_it_lies && !c.boolean("copy"))
            results[0] = c.tensor("self");
        else
            detail::copy_kernel::run(c, results);
    }
};

/// The tensor itself if it is laid out as asked for.
template <>
struct kernel_of<aten::contiguous_default> {
    static void run(call<tensor> const& c, auto results) {
        if (meta_contiguous(detail::spec_call{c}.get()).tensor == spec_of(c.tensor("self")))
            results[0] = c.tensor("self");
        else
            kernel::copy(c.tensor("self"), results[0]);
    }
};

template <>
struct kernel_of<aten::cat_default> : detail::join_kernel<kernel::cat> {};
template <>
struct kernel_of<aten::stack_default> : detail::join_kernel<kernel::stack> {};

template <>
struct kernel_of<aten::repeat_default> {
    static void run(call<tensor> const& c, auto results) { kernel::repeat(c.tensor("self"), results[0]); }
};

template <>
struct kernel_of<aten::flip_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::flip(c.tensor("self"), detail::integers_of(c, "dims"), results[0]);
    }
};

template <>
struct kernel_of<aten::constant_pad_nd_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::constant_pad(c.tensor("self"), detail::integers_of(c, "pad"), c.number("value"), results[0]);
    }
};

template <>
struct kernel_of<aten::tril_default> : detail::triangle_kernel<false> {};
template <>
struct kernel_of<aten::triu_default> : detail::triangle_kernel<true> {};

/// Without dims the elements are moved as if in one row.
template <>
struct kernel_of<aten::roll_default> {
    static void run(call<tensor> const& c, auto results) {
        dim_vector const shifts = detail::integers_of(c, "shifts"), dims = detail::integers_of(c, "dims");
        if (!dims.empty())
            return kernel::roll(c.tensor("self"), shifts, dims, results[0]);
        tensor flat = results[0].view({results[0].numel()});
        kernel::roll(kernel::reshape(c.tensor("self"), {-1}), shifts, dim_vector{0}, flat);
    }
};

template <>
struct kernel_of<aten::pixel_unshuffle_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::pixel_unshuffle(c.tensor("self"), detail::integer_of(c, "downscale_factor"), results[0]);
    }
};

template <>
struct kernel_of<aten::pixel_shuffle_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::pixel_shuffle(c.tensor("self"), detail::integer_of(c, "upscale_factor"), results[0]);
    }
};

} // namespace graft
