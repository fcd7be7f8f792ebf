#pragma once

// What programs of this folder call.
#include "item.hpp"

struct add_t : graft::op<add_t> {
    static constexpr graft::schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr add_t add;
