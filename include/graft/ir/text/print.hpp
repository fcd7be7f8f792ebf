#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <string>

namespace graft {

namespace detail {

// Python's repr() of an argument.
GRAFT_INLINE std::string python_text(graph const& g, arg_ref a);

} // namespace detail

/// What FX's `str(graph)` prints, to the byte; strings and numbers lose their kind in it.
[[nodiscard]] GRAFT_INLINE std::string fx_text(graph const& g);

/// What FX's `node.format_node()` prints.
[[nodiscard]] GRAFT_INLINE std::string fx_text(graph const& g, node_id n);

/// What FX prints for the argument of a call.
[[nodiscard]] GRAFT_INLINE std::string fx_text(graph const& g, arg_ref argument);

/// The lossless form: FX's layout with quoted strings, values and metadata; `parse(text(g)) == g`.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g);

/// The line of one node in the lossless form.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g, node_id n);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/detail/python_repr.hpp>
#    include <graft/ir/text/print_value.hpp>

namespace graft {
namespace detail {

// Prints the arguments and nodes of one graph, in FX's form or in the lossless one.
class graph_printer {
public:
    graph_printer(graph const& g, bool lossless) : g_(g), lossless_(lossless) {}

    std::string print() {
        out_ = "graph()";
        if (node_id const last = g_.back(); !lossless_ && last != no_node && g_.op(last) == opcode::output)
            out_ += (g_.type(last).empty() ? "" : " -> ") + std::string{g_.type(last)};
        out_ += ':';
        for (node_id const n : g_.nodes()) {
            out_ += "\n    ";
            print_node(n);
        }
        if (lossless_)
            out_ += '\n';
        return std::move(out_);
    }

    std::string node(node_id n) {
        print_node(n);
        return std::move(out_);
    }

    std::string argument(arg_ref a) {
        print_arg(a);
        return std::move(out_);
    }

    std::string python(arg_ref a) {
        print_python(a, true);
        return std::move(out_);
    }

private:
    void print_node(node_id n) {
        if (g_.op(n) == opcode::output) {
            out_ += "return ";
            if (g_.arg_count(n) > 0)
                print_whole(g_.arg(n, 0));
            print_val(n);
        } else {
            print_name(n);
            if (!lossless_)
                print_annotation(n);
            print_val(n);
            out_ += " = " + std::string{graft::name(g_.op(n))} + "[target=";
            print_target(n);
            out_ += ']';
            print_call(n);
        }
        if (lossless_)
            print_meta(n);
    }

    void print_annotation(node_id n) {
        out_ += " : ";
        if (!g_.type(n).empty())
            out_ += std::string{g_.type(n)} + ' ';
        out_ += "[num_users=" + std::to_string(g_.num_users(n)) + "]";
    }

    void print_val(node_id n) {
        if (lossless_ && g_.val(n) != nullptr)
            out_ += " : " + lossless_text(*g_.val(n));
    }

    void print_name(node_id n) {
        out_ += '%';
        std::string const name{g_.last_name(n)}; // a value can be printed whose node is erased
        out_ += is_identifier(name) || !lossless_ ? name : quoted_text(name);
    }

    void print_target(node_id n) {
        bool const plain = g_.op(n) != opcode::call_function;
        std::string const target = plain ? std::string{g_.target(n).name} : python_target(g_.target(n));
        out_ += !lossless_ || is_qualified_name(target) ? target : quoted_text(target);
    }

    void print_call(node_id n) {
        if (g_.op(n) == opcode::placeholder) {
            if (g_.arg_count(n) > 0) {
                out_ += "(default=";
                print_whole(g_.arg(n, 0));
                out_ += ')';
            }
            return;
        }
        if (g_.op(n) == opcode::get_attr)
            return;
        out_ += "(args = (";
        for (std::size_t i = 0; i < g_.arg_count(n); ++i) {
            out_ += i == 0 ? "" : ", ";
            print_arg(g_.arg(n, i));
        }
        out_ += g_.arg_count(n) == 1 ? ",), kwargs = {" : "), kwargs = {";
        for (std::size_t i = 0; i < g_.kwarg_count(n); ++i) {
            out_ += i == 0 ? "" : ", ";
            print_key(g_.kwarg_key(n, i));
            print_arg(g_.kwarg(n, i));
        }
        out_ += "})";
    }

    void print_key(std::string_view key) {
        out_ += lossless_ && !is_identifier(key) ? quoted_text(key) : std::string{key};
        out_ += ": ";
    }

    void print_meta(node_id n) {
        arg_ref const meta = g_.meta(n);
        if (!g_.type(n).empty())
            out_ += " type " + quoted_text(g_.type(n));
        if (g_.is_constant(n))
            out_ += " constant";
        if (g_.has_origins(n))
            print_origins(n);
        if (meta.is_none())
            return;
        out_ += ' ';
        print_arg(meta);
    }

    void print_origins(node_id n) {
        char const* separator = " from [";
        for (origin const& o : g_.origins(n)) {
            out_ += separator + ("(" + quoted_text(o.rule)) + ", " + quoted_text(o.node) + ")";
            separator = ", ";
        }
        out_ += ']';
    }

    void print_arg(arg_ref a) {
        switch (a.kind()) {
        case arg_kind::node: print_name(a.node()); break;
        case arg_kind::list: print_items(a, "[", "]"); break;
        case arg_kind::tuple: print_items(a, "(", a.size() == 1 ? ",)" : ")"); break;
        case arg_kind::slice: lossless_ ? print_items(a, "slice(", ")") : print_python(a); break;
        case arg_kind::range: print_items(a, "range(", ")"); break;
        case arg_kind::complex: lossless_ ? print_items(a, "complex(", ")") : print_python(a); break;
        case arg_kind::dict:
            out_ += '{';
            for (std::size_t i = 0; i < a.size(); ++i) {
                out_ += i == 0 ? "" : ", ";
                print_key(a.key(i));
                print_arg(a[i]);
            }
            out_ += '}';
            break;
        case arg_kind::string: out_ += lossless_ ? quoted_text(a.text()) : std::string{a.text()}; break;
        case arg_kind::device:
            out_ += lossless_ ? "device(" + quoted_text(a.text()) + ")" : std::string{a.text()};
            break;
        default: out_ += literal_text(a);
        }
    }

    void print_items(arg_ref a, char const* open, char const* close) {
        out_ += open;
        for (std::size_t i = 0; i < a.size(); ++i) {
            out_ += i == 0 ? "" : ", ";
            print_arg(a[i]);
        }
        out_ += close;
    }

    // An argument that FX prints with str().
    void print_whole(arg_ref a) { lossless_ ? print_arg(a) : print_python(a); }

    // Python's str() of a value: nodes by name alone, strings inside containers quoted.
    void print_python(arg_ref a, bool inside = false) {
        auto const items = [&](char const* open, char const* close) {
            out_ += open;
            for (std::size_t i = 0; i < a.size(); ++i) {
                out_ += i == 0 ? "" : ", ";
                if (a.kind() == arg_kind::dict)
                    out_ += python_repr(a.key(i)) + ": ";
                print_python(a[i], true);
            }
            out_ += close;
        };
        switch (a.kind()) {
        case arg_kind::node: out_ += g_.last_name(a.node()); break;
        case arg_kind::list: items("[", "]"); break;
        case arg_kind::tuple: items("(", a.size() == 1 ? ",)" : ")"); break;
        case arg_kind::slice: items("slice(", ")"); break;
        case arg_kind::dict: items("{", "}"); break;
        case arg_kind::complex: out_ += complex_text(a[0].real(), a[1].real()); break;
        case arg_kind::string: out_ += inside ? python_repr(a.text()) : std::string{a.text()}; break;
        case arg_kind::device: out_ += inside ? device_repr(a.text()) : std::string{a.text()}; break;
        default: print_arg(a);
        }
    }

    graph const& g_;
    bool lossless_;
    std::string out_;
};

GRAFT_INLINE std::string python_text(graph const& g, arg_ref a) { return graph_printer{g, false}.python(a); }

} // namespace detail

GRAFT_INLINE std::string fx_text(graph const& g) { return detail::graph_printer{g, false}.print(); }

GRAFT_INLINE std::string fx_text(graph const& g, node_id n) { return detail::graph_printer{g, false}.node(n); }

GRAFT_INLINE std::string fx_text(graph const& g, arg_ref argument) {
    return detail::graph_printer{g, false}.argument(argument);
}

GRAFT_INLINE std::string text(graph const& g) { return detail::graph_printer{g, true}.print(); }

GRAFT_INLINE std::string text(graph const& g, node_id n) { return detail::graph_printer{g, true}.node(n); }

} // namespace graft
#endif
