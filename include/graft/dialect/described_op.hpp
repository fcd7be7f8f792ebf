#pragma once

#include <graft/schema/infer.hpp>
#include <graft/schema/op.hpp>
#include <graft/schema/packet.hpp>

namespace graft {

/// An op with its tags and, where there is one, its meta function given by the base.
template <class D, op_tags Tags, meta_function... Meta>
struct described_op;

template <class D, op_tags Tags>
struct described_op<D, Tags> : op<D> {
    static constexpr op_tags tags = Tags;
};

template <class D, op_tags Tags, meta_function Meta>
struct described_op<D, Tags, Meta> : op<D> {
    static constexpr op_tags tags = Tags;
    static constexpr meta_function meta = Meta;
};

/// The packet of an op that has only its default overload.
template <class Op>
struct single_overload : Op {
    Op default_;
};

} // namespace graft
