#pragma once

#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

// Ops that PyTorch has under several names.

namespace graft {

namespace detail {

/// An op that is another one under a name of its own: the arguments are the same.
template <class Op>
struct renamed {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k.forward(Op{}); }
};

} // namespace detail

template <>
struct composition_of<aten::_unsafe_view_default> : detail::renamed<aten::view_default> {};
template <>
struct composition_of<aten::swapaxes_default> : detail::renamed<aten::transpose_int> {};
template <>
struct composition_of<aten::swapdims_default> : detail::renamed<aten::transpose_int> {};
template <>
struct composition_of<aten::broadcast_to_default> : detail::renamed<aten::expand_default> {};

} // namespace graft
