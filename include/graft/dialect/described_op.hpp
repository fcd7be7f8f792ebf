#pragma once

#include <graft/schema/infer.hpp>
#include <graft/schema/op.hpp>
#include <graft/schema/packet.hpp>

namespace graft {

/// An op with its tags and, where there is one, its meta function given by the base.
template <class D, op_tags Tags, meta_function... Meta>
struct described_op;

/// An op without a meta function.
template <class D, op_tags Tags>
struct described_op<D, Tags> : op<D> {
    static constexpr op_tags tags = Tags; ///< what its author said of it
};

/// An op with a meta function.
template <class D, op_tags Tags, meta_function Meta>
struct described_op<D, Tags, Meta> : op<D> {
    static constexpr op_tags tags = Tags;       ///< what its author said of it
    static constexpr meta_function meta = Meta; ///< what it says of its result
};

/// The packet of an op that has only its default overload, and the base of one that has few others: what takes that
/// overload takes the packet.
template <class Op>
struct single_overload : Op {
    Op default_; ///< what a call without an overload's name calls
};

/// The packet of an overload that takes a number and one that takes a tensor.
template <class S, class T>
struct scalar_or_tensor : packet<scalar_or_tensor<S, T>> {
    S Scalar; ///< the overload of that name
    T Tensor; ///< the overload of that name
};

/// The packet of an overload that takes a number.
template <class S>
struct scalar_overload : packet<scalar_overload<S>> {
    S Scalar; ///< the overload of that name
};

/// The packet of an overload that takes a tensor.
template <class T>
struct tensor_overload : packet<tensor_overload<T>> {
    T Tensor; ///< the overload of that name
};

/// The packet of an overload that takes an integer.
template <class I>
struct int_overload : packet<int_overload<I>> {
    I int_; ///< the overload of that name
};

/// The packet of the default overload and one that takes a tensor.
template <class D, class T>
struct default_or_tensor : packet<default_or_tensor<D, T>> {
    D default_; ///< what a call without an overload's name calls
    T Tensor;   ///< the overload of that name
};

/// The packet of the default overload and one that takes a list.
template <class D, class V>
struct default_or_vec : packet<default_or_vec<D, V>> {
    D default_; ///< what a call without an overload's name calls
    V vec;      ///< the overload of that name
};

} // namespace graft
