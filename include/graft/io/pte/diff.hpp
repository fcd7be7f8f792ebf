#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/program.hpp>

#include <string>

namespace graft {

/// How two programs differ: methods, their inputs, outputs, memory, operators, constants and instructions, whatever
/// numbers their values have. Empty for programs that do the same.
[[nodiscard]] GRAFT_INLINE std::string diff(pte_program const& first, pte_program const& second);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/io/pte/print.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <map>
#    include <utility>
#    include <variant>

namespace graft {
namespace detail {

/// Says how two methods of the same name differ, in lines.
class pte_plan_diff {
public:
    pte_plan_diff(pte_program const& first, pte_plan const& a, pte_program const& second, pte_plan const& b)
        : programs_{&first, &second}, plans_{&a, &b} {}

    [[nodiscard]] std::string text() {
        compare("inputs", values(0, plans_[0]->inputs), values(1, plans_[1]->inputs));
        compare("outputs", values(0, plans_[0]->outputs), values(1, plans_[1]->outputs));
        std::size_t const memories = std::max(plans_[0]->buffer_sizes.size(), plans_[1]->buffer_sizes.size());
        for (std::size_t m = 1; m < memories; ++m)
            compare("memory " + std::to_string(m), memory(0, m), memory(1, m));
        compare_counts("operator",
                       counts(0,
                              [](auto& all, auto const& plan, auto const& i) {
                                  if (i.action == pte_action::kernel)
                                      ++all[plan.operators[static_cast<std::size_t>(i.first)].full_name()];
                              }),
                       counts(1, [](auto& all, auto const& plan, auto const& i) {
                           if (i.action == pte_action::kernel)
                               ++all[plan.operators[static_cast<std::size_t>(i.first)].full_name()];
                       }));
        compare_counts("constant", constants(0), constants(1));
        compare_lines(instructions(0), instructions(1));
        return std::move(out_);
    }

private:
    using count_map = std::map<std::string, std::int64_t>;

    void line(std::string const& what) { out_ += "method " + plans_[0]->name + ": " + what + "\n"; }
    void compare(std::string const& what, std::string const& a, std::string const& b) {
        if (a != b)
            line(what + ": " + a + ", then " + b);
    }

    // A value by what it is, not by its number.
    [[nodiscard]] std::string describe(int side, std::int32_t v) const {
        pte_value const& value = plans_[side]->values[static_cast<std::size_t>(v)];
        if (auto const* const t = std::get_if<pte_tensor>(&value)) {
            pte_tensor shape = *t;
            shape.allocation.reset();
            shape.data_buffer = 0;
            return graft::text(pte_value(shape)) + (t->is_constant() ? " constant" : "");
        }
        if (auto const* const list = std::get_if<pte_integers>(&value)) {
            std::string out;
            append_pte_list(out, list->items,
                            [&](std::int64_t i) { out += describe(side, static_cast<std::int32_t>(i)); });
            return out;
        }
        if (auto const* const list = std::get_if<pte_tensors>(&value)) {
            std::string out;
            append_pte_list(out, list->items, [&](std::int32_t i) { out += i < 0 ? "None" : describe(side, i); });
            return out;
        }
        return graft::text(value);
    }
    [[nodiscard]] std::string values(int side, vec<std::int32_t> const& list) const {
        std::string out = "(";
        for (std::size_t i = 0; i < list.size(); ++i)
            out += (i == 0 ? "" : ", ") + describe(side, list[i]);
        return out + ")";
    }
    [[nodiscard]] std::string memory(int side, std::size_t m) const {
        auto const& sizes = plans_[side]->buffer_sizes;
        return m < sizes.size() ? std::to_string(sizes[m]) + " bytes" : "none";
    }

    template <class Add>
    [[nodiscard]] count_map counts(int side, Add const& add) const {
        count_map all;
        for (pte_chain const& c : plans_[side]->chains)
            for (pte_instruction const& i : c.instructions)
                add(all, *plans_[side], i);
        return all;
    }
    // Constants by shape and elements.
    [[nodiscard]] count_map constants(int side) const {
        count_map all;
        for (std::size_t v = 0; v < plans_[side]->values.size(); ++v) {
            auto const* const t = std::get_if<pte_tensor>(&plans_[side]->values[v]);
            if (t == nullptr || !t->is_constant())
                continue;
            std::uint64_t bytes = element_size(t->dtype), hash = 14695981039346656037u;
            for (std::int32_t const size : t->sizes)
                bytes *= static_cast<std::uint64_t>(size);
            std::byte const* const data = programs_[side]->buffers[t->data_buffer].data();
            for (std::uint64_t i = 0; i < bytes; ++i)
                hash = (hash ^ std::to_integer<std::uint64_t>(data[i])) * 1099511628211u;
            ++all[describe(side, static_cast<std::int32_t>(v)) + " #" + std::to_string(hash)];
        }
        return all;
    }
    void compare_counts(std::string const& what, count_map a, count_map const& b) {
        for (auto const& [name, count] : b)
            a.try_emplace(name, 0);
        for (auto const& [name, count] : a) {
            auto const other = b.find(name);
            std::int64_t const then = other == b.end() ? 0 : other->second;
            if (count != then)
                line(what + " " + name + ": " + std::to_string(count) + " times, then " + std::to_string(then));
        }
    }

    [[nodiscard]] vec<std::string> instructions(int side) const {
        vec<std::string> lines;
        pte_plan const& plan = *plans_[side];
        for (pte_chain const& c : plan.chains)
            for (pte_instruction const& i : c.instructions) {
                std::string text;
                auto const number = static_cast<std::size_t>(i.first);
                switch (i.action) {
                case pte_action::kernel: text = plan.operators[number].full_name(); break;
                case pte_action::delegate: text = "delegate " + plan.delegates[number].id; break;
                case pte_action::move:
                    text = "move " + describe(side, i.first) + " to " + describe(side, i.second);
                    break;
                case pte_action::jump_false:
                    text = "unless " + describe(side, i.first) + " go to " + std::to_string(i.second);
                    break;
                case pte_action::free: text = "free " + describe(side, i.first); break;
                }
                lines.push_back(i.arguments.empty() ? text : text + values(side, i.arguments));
            }
        return lines;
    }
    // What lies between the beginning and the end that both have.
    void compare_lines(vec<std::string> const& a, vec<std::string> const& b) {
        std::size_t const most = std::min(a.size(), b.size());
        std::size_t begin = 0, end = 0;
        while (begin < most && a[begin] == b[begin])
            ++begin;
        while (end < most - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end])
            ++end;
        for (std::size_t i = begin; i < a.size() - end; ++i)
            line("- " + std::to_string(i) + ": " + a[i]);
        for (std::size_t i = begin; i < b.size() - end; ++i)
            line("+ " + std::to_string(i) + ": " + b[i]);
    }

    pte_program const* programs_[2];
    pte_plan const* plans_[2];
    std::string out_;
};

} // namespace detail

GRAFT_INLINE std::string diff(pte_program const& first, pte_program const& second) {
    std::string out;
    for (pte_plan const& plan : first.plans)
        if (pte_plan const* const other = second.find(plan.name))
            out += detail::pte_plan_diff(first, plan, second, *other).text();
        else
            out += "method " + plan.name + ": only in the first program\n";
    for (pte_plan const& plan : second.plans)
        if (first.find(plan.name) == nullptr)
            out += "method " + plan.name + ": only in the second program\n";
    return out;
}

} // namespace graft
#endif
