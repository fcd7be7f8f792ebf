#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/reject.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

/// The dtypes that an op computes in.
enum class dtype_domain : std::uint8_t {
    all,
    not_boolean,
    integral,  ///< integers and boolean
    ordered,   ///< not complex
    countable, ///< neither boolean nor complex
    floating_point,
    inexact ///< floating-point and complex
};

namespace detail {

[[nodiscard]] constexpr bool is_in(dtype_domain domain, dtype d) {
    switch (domain) {
    case dtype_domain::all: return true;
    case dtype_domain::not_boolean: return d != dtype::boolean;
    case dtype_domain::integral: return is_integral(d, true);
    case dtype_domain::ordered: return !is_complex(d);
    case dtype_domain::countable: return d != dtype::boolean && !is_complex(d);
    case dtype_domain::floating_point: return is_floating_point(d);
    case dtype_domain::inexact: return is_floating_point(d) || is_complex(d);
    }
    return false;
}

/// True when the first tensor of the call has no elements.
[[nodiscard]] constexpr bool is_empty(call<tensor_spec> const& c) {
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c[i].kind == argument_kind::tensor)
            return c[i].tensor->numel() == 0;
    return false;
}

/// Rejects the call if the op does not compute in this dtype.
constexpr void require_domain(call<tensor_spec> const& c, dtype_domain domain, dtype d) {
    if (!is_in(domain, d))
        reject(c, "it is not defined for ", torch_name(d));
}

/// Rejects the call if the op does not compute in this dtype and its first tensor has elements: for kernels that look
/// at the dtype only when they meet one.
constexpr void require_domain_of_elements(call<tensor_spec> const& c, dtype_domain domain, dtype d) {
    if (!is_empty(c))
        require_domain(c, domain, d);
}

/// The `alpha` of a call; where only a run tells it, another number of its kind than 1.
[[nodiscard]] constexpr scalar alpha_of(call<tensor_spec> const& c) {
    argument<tensor_spec> const& given = c["alpha"];
    if (given.is_unknown_number())
        return given.is_unknown_real() ? scalar(2.0) : scalar(2);
    return c.number("alpha");
}

/// Rejects the call if its `alpha` is of a higher kind than its result.
constexpr void require_alpha(call<tensor_spec> const& c, dtype d) {
    scalar const alpha = alpha_of(c);
    char const* const kind = alpha.is_real() ? "float" : alpha.is_complex() ? "complex" : "bool";
    if (alpha.is_boolean() ? d != dtype::boolean : !can_cast(alpha.dtype(), integral_to_i64(d)))
        reject(c, "'alpha' is a ", kind, " and the result is ", torch_name(d));
}

} // namespace detail
} // namespace graft
