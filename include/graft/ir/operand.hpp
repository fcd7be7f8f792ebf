#pragma once

#include <graft/ir/argument.hpp>

#include <cstdint>

namespace graft {

/// What one argument slot holds, in 32 bits: a node, an interned literal, or an aggregate with nodes in it.
/// Within one graph equal literals are equal operands.
class operand {
public:
    constexpr operand() = default;

    /// Of the node, literal or aggregate with this id.
    /// @{
    [[nodiscard]] static constexpr operand node(node_id id) { return operand{id}; }
    [[nodiscard]] static constexpr operand literal(std::uint32_t id) { return operand{id | literal_bit}; }
    [[nodiscard]] static constexpr operand aggregate(std::uint32_t id) { return operand{id | aggregate_bit}; }
    /// @}

    /// Which of the three it is.
    /// @{
    [[nodiscard]] constexpr bool is_node() const { return bits_ < aggregate_bit; }
    [[nodiscard]] constexpr bool is_literal() const { return (bits_ & literal_bit) != 0; }
    [[nodiscard]] constexpr bool is_aggregate() const {
        return (bits_ & (literal_bit | aggregate_bit)) == aggregate_bit;
    }
    /// @}

    /// The id of the node, literal or aggregate.
    [[nodiscard]] constexpr std::uint32_t id() const { return bits_ & ~(literal_bit | aggregate_bit); }

    constexpr bool operator==(operand const&) const = default;

    /// How many nodes, literals or aggregates one graph can hold.
    static constexpr std::uint32_t limit = 1u << 30;

private:
    static constexpr std::uint32_t literal_bit = 1u << 31;
    static constexpr std::uint32_t aggregate_bit = 1u << 30;

    explicit constexpr operand(std::uint32_t bits) : bits_(bits) {}

    std::uint32_t bits_ = literal_bit; // the literal None
};

} // namespace graft
