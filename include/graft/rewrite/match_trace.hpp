#pragma once

#include <graft/ir/argument.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Why a part of a pattern does not match.
enum class mismatch : std::uint8_t {
    op,        ///< no call of that op
    literal,   ///< not that literal
    number,    ///< not that number, or no number
    attribute, ///< an argument that the pattern does not mention is not the default
    count,     ///< a list of another length
    uses,      ///< used by other nodes as well
    variable,  ///< the variable stands for something else already
    region,    ///< something is written between it and the root
    negation,  ///< it is what it must not be
    condition, ///< a condition does not hold
};

/// The mismatch in one sentence part: `not a call of the op`.
[[nodiscard]] constexpr std::string_view text(mismatch why) {
    constexpr std::string_view texts[] = {
        "it is no call of the op",
        "it is another literal",
        "it is not that number",
        "an argument that the pattern does not mention is not the default",
        "it is a list of another length",
        "other nodes use it as well",
        "the variable stands for something else already",
        "something is written between it and the root",
        "it is what it must not be",
        "the condition does not hold",
    };
    return texts[static_cast<std::size_t>(why)];
}

namespace detail {

// What a matcher tells of its failures: nothing, at no cost.
struct no_trace {
    static constexpr bool on = false;
};

// Keeps the failure that came after most nodes had matched, of several the first.
struct deepest_trace {
    static constexpr bool on = true;

    bool any = false;
    std::size_t matched = 0; // nodes that matched before
    std::uint32_t at = 0;    // where in the pattern; the number of the condition for one
    operand value;           // what was found there
    mismatch why = mismatch::op;

    constexpr void failed(std::uint32_t where, operand found, mismatch reason, std::size_t nodes) {
        if (any && nodes <= matched)
            return;
        *this = {true, nodes, where, found, reason};
    }
};

} // namespace detail
} // namespace graft
