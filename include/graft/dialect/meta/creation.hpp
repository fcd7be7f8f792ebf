#pragma once

#include <graft/config.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// A new tensor of these sizes with the options that the call gives.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec created(call<tensor_spec> const& c, dtype d, vec<sym_int> sizes);

/// The dtype of a tensor filled with a number: floats have the default one.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE dtype dtype_of_number(argument<tensor_spec> const& number) {
    dtype const d = promoted_operand(number).dtype;
    return is_complex(d) ? to_complex(default_dtype) : is_floating_point(d) ? default_dtype : d;
}

} // namespace detail

/// zeros, ones: of the default dtype unless one is asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_zeros(call<tensor_spec> const& c) {
    return detail::created(c, default_dtype, c.integers("size"));
}

/// empty: as zeros, in a memory format.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_empty(call<tensor_spec> const& c);

/// new_zeros, new_full: of the dtype and on the device of `self` unless others are asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_new(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, c.tensor("self").dtype, c.integers("size"));
    if (!c.has("device"))
        result.dev = c.tensor("self").dev;
    return result;
}

/// full: of the dtype of the number unless one is asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_full(call<tensor_spec> const& c) {
    return detail::created(c, detail::dtype_of_number(c["fill_value"]), c.integers("size"));
}

/// scalar_tensor: a number as a tensor, of the default dtype unless one is asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_scalar_tensor(call<tensor_spec> const& c) {
    return detail::created(c, default_dtype, {});
}

/// eye: a square matrix, or one of `m` columns.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_eye(call<tensor_spec> const& c) {
    bool const square = c.op().find_argument("m") < 0;
    return detail::created(c, default_dtype, {c.integer("n"), c.integer(square ? "n" : "m")});
}

/// full_like, zeros_like: the sizes and dtype of `self`, in its memory format.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_like(call<tensor_spec> const& c);

/// arange: i64 if all numbers are integers, unless a dtype is asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_arange(call<tensor_spec> const& c);

/// rand, randn: of a floating-point or complex dtype, unless there are no numbers to be made.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_rand(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, default_dtype, c.integers("size"));
    if (!(result.numel() == 0))
        detail::require_domain(c, dtype_domain::inexact, result.dtype);
    return result;
}

/// randperm: the integers below `n` in some order.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_randperm(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, dtype::i64, {c.integer("n")});
    detail::require_domain(c, dtype_domain::countable, result.dtype);
    return result;
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/symbolic/math.hpp>

#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

/// The device and layout that a creation op is given.
constexpr void apply_options(call<tensor_spec> const& c, tensor_spec& spec) {
    if (c.has("device"))
        spec.dev = *c.device("device");
    if (c.has("layout"))
        spec.layout = *c.layout("layout");
}

GRAFT_CONSTEXPR tensor_spec created(call<tensor_spec> const& c, dtype d, vec<sym_int> sizes) {
    for (sym_int const& size : sizes)
        if (known_lt(size, 0) == true)
            reject(c, "a size is negative in ", shape_text(sizes));
    tensor_spec result = make_spec(c.dtype("dtype").value_or(d), std::move(sizes));
    apply_options(c, result);
    return result;
}

/// How many numbers `step` apart lie from `start` to before `end`; nothing if it leads away
/// from it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<sym_int> count_steps(sym_int const& start, sym_int const& end,
                                                                        sym_int step) {
    sym_int distance = end - start;
    if (known_lt(step, 0) == true) {
        distance = -distance;
        step = -step;
    }
    if (step == 0 || known_lt(distance, 0) == true)
        return std::nullopt;
    return ceil_div(distance, step);
}

/// How many numbers `step` apart lie from `start` to before `end`, in the arithmetic of reals; nothing if `step` is 0
/// or leads away from `end`, an error if there are too many to count.
[[nodiscard]] constexpr std::optional<sym_int> count_steps(double start, double end, double step) {
    if (step == 0 || (end - start) / step < 0)
        return std::nullopt;
    double const exact = (end - start) / step;
    if (!(exact < 9e18))
        raise(errc::invalid_argument, "a range of numbers is too long");
    auto const count = static_cast<std::int64_t>(exact);
    return static_cast<double>(count) < exact ? count + 1 : count;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_empty(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, default_dtype, c.integers("size"));
    result.strides =
        detail::strides_in(c, result, c.memory_format("memory_format").value_or(memory_format::contiguous));
    return result;
}

GRAFT_CONSTEXPR value_spec meta_like(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec result = detail::new_tensor(self, c.dtype("dtype").value_or(self.dtype), self.sizes);
    memory_format const format = c.memory_format("memory_format").value_or(memory_format::preserve);
    if (format == memory_format::preserve)
        result.strides = similar_strides(self);
    else
        result.strides = detail::strides_in(c, self, format);
    detail::apply_options(c, result);
    return result;
}

namespace detail {

/// An integer, perhaps symbolic, or a truth value as 0 or 1.
[[nodiscard]] constexpr sym_int integer_of_number(argument<tensor_spec> const& a) {
    return a.kind == argument_kind::boolean ? sym_int(a.number.to<std::int64_t>()) : a.integer;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_arange(call<tensor_spec> const& c) {
    argument<tensor_spec> start = 0, step = 1, end = c["end"];
    if (c.op().find_argument("start") >= 0)
        start = c["start"];
    if (c.op().find_argument("step") >= 0)
        step = c["step"];
    if (start.is_unknown_real() || end.is_unknown_real() || step.is_unknown_real())
        raise(errc::unsupported, c.op().name,
              ": the size of the result depends on a number that is only known when "
              "the program runs");
    bool real = false;
    for (argument<tensor_spec> const* number : {&start, &end, &step})
        real = real || number->kind == argument_kind::real;
    dtype const d = c.dtype("dtype").value_or(real ? default_dtype : dtype::i64);
    detail::require_domain(c, dtype_domain::countable, d);
    std::optional<sym_int> size;
    if (real)
        size = detail::count_steps(start.to_number().to<double>(), end.to_number().to<double>(),
                                   step.to_number().to<double>());
    else
        size = detail::count_steps(detail::integer_of_number(start), detail::integer_of_number(end),
                                   detail::integer_of_number(step));
    if (!size)
        detail::reject(c, "'end' is not reached from 'start' in the direction of 'step'");
    return detail::created(c, d, {*std::move(size)});
}

} // namespace graft
#endif
