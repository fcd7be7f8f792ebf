#pragma once

#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/rewrite/weight.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace graft::detail {

// What the meta function of an element-wise op does, told without a call of it.
struct elementwise_facts {
    dtype_rule rule = dtype_rule::promoted;
    std::uint8_t count = 1;  // the arguments that are promoted
    dtype_domain domain = dtype_domain::all;
    bool alpha = false, power = false;
};

inline constexpr std::size_t dtype_rule_count = 3, dtype_domain_count = 7;

template <std::size_t I>
struct nth_elementwise {
    static constexpr elementwise_facts facts{static_cast<dtype_rule>(I / (2 * dtype_domain_count)),
                                             static_cast<std::uint8_t>(1 + I / dtype_domain_count % 2),
                                             static_cast<dtype_domain>(I % dtype_domain_count)};
    static constexpr meta_function meta = &meta_elementwise<facts.rule, facts.count, facts.domain>;
};

struct elementwise_entry {
    meta_function meta = nullptr;
    elementwise_facts facts;
};

template <std::size_t... I>
consteval auto elementwise_table_of(std::index_sequence<I...>) {
    return std::array{
        elementwise_entry{&meta_add, {dtype_rule::promoted, 2, dtype_domain::all, true}},
        elementwise_entry{&meta_sub, {dtype_rule::promoted, 2, dtype_domain::not_boolean, true}},
        elementwise_entry{&meta_pow, {dtype_rule::promoted, 2, dtype_domain::not_boolean, false, true}},
        elementwise_entry{nth_elementwise<I>::meta, nth_elementwise<I>::facts}...};
}

inline constexpr auto elementwise_table =
    elementwise_table_of(std::make_index_sequence<dtype_rule_count * 2 * dtype_domain_count>{});

constexpr std::optional<elementwise_facts> find_elementwise(op_info const* op) {
    if (op == nullptr || op->meta == nullptr)
        return std::nullopt;
    for (elementwise_entry const& entry : elementwise_table)
        if (entry.meta == op->meta)
            return entry.facts;
    return std::nullopt;
}

} // namespace graft::detail
