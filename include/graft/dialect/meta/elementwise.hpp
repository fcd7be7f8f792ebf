#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

/// The dtype of an element-wise result by the dtype that its operands are promoted to.
enum class dtype_rule : std::uint8_t {
    promoted,
    floating_point, ///< integers become the default floating-point dtype
    boolean
};

namespace detail {

[[nodiscard]] constexpr dtype apply_rule(dtype_rule rule, dtype d) {
    switch (rule) {
    case dtype_rule::promoted: return d;
    case dtype_rule::floating_point: return integral_to_float(d);
    case dtype_rule::boolean: return dtype::boolean;
    }
    return d;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec elementwise_result(call<tensor_spec> const& c, dtype_rule rule,
                                                                   std::size_t count, dtype_domain domain) {
    dtype const d = rule == dtype_rule::boolean ? compared_dtype(c, count) : promoted_dtype(c, 0, count);
    require_domain(c, domain, d);
    return broadcast_result(c, apply_rule(rule, d),
                            computing_dtype(rule == dtype_rule::boolean ? d : apply_rule(rule, d)));
}

} // namespace detail

/// An element-wise op whose first `Count` arguments are promoted, tensors and numbers alike.
template <dtype_rule Rule, std::size_t Count = 1, dtype_domain Domain = dtype_domain::all>
[[nodiscard]] constexpr value_spec meta_elementwise(call<tensor_spec> const& c) {
    return detail::elementwise_result(c, Rule, Count, Domain);
}

namespace detail {

// What a `meta_elementwise` is of, told without a call of it.
struct elementwise_form {
    meta_function meta = nullptr;
    dtype_rule rule = dtype_rule::promoted;
    std::uint8_t count = 1;
    dtype_domain domain = dtype_domain::all;
};

inline constexpr std::size_t dtype_rule_count = 3, dtype_domain_count = 7, most_promoted = 3;

template <std::size_t I>
consteval elementwise_form nth_elementwise() {
    constexpr auto rule = static_cast<dtype_rule>(I / (most_promoted * dtype_domain_count));
    constexpr auto count = static_cast<std::uint8_t>(1 + I / dtype_domain_count % most_promoted);
    constexpr auto domain = static_cast<dtype_domain>(I % dtype_domain_count);
    return {&meta_elementwise<rule, count, domain>, rule, count, domain};
}

inline constexpr auto elementwise_forms = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array{nth_elementwise<I>()...};
}(std::make_index_sequence<dtype_rule_count * most_promoted * dtype_domain_count>{});

// The form of a meta function that is a `meta_elementwise`, or null.
constexpr elementwise_form const* find_elementwise_form(meta_function meta) {
    for (elementwise_form const& form : elementwise_forms)
        if (form.meta == meta)
            return &form;
    return nullptr;
}

inline constexpr op_tags promoting = op_tags::pointwise | op_tags::promotes;

} // namespace detail

template <meta_function Meta>
    requires(detail::find_elementwise_form(Meta) != nullptr)
inline constexpr op_tags meta_tags<Meta> =
    detail::find_elementwise_form(Meta)->count > 1 ? detail::promoting : op_tags::pointwise;

/// relu, floor: one operand, whose dtype the result has; what follows it does not count.
template <dtype_domain Domain = dtype_domain::all>
inline constexpr meta_function meta_unary = meta_elementwise<dtype_rule::promoted, 1, Domain>;

/// sin, sqrt: one operand, of which integers become floats.
inline constexpr meta_function meta_unary_float = meta_elementwise<dtype_rule::floating_point>;

/// isnan, logical_not: one operand of any dtype.
inline constexpr meta_function meta_unary_bool = meta_elementwise<dtype_rule::boolean>;

/// mul, maximum: two operands and their common dtype.
template <dtype_domain Domain = dtype_domain::all>
inline constexpr meta_function meta_binary = meta_elementwise<dtype_rule::promoted, 2, Domain>;

/// div, atan2: two operands, whose common dtype is made a floating-point one.
inline constexpr meta_function meta_binary_float = meta_elementwise<dtype_rule::floating_point, 2>;

/// eq, lt: two operands that have a common dtype.
template <dtype_domain Domain = dtype_domain::all>
inline constexpr meta_function meta_compare = meta_elementwise<dtype_rule::boolean, 2, Domain>;

namespace detail {

// What add and sub give where the operand of this index is multiplied with `alpha`, which comes second.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec sum_with(call<tensor_spec> const& c, std::size_t scaled) {
    dtype const d = promoted_dtype(c, 0, 2);
    require_alpha(c, d);
    vec<tensor_spec> operands = expanded_operands(c, computing_dtype(d));
    if (operands.size() == 2 && scaled == 0)
        std::swap(operands[0], operands[1]);
    scalar const alpha = alpha_of(c);
    if (operands.size() == 2 && (alpha.is_complex() || alpha.to<double>() != 1))
        operands[1] = similar(operands[1]);
    return combined(d, operands);
}

} // namespace detail

/// add: the second operand is multiplied with `alpha`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_add(call<tensor_spec> const& c) { return detail::sum_with(c, 1); }
template <>
inline constexpr op_tags meta_tags<meta_add> = detail::promoting;

/// sub: as add, and neither operand may be boolean.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_sub(call<tensor_spec> const& c) {
    for (int slot : {0, 1})
        detail::require_domain(c, dtype_domain::not_boolean, detail::promoted_operand(c[slot]).dtype);
    return meta_add(c);
}
template <>
inline constexpr op_tags meta_tags<meta_sub> = detail::promoting;

/// rsub: the same with the operands exchanged.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_rsub(call<tensor_spec> const& c) {
    static_cast<void>(meta_sub(c));
    return detail::sum_with(c, 0);
}
template <>
inline constexpr op_tags meta_tags<meta_rsub> = detail::promoting;

// torch computes the following from several simple ops: the last of them says how the result lies in memory.

namespace detail {

// The result of an op whose last step chooses, by what is computed of operand `decisive`, between such as are computed
// of both.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec chosen_by(call<tensor_spec> const& c, dtype d, dtype computed,
                                                           std::size_t decisive) {
    vec<tensor_spec> operands = expanded_operands(c, computed);
    bool const with_number = operands.size() < 2;
    operands.insert(operands.begin(), similar(operands[with_number ? 0 : decisive]));
    return combined(d, operands, with_number);
}

} // namespace detail

/// copysign: by the signs of the second operand, of which integers become floats.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_copysign(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_copysign> = detail::promoting;

/// xlogy: 0 where the first operand is, but not a number where the second is none.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_xlogy(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_xlogy> = detail::promoting;

/// logaddexp, and of real numbers alone logaddexp2: infinities, by the first operand, apart.
template <dtype_domain Domain>
[[nodiscard]] constexpr value_spec meta_log_sum(call<tensor_spec> const& c) {
    dtype const d = detail::promoted_dtype(c, 0, 2);
    detail::require_domain(c, Domain, d);
    return detail::chosen_by(c, d, detail::computing_dtype(d), 0);
}
template <meta_function Meta>
    requires(Meta == meta_log_sum<dtype_domain::inexact> || Meta == meta_log_sum<dtype_domain::floating_point>)
inline constexpr op_tags meta_tags<Meta> = detail::promoting;

/// floor_divide: of floats by the divisors, of which 0 is apart.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_floor_divide(call<tensor_spec> const& c) {
    dtype const d = detail::promoted_dtype(c, 0, 2);
    detail::require_domain(c, dtype_domain::countable, d);
    if (is_floating_point(d))
        return detail::chosen_by(c, d, detail::computing_dtype(d), 1);
    return detail::broadcast_result(c, d);
}
template <>
inline constexpr op_tags meta_tags<meta_floor_divide> = detail::promoting;

/// div with a rounding mode: "trunc" and "floor" keep integers.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_div_mode(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_div_mode> = detail::promoting;

/// pow: integers to negative integer powers are refused.
[[nodiscard]] constexpr value_spec meta_pow(call<tensor_spec> const& c) {
    argument<tensor_spec> const& exponent = c["exponent"];
    if (exponent.kind == argument_kind::integer && known_lt(exponent.integer, 0) == true &&
        is_integral(detail::promoted_operand(c["self"]).dtype, true))
        detail::reject(c, "'self' is an integer and 'exponent' a negative one");
    // A truth value as the exponent keeps or sets truth values.
    value_spec result = exponent.kind == argument_kind::boolean && c["self"].kind == argument_kind::tensor
                            ? meta_binary<>(c)
                            : meta_binary<dtype_domain::not_boolean>(c);
    if (c["self"].kind != argument_kind::tensor) // as PyTorch's kernel does, though not its export
        result.tensor.strides = contiguous_strides(result.tensor.sizes);
    return result;
}
template <>
inline constexpr op_tags meta_tags<meta_pow> = detail::promoting;

/// positive: `self` itself.
[[nodiscard]] constexpr value_spec meta_positive(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::not_boolean, c.tensor("self").dtype);
    return c.tensor("self");
}

/// heaviside: of two tensors of one dtype.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_heaviside(call<tensor_spec> const& c) {
    detail::require_one_dtype(c, "values", "self");
    dtype const d = c.tensor("self").dtype;
    return detail::chosen_by(c, d, detail::computing_dtype(d), 0);
}
template <>
inline constexpr op_tags meta_tags<meta_heaviside> = op_tags::pointwise;

/// addcdiv: integers are not divided.
[[nodiscard]] constexpr value_spec meta_addcdiv(call<tensor_spec> const& c) {
    if (is_integral(c.tensor("tensor1").dtype, true) && is_integral(c.tensor("tensor2").dtype, true))
        detail::reject(c, "'tensor1' and 'tensor2' are both integers");
    return meta_elementwise<dtype_rule::promoted, 3, dtype_domain::inexact>(c);
}
template <>
inline constexpr op_tags meta_tags<meta_addcdiv> = detail::promoting;

/// abs: complex numbers have real absolute values.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_abs(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::not_boolean, c.tensor("self").dtype);
    return detail::broadcast_result(c, real_part(c.tensor("self").dtype));
}
template <>
inline constexpr op_tags meta_tags<meta_abs> = op_tags::pointwise;

/// square: truths become integers.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_square(call<tensor_spec> const& c) {
    dtype const d = c.tensor("self").dtype;
    return detail::broadcast_result(c, d == dtype::boolean ? dtype::i64 : d);
}
template <>
inline constexpr op_tags meta_tags<meta_square> = op_tags::pointwise;

/// logical_and: the operands need no common dtype.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_logical(call<tensor_spec> const& c) {
    vec<tensor_spec> operands = detail::expanded_operands(c, detail::promoted_dtype(c, 0, 2));
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].dtype != dtype::boolean)
            operands[i] = detail::similar(operands[i]);
    return detail::combined(dtype::boolean, operands);
}
template <>
inline constexpr op_tags meta_tags<meta_logical> = op_tags::pointwise;

/// where: a boolean condition chooses between two operands.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_where(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_where> = detail::promoting;

/// clamp_min, clamp_max: of the promoted dtype.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_bounded(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_bounded> = detail::promoting;

/// hardtanh: the bounds do not make an integer a float.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_hardtanh(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_hardtanh> = op_tags::pointwise;

/// clamp: a bound may make an integer a float; at least one bound is given.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_clamp(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_clamp> = detail::promoting;

/// masked_fill: where a boolean mask is true, `self` becomes a value cast to its dtype.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_masked_fill(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_masked_fill> = op_tags::pointwise;

/// softshrink: numbers are moved by a magnitude.
[[nodiscard]] constexpr value_spec meta_softshrink(call<tensor_spec> const& c) {
    if (!(c.number("lambd").to<double>() >= 0))
        detail::reject(c, "'lambd' must not be negative");
    return meta_unary<dtype_domain::floating_point>(c);
}
template <>
inline constexpr op_tags meta_tags<meta_softshrink> = op_tags::pointwise;

/// dropout: in inference, and at probability 0, the input itself.
[[nodiscard]] constexpr value_spec meta_dropout(call<tensor_spec> const& c) {
    if (double const p = c.real("p"); !(p >= 0 && p <= 1))
        detail::reject(c, "'p' must lie in [0, 1]");
    if (!c.boolean("train") || c.real("p") == 0)
        return c.tensor(0);
    return detail::broadcast_result(c, c.tensor(0).dtype);
}

/// native_dropout: the result and which elements were kept.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_native_dropout(call<tensor_spec> const& c);

/// lerp: a weighted mean of two tensors of one dtype, to which a weight that is one number may add.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_lerp(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_lerp> = op_tags::pointwise;

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR value_spec overwritten(call<tensor_spec> const& c, meta_function functional);

} // namespace detail

/// An in-place op: what `Functional` gives must fit into `self`, which is the result.
template <meta_function Functional>
[[nodiscard]] constexpr value_spec meta_inplace(call<tensor_spec> const& c) {
    return detail::overwritten(c, Functional);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <string_view>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_copysign(call<tensor_spec> const& c) {
    dtype const d = integral_to_float(detail::promoted_dtype(c, 0, 2));
    vec<tensor_spec> operands = detail::expanded_operands(c, detail::computing_dtype(d));
    for (tensor_spec& operand : operands)
        operand = detail::similar(operand);
    bool const with_number = operands.size() < 2;
    if (!with_number)
        std::swap(operands[0], operands[1]);
    return detail::combined(d, operands, with_number);
}

GRAFT_CONSTEXPR value_spec meta_xlogy(call<tensor_spec> const& c) {
    dtype const d = integral_to_float(detail::promoted_dtype(c, 0, 2));
    vec<tensor_spec> operands = detail::converted_operands(c, detail::computing_dtype(d));
    for (tensor_spec& operand : operands)
        operand = detail::similar(operand);
    bool const with_number = operands.size() < 2;
    if (!with_number)
        std::swap(operands[0], operands[1]);
    return detail::combined(d, operands, with_number);
}

GRAFT_CONSTEXPR value_spec meta_div_mode(call<tensor_spec> const& c) {
    std::string_view const mode = c.string("rounding_mode");
    if (!c.has("rounding_mode"))
        return meta_binary_float(c);
    if (mode != "trunc" && mode != "floor")
        detail::reject(c, "'rounding_mode' must be None, 'trunc' or 'floor', not '", mode, "'");
    if (mode == "floor")
        return meta_floor_divide(c);
    return meta_binary<dtype_domain::countable>(c);
}

GRAFT_CONSTEXPR value_spec meta_where(call<tensor_spec> const& c) {
    dtype const condition = c.tensor("condition").dtype;
    if (condition != dtype::boolean && condition != dtype::u8)
        detail::reject(c, "'condition' must be torch.bool, not ", torch_name(condition));
    dtype const d = detail::promoted_dtype(c, 1, 2);
    vec<tensor_spec> operands = detail::converted_operands(c, d);
    operands[0] = c.tensor("condition");
    return detail::combined(d, operands, operands.size() < 3);
}

namespace detail {

/// Checks that there are integers of this dtype within the bounds of these names that are numbers.
constexpr void require_reachable_bounds(call<tensor_spec> const& c, dtype d, char const* low = "min",
                                        char const* high = "max") {
    auto const is_beyond = [&](char const* name, auto const& beyond) {
        if (c.op().find_argument(name) < 0 || c[name].kind != argument_kind::integer)
            return false;
        return !c[name].integer.is_symbolic() && beyond(c[name].integer.value());
    };
    if (!is_integral(d, false))
        return;
    if (is_beyond(low, [d](std::int64_t bound) { return bound > highest_integer(d); }))
        reject(c, "'", low, "' is above every ", torch_name(d));
    if (is_beyond(high, [d](std::int64_t bound) { return bound < lowest_integer(d); }))
        reject(c, "'", high, "' is below every ", torch_name(d));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_bounded(call<tensor_spec> const& c) {
    value_spec result = meta_binary<dtype_domain::ordered>(c);
    detail::require_reachable_bounds(c, result.tensor.dtype);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_hardtanh(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_reachable_bounds(c, self.dtype, "min_val", "max_val");
    detail::require_domain(c, dtype_domain::countable, self.dtype);
    return detail::similar(self);
}

GRAFT_CONSTEXPR value_spec meta_clamp(call<tensor_spec> const& c) {
    if (!c.has("min") && !c.has("max"))
        detail::reject(c, "one of 'min' and 'max' must be given");
    bool const tensors = c["min"].kind == argument_kind::tensor || c["max"].kind == argument_kind::tensor;
    dtype d = c.tensor("self").dtype;
    if (tensors || !is_floating_point(d))
        d = detail::promoted_dtype(c, 0, 3);
    tensor_spec result = detail::converted(c.tensor("self"), detail::computing_dtype(d));
    for (char const* const bound : {"min", "max"})
        if (c[bound].kind == argument_kind::tensor) {
            std::array const pair{result, detail::converted(c.tensor(bound), result.dtype)};
            std::array const chosen{detail::combined(result.dtype, pair), pair[0], pair[1]};
            result = detail::combined(result.dtype, chosen);
        }
    if (!tensors)
        result = detail::similar(result);
    result.dtype = d;
    // A single tensor bound makes it maximum or minimum, which booleans have.
    bool const one_tensor = tensors && c.has("min") != c.has("max");
    if (!(result.numel() == 0))
        detail::require_domain(c, one_tensor ? dtype_domain::ordered : dtype_domain::countable, d);
    detail::require_reachable_bounds(c, d);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_masked_fill(call<tensor_spec> const& c) {
    if (c.tensor("mask").dtype != dtype::boolean)
        detail::reject(c, "'mask' must be torch.bool, not ", torch_name(c.tensor("mask").dtype));
    if (c["value"].kind == argument_kind::tensor && c.tensor("value").dim() != 0)
        detail::reject(c, "'value' must have no dimensions, not ", c.tensor("value").dim());
    std::array const operands{c.tensor("mask"), c.tensor("self")};
    return detail::made_contiguous(detail::combined(c.tensor("self").dtype, operands, true));
}

GRAFT_CONSTEXPR value_spec meta_native_dropout(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (c.optional_boolean("train").value_or(true)) {
        double const p = c.real("p");
        if (!(p >= 0 && p <= 1))
            detail::reject(c, "'p' must lie in [0, 1]");
        detail::require_domain_of_elements(c, dtype_domain::inexact, input.dtype);
    }
    tensor_spec const result = detail::broadcast_result(c, input.dtype);
    tensor_spec mask = result;
    // The mask of nothing has the dtype of the input, as in torch.
    if (!(result.numel() == 0))
        mask.dtype = dtype::boolean;
    return value_spec::of_list({result, std::move(mask)});
}

GRAFT_CONSTEXPR value_spec meta_lerp(call<tensor_spec> const& c) {
    dtype const of_self = c.tensor("self").dtype;
    tensor_spec const& end = c.tensor("end");
    for (tensor_spec const* operand : detail::tensor_operands(c))
        if (operand->dtype != of_self && (operand->dim() != 0 || operand == &end))
            detail::reject(c, "an operand is ", torch_name(operand->dtype), ", but 'self' ", torch_name(of_self));
    dtype const d = c["weight"].kind == argument_kind::tensor ? detail::promoted_dtype(c, 0, 3) : of_self;
    detail::require_domain(c, dtype_domain::inexact, d);
    return detail::broadcast_result(c, d);
}

namespace detail {

GRAFT_CONSTEXPR value_spec overwritten(call<tensor_spec> const& c, meta_function functional) {
    tensor_spec const& self = c.tensor(0);
    tensor_spec const result = functional(c).tensor;
    // A dtype that is asked for is no other than that of what is written; one that follows is converted.
    if (int const slot = c.op().find_argument("dtype"); slot >= 0 && c.has(slot) && result.dtype != self.dtype)
        reject(c, "the result is ", torch_name(result.dtype), " by 'dtype', but '", c.op().arguments[0].name, "' is ",
               torch_name(self.dtype));
    if (!can_cast(result.dtype, self.dtype))
        reject(c, "the result is ", torch_name(result.dtype), ", which '", c.op().arguments[0].name, "' of ",
               torch_name(self.dtype), " cannot hold");
    // Where it is not known whether symbolic sizes are equal, the kernel finds out.
    if (certainly_differ(result.sizes, self.sizes))
        reject(c, "the result has the sizes ", shape_text(result.sizes), ", but '", c.op().arguments[0].name, "' ",
               shape_text(self.sizes));
    return self;
}

} // namespace detail
} // namespace graft
#endif
