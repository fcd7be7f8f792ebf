#pragma once

#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/pattern/constraint.hpp>
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
inline constexpr dtype_code boolean_number = 20, whole_number = 21, real_number = 22, dtype_codes = 23;

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

// What stands for a tensor or number where rules are checked without a graph. Sizes are digits of four bits, the last
// dimension first; a dimension that there is not is 0.
struct abstract_value {
    dtype_code type = 0; // 0 is the result of a call that is refused
    std::uint16_t sizes = 0;
};

constexpr std::int64_t count_dims(std::uint16_t sizes) {
    std::int64_t rank = 0;
    for (; sizes != 0; sizes = static_cast<std::uint16_t>(sizes >> 4))
        ++rank;
    return rank;
}

constexpr std::optional<std::int64_t> size_at(std::uint16_t sizes, std::int64_t dim) {
    std::int64_t const rank = count_dims(sizes), at = dim < 0 ? dim + rank : dim;
    if (at < 0 || at >= rank)
        return std::nullopt;
    return sizes >> (4 * (rank - 1 - at)) & 15;
}

constexpr std::optional<std::uint16_t> join_sizes(std::uint16_t a, std::uint16_t b) {
    if (a == b || b == 0)
        return a;
    unsigned joined = 0;
    for (unsigned shift = 0; shift < 16; shift += 4) {
        unsigned const x = a >> shift & 15u, y = b >> shift & 15u;
        if (x != y && x > 1 && y > 1)
            return std::nullopt;
        joined |= (x > y ? x : y) << shift;
    }
    return static_cast<std::uint16_t>(joined);
}

// Whether a condition is about two tensors.
constexpr bool is_pair(constraint_kind kind) {
    return kind == constraint_kind::same_dtype || kind == constraint_kind::same_size ||
           kind == constraint_kind::same_shape || kind == constraint_kind::broadcasts_to;
}

// Whether a condition on dtypes, or on sizes, holds of a value; one on the other of the two does.
constexpr bool holds_of(constraint const& c, abstract_value const& v, bool sizes) {
    if (!is_tensor(v.type)) // conditions are about tensors
        return false;
    if (c.kind == constraint_kind::has_dtype)
        return sizes || (c.value & dtype_bit(dtype_of_code(v.type))) != 0;
    if (!sizes)
        return true;
    switch (c.kind) {
    case constraint_kind::rank: return count_dims(v.sizes) == c.value;
    case constraint_kind::min_rank: return count_dims(v.sizes) >= c.value;
    case constraint_kind::max_rank: return count_dims(v.sizes) <= c.value;
    case constraint_kind::size: return size_at(v.sizes, c.of.dim) == c.value;
    case constraint_kind::numel: {
        std::int64_t product = 1;
        for (std::uint16_t left = v.sizes; left != 0; left = static_cast<std::uint16_t>(left >> 4))
            product *= left & 15;
        return product == c.value;
    }
    default: return true;
    }
}

// Whether a condition on dtypes, or on sizes, holds of two values; one on the other of the two does.
constexpr bool pair_holds_of(constraint const& c, abstract_value const& a, abstract_value const& b, bool sizes) {
    if (!is_tensor(a.type) || !is_tensor(b.type))
        return false;
    if (c.kind == constraint_kind::same_dtype)
        return sizes || a.type == b.type;
    if (!sizes)
        return true;
    if (c.kind == constraint_kind::same_shape)
        return a.sizes == b.sizes;
    if (c.kind == constraint_kind::same_size) {
        auto const size = size_at(a.sizes, c.of.dim);
        return size && size == size_at(b.sizes, c.other.dim);
    }
    return join_sizes(a.sizes, b.sizes) == b.sizes;
}

} // namespace graft::detail
