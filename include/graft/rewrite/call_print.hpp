#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// A number for what a node calls, by which it is known again: of its arguments those made at `first` or later count
// as what they call themselves, all others as the nodes that they are.
class call_print {
public:
    constexpr call_print(graph const& g, node_id first) : g_(g), first_(first) {}

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::uint64_t of(node_id n) const {
        std::size_t left = most_calls;
        return of_call(n, left);
    }

private:
    static constexpr std::size_t most_calls = 64; // that are looked into; the others count as themselves

    static constexpr std::uint64_t mix(std::uint64_t print, std::uint64_t part) {
        std::uint64_t const mixed = (print ^ part) * 0x9e3779b97f4a7c15u;
        return mixed ^ (mixed >> 29);
    }

    GRAFT_CONSTEXPR std::uint64_t of_call(node_id n, std::size_t& left) const;
    GRAFT_CONSTEXPR std::uint64_t of_operand(operand value, std::size_t& left) const;

    graph const& g_;
    node_id first_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR std::uint64_t call_print::of_call(node_id n, std::size_t& left) const {
    std::uint64_t print = mix(raw(g_).target_id(n), raw(g_).kwarg_count(n));
    for (std::size_t i = 0; i < raw(g_).operand_count(n); ++i)
        print = mix(print, of_operand(raw(g_).operand_at(n, i), left));
    return print;
}

GRAFT_CONSTEXPR std::uint64_t call_print::of_operand(operand value, std::size_t& left) const {
    if (value.is_literal())
        return mix(1, value.id());
    if (value.is_node()) {
        if (value.id() < first_ || left == 0)
            return mix(2, value.id());
        --left;
        return of_call(value.id(), left);
    }
    arg_ref const items = g_.view(value);
    std::uint64_t print = mix(3, static_cast<std::uint64_t>(items.kind()));
    for (std::size_t i = 0; i < items.size(); ++i)
        print = mix(print, of_operand(items[i].value(), left));
    return print;
}

} // namespace graft::detail
#endif
