#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// What a node calls, and what is known of its value, as it was: either it is put back, or it is dropped.
class saved_call {
public:
    GRAFT_CONSTEXPR_INLINE saved_call(graph& g, node_id n)
        : g_(g), n_(n), target_(g.target_id(n)), kwargs_(g.kwarg_count(n)), value_(*g.val(n)) {
        operands_.reserve(g.operand_count(n));
        for (std::size_t i = 0; i < g.operand_count(n); ++i)
            operands_.push_back(g.duplicate(g.operand_at(n, i)));
    }

    [[nodiscard]] constexpr value_spec const& value() const { return value_; }

    GRAFT_CONSTEXPR_INLINE void put_back() {
        g_.set_target(n_, target_);
        g_.set_operands(n_, operands_, kwargs_);
        g_.set_val(n_, value_);
    }
    GRAFT_CONSTEXPR_INLINE void drop() {
        for (operand const o : operands_)
            g_.discard(o);
    }

private:
    graph& g_;
    node_id n_;
    std::uint32_t target_;
    std::size_t kwargs_;
    value_spec value_;
    vec<operand> operands_;
};

} // namespace graft::detail
