#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>

namespace graft {

/// Calls `f.operator()<T>()` with the element type of the dtype; `undefined` is an error.
template <class F>
constexpr decltype(auto) visit_dtype(dtype d, F&& f) {
    switch (d) {
    case dtype::boolean: return f.template operator()<bool>();
    case dtype::u8: return f.template operator()<std::uint8_t>();
    case dtype::i8: return f.template operator()<std::int8_t>();
    case dtype::i16: return f.template operator()<std::int16_t>();
    case dtype::i32: return f.template operator()<std::int32_t>();
    case dtype::i64: return f.template operator()<std::int64_t>();
    case dtype::u16: return f.template operator()<std::uint16_t>();
    case dtype::u32: return f.template operator()<std::uint32_t>();
    case dtype::u64: return f.template operator()<std::uint64_t>();
    case dtype::f16: return f.template operator()<half>();
    case dtype::bf16: return f.template operator()<bfloat16>();
    case dtype::f32: return f.template operator()<float>();
    case dtype::f64: return f.template operator()<double>();
    case dtype::c32: return f.template operator()<complex_half>();
    case dtype::c64: return f.template operator()<std::complex<float>>();
    case dtype::c128: return f.template operator()<std::complex<double>>();
    case dtype::undefined: break;
    }
    raise(errc::invalid_argument, "an undefined dtype has no elements");
}

namespace detail {

[[nodiscard]] constexpr std::size_t element_alignment(dtype d) {
    return visit_dtype(d, []<class T>() { return alignof(T); });
}

} // namespace detail
} // namespace graft
