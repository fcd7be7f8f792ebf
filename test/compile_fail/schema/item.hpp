#pragma once

// What programs of this folder call ops with.
#include <graft/schema/op.hpp>

struct item {};
struct item_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr int call(graft::slots<Slot...>, Arguments const&...) {
        return sizeof...(Arguments);
    }
};
template <>
struct graft::carrier_of<item> {
    using type = item_carrier;
};
