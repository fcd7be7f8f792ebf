#pragma once

#include <cstdint>

namespace graft {

/// How far the right side of a rule may be from its left side, element by element. Two values agree when they are
/// equal, or within `ulp` units in the last place of the result's dtype, or within `atol + rtol * |left|`.
/// Both sides always have the same dtype and sizes.
struct contract {
    bool ignores_sign_of_zero = false; ///< +0 and -0 agree
    bool finite_only = false;          ///< elements where one side is no finite number are not compared
    std::uint32_t ulp = 0;             ///< units in the last place of the result's dtype
    /// At most `atol + rtol * |left|` apart.
    /// @{
    double atol = 0, rtol = 0;
    /// @}

    friend constexpr bool operator==(contract const&, contract const&) = default;
};

/// Bit for bit the same, but for the payload of a nan: what a rule promises if it says nothing.
inline constexpr contract exact{};

/// True when whatever keeps `a` keeps `b`: a pass that allows `b` may use a rule that promises `a`.
[[nodiscard]] constexpr bool implies(contract const& a, contract const& b) {
    return (b.ignores_sign_of_zero || !a.ignores_sign_of_zero) && (b.finite_only || !a.finite_only) && a.ulp <= b.ulp &&
           a.atol <= b.atol && a.rtol <= b.rtol;
}

} // namespace graft
