#pragma once

#include <graft/meta/vec.hpp>
#include <graft/schema/argument.hpp>
#include <graft/schema/op_info.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft {
namespace detail {

/// The dtype of a number that PyTorch's schemas use for it.
constexpr graft::dtype dtype_of_code(std::int64_t code) {
    constexpr std::array codes{dtype::u8,  dtype::i8,  dtype::i16, dtype::i32, dtype::i64,  dtype::f16,
                               dtype::f32, dtype::f64, dtype::c32, dtype::c64, dtype::c128, dtype::boolean};
    if (code >= 0 && code < static_cast<std::int64_t>(codes.size()))
        return codes[static_cast<std::size_t>(code)];
    switch (code) {
    case 15: return dtype::bf16;
    case 23: return dtype::f8e5m2;
    case 24: return dtype::f8e4m3fn;
    case 27: return dtype::u16;
    case 28: return dtype::u32;
    case 29: return dtype::u64;
    case 44: return dtype::f8e8m0fnu;
    default: return dtype::undefined;
    }
}

constexpr graft::layout layout_of_code(std::int64_t code) {
    constexpr std::array codes{layout::strided,    layout::sparse_coo, layout::sparse_csr, layout::mkldnn,
                               layout::sparse_csc, layout::sparse_bsr, layout::sparse_bsc};
    return code >= 0 && code < static_cast<std::int64_t>(codes.size()) ? codes[static_cast<std::size_t>(code)]
                                                                       : layout::strided;
}

template <class Tensor>
constexpr argument<Tensor> default_list(literal const& value) {
    if (value.kind == literal_kind::integers || value.kind == literal_kind::empty_list)
        return vec<sym_int>(value.items.begin(), value.items.begin() + value.count);
    vec<scalar> numbers;
    for (std::size_t i = 0; i < value.count; ++i)
        numbers.push_back(value.kind == literal_kind::reals ? scalar(value.real_item(i)) : scalar(value.items[i] != 0));
    return numbers;
}

template <class Tensor>
constexpr argument<Tensor> default_code(schema_argument const& slot) {
    literal const& value = slot.default_value;
    switch (slot.type) {
    case type_kind::dtype: return dtype_of_code(value.integer);
    case type_kind::layout: return layout_of_code(value.integer);
    case type_kind::memory_format: return static_cast<memory_format>(value.integer & 3);
    case type_kind::device: return value.text;
    default: return value.integer;
    }
}

} // namespace detail

/// The default of a schema slot as an argument, `missing` when there is none.
template <class Tensor>
[[nodiscard]] constexpr argument<Tensor> default_argument(schema_argument const& slot) {
    literal const& value = slot.default_value;
    if (!slot.has_default)
        return {};
    switch (value.kind) {
    case literal_kind::none: return std::nullopt;
    case literal_kind::boolean: return value.integer != 0;
    case literal_kind::integer:
    case literal_kind::identifier: return detail::default_code<Tensor>(slot);
    case literal_kind::real: return value.real;
    case literal_kind::string: return value.text;
    default: return detail::default_list<Tensor>(value);
    }
}

} // namespace graft
