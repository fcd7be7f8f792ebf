#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/creation.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// A copy of `self` in the memory format that the call asks for, else in its own.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec copied(call<tensor_spec> const& c, dtype d);

/// The strides of sizes in a dim order: the dimensions from the outermost to the innermost.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> strides_in_order(call<tensor_spec> const& c, tensor_spec const& self);

} // namespace detail

/// clone: a copy in the same order of dimensions unless another is asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_clone(call<tensor_spec> const& c) {
    return detail::copied(c, c.tensor("self").dtype);
}

/// lift_fresh_copy: a copy in row-major order.
[[nodiscard]] constexpr value_spec meta_contiguous_copy(call<tensor_spec> const& c) {
    return detail::new_tensor(c.tensor("self"), c.tensor("self").dtype, c.tensor("self").sizes);
}

/// _to_copy: a copy of another dtype or on another device; PyTorch takes a number for a tensor of i64 or f64.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_to_copy(call<tensor_spec> const& c) {
    if (c["self"].is_number())
        return detail::created(c, detail::promoted_operand(c["self"]).dtype, {});
    tensor_spec copy = detail::copied(c, c.dtype("dtype").value_or(c.tensor("self").dtype));
    if (c.has("device"))
        copy.dev = *c.device("device");
    return copy;
}

/// contiguous: `self` itself if it is laid out so.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_contiguous(call<tensor_spec> const& c);

/// to: `self` itself if nothing changes and no copy is asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_to_dtype(call<tensor_spec> const& c);

/// type_as: `self` with the dtype and on the device of `other`.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_type_as(call<tensor_spec> const& c);

/// copy: `self` overwritten with what can be expanded to it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_overwrite(call<tensor_spec> const& c);

/// fill: a copy of `self` with one number everywhere.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_fill(call<tensor_spec> const& c);

/// _clone_dim_order: a copy with its dimensions in an order of memory.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_clone_dim_order(call<tensor_spec> const& c);

/// _to_dim_order_copy: the same with another dtype.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_to_dim_order_copy(call<tensor_spec> const& c) {
    tensor_spec copy = meta_clone_dim_order(c).tensor;
    copy.dtype = c.dtype("dtype").value_or(copy.dtype);
    return copy;
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec copied(call<tensor_spec> const& c, dtype d) {
    tensor_spec const& self = c.tensor("self");
    memory_format format = memory_format::preserve;
    if (c.op().find_argument("memory_format") >= 0)
        format = c.memory_format("memory_format").value_or(format);
    return new_tensor(self, d, self.sizes, strides_in(c, self, format));
}

GRAFT_CONSTEXPR vec<sym_int> strides_in_order(call<tensor_spec> const& c, tensor_spec const& self) {
    vec<sym_int> const* given = c.optional_integers("dim_order");
    if (given == nullptr)
        return preserved_strides(self);
    if (given->size() != self.dim())
        reject(c, "'dim_order' has ", given->size(), " entries for ", self.dim(), " dimensions");
    static_cast<void>(named_dims(c, "dim_order", *given, self.dim()));
    vec<std::size_t> order;
    for (std::size_t i = given->size(); i-- > 0;)
        order.push_back(checked_dim(c, "dim_order", (*given)[i], self.dim()));
    return dense_strides(self.sizes, order);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_contiguous(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    bool const as_is =
        c.memory_format("memory_format") == memory_format::contiguous ? is_contiguous(self) : is_channels_last(self);
    if (as_is)
        return self;
    return detail::copied(c, self.dtype);
}

GRAFT_CONSTEXPR value_spec meta_to_dtype(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    dtype const d = *c.dtype("dtype");
    memory_format const format = c.memory_format("memory_format").value_or(memory_format::preserve);
    // By the format that its strides suggest, which is `contiguous` also of what does not lie so.
    bool const lies_so = format == memory_format::preserve ||
                         (format == memory_format::contiguous && !suggests_channels_last(self)) ||
                         (format == memory_format::channels_last && self.dim() == 4 && suggests_channels_last(self));
    return d == self.dtype && !c.boolean("copy") && lies_so ? self : detail::copied(c, d);
}

GRAFT_CONSTEXPR value_spec meta_type_as(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& other = c.tensor("other");
    if (self.dtype == other.dtype && self.dev == other.dev)
        return self;
    tensor_spec copy = detail::copied(c, other.dtype);
    copy.dev = other.dev;
    return copy;
}

GRAFT_CONSTEXPR value_spec meta_overwrite(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    for (tensor_spec const* operand : detail::tensor_operands(c))
        if (!(broadcast_sizes(self.sizes, operand->sizes) == self.sizes))
            detail::reject(c, "what has the sizes ", detail::shape_text(operand->sizes),
                           " cannot be expanded to 'self' ", detail::shape_text(self.sizes));
    return detail::cloned_as_is(self);
}

GRAFT_CONSTEXPR value_spec meta_fill(call<tensor_spec> const& c) {
    if (c["value"].kind == argument_kind::tensor && c.tensor("value").dim() != 0)
        detail::reject(c, "'value' must have no dimensions, not ", c.tensor("value").dim());
    return detail::similar(c.tensor("self"));
}

GRAFT_CONSTEXPR value_spec meta_clone_dim_order(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    return detail::new_tensor(self, self.dtype, self.sizes, detail::strides_in_order(c, self));
}

} // namespace graft
#endif
