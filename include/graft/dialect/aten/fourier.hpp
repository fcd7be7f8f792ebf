#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/fourier.hpp>
#include <graft/dialect/op_list.hpp>

/// Fourier transforms and complex numbers.
namespace graft::aten {

struct _conj_physical_default
    : described_op<_conj_physical_default, op_tags::none, meta_elementwise<dtype_rule::promoted>> {
    static constexpr schema_text text{"aten::_conj_physical(Tensor self) -> Tensor"};
};
inline constexpr single_overload<_conj_physical_default> _conj_physical{};

struct conj_physical_inplace_default : inplace_op<conj_physical_inplace_default, _conj_physical_default> {
    static constexpr schema_text text{"aten::conj_physical_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<conj_physical_inplace_default> conj_physical_{};

struct _fft_c2c_default : described_op<_fft_c2c_default, op_tags::none, meta_fft_c2c> {
    static constexpr schema_text text{
        "aten::_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor"};
};
inline constexpr single_overload<_fft_c2c_default> _fft_c2c{};

struct _fft_c2r_default : described_op<_fft_c2r_default, op_tags::core, meta_fft_c2r> {
    static constexpr schema_text text{
        "aten::_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor"};
};
inline constexpr single_overload<_fft_c2r_default> _fft_c2r{};

struct _fft_r2c_default : described_op<_fft_r2c_default, op_tags::core, meta_fft_r2c> {
    static constexpr schema_text text{
        "aten::_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor"};
};
inline constexpr single_overload<_fft_r2c_default> _fft_r2c{};

/// Every op of this header.
using fourier_ops = overloads_of<_conj_physical, _fft_c2c, _fft_c2r, _fft_r2c, conj_physical_>;

} // namespace graft::aten
