#pragma once

#include <graft/core/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// What is known of a symbol's value, as bits; spelled as sympy's assumptions.
enum class assumption : std::uint8_t { none = 0, positive = 1, nonnegative = 2, nonzero = 4, integer = 8, real = 16 };

/// What either assumes.
[[nodiscard]] constexpr assumption operator|(assumption a, assumption b) {
    return static_cast<assumption>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

namespace detail {

struct assumption_name {
    std::string_view text;
    assumption bit;
};

/// In the order in which torch writes them.
inline constexpr std::array<assumption_name, 5> assumption_names{{
    {"positive", assumption::positive},
    {"nonnegative", assumption::nonnegative},
    {"nonzero", assumption::nonzero},
    {"integer", assumption::integer},
    {"real", assumption::real},
}};

} // namespace detail

/// A named unknown of at most 16 characters, such as "s77" or "u0"; the name is its identity.
class symbol {
public:
    static constexpr std::size_t max_size = 16; ///< characters of a name

    constexpr symbol() = default;
    /// A symbol of this name; one that is empty or too long is an error.
    explicit constexpr symbol(std::string_view name, assumption known = assumption::positive | assumption::integer)
        : size_(static_cast<std::uint8_t>(name.size())), known_(known) {
        if (name.empty() || name.size() > max_size)
            raise(errc::invalid_argument, "the symbol name '", name, "' has not 1 to 16 characters");
        for (std::size_t i = 0; i < name.size(); ++i)
            text_[i] = name[i];
    }

    /// The name.
    [[nodiscard]] constexpr std::string_view name() const { return {text_.data(), size_}; }
    /// What is assumed of its value.
    [[nodiscard]] constexpr assumption known() const { return known_; }
    /// True when `a` is assumed of its value.
    [[nodiscard]] constexpr bool is(assumption a) const {
        return (static_cast<unsigned>(known_) & static_cast<unsigned>(a)) != 0;
    }

    /// True when the names are equal.
    friend constexpr bool operator==(symbol const& a, symbol const& b) { return a.name() == b.name(); }
    /// Compares the names.
    friend constexpr auto operator<=>(symbol const& a, symbol const& b) { return a.name() <=> b.name(); }

private:
    std::array<char, max_size> text_{};
    std::uint8_t size_ = 0;
    assumption known_ = assumption::none;
};

} // namespace graft
