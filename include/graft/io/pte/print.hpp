#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/program.hpp>

#include <cstddef>
#include <string>

namespace graft {

namespace detail {

/// `[1, 2]` of what `one` appends for each item.
template <class Items, class One>
void append_pte_list(std::string& out, Items const& items, One const& one) {
    out += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
        out += i == 0 ? "" : ", ";
        one(items[i]);
    }
    out += ']';
}

} // namespace detail

/// `f32[2, 3] memory 1 at 16`
[[nodiscard]] GRAFT_INLINE std::string text(pte_value const& value);

/// `aten::add.out %0 %1 %2 %3 %3`
[[nodiscard]] GRAFT_INLINE std::string text(pte_plan const& plan, pte_instruction const& instruction);

/// A method in lines: its memory, values and instructions.
[[nodiscard]] GRAFT_INLINE std::string text(pte_plan const& plan);

/// A whole program in lines, without the elements of its tensors, with what `missing_kernels` gives. The program has been
/// checked.
[[nodiscard]] GRAFT_INLINE std::string text(pte_program const& program);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/io/pte/kernels.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstdint>
#    include <string_view>
#    include <variant>

namespace graft {
namespace detail {

inline void append_pte_index(std::string& out, std::int64_t value) {
    out += value < 0 ? "None" : "%" + std::to_string(value);
}

struct pte_value_printer {
    std::string& out;

    void operator()(std::monostate) const { out += "None"; }
    void operator()(std::int64_t number) const { append_number(out, number); }
    void operator()(bool truth) const { out += truth ? "True" : "False"; }
    void operator()(double number) const { append_real(out, number); }
    void operator()(std::string const& text) const { out += "'" + text + "'"; }
    void operator()(pte_integers const& list) const {
        append_pte_list(out, list.items, [&](std::int64_t i) { append_pte_index(out, i); });
    }
    void operator()(pte_reals const& list) const {
        append_pte_list(out, list.items, [&](double number) { append_real(out, number); });
    }
    void operator()(pte_booleans const& list) const {
        append_pte_list(out, list.items, [&](bool truth) { (*this)(truth); });
    }
    void operator()(pte_tensors const& list) const {
        append_pte_list(out, list.items, [&](std::int64_t i) { append_pte_index(out, i); });
    }
    void operator()(pte_tensor const& t) const {
        out += fx_name(t.dtype);
        append_pte_list(out, t.sizes, [&](std::int64_t size) { append_number(out, size); });
        bool ordered = true;
        for (std::size_t i = 0; i < t.dim_order.size(); ++i)
            ordered = ordered && t.dim_order[i] == i;
        if (!ordered) {
            out += " order ";
            append_pte_list(out, t.dim_order, [&](std::int64_t d) { append_number(out, d); });
        }
        if (t.dynamism != pte_dynamism::fixed)
            out += t.dynamism == pte_dynamism::bounded ? " at most" : " unbounded";
        if (t.data_buffer != 0)
            out += (t.is_constant() ? " constant " : " from ") + std::to_string(t.data_buffer);
        if (t.allocation)
            out += " memory " + std::to_string(t.allocation->memory_id) + " at " + std::to_string(t.allocation->offset);
        if (!t.fully_qualified_name.empty())
            out += (t.external ? " external '" : " '") + t.fully_qualified_name + "'";
    }
};

inline std::string pte_values_text(std::string_view prefix, vec<std::int32_t> const& values) {
    std::string out(prefix);
    for (std::int32_t const v : values) {
        out += ' ';
        append_pte_index(out, v);
    }
    return out + '\n';
}

} // namespace detail

GRAFT_INLINE std::string text(pte_value const& value) {
    std::string out;
    std::visit(detail::pte_value_printer{out}, value);
    return out;
}

GRAFT_INLINE std::string text(pte_plan const& plan, pte_instruction const& instruction) {
    auto const first = static_cast<std::size_t>(instruction.first);
    std::string out;
    switch (instruction.action) {
    case pte_action::kernel: out = plan.operators[first].full_name(); break;
    case pte_action::delegate: out = "delegate " + std::to_string(first) + " '" + plan.delegates[first].id + "'"; break;
    case pte_action::move: return "move %" + std::to_string(first) + " to %" + std::to_string(instruction.second);
    case pte_action::jump_false:
        return "unless %" + std::to_string(first) + " go to " + std::to_string(instruction.second);
    case pte_action::free: return "free %" + std::to_string(first);
    }
    for (std::int32_t const v : instruction.arguments) {
        out += ' ';
        detail::append_pte_index(out, v);
    }
    return out;
}

GRAFT_INLINE std::string text(pte_plan const& plan) {
    std::string out = "method " + plan.name + "\n" + detail::pte_values_text("  inputs", plan.inputs) +
                      detail::pte_values_text("  outputs", plan.outputs);
    for (std::size_t m = 1; m < plan.buffer_sizes.size(); ++m)
        out += "  memory " + std::to_string(m) + ": " + std::to_string(plan.buffer_sizes[m]) + " bytes\n";
    for (pte_delegate const& d : plan.delegates)
        out += "  delegate '" + d.id + "': " + std::to_string(d.data.size()) + " bytes\n";
    for (std::size_t v = 0; v < plan.values.size(); ++v)
        out += "  %" + std::to_string(v) + " = " + text(plan.values[v]) + "\n";
    for (pte_chain const& chain : plan.chains) {
        out += "  chain\n";
        for (std::size_t i = 0; i < chain.instructions.size(); ++i)
            out += "    " + std::to_string(i) + ": " + text(plan, chain.instructions[i]) + "\n";
    }
    return out;
}

GRAFT_INLINE std::string text(pte_program const& program) {
    std::uint64_t bytes = 0;
    for (storage const& s : program.buffers)
        bytes += s.size();
    std::string out = "program of " + std::to_string(program.plans.size()) + " methods, constants of " +
                      std::to_string(bytes) + " bytes\n";
    for (pte_named_data const& d : program.named_data)
        out += "data '" + d.key + "': " + std::to_string(d.data.size()) + " bytes\n";
    std::string missing;
    for (std::string const& name : missing_kernels(program))
        missing += (missing.empty() ? "" : ", ") + name;
    if (!missing.empty())
        out += "kernels that ExecuTorch does not bring: " + missing + "\n";
    for (pte_plan const& plan : program.plans)
        out += text(plan);
    return out;
}

} // namespace graft
#endif
