#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>

#include "test_program.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace graft_test {

/// Element-wise calls and views of `s0 x 3`, `s0 x 1` and `3` tensors, in any order; no value leaves [-8, 8].
inline graft::exported_program random_program(std::uint32_t seed, int calls) {
    using namespace graft;
    std::mt19937 random(seed);
    auto const below = [&](std::size_t limit) { return random() % limit; };
    sym_int const rows = symbol{"s0"};
    program_builder b;
    std::vector<value> values{b.parameter("w", tensor::full({3}, dtype::f32, 0.75)), b.input("x", f32_spec({rows, 3})),
                              b.input("y", f32_spec({rows, 1}))};
    for (int i = 0; i < calls; ++i) {
        value const a = values[below(values.size())], c = values[below(values.size())];
        switch (below(8)) {
        case 0: values.push_back(aten::hardtanh(aten::add.Tensor(a, c), -8, 8)); break;
        case 1: values.push_back(aten::hardtanh(aten::sub.Tensor(a, c, "alpha"_a = 2), -8, 8)); break;
        case 2: values.push_back(aten::hardtanh(aten::mul.Tensor(a, c), -8, 8)); break;
        case 3: values.push_back(aten::maximum(a, c)); break;
        case 4: values.push_back(aten::neg(a)); break;
        case 5: values.push_back(aten::tanh(a)); break;
        case 6: values.push_back(aten::unsqueeze(a, 0)); break;
        default: values.push_back(aten::detach(a)); break;
        }
        // Ranks stay small: a value of rank 4 is taken back to its last two dimensions.
        infer_all(b.g());
        if (b.g().val(values.back().id)->tensor.dim() > 3)
            values.push_back(aten::select.int_(aten::select.int_(values.back(), 0, 0), 0, 0));
    }
    std::vector<value> results{values.back()};
    for (value const v : values)
        if (below(10) == 0)
            results.push_back(v);
    return b.finish(results, {{symbol{"s0"}, {1, 16}}});
}

/// Elements in [-2, 2].
inline graft::tensor random_tensor(std::uint32_t seed, std::vector<std::int64_t> sizes) {
    std::mt19937 random(seed);
    graft::tensor t = graft::tensor::empty(std::move(sizes), graft::dtype::f32);
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = static_cast<float>(random() % 4001) / 1000.0f - 2.0f;
    return t;
}

} // namespace graft_test
