#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/layout.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace graft::detail {

// The numbers by which the JSON of a .pt2 names dtypes, layouts and memory formats; they are
// not those of c10 or of .pte files.

template <class Enum, std::size_t N>
using pt2_numbers = std::array<std::pair<std::int64_t, Enum>, N>;

inline constexpr pt2_numbers<dtype, 19> pt2_dtypes{{
    {1, dtype::u8},      {2, dtype::i8},         {3, dtype::i16},   {4, dtype::i32},  {5, dtype::i64},
    {6, dtype::f16},     {7, dtype::f32},        {8, dtype::f64},   {9, dtype::c32},  {10, dtype::c64},
    {11, dtype::c128},   {12, dtype::boolean},   {13, dtype::bf16}, {28, dtype::u16}, {29, dtype::f8e4m3fn},
    {30, dtype::f8e5m2}, {33, dtype::f8e8m0fnu}, {34, dtype::u32},  {35, dtype::u64},
}};

inline constexpr pt2_numbers<layout, 7> pt2_layouts{{
    {1, layout::sparse_coo},
    {2, layout::sparse_csr},
    {3, layout::sparse_csc},
    {4, layout::sparse_bsr},
    {5, layout::sparse_bsc},
    {6, layout::mkldnn},
    {7, layout::strided},
}};

inline constexpr pt2_numbers<memory_format, 4> pt2_memory_formats{{
    {1, memory_format::contiguous},
    {2, memory_format::channels_last},
    {3, memory_format::channels_last_3d},
    {4, memory_format::preserve},
}};

template <class Enum, std::size_t N>
constexpr std::optional<Enum> from_pt2(pt2_numbers<Enum, N> const& numbers, std::int64_t number) {
    for (auto const& [known, value] : numbers)
        if (known == number)
            return value;
    return std::nullopt;
}

template <class Enum, std::size_t N>
constexpr std::optional<std::int64_t> to_pt2(pt2_numbers<Enum, N> const& numbers, Enum value) {
    for (auto const& [number, known] : numbers)
        if (known == value)
            return number;
    return std::nullopt;
}

} // namespace graft::detail
