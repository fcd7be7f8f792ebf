#pragma once

#include <graft/core/dtype.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace graft {

/// A set of dtypes; `undefined` is never a member.
class dtype_set {
public:
    constexpr dtype_set() = default;
    /// Of these dtypes.
    constexpr dtype_set(std::initializer_list<dtype> members) {
        for (dtype const d : members)
            insert(d);
    }

    /// The set of every dtype.
    [[nodiscard]] static constexpr dtype_set all() {
        dtype_set set;
        for (dtype const d : all_dtypes)
            set.insert(d);
        return set;
    }

    /// Adds a dtype; `undefined` is left out.
    constexpr void insert(dtype d) {
        if (d != dtype::undefined)
            bits_ |= bit(d);
    }
    [[nodiscard]] constexpr bool contains(dtype d) const { return (bits_ & bit(d)) != 0; } ///< True for a member.
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; } ///< True when it has no member.
    /// How many members it has.
    [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }

    /// The first member in the order of the enumeration, `undefined` of an empty set.
    [[nodiscard]] constexpr dtype first() const {
        return empty() ? dtype::undefined : static_cast<dtype>(std::countr_zero(bits_));
    }

    /// The members of either.
    [[nodiscard]] friend constexpr dtype_set operator|(dtype_set a, dtype_set b) {
        a.bits_ |= b.bits_;
        return a;
    }
    /// The members of both.
    [[nodiscard]] friend constexpr dtype_set operator&(dtype_set a, dtype_set b) {
        a.bits_ &= b.bits_;
        return a;
    }
    friend constexpr bool operator==(dtype_set, dtype_set) = default;

private:
    [[nodiscard]] static constexpr std::uint32_t bit(dtype d) { return std::uint32_t{1} << static_cast<unsigned>(d); }

    std::uint32_t bits_ = 0;
};

namespace detail {

struct scalar_type_name {
    std::string_view name;
    dtype type;
};

inline constexpr std::array<scalar_type_name, 19> scalar_type_names{{
    {"Bool", dtype::boolean},
    {"Byte", dtype::u8},
    {"Char", dtype::i8},
    {"Short", dtype::i16},
    {"Int", dtype::i32},
    {"Long", dtype::i64},
    {"UInt16", dtype::u16},
    {"UInt32", dtype::u32},
    {"UInt64", dtype::u64},
    {"Half", dtype::f16},
    {"BFloat16", dtype::bf16},
    {"Float", dtype::f32},
    {"Double", dtype::f64},
    {"ComplexHalf", dtype::c32},
    {"ComplexFloat", dtype::c64},
    {"ComplexDouble", dtype::c128},
    {"Float8_e4m3fn", dtype::f8e4m3fn},
    {"Float8_e5m2", dtype::f8e5m2},
    {"Float8_e8m0fnu", dtype::f8e8m0fnu},
}};

} // namespace detail

/// The dtype that ATen calls so: "Float"; `undefined` if there is none.
[[nodiscard]] constexpr dtype parse_scalar_type(std::string_view name) {
    for (detail::scalar_type_name const& known : detail::scalar_type_names)
        if (known.name == name)
            return known.type;
    return dtype::undefined;
}

/// ATen's name of the dtype: "Float".
[[nodiscard]] constexpr std::string_view scalar_type(dtype d) {
    for (detail::scalar_type_name const& known : detail::scalar_type_names)
        if (known.type == d)
            return known.name;
    return "Undefined";
}

/// The set as Python prints one of torch's dtypes: `{torch.float32, torch.float64}`.
[[nodiscard]] inline std::string text(dtype_set set) {
    std::string out;
    for (dtype const d : all_dtypes)
        if (set.contains(d)) {
            out += out.empty() ? "{" : ", ";
            out += torch_name(d);
        }
    return out.empty() ? "set()" : out + "}";
}

} // namespace graft
