#pragma once

#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/rewrite/weight.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail {

// What the meta function of an element-wise op does, told without a call of it.
struct elementwise_facts {
    dtype_rule rule = dtype_rule::promoted;
    std::uint8_t count = 1; // the arguments that are promoted
    dtype_domain domain = dtype_domain::all;
    bool alpha = false, power = false;
};

constexpr std::optional<elementwise_facts> find_elementwise(op_info const* op) {
    if (op == nullptr)
        return std::nullopt;
    if (op->meta == &meta_add)
        return elementwise_facts{.count = 2, .alpha = true};
    if (op->meta == &meta_sub)
        return elementwise_facts{.count = 2, .domain = dtype_domain::not_boolean, .alpha = true};
    if (op->meta == &meta_pow)
        return elementwise_facts{.count = 2, .domain = dtype_domain::not_boolean, .power = true};
    elementwise_form const* const form = find_elementwise_form(op->meta);
    if (form == nullptr || form->count > 2)
        return std::nullopt;
    return elementwise_facts{form->rule, form->count, form->domain};
}

//=== dtypes as small numbers ===//

// A dtype with what has it: the enumerator of a tensor's, or one of the three that numbers have; 0 where there is none.
using dtype_code = std::uint8_t;
inline constexpr dtype_code boolean_number = 17, whole_number = 18, real_number = 19, dtype_codes = 20;

constexpr dtype_code code_of(dtype tensor) { return static_cast<dtype_code>(tensor); }
constexpr bool is_tensor(dtype_code code) { return code != 0 && code < boolean_number; }
constexpr dtype dtype_of_code(dtype_code code) {
    switch (code) {
    case boolean_number: return dtype::boolean;
    case whole_number: return dtype::i64;
    case real_number: return dtype::f64;
    default: return static_cast<dtype>(code);
    }
}

// What element-wise ops make of dtypes, by code, so that constant expressions need not work it out for each call: to
// what two operands are promoted, and what the dtype of the result is then by rule and domain; 0 is refused.
struct elementwise_dtypes {
    dtype_code promoted[dtype_codes][dtype_codes];
    dtype_code results[dtype_rule_count * dtype_domain_count][boolean_number];
};

constexpr std::size_t results_of(elementwise_facts const& facts) {
    return static_cast<std::size_t>(facts.rule) * dtype_domain_count + static_cast<std::size_t>(facts.domain);
}

constexpr dtype promoted(dtype_code a, dtype_code b) {
    if (is_tensor(a) && is_tensor(b))
        return promote_types(dtype_of_code(a), dtype_of_code(b));
    operand_kind const kind = is_tensor(b) ? operand_kind::tensor : operand_kind::scalar;
    return result_type({{dtype_of_code(a), operand_kind::scalar}, {dtype_of_code(b), kind}});
}

consteval elementwise_dtypes tabulate_elementwise() {
    elementwise_dtypes all{};
    for (dtype_code a = 1; a < dtype_codes; ++a)
        for (dtype_code b = 1; b <= a; ++b)
            all.promoted[a][b] = all.promoted[b][a] = code_of(promoted(a, b));
    for (std::size_t rule = 0; rule < dtype_rule_count; ++rule)
        for (std::size_t domain = 0; domain < dtype_domain_count; ++domain)
            for (dtype const d : all_dtypes)
                if (is_in(static_cast<dtype_domain>(domain), d))
                    all.results[rule * dtype_domain_count + domain][code_of(d)] =
                        code_of(apply_rule(static_cast<dtype_rule>(rule), d));
    return all;
}

// A template, so that only those who lint pay for it: they name it by a type that depends on theirs.
template <class Void>
inline constexpr elementwise_dtypes elementwise_results = tabulate_elementwise();

} // namespace graft::detail
