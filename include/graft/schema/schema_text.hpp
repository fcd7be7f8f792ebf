#pragma once

#include <cstddef>
#include <string_view>

namespace graft {

/// The text of an op's schema; unlike a `fixed_string`, which serves as well, it costs no type for each length.
struct schema_text {
    char const* characters;
    std::size_t size;  ///< without the terminating zero

    consteval schema_text(char const* literal) : characters(literal), size(__builtin_strlen(literal)) {}
    consteval explicit schema_text(std::string_view text) : characters(text.data()), size(text.size()) {}

    [[nodiscard]] constexpr std::string_view view() const { return {characters, size}; }
};

} // namespace graft
