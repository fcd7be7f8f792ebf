#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>

#include <string>
#include <string_view>

namespace graft {

namespace detail {

struct operator_format {
    std::string_view name, text; // `{}` is an operand
};

// `File: model.py:3 in forward, code: return x + 1` of the innermost frame of a Python stack trace.
GRAFT_INLINE std::string stack_summary(std::string_view trace);

GRAFT_INLINE void print_readable_class(std::string& out, graph_module const& module, std::string_view name,
                                       std::string const& indent);

} // namespace detail

/// The graph as the Python code that FX's `print_readable` prints: shapes as annotations, the lines of the model as
/// comments, and values set to None after their last use.
[[nodiscard]] GRAFT_INLINE std::string print_readable(graph const& g, std::string_view class_name = "GraphModule");

/// A module as the Python code that FX's `print_readable` prints, with the modules in it inside its class.
[[nodiscard]] inline std::string print_readable(graph_module const& module,
                                                std::string_view class_name = "GraphModule") {
    std::string out;
    detail::print_readable_class(out, module, class_name, "");
    return out;
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/print.hpp>
#    include <graft/ir/text/print_value.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/meta/view.hpp>
#    include <graft/symbolic/print.hpp>

#    include <algorithm>
#    include <array>
#    include <cstddef>

namespace graft {
namespace detail {

// How Python writes the functions of the module `operator` that are expressions.
inline constexpr std::array<operator_format, 23> expression_formats{{
    {"add", "{} + {}"}, {"sub", "{} - {}"},  {"mul", "{} * {}"},     {"floordiv", "{} // {}"}, {"truediv", "{} / {}"},
    {"mod", "{} % {}"}, {"pow", "{} ** {}"}, {"lshift", "{} << {}"}, {"rshift", "{} >> {}"},   {"and_", "{} & {}"},
    {"or_", "{} | {}"}, {"xor", "{} ^ {}"},  {"matmul", "{} @ {}"},  {"getitem", "{}[{}]"},    {"eq", "{} == {}"},
    {"ne", "{} != {}"}, {"lt", "{} < {}"},   {"gt", "{} > {}"},      {"le", "{} <= {}"},       {"ge", "{} >= {}"},
    {"neg", "-{}"},     {"pos", "+{}"},      {"invert", "~{}"},
}};

// How Python writes the functions of the module `operator` that are statements, which change their first operand.
inline constexpr std::array<operator_format, 14> statement_formats{{
    {"iadd", "{} += {}"},
    {"isub", "{} -= {}"},
    {"imul", "{} *= {}"},
    {"ifloordiv", "{} //= {}"},
    {"itruediv", "{} /= {}"},
    {"imod", "{} %= {}"},
    {"ipow", "{} **= {}"},
    {"ilshift", "{} <<= {}"},
    {"irshift", "{} >>= {}"},
    {"iand", "{} &= {}"},
    {"ior", "{} |= {}"},
    {"ixor", "{} ^= {}"},
    {"imatmul", "{} @= {}"},
    {"setitem", "{}[{}] = {}"},
}};

// The format of a target among these, empty when there is none.
inline std::string_view find_format(view<operator_format const> formats, std::string_view target) {
    constexpr std::string_view prefix = "operator.";
    if (target.substr(0, prefix.size()) == prefix)
        for (operator_format const& f : formats)
            if (f.name == target.substr(prefix.size()))
                return f.text;
    return {};
}

// What FX's code calls a function: that of torch and a builtin by its name, any other, an Edge op too, by one word.
inline std::string function_name(target_info const& target) {
    std::string name = python_target(target);
    constexpr std::string_view builtins = "builtins.";
    if (name.starts_with(builtins))
        return name.substr(builtins.size());
    if (name.starts_with("torch."))
        return name;
    std::replace(name.begin(), name.end(), '.', '_');
    return name.starts_with("operator_") ? "_" + name : name;
}

// `self.layers.weight`, or `getattr(self.layers, "0")` for what is no identifier.
inline std::string attribute_path(std::string path, std::string_view target) {
    while (true) {
        std::size_t const dot = target.find('.');
        std::string const part{target.substr(0, dot)};
        path = is_identifier(part) ? path + "." + part : "getattr(" + path + ", \"" + part + "\")";
        if (dot == target.npos)
            return path;
        target.remove_prefix(dot + 1);
    }
}

// `f32[2, s0]` or `Sym(s0)`, nothing for what has no shape.
inline std::string shape_comment(value_spec const* val) {
    std::string out;
    if (val == nullptr || val->is_none() || val->is_list())
        return out;
    if (!val->is_tensor()) {
        out = "Sym(";
        append_to(out, val->integer);
        return out + ")";
    }
    out = std::string{fx_name(val->tensor.dtype)} + "[";
    for (std::size_t i = 0; i < val->tensor.sizes.size(); ++i) {
        out += i == 0 ? "" : ", ";
        append_to(out, val->tensor.sizes[i]);
    }
    return out + "]";
}

GRAFT_INLINE std::string stack_summary(std::string_view trace) {
    constexpr std::string_view file = "File \"", line = "\", line ", in = ", in ";
    std::size_t const begin = trace.rfind(file);
    if (begin == std::string_view::npos)
        return {};
    std::string_view const frame = trace.substr(begin + file.size());
    std::size_t const name_end = frame.find(line), number_end = frame.find(in);
    if (name_end == std::string_view::npos || number_end == std::string_view::npos || number_end < name_end)
        return {};
    std::size_t const number = name_end + line.size(), function = number_end + in.size();
    std::size_t const end = std::min(frame.find('\n', function), frame.size());
    std::size_t const code_end = std::min(frame.find('\n', end + 1), frame.size());
    std::string_view code = end < frame.size() ? frame.substr(end + 1, code_end - end - 1) : std::string_view{};
    code.remove_prefix(std::min(code.find_first_not_of(' '), code.size()));
    std::string out = "File: " + std::string{frame.substr(0, name_end)} + ":";
    out += std::string{frame.substr(number, number_end - number)} + " in ";
    return out + std::string{frame.substr(function, end - function)} + ", code: " + std::string{code};
}

// Python code for the nodes of one graph.
class code_printer {
public:
    explicit code_printer(graph const& g) : g_(g), dies_(g.capacity()) {
        vec<node_id> order;
        for (node_id const n : g.nodes())
            order.push_back(n);
        vec<bool> seen(g.capacity(), false);
        for (std::size_t i = order.size(); i-- > 0;)
            g.for_each_input(order[i], [&](node_id input) {
                if (!seen[input])
                    dies_[order[i]].push_back(input);
                seen[input] = true;
            });
    }

    // The method, indented by `indent`.
    std::string forward(std::string const& indent) {
        std::string out = indent + "def forward(self", body;
        for (node_id const n : g_.nodes()) {
            if (g_.op(n) == opcode::placeholder) {
                out += ", " + std::string{g_.target(n).name} + annotation(n);
                if (g_.arg_count(n) > 0)
                    out += " = " + python_text(g_, g_.arg(n, 0));
                std::string_view value = g_.target(n).name;
                value.remove_prefix(std::min(value.find_first_not_of('*'), value.size()));
                if (value != g_.name(n))
                    body += indent + "    " + std::string{g_.name(n)} + " = " + std::string{value} + "\n";
                continue;
            }
            body += source(n, indent, body.empty());
            body += indent + "    " + statement(n) + dead_values(n) + "\n";
        }
        node_id const last = g_.back();
        bool const typed = last != no_node && g_.op(last) == opcode::output && !g_.type(last).empty();
        out += typed ? ") -> " + std::string{g_.type(last)} + ":\n" : "):\n";
        return out + (body.empty() ? indent + "    pass\n" : body);
    }

private:
    std::string annotation(node_id n) const {
        if (std::string const shape = shape_comment(g_.val(n)); !shape.empty())
            return ": \"" + shape + "\"";
        return g_.type(n).empty() ? "" : " : " + std::string{g_.type(n)};
    }

    // Where the code comes from, said once for the nodes of one line.
    std::string source(node_id n, std::string const& indent, bool first) {
        if (g_.op(n) == opcode::output)
            return {};
        std::string const trace{g_.meta(n, "stack_trace")};
        if (started_ && trace == trace_)
            return {};
        bool const none = trace.empty();
        started_ = true;
        trace_ = trace;
        return (first ? "" : "\n") + indent + "    # " +
               (none ? "No stacktrace found for following nodes" : stack_summary(trace)) + "\n";
    }

    std::string arguments(node_id n, std::size_t first) const {
        std::string out;
        for (std::size_t i = first; i < g_.arg_count(n); ++i)
            out += (i == first ? "" : ", ") + python_text(g_, g_.arg(n, i));
        for (std::size_t i = 0; i < g_.kwarg_count(n); ++i)
            out +=
                (out.empty() ? "" : ", ") + std::string{g_.kwarg_key(n, i)} + " = " + python_text(g_, g_.kwarg(n, i));
        return out;
    }

    // How Python writes the call with one of these operators; empty when it does not.
    std::string_view format(node_id n, view<operator_format const> formats) const {
        std::string_view const format = find_format(formats, g_.target(n).name);
        std::size_t operands = 0;
        for (std::size_t i = 0; i + 1 < format.size(); ++i)
            operands += format[i] == '{';
        return operands == g_.arg_count(n) && g_.kwarg_count(n) == 0 ? format : std::string_view{};
    }

    std::string with_operands(node_id n, std::string_view format) const {
        std::string out;
        for (std::size_t i = 0, k = 0; i < format.size(); ++i) {
            if (format[i] != '{')
                out += format[i];
            else
                out += python_text(g_, g_.arg(n, k++));
            i += format[i] == '{';
        }
        return out;
    }

    std::string call(node_id n) const {
        if (std::string_view const operation = format(n, expression_formats); !operation.empty())
            return with_operands(n, operation);
        bool const takes_attribute = g_.target(n).name == "builtins.getattr" && g_.arg_count(n) == 2 &&
                                     g_.kwarg_count(n) == 0 && g_.arg(n, 1).kind() == arg_kind::string;
        if (takes_attribute && is_identifier(g_.arg(n, 1).text()))
            return attribute_path(python_text(g_, g_.arg(n, 0)), g_.arg(n, 1).text());
        return function_name(g_.target(n)) + "(" + arguments(n, 0) + ")";
    }

    std::string statement(node_id n) const {
        std::string const left = std::string{g_.name(n)} + annotation(n) + " = ";
        std::string const target{g_.target(n).name};
        switch (g_.op(n)) {
        case opcode::get_attr: return left + attribute_path("self", target);
        case opcode::call_module: return left + attribute_path("self", target) + "(" + arguments(n, 0) + ")";
        case opcode::call_method:
            return g_.arg_count(n) == 0
                       ? left + target + "(" + arguments(n, 0) + ")"
                       : left + attribute_path(python_text(g_, g_.arg(n, 0)), target) + "(" + arguments(n, 1) + ")";
        case opcode::output: return "return " + (g_.arg_count(n) == 0 ? "None" : python_text(g_, g_.arg(n, 0)));
        default:
            if (std::string_view const assignment = format(n, statement_formats); !assignment.empty())
                return with_operands(n, assignment) + ";  " + left + python_text(g_, g_.arg(n, 0));
            return left + call(n);
        }
    }

    // `;  x = y = None`: the values that nothing uses after this node.
    std::string dead_values(node_id n) const {
        if (g_.op(n) == opcode::output)
            return {};
        std::string out;
        for (node_id const input : dies_[n])
            out += std::string{g_.name(input)} + " = ";
        if (g_.use_count(n) == 0)
            out += std::string{g_.name(n)} + " = ";
        return out.empty() ? out : ";  " + out + "None";
    }

    graph const& g_;
    vec<vec<node_id>> dies_; // by node: the inputs that it is the last to use
    bool started_ = false;
    std::string trace_;
};

GRAFT_INLINE void print_readable_class(std::string& out, graph_module const& module, std::string_view name,
                                       std::string const& indent) {
    out += indent + "class " + std::string{name} + "(torch.nn.Module):\n";
    out += code_printer{module.graph}.forward(indent + "    ");
    for (submodule const& inner : module.submodules) {
        out += '\n';
        print_readable_class(out, inner.module, inner.name, indent + "    ");
    }
}

} // namespace detail

GRAFT_INLINE std::string print_readable(graph const& g, std::string_view class_name) {
    return "class " + std::string{class_name} + "(torch.nn.Module):\n" + detail::code_printer{g}.forward("    ");
}

} // namespace graft
#endif
