#pragma once

#include <graft/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Which fields of a `literal` hold its value.
enum class literal_kind : std::uint8_t {
    none,
    boolean,    ///< integer
    integer,    ///< integer
    real,       ///< real
    string,     ///< text
    identifier, ///< text, and integer where PyTorch knows the name (Mean, long, strided)
    booleans,   ///< items
    integers,   ///< items
    reals,      ///< items
    empty_list  ///< a list whose element type has no literals
};

/// A default value of a schema: a plain structural value.
struct literal {
    static constexpr std::size_t max_items = 8; ///< the longest list

    literal_kind kind = literal_kind::none; ///< which of the fields holds the value
    /// True for `int[2] padding=0`: the schema writes one value, `items` holds it twice.
    bool expanded = false;
    /// How many of `items` the list has.
    std::uint8_t count = 0;
    std::int64_t integer = 0; ///< of an int, a bool or a dtype
    double real = 0;          ///< of a float
    /// The characters of the string with its escapes resolved, or the identifier.
    std::string_view text{};
    /// The elements of a list; those of a list of reals are the bits of doubles.
    std::array<std::int64_t, max_items> items{};

    /// Element `i` of a list of reals.
    [[nodiscard]] constexpr double real_item(std::size_t i) const { return std::bit_cast<double>(items[i]); }

    friend constexpr bool operator==(literal const&, literal const&) = default;
};

} // namespace graft
