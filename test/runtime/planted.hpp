#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/library.hpp>

#include "test_program.hpp"
#include "tensors.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace graft_test {

namespace planted_rules {

inline constexpr auto x = graft::var<"x">;
inline constexpr auto y = graft::var<"y">;

/// Rules of which all but one are right.
inline constexpr auto set = graft::rules(
    graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x),
    graft::rule<"relu-relu">(graft::aten::relu(graft::aten::relu(x)) >> graft::aten::relu(x)),
    graft::rule<"wrong">(graft::aten::maximum(x, y) >> graft::aten::add.Tensor(x, y)),
    graft::rule<"minus-minus">(graft::aten::sub.Tensor(x, graft::aten::neg(y)) >> graft::aten::add.Tensor(x, y)));

} // namespace planted_rules

inline constexpr auto planted_kernels =
    graft::kernel_set<decltype(graft::aten::add.Tensor), decltype(graft::aten::sub.Tensor),
                      decltype(graft::aten::maximum.default_), decltype(graft::aten::neg.default_),
                      decltype(graft::aten::relu.default_)>;
inline constexpr graft::kernel_library planted_library{graft::kernel_table{planted_kernels}, {}};

/// A chain of calls to which the right rules apply in many places and the wrong one at the node `culprit` alone.
struct planted_program {
    graft::exported_program program;
    std::string culprit;
    std::vector<graft::tensor> inputs{f32({4}, {1, 0.5f, 2, 0.25f})};

    planted_program(std::uint32_t seed, int calls) {
        using namespace graft;
        std::mt19937 random(seed);
        auto const plant_at = static_cast<int>(random() % static_cast<unsigned>(calls));
        program_builder b;
        value const w = b.parameter("w", tensor::full({4}, dtype::f32, 0.75));
        value v = b.input("x", f32_spec({4}));
        for (int i = 0; i < calls; ++i) {
            if (i == plant_at) {
                v = aten::maximum(v, w);
                culprit = v.name();
            }
            switch (random() % 4) {
            case 0: v = aten::neg(aten::neg(v)); break;
            case 1: v = aten::relu(aten::relu(v)); break;
            case 2: v = aten::sub.Tensor(v, aten::neg(w)); break;
            default: v = aten::add.Tensor(v, w); break;
            }
        }
        program = b.finish({v});
    }
};

} // namespace graft_test
