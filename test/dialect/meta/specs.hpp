#pragma once

#include <graft/symbolic/value_spec.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace graft_test {

using graft::dtype;
using graft::sym_int;
using graft::tensor_spec;

/// A symbolic size.
GRAFT_CONSTEXPR_INLINE sym_int s0() { return graft::symbol("s0"); }

GRAFT_CONSTEXPR_INLINE tensor_spec f32(std::vector<sym_int> sizes) {
    return graft::make_spec(dtype::f32, std::move(sizes));
}

GRAFT_CONSTEXPR_INLINE tensor_spec i64(std::vector<sym_int> sizes) {
    return graft::make_spec(dtype::i64, std::move(sizes));
}

GRAFT_CONSTEXPR_INLINE tensor_spec strided(tensor_spec spec, std::vector<sym_int> strides, sym_int offset = 0) {
    spec.strides = std::move(strides);
    spec.storage_offset = offset;
    return spec;
}

/// Indices of which some are None.
using optional_specs = std::vector<std::optional<tensor_spec>>;

} // namespace graft_test
