#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/core/shape.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/indexed_view.hpp>
#include <graft/kernel/index/rearrange.hpp>
#include <graft/kernel/index/scatter.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/view.hpp>

#include <string_view>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// How an op combines elements, by the name that it is given.
[[nodiscard]] inline kernel::scatter_mode mode_named(call<tensor> const& c, std::string_view name) {
    using enum kernel::scatter_mode;
    constexpr std::pair<std::string_view, kernel::scatter_mode> modes[] = {
        {"sum", total},    {"add", total},    {"prod", product}, {"multiply", product},
        {"mean", average}, {"amax", largest}, {"amin", smallest}};
    for (auto const& [known, mode] : modes)
        if (known == name)
            return mode;
    raise(errc::invalid_argument, c.op().name, ": 'reduce' cannot be '", name, "'");
}

/// The elements that `index` picks along `dim`.
[[nodiscard]] inline kernel::index_function along_dim(call<tensor> const& c) {
    return [&c](tensor const& self) {
        return indexed_view::along(c.op().name, self, integer_of(c, "dim"), c.tensor("index"));
    };
}

/// The slices that `index` picks of `dim`.
[[nodiscard]] inline kernel::index_function slices_of_dim(call<tensor> const& c) {
    return [&c](tensor const& self) {
        return indexed_view::slices(c.op().name, self, integer_of(c, "dim"), c.tensor("index"));
    };
}

template <kernel::scatter_mode Mode>
struct scatter_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& index = c.tensor("index");
        tensor source;
        bool const number = c.op().find_argument("value") >= 0;
        if (!number && index.numel() != 0) {
            tensor const all = indexed_view::at_least_1d(c.tensor("src"));
            source = all.as_strided(indexed_view::at_least_1d(index).sizes(), all.strides(), all.storage_offset());
        }
        int const reduce = c.op().find_argument("reduce");
        int const include = c.op().find_argument("include_self");
        kernel::scatter(c.op().name, c.tensor("self"), along_dim(c),
                        number             ? operand_for(c.tensor("self").dtype(), c, "value")
                        : source.defined() ? kernel::operand(source)
                                           : kernel::operand(0),
                        reduce >= 0 ? mode_named(c, c.string(reduce)) : Mode, include < 0 || c.boolean(include),
                        results[0]);
    }
};

/// Slices of `source`, times alpha, into the slices that `index` names.
template <kernel::scatter_mode Mode>
struct index_slices_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& source = c.tensor("source");
        dtype const d = source.dtype();
        kernel::scatter(c.op().name, c.tensor("self"), slices_of_dim(c), source, Mode, true, results[0],
                        c.op().find_argument("alpha") >= 0 ? factor_for(d, fitted_to(d, c.number("alpha")))
                                                           : scalar(1));
    }
};

struct index_fill_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const wrapped = wrapped_indices(
            c.tensor("index"), c.tensor("self").dim() == 0 ? 1 : c.tensor("self").size(integer_of(c, "dim")));
        auto const slices = [&](tensor const& self) {
            return indexed_view::slices(c.op().name, self, integer_of(c, "dim"), wrapped);
        };
        kernel::scatter(c.op().name, c.tensor("self"), slices, element_for(c.tensor("self").dtype(), c, "value"),
                        kernel::scatter_mode::replace, true, results[0]);
    }

private:
    [[nodiscard]] static tensor wrapped_indices(tensor const& index, std::int64_t size) {
        tensor result = tensor::empty(index.sizes(), dtype::i64);
        kernel::copy(index, result);
        for (std::int64_t i = 0; i < result.numel(); ++i)
            if (std::int64_t& at = result.data<std::int64_t>()[i]; at < 0)
                at += size;
        return result;
    }
};

/// `self[indices]`; its sizes are known here only if there is a mask among the indices.
struct index_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        indexed_view const picked = indexed_view::of_indices(c.op().name, self, c.tensors("indices"));
        if (!results[0].defined())
            results[0] = tensor::empty(picked.sizes(), self.dtype());
        kernel::pick(picked, results[0]);
    }
};

inline void put_at(call<tensor> const& c, tensor const& self, kernel::index_function const& indices,
                   kernel::tensor_parameter auto& out) {
    tensor const& values = c.tensor("values");
    bool const number = values.numel() == 1 && !is_complex(values.dtype());
    kernel::scatter(c.op().name, self, indices,
                    number ? kernel::operand(fitted_to(self.dtype(), values.item())) : kernel::operand(values),
                    c.boolean("accumulate") ? kernel::scatter_mode::total : kernel::scatter_mode::replace, true, out);
}

struct index_put_kernel {
    static void run(call<tensor> const& c, auto results) {
        put_at(
            c, c.tensor("self"),
            [&](tensor const& self) { return indexed_view::of_indices(c.op().name, self, c.tensors("indices")); },
            results[0]);
    }
};

/// Where an element has several places, it is written in the row of memory that the tensor shows.
struct index_put_inplace_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const self = c.tensor("self");
        if (self.numel() == 0 || !repeats_elements(self))
            return run_inplace(&index_put_kernel::run, c, results);
        tensor row = self.as_strided({element_span(self.sizes(), self.strides())}, {1}, self.storage_offset());
        put_at(
            c, row,
            [&](tensor const& in_row) {
                tensor const shown = in_row.as_strided(self.sizes(), self.strides(), in_row.storage_offset());
                return indexed_view::of_indices(c.op().name, shown, c.tensors("indices"));
            },
            row);
        results[0] = self;
    }
};

/// The part of a copy of `self` that a meta function of views describes is overwritten by `src`.
template <meta_function View>
struct scatter_into_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::copy(c.tensor("self"), results[0]);
        write_part(c, results[0]);
    }
    /// Overwrites the part of `whole`, which has the elements of `self`.
    static void write_part(call<tensor> const& c, tensor const& whole) { write(c, part_of(c, whole)); }
    static prepared_kernel prepare(call<tensor> const& c, graft::view<tensor const> results,
                                   constant_arguments const&) {
        relative_view const part(part_of(c, results[0]), results[0]);
        return [part](call<tensor> const& call, graft::view<tensor> out) {
            kernel::copy(call.tensor("self"), out[0]);
            write(call, part.of(out[0]));
        };
    }

private:
    static tensor part_of(call<tensor> const& c, tensor const& whole) {
        call<tensor> part = c;
        part.set(0, whole);
        return views_of(part, View).front();
    }
    static void write(call<tensor> const& c, tensor part) {
        if (c.tensor("src").sizes() != part.sizes())
            raise(errc::invalid_argument, c.op().name,
                  ": 'src' is not of the sizes of the part of 'self' that it replaces");
        kernel::copy(c.tensor("src"), part);
    }
};

/// as_strided_scatter: the part lies by place in the storage, of which there is a copy up to the end of `self`.
struct scatter_into_storage_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const self = c.tensor("self");
        bool const begins_storage = self.is_contiguous() && self.storage_offset() == 0;
        if (begins_storage || self.numel() == 0 || repeats_elements(self))
            return scatter_into_kernel<meta_as_strided>::run(c, results);
        std::int64_t const length = self.storage_offset() + element_span(self.sizes(), self.strides());
        tensor storage = tensor::empty({length}, self.dtype());
        kernel::copy(self.as_strided({length}, {1}, 0), storage);
        tensor whole = storage.as_strided(self.sizes(), self.strides(), self.storage_offset());
        scatter_into_kernel<meta_as_strided>::write_part(c, whole);
        kernel::copy(whole, results[0]);
    }
};

/// The mask expanded to these sizes, as the coordinates of what it picks.
[[nodiscard]] inline tensor expanded_mask(tensor const& mask, dim_vector const& sizes) {
    tensor result = tensor::empty(sizes, dtype::boolean);
    kernel::copy(mask, result);
    return result;
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::gather_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::gather(c.tensor("self"), detail::integer_of(c, "dim"), c.tensor("index"), results[0]);
    }
};

template <>
struct kernel_of<aten::index_select_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::index_select(c.tensor("self"), detail::integer_of(c, "dim"), c.tensor("index"), results[0]);
    }
};

template <>
struct kernel_of<aten::index_tensor> : detail::index_kernel {};
template <>
struct kernel_of<aten::_unsafe_index_tensor> : detail::index_kernel {};
template <>
struct kernel_of<aten::index_put_default> : detail::index_put_kernel {};
template <>
struct kernel_of<inplace<aten::index_put_default>> : detail::index_put_inplace_kernel {};
template <>
struct kernel_of<aten::_unsafe_index_put_default> : detail::index_put_kernel {};
template <>
struct kernel_of<aten::scatter_src> : detail::scatter_kernel<kernel::scatter_mode::replace> {};
template <>
struct kernel_of<aten::scatter_value> : detail::scatter_kernel<kernel::scatter_mode::replace> {};
template <>
struct kernel_of<aten::scatter_add_default> : detail::scatter_kernel<kernel::scatter_mode::total> {};
template <>
struct kernel_of<aten::scatter_reduce_two> : detail::scatter_kernel<kernel::scatter_mode::total> {};
template <>
struct kernel_of<aten::index_add_default> : detail::index_slices_kernel<kernel::scatter_mode::total> {};
template <>
struct kernel_of<aten::index_copy_default> : detail::index_slices_kernel<kernel::scatter_mode::replace> {};
template <>
struct kernel_of<aten::index_fill_int_scalar> : detail::index_fill_kernel {};
template <>
struct kernel_of<aten::index_fill_int_tensor> : detail::index_fill_kernel {};
template <>
struct kernel_of<aten::select_scatter_default> : detail::scatter_into_kernel<meta_select> {};
template <>
struct kernel_of<aten::as_strided_scatter_default> : detail::scatter_into_storage_kernel {};
template <>
struct kernel_of<aten::diagonal_scatter_default> : detail::scatter_into_kernel<meta_diagonal> {};
template <>
struct kernel_of<aten::slice_scatter_default> : detail::scatter_into_kernel<meta_slice> {};

/// One row of coordinates for each element that is not zero; those of a dimension lie side by side, as PyTorch has them.
template <>
struct kernel_of<aten::nonzero_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const rows = detail::nonzero_coordinates(c.tensor("self"));
        detail::give(kernel::transpose(kernel::transpose(rows, 0, 1).contiguous(), 0, 1), results[0], c);
    }
};

template <>
struct kernel_of<aten::masked_select_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        dim_vector const sizes = broadcast_sizes(self.sizes(), c.tensor("mask").sizes());
        tensor const mask = detail::expanded_mask(c.tensor("mask"), sizes);
        tensor const from = kernel::expand(self, sizes).contiguous();
        auto const places = detail::set_places(mask);
        tensor picked = tensor::empty({std::ssize(places)}, self.dtype());
        detail::copy_slices(from.view({from.numel()}), 0, places, picked);
        detail::give(std::move(picked), results[0], c);
    }
};

/// The elements of the source in row-major order; there must be as many as the mask picks.
template <>
struct kernel_of<aten::masked_scatter_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const mask = detail::expanded_mask(c.tensor("mask"), results[0].sizes());
        std::int64_t const count = std::ssize(detail::set_places(mask));
        if (c.tensor("source").numel() < count)
            raise(errc::invalid_argument, c.op().name, ": 'source' has ", c.tensor("source").numel(), " elements for ",
                  count, " that the mask picks");
        kernel::copy(c.tensor("self"), results[0]);
        if (count == 0)
            return;
        tensor const source = kernel::slice(kernel::reshape(c.tensor("source"), {-1}), 0, 0, count);
        tensor target = results[0].dim() == 0 ? kernel::unsqueeze(results[0], 0) : results[0];
        tensor const flags = mask.dim() == 0 ? kernel::unsqueeze(mask, 0) : mask;
        tensor const* const indices[] = {&flags};
        auto const place = [&](tensor const& t) { return detail::indexed_view::of_indices(c.op().name, t, indices); };
        tensor const before = target.clone();
        kernel::scatter(c.op().name, before, place, source, kernel::scatter_mode::replace, true, target);
    }
};

template <>
struct kernel_of<aten::take_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const flat = kernel::reshape(c.tensor("self"), {-1});
        tensor const* const indices[] = {&c.tensor("index")};
        kernel::pick(detail::indexed_view::of_indices(c.op().name, flat, indices), results[0]);
    }
};

} // namespace graft
