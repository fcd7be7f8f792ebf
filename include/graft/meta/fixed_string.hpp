#pragma once

#include <graft/config.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// A string literal that can be a template argument.
template <std::size_t N>
struct fixed_string {
    char text[N]; ///< the characters and a 0

    // Not by way of the other: that costs compilers a thirtieth of all that they allocate for a thousand ops.
    /// The literal, without a copy at run time.
    consteval fixed_string(char const (&literal)[N]) {
        for (std::size_t i = 0; i + 1 < N; ++i)
            text[i] = literal[i];
        text[N - 1] = '\0'; // clang 16 prints integers when the last element is only implied
    }

    /// Characters that were put together, N - 1 of them.
    consteval explicit fixed_string(std::string_view characters) {
        for (std::size_t i = 0; i + 1 < N; ++i)
            text[i] = characters[i];
        text[N - 1] = '\0';
    }

    /// The length without the terminating zero.
    static constexpr std::size_t size = N - 1;

    /// The characters without the terminating zero.
    [[nodiscard]] constexpr std::string_view view() const { return {text, size}; }

    friend constexpr bool operator==(fixed_string const&, fixed_string const&) = default;
};

/// The first `N` characters of `text` as a template argument, for diagnostics.
template <std::size_t N>
[[nodiscard]] consteval fixed_string<N + 1> fixed_slice(std::string_view text) {
    return fixed_string<N + 1>(text.substr(0, N));
}

} // namespace graft
