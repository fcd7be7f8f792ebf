#pragma once

#include <graft/core/tensor.hpp>
#include <graft/core/visit_dtype.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/rulecheck/side_runner.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>

namespace graft::detail {

// With as many digits as tell the numbers of a type apart, and no zeros at the end.
inline void append_rounded(std::string& out, double number, int digits) {
    if (number != number) { // nan has a sign, which no contract knows
        out += "nan";
        return;
    }
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, number);
    out += buffer;
}

// The tensor and its first elements: `f32[2]: 0 -0`.
[[nodiscard]] inline std::string elements_text(tensor const& t) {
    constexpr std::int64_t most = 8;
    std::string out = text(spec_of(t)) + ':';
    tensor const dense = t.contiguous();
    for (std::int64_t i = 0; i < std::min(t.numel(), most); ++i) {
        out += ' ';
        visit_dtype(t.dtype(), [&]<class T>() {
            if constexpr (std::same_as<T, bool>)
                out += dense.data<T>()[i] ? "True" : "False";
            else if constexpr (std::integral<T>)
                out += std::to_string(dense.data<T>()[i]);
            else if constexpr (real_element<T>)
                append_rounded(out, static_cast<double>(dense.data<T>()[i]), std::numeric_limits<T>::max_digits10);
        });
    }
    return out + (t.numel() > most ? " ..." : "");
}

// The calls of a graph, each with what is known of its value.
inline void append_calls(std::string& out, std::string_view title, graph const& g) {
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function)
            continue;
        out += "  " + std::string{title} + "%" + std::string{g.name(n)} + " = " + std::string{g.target(n).name} + '(';
        title = "         ";
        for (std::size_t i = 0; i < g.arg_count(n); ++i)
            out += (i == 0 ? "" : ", ") + fx_text(g, g.arg(n, i));
        for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
            out += (i + g.arg_count(n) == 0 ? "" : ", ") + std::string{g.kwarg_key(n, i)} + "=" +
                   fx_text(g, g.kwarg(n, i));
        out += g.val(n) == nullptr ? ")\n" : ") : " + text(*g.val(n)) + '\n';
    }
}

// A case for a reader: the inputs, both sides and what they give.
[[nodiscard]] inline std::string case_text(rule_case const& c, side_outcome const& outcome) {
    std::string out;
    for (case_decision const& d : c)
        if (d.what == case_decision::kind::tensor)
            out += "    " + std::string{d.name.empty() ? "a tensor" : d.name} + " is " + elements_text(d.data) + '\n';
    append_calls(out, "  left:  ", outcome.before);
    append_calls(out, "  right: ", outcome.after);
    if (outcome.left.defined())
        out += "    left gives  " + elements_text(outcome.left) + '\n';
    if (outcome.right.defined())
        out += "    right gives " + elements_text(outcome.right) + '\n';
    else if (outcome.failed())
        out += "    right: " + outcome.reason + '\n';
    return out;
}

} // namespace graft::detail
