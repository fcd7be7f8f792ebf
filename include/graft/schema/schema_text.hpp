#pragma once

#include <cstddef>
#include <string_view>

namespace graft {

/// The text of an op's schema; unlike a `fixed_string`, which serves as well, it costs no type for each length.
struct schema_text {
    char const* characters; ///< of a literal, or of what was put together
    std::size_t size;       ///< without the terminating zero

    /// The text of a literal.
    consteval schema_text(char const* literal) : characters(literal), size(__builtin_strlen(literal)) {}
    /// The text of characters that live as long as the program.
    consteval explicit schema_text(std::string_view text) : characters(text.data()), size(text.size()) {}

    /// All of it.
    [[nodiscard]] constexpr std::string_view view() const { return {characters, size}; }
};

} // namespace graft
