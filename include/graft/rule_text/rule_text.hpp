#pragma once

#include <graft/config.hpp>
#include <graft/ir/text/dot.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

// Prints rules in the form that `parse_rules` reads.
class rule_printer {
public:
    explicit rule_printer(rule_view const& rule) : rule_(rule) {}

    std::string print();

    // A side alone.
    std::string print_side(pattern_side nodes) {
        out_.clear();
        pattern(nodes, 0);
        return out_;
    }

private:
    // What could be read as something else, or as no word, is written `var("...")`.
    static std::string variable_text(std::string_view name);

    static std::string constant_text(constant const& c);

    //=== patterns ===//

    void pattern(pattern_side nodes, std::size_t at);

    void plain(pattern_side nodes, std::size_t at);

    void children(std::string_view name, pattern_side nodes, std::size_t at, std::string_view first = {});

    void call(pattern_side nodes, std::size_t at);

    void chain(pattern_side nodes, std::size_t at);

    void splat(pattern_node const& n);

    void built(pattern_side nodes, std::size_t at) {
        out_ += "build(";
        for_each_child(nodes, at, [&](std::size_t child) {
            out_ += child == at + 1 ? "" : ", ";
            out_ += nodes[child].op->name;
        });
        out_ += ')';
    }

    //=== conditions and options ===//

    static std::string subject_text(constraint::subject const& s) {
        return s.variable == constraint::replaced ? "replaced" : variable_text(s.name);
    }

    static std::string call_text(std::string_view name, constraint const& c) {
        return std::string{name} + "(" + subject_text(c.of) + ", " + subject_text(c.other) + ")";
    }
    static std::string dim_text(constraint::subject const& s) {
        return "dim(" + subject_text(s) + ", " + std::to_string(s.dim) + ")";
    }

    void condition(constraint const& c);

    void option(std::string_view text) {
        out_ += any_option_ ? ", " : "\n    with ";
        out_ += text;
        any_option_ = true;
    }

    void options(rule_options const& o);

    rule_view const& rule_;
    std::string out_;
    bool any_option_ = false;
};

} // namespace detail

/// The rule as a text that `parse_rules` reads back: `rule "name": lhs => rhs where ... with ...;`. A lambda has no
/// text: a predicate is `predicate`, or `predicate("words")`, a function without a name `""`, a right side that is
/// built `build(ops)`.
[[nodiscard]] GRAFT_INLINE std::string text(rule_view const& rule);
/// The text of a rule that is a constant.
template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
[[nodiscard]] std::string text(rule_value<L, R, C, V> const& rule) {
    return text(detail::view_of(rule));
}

/// The rules of a set or list, one after the other.
template <class Set>
    requires requires(Set const& set) {
        { set[set.size()] } -> std::convertible_to<rule_view>;
    }
[[nodiscard]] std::string text(Set const& set) {
    std::string out;
    for (std::size_t i = 0; i < set.size(); ++i)
        out += text(set[i]);
    return out;
}

/// Both sides of the rule in Graphviz's language, operands below calls: a box per call, an ellipse per variable.
[[nodiscard]] GRAFT_INLINE std::string dot(rule_view const& rule);
/// The picture of a rule that is a constant.
template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
[[nodiscard]] std::string dot(rule_value<L, R, C, V> const& rule) {
    return dot(detail::view_of(rule));
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft {
namespace detail {

GRAFT_INLINE std::string rule_printer::print() {
    out_ = "rule " + quoted_text(rule_.name) + ": ";
    pattern(rule_.lhs, 0);
    out_ += "\n    => ";
    pattern(rule_.rhs, 0);
    for (constraint const& c : rule_.conditions) {
        out_ += &c == rule_.conditions.data() ? "\n    where " : ", ";
        condition(c);
    }
    options(rule_.options);
    return out_ + ";\n";
}

GRAFT_INLINE std::string rule_printer::variable_text(std::string_view name) {
    for (std::string_view const taken : {"_", "None", "True", "False", "inf", "nan", "torch", "replaced"})
        if (name == taken)
            return "var(" + quoted_text(name) + ")";
    return is_identifier(name) ? std::string{name} : "var(" + quoted_text(name) + ")";
}

GRAFT_INLINE std::string rule_printer::constant_text(constant const& c) {
    if (c.kind == arg_kind::string)
        return quoted_text(c.text);
    argument_store store;
    arg_ref const a{store, store.encode(to_arg(c))};
    if (c.kind != arg_kind::list)
        return literal_text(a);
    std::string out = "[";
    for (std::size_t i = 0; i < a.size(); ++i)
        out += (i == 0 ? "" : ", ") + literal_text(a[i]);
    return out + "]";
}

GRAFT_INLINE void rule_printer::pattern(pattern_side nodes, std::size_t at) {
    pattern_node const& n = nodes[at];
    std::size_t wrapped = 0;
    auto const wrap = [&](bool flag, std::string_view name) {
        if (flag) {
            out_ += name;
            out_ += '(';
            ++wrapped;
        }
    };
    wrap(n.internal, "internal");
    wrap(n.one_use, "one_use");
    wrap(n.one_user, "one_user");
    wrap(n.any_attributes, "any_attributes");
    bool const has_order = n.kind == pattern_kind::call && n.op->commutative && !n.swappable;
    wrap(has_order && gives_two_operands(nodes.data() + at), "ordered");
    plain(nodes, at);
    out_.append(wrapped, ')');
}

GRAFT_INLINE void rule_printer::plain(pattern_side nodes, std::size_t at) {
    pattern_node const& n = nodes[at];
    switch (n.kind) {
    case pattern_kind::any: out_ += '_'; return;
    case pattern_kind::variable: out_ += variable_text(n.name); return;
    case pattern_kind::literal: out_ += constant_text(n.value); return;
    case pattern_kind::call: call(nodes, at); return;
    case pattern_kind::list: children("list", nodes, at); return;
    case pattern_kind::item: children("out<" + std::to_string(n.value.bits) + ">", nodes, at); return;
    case pattern_kind::one_of:
        children(n.name.empty() ? "one_of" : "one_of<" + quoted_text(n.name) + ">", nodes, at);
        return;
    case pattern_kind::chain: chain(nodes, at); return;
    case pattern_kind::negation: children("not_", nodes, at); return;
    case pattern_kind::splat: splat(n); return;
    case pattern_kind::number: out_ += "number(" + variable_text(n.name) + ")"; return;
    case pattern_kind::rest: out_ += "rest(" + variable_text(n.name) + ")"; return;
    case pattern_kind::each: children("each", nodes, at); return;
    case pattern_kind::flat: children("flat", nodes, at, n.op->name); return;
    case pattern_kind::all_outs: children("all_outs", nodes, at); return;
    case pattern_kind::roots: children("roots", nodes, at); return;
    case pattern_kind::computed:
        out_ += "compute(" + quoted_text(n.value.text) + (n.name.empty() ? "" : ", " + variable_text(n.name)) + ")";
        return;
    case pattern_kind::built: built(nodes, at); return;
    }
}

GRAFT_INLINE void rule_printer::children(std::string_view name, pattern_side nodes, std::size_t at,
                                         std::string_view first) {
    out_ += name;
    out_ += '(';
    out_ += first;
    bool any = !first.empty();
    for_each_child(nodes, at, [&](std::size_t child) {
        out_ += any ? ", " : "";
        any = true;
        pattern(nodes, child);
    });
    out_ += ')';
}

GRAFT_INLINE void rule_printer::call(pattern_side nodes, std::size_t at) {
    op_info const& op = *nodes[at].op;
    out_ += op.name;
    out_ += '(';
    std::size_t positional = 0;
    for_each_child(nodes, at, [&](std::size_t child) {
        auto const slot = static_cast<std::size_t>(nodes[child].slot);
        out_ += child == at + 1 ? "" : ", ";
        if (slot == positional && !op.arguments[slot].kwarg_only)
            ++positional;
        else
            out_ += std::string{op.arguments[slot].name} + "=";
        pattern(nodes, child);
    });
    out_ += ')';
}

GRAFT_INLINE void rule_printer::chain(pattern_side nodes, std::size_t at) {
    out_ += "through<" + std::to_string(nodes[at].value.bits) + ">(";
    std::size_t const inner = last_child(nodes, at);
    for_each_child(nodes, at, [&](std::size_t child) {
        if (child == inner)
            return pattern(nodes, child);
        out_ += nodes[child].internal ? "internal(" + std::string{nodes[child].op->name} + ")"
                                      : std::string{nodes[child].op->name};
        out_ += ", ";
    });
    out_ += ')';
}

GRAFT_INLINE void rule_printer::splat(pattern_node const& n) {
    if (n.tolerance == 0) {
        out_ += "splat(" + constant_text(n.value) + ")";
        return;
    }
    out_ += "near(" + constant_text(n.value) + ", " + constant_text(to_constant(n.tolerance)) + ")";
}

GRAFT_INLINE void rule_printer::condition(constraint const& c) {
    std::string const of = subject_text(c.of), value = std::to_string(c.value);
    switch (c.kind) {
    case constraint_kind::predicate:
        out_ += c.name.empty() ? "predicate" : "predicate(" + quoted_text(c.name) + ")";
        return;
    case constraint_kind::is_constant: out_ += "is_constant(" + of + ")"; return;
    case constraint_kind::has_dtype:
        out_ += "has_dtype(" + of;
        for (dtype const d : all_dtypes)
            if ((c.value & dtype_bit(d)) != 0)
                out_ += ", " + std::string{fx_name(d)};
        out_ += ")";
        return;
    case constraint_kind::same_dtype: out_ += call_text("same_dtype", c); return;
    case constraint_kind::rank: out_ += "rank(" + of + ") == " + value; return;
    case constraint_kind::min_rank: out_ += "rank(" + of + ") >= " + value; return;
    case constraint_kind::max_rank: out_ += "rank(" + of + ") <= " + value; return;
    case constraint_kind::size: out_ += dim_text(c.of) + " == " + value; return;
    case constraint_kind::same_size: out_ += dim_text(c.of) + " == " + dim_text(c.other); return;
    case constraint_kind::numel: out_ += "numel(" + of + ") == " + value; return;
    case constraint_kind::same_shape: out_ += call_text("same_shape", c); return;
    case constraint_kind::broadcasts_to: out_ += call_text("broadcasts_to", c); return;
    case constraint_kind::no_user: out_ += "no_user(" + of + ", " + std::string{c.op->name} + ")"; return;
    }
}

GRAFT_INLINE void rule_printer::options(rule_options const& o) {
    any_option_ = false;
    if (o.priority != 0)
        option("prio(" + std::to_string(o.priority) + ")");
    if (o.promise.ignores_sign_of_zero)
        option("sign_of_zero");
    if (o.promise.finite_only)
        option("finite_only");
    if (o.promise.ulp != 0)
        option("ulp(" + std::to_string(o.promise.ulp) + ")");
    if (o.promise.atol != 0 || o.promise.rtol != 0)
        option("approx(" + constant_text(to_constant(o.promise.atol)) + ", " +
               constant_text(to_constant(o.promise.rtol)) + ")");
    if (o.may_duplicate)
        option("may_duplicate");
    if (o.may_alias)
        option("may_alias");
    if (!o.terminates_because.empty())
        option("terminates_because(" + quoted_text(o.terminates_because) + ")");
}

} // namespace detail

GRAFT_INLINE std::string text(rule_view const& rule) { return detail::rule_printer{rule}.print(); }

namespace detail {

// Draws both sides of a rule, which share the variables.
class rule_drawer {
public:
    explicit rule_drawer(rule_view const& rule) : rule_(rule) {}

    std::string draw() {
        out_ = "digraph \"" + dot_escaped(rule_.name) +
               "\" {\n    rankdir=BT;\n"
               "    node [shape=box, fontname=\"sans-serif\"];\n";
        for (std::string_view const name : rule_.variables)
            out_ += "    " + variable_id(name) + " [label=\"" + dot_escaped(name) + "\", shape=ellipse];\n";
        draw_side(rule_.lhs, "left");
        draw_side(rule_.rhs, "right");
        return out_ + "}\n";
    }

private:
    static std::string variable_id(std::string_view name) { return "\"var " + dot_escaped(name) + "\""; }

    void draw_side(pattern_side nodes, std::string const& which) {
        out_ += "    subgraph cluster_" + which + " {\n        label=\"" + which + "\";\n";
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].kind != pattern_kind::variable || nodes[i].variable < 0)
                out_ += "        " + which + std::to_string(i) + " [label=\"" + dot_escaped(label(nodes, i)) + "\"];\n";
        out_ += "    }\n";
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for_each_child(nodes, i, [&](std::size_t child) {
                out_ += "    " + id(nodes, child, which) + " -> " + id(nodes, i, which) + edge(nodes[i], nodes[child]) +
                        ";\n";
            });
    }

    static std::string id(pattern_side nodes, std::size_t at, std::string const& which) {
        pattern_node const& n = nodes[at];
        bool const shared = n.kind == pattern_kind::variable && n.variable >= 0;
        return shared ? variable_id(n.name) : which + std::to_string(at);
    }

    // The name of the argument.
    static std::string edge(pattern_node const& parent, pattern_node const& child) {
        if (parent.kind != pattern_kind::call)
            return {};
        return " [label=\"" + dot_escaped(parent.op->arguments[static_cast<std::size_t>(child.slot)].name) + "\"]";
    }

    // A node as it is printed, without its children.
    std::string label(pattern_side nodes, std::size_t at) {
        if (nodes[at].kind == pattern_kind::call || nodes[at].kind == pattern_kind::flat)
            return std::string{nodes[at].op->name} + (nodes[at].kind == pattern_kind::flat ? " ..." : "") +
                   uses(nodes[at]);
        std::string const all = rule_printer{rule_}.print_side(subtree(nodes, at));
        return nodes[at].size == 1 ? all : all.substr(0, all.find('('));
    }

    static std::string uses(pattern_node const& n) {
        return std::string{n.internal ? " (internal)" : ""} + (n.one_use ? " (one_use)" : "") +
               (n.one_user ? " (one_user)" : "");
    }

    rule_view const& rule_;
    std::string out_;
};

} // namespace detail

GRAFT_INLINE std::string dot(rule_view const& rule) { return detail::rule_drawer{rule}.draw(); }

} // namespace graft
#endif
