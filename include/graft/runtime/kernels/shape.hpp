#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/aten/view_copy.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail {

/// An op that shows its argument differently: the view itself, or a copy of what it shows.
template <class Show>
struct view_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) { results[0] = Show::of(c); }
};
template <class Show>
struct view_copy_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::copy(Show::of(c), results[0]);
    }
};

struct show_all {
    static tensor of(call<tensor> const& c) { return c.tensor(0); }
};
struct show_permuted {
    static tensor of(call<tensor> const& c) {
        return kernel::permute(c.tensor("self"), integers_of(c, "dims"));
    }
};
struct show_transposed {
    static tensor of(call<tensor> const& c) {
        return kernel::transpose(c.tensor("self"), integer_of(c, "dim0"), integer_of(c, "dim1"));
    }
};
struct show_matrix_transposed {
    static tensor of(call<tensor> const& c) {
        tensor const& self = c.tensor("self");
        return self.dim() < 2 ? self : kernel::transpose(self, 0, 1);
    }
};
struct show_expanded {
    static tensor of(call<tensor> const& c) {
        return kernel::expand(c.tensor("self"), integers_of(c, "size"));
    }
};
struct show_unsqueezed {
    static tensor of(call<tensor> const& c) {
        return kernel::unsqueeze(c.tensor("self"), integer_of(c, "dim"));
    }
};
struct show_selected {
    static tensor of(call<tensor> const& c) {
        return kernel::select(c.tensor("self"), integer_of(c, "dim"), integer_of(c, "index"));
    }
};
struct show_slice {
    static tensor of(call<tensor> const& c) {
        auto const bound = [&](char const* name) {
            sym_int const* const value = c.optional_integer(name);
            return value ? std::optional(value->value()) : std::nullopt;
        };
        return kernel::slice(c.tensor("self"), integer_of(c, "dim"), bound("start"), bound("end"),
                             integer_of(c, "step"));
    }
};

/// Other sizes over the same elements in row-major order, whatever the layout of the argument.
struct resized_copy_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::copy(kernel::reshape(c.tensor(0), results[0].sizes()), results[0]);
    }
};

} // namespace detail

template <> struct kernel_of<decltype(aten::view.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        results[0] = kernel::view(c.tensor("self"), detail::integers_of(c, "size"));
    }
};
template <> struct kernel_of<decltype(aten::view_copy.default_)> : detail::resized_copy_kernel {};
template <> struct kernel_of<decltype(aten::reshape.default_)> : detail::resized_copy_kernel {};
template <> struct kernel_of<decltype(aten::flatten.using_ints)> : detail::resized_copy_kernel {};

template <> struct kernel_of<decltype(aten::permute.default_)> : detail::view_kernel<detail::show_permuted> {};
template <> struct kernel_of<decltype(aten::permute_copy.default_)> : detail::view_copy_kernel<detail::show_permuted> {};
template <> struct kernel_of<decltype(aten::transpose.int_)> : detail::view_kernel<detail::show_transposed> {};
template <> struct kernel_of<decltype(aten::t.default_)> : detail::view_kernel<detail::show_matrix_transposed> {};
template <> struct kernel_of<decltype(aten::expand.default_)> : detail::view_kernel<detail::show_expanded> {};
template <> struct kernel_of<decltype(aten::expand_copy.default_)> : detail::view_copy_kernel<detail::show_expanded> {};
template <> struct kernel_of<decltype(aten::unsqueeze.default_)> : detail::view_kernel<detail::show_unsqueezed> {};
template <> struct kernel_of<decltype(aten::unsqueeze_copy.default_)> : detail::view_copy_kernel<detail::show_unsqueezed> {};
template <> struct kernel_of<decltype(aten::select.int_)> : detail::view_kernel<detail::show_selected> {};
template <> struct kernel_of<decltype(aten::select_copy.int_)> : detail::view_copy_kernel<detail::show_selected> {};
template <> struct kernel_of<decltype(aten::slice.Tensor)> : detail::view_kernel<detail::show_slice> {};
template <> struct kernel_of<decltype(aten::slice_copy.Tensor)> : detail::view_copy_kernel<detail::show_slice> {};

template <> struct kernel_of<decltype(aten::clone.default_)> : detail::view_copy_kernel<detail::show_all> {};
template <> struct kernel_of<decltype(aten::lift_fresh_copy.default_)> : detail::view_copy_kernel<detail::show_all> {};
template <> struct kernel_of<decltype(aten::alias_copy.default_)> : detail::view_copy_kernel<detail::show_all> {};
template <> struct kernel_of<decltype(aten::_to_copy.default_)> : detail::view_copy_kernel<detail::show_all> {};
template <> struct kernel_of<decltype(aten::detach.default_)> : detail::view_kernel<detail::show_all> {};

/// Inference only: nothing is dropped.
template <>
struct kernel_of<decltype(aten::dropout.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        if (c.boolean("train") && c.real("p") != 0)
            raise(errc::unsupported, "aten::dropout: training is not supported");
        kernel::copy(c.tensor("input"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::cat.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        std::vector<tensor> parts;
        for (tensor const* const part : c.tensors("tensors"))
            parts.push_back(*part);
        kernel::cat(parts, detail::integer_of(c, "dim"), results[0]);
    }
};

} // namespace graft
