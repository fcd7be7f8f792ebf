#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../runtime/tensors.hpp"
#include "unit.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Those that this machine can run; this unit and `sse2_unit` are compiled for every machine.
std::vector<unit> units() {
    std::vector<unit> found{sse2_unit()};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        found.push_back(avx2_unit());
    if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw"))
        found.push_back(avx512_unit());
    return found;
}

tensor wave(std::vector<std::int64_t> sizes) {
    tensor t = iota(std::move(sizes));
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = static_cast<float>(i * 37 % 101) / 50 - 1;
    return t;
}

TEST_CASE("instruction sets: a unit has kernels of its own") {
    std::vector<unit> const all = units();
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            CHECK(all[a].instruction_set != all[b].instruction_set);
            CHECK(all[a].lanes == 2 * all[a - 1].lanes);
            REQUIRE(all[a].kernels.entries().size() == all[b].kernels.entries().size());
            for (std::size_t i = 0; i < all[a].kernels.entries().size(); ++i) {
                CHECK(all[a].kernels.entries()[i].name == all[b].kernels.entries()[i].name);
                CHECK((all[a].kernels.entries()[i].run != all[b].kernels.entries()[i].run));
            }
        }
}

TEST_CASE("instruction sets: a unit runs its own, also in compositions, in place, and where tensors are given to ops") {
    for (unit const& u : units()) {
        CAPTURE(std::string(u.instruction_set));
        tensor x = tensor::zeros({3}, dtype::f32);
        auto const run = [&](op_info const& op) {
            call<tensor> c(op);
            c.set("self", x);
            return evaluate(c, u.kernels.find(op)).front().data<float>()[2];
        };
        auto const lanes = static_cast<float>(u.lanes);
        CHECK(run(add_lanes.info()) == lanes);
        CHECK(run(add_lanes_twice.info()) == 2 * lanes);
        CHECK(u.call_add_lanes(x).data<float>()[2] == lanes);
        CHECK(u.call_packet(x).data<float>()[2] == lanes);
        CHECK(run(add_lanes_.info()) == lanes);
        CHECK(x.data<float>()[0] == lanes);
    }
}

TEST_CASE("instruction sets: all units compute the same") {
    tensor const x = wave({9, 67}), w = wave({67, 35}), bias = wave({35}), image = wave({1, 5, 9, 11}),
                 filter = wave({7, 5, 3, 3}), scale = wave({67});
    struct sample {
        op_info const& op;
        std::vector<argument<tensor>> arguments;
    };
    std::vector<sample> const samples{
        {aten::add.Tensor.info(), {x, scale}},
        {aten::addmm.default_.info(), {bias, x, w}},
        {aten::convolution.default_.info(),
         {image, filter, argument<tensor>(std::nullopt), std::vector{1, 1}, std::vector{1, 1}, std::vector{1, 1}, false,
          std::vector{0, 0}, 1}},
        {aten::gelu.default_.info(), {x}},
        {aten::native_layer_norm.default_.info(), {x, std::vector{67}, scale, argument<tensor>(std::nullopt), 1e-5}},
        {aten::softmax.int_.info(), {x, 1}},
        {aten::sqrt.default_.info(), {x}},
        {aten::sum.dim_IntList.info(), {x, std::vector{1}}},
        {aten::tanh.default_.info(), {x}},
    };
    std::vector<unit> const all = units();
    for (sample const& s : samples) {
        call<tensor> c(s.op);
        for (std::size_t i = 0; i < s.arguments.size(); ++i)
            c.set(i, s.arguments[i]);
        std::vector<tensor> const expected = evaluate(c, all[0].kernels.find(s.op));
        for (unit const& u : all) {
            CAPTURE(std::string(s.op.name));
            CAPTURE(std::string(u.instruction_set));
            difference const d = compare(expected[0], evaluate(c, u.kernels.find(s.op))[0]);
            CAPTURE(d.max_abs);
            CHECK(d.agrees());
        }
    }
}

TEST_CASE("instruction sets: the products of bytes are exact in all units") {
    byte_matrix left{13, 29, {}}, right{29, 41, {}};
    for (int i = 0; i < 13 * 29; ++i)
        left.elements.push_back(static_cast<std::uint8_t>(i * 29 % 4));
    for (int i = 0; i < 29 * 41; ++i)
        right.elements.push_back(static_cast<std::uint8_t>(i * 31 % 3));
    for (unit const& u : units()) {
        CAPTURE(std::string(u.instruction_set));
        byte_matrix const product = u.multiply_bytes(left, right);
        for (std::size_t r = 0; r < 13; ++r)
            for (std::size_t c = 0; c < 41; ++c) {
                std::size_t sum = c;
                for (std::size_t k = 0; k < 29; ++k)
                    sum += std::size_t{left.elements[r * 29 + k]} * right.elements[k * 41 + c];
                REQUIRE(product.elements[r * 41 + c] == sum);
            }
    }
}

} // namespace
