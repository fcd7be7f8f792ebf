#pragma once

#include <graft/core/storage.hpp>
#include <graft/io/pte/program.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

/// Bytes at an aligned address of their own.
inline graft::storage storage_of(std::string_view text) {
    graft::storage const s = graft::storage::allocate(text.size());
    if (!text.empty())
        std::memcpy(s.data(), text.data(), text.size());
    return s;
}

/// A tensor at a place of memory 1.
inline graft::pte_tensor planned(std::vector<std::int32_t> sizes, std::uint64_t offset) {
    graft::pte_tensor t;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        t.dim_order.push_back(static_cast<std::uint8_t>(d));
    t.sizes = std::move(sizes);
    t.allocation = graft::pte_allocation{1, offset};
    return t;
}

/// `relu(x + w)` of two elements: input 0, constant 1, sum 3, result 4.
inline graft::pte_program add_relu() {
    graft::pte_program program;
    graft::pte_plan plan;
    plan.name = "forward";
    graft::pte_tensor w = planned({2}, 0);
    w.allocation.reset();
    w.data_buffer = 1;
    plan.values = {planned({2}, 0), w, std::int64_t{1}, planned({2}, 16), planned({2}, 32)};
    plan.inputs = {0};
    plan.outputs = {4};
    plan.operators = {{"aten::add", "out"}, {"aten::relu", "out"}};
    plan.buffer_sizes = {0, 48};
    plan.chains.resize(1);
    plan.chains[0].instructions = {{graft::pte_action::kernel, 0, 0, {0, 1, 2, 3, 3}},
                                   {graft::pte_action::kernel, 1, 0, {3, 4, 4}}};
    program.plans.push_back(plan);
    float const elements[]{-1.0f, 2.0f};
    program.buffers = {{}, storage_of({reinterpret_cast<char const*>(elements), sizeof elements})};
    return program;
}

/// A program of every kind of value and instruction, of random numbers.
inline graft::pte_program random_pte(std::uint32_t seed) {
    using namespace graft;
    std::mt19937 random(seed);
    auto const below = [&](std::uint32_t limit) { return static_cast<std::int32_t>(random() % limit); };
    pte_program program = add_relu();
    pte_plan& plan = program.plans[0];
    plan.in_spec = std::string(static_cast<std::size_t>(below(40)), 'i');
    for (int i = 0; i < 20; ++i) {
        auto const count = static_cast<std::size_t>(below(4));
        switch (below(10)) {
        case 0: plan.values.emplace_back(); break;
        case 1: plan.values.emplace_back(static_cast<std::int64_t>(random()) * -below(9)); break;
        case 2: plan.values.emplace_back(below(2) == 1); break;
        case 3: plan.values.emplace_back(below(100) / -4.0); break;
        case 4: plan.values.emplace_back(std::string(count, 'x')); break;
        case 5: plan.values.emplace_back(pte_integers{std::vector<std::int64_t>(count, 2)}); break;
        case 6: plan.values.emplace_back(pte_reals{std::vector<double>(count, 0.5)}); break;
        case 7: plan.values.emplace_back(pte_booleans{std::vector<bool>(count, true)}); break;
        case 8:
            plan.values.emplace_back(below(2) == 1 ? pte_tensors{std::vector<std::int32_t>(count, 3), false}
                                                   : pte_tensors{std::vector<std::int32_t>(count, -1), true});
            break;
        default: {
            pte_tensor t = planned({below(3), 1, below(2)}, static_cast<std::uint64_t>(below(4)));
            t.dim_order = {2, 0, 1};
            t.dtype = below(2) == 1 ? dtype::bf16 : dtype::i64;
            t.dynamism = static_cast<pte_dynamism>(below(3));
            t.fully_qualified_name = std::string(count, 'n');
            t.requires_grad = below(2) == 1;
            plan.values.emplace_back(t);
        }
        }
    }
    auto const value = [&] { return below(static_cast<std::uint32_t>(plan.values.size())); };
    for (int i = 0; i < 20; ++i) {
        pte_instruction made{static_cast<pte_action>(below(5)), 0, 0, {}};
        if (made.action == pte_action::delegate)
            made.action = pte_action::kernel;
        made.first = made.action == pte_action::kernel ? below(2) : value();
        if (made.action == pte_action::kernel)
            made.arguments = {value(), value()};
        if (made.action == pte_action::move)
            made.second = value();
        if (made.action == pte_action::jump_false)
            made.second = below(20);
        plan.chains[0].instructions.push_back(made);
    }
    for (std::size_t i = 0; i < plan.chains[0].instructions.size() && seed % 2 == 1; ++i)
        plan.chains[0].stack_traces.push_back({pte_frame{"model.py", "forward", "x + 1", below(99)}});
    program.named_data.push_back({"key", storage_of("data")});
    program.mutable_buffers.push_back({{}, storage_of("0123456789abcdef")});
    program.plans.push_back(program.plans[0]);
    program.plans.back().name = "other";
    return program;
}

} // namespace graft_test
