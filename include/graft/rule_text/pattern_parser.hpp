#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rule_text/rule_words.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// A function that `compute("name")` or `compute("name", x)` stands for when rules are read from a text.
struct named_function {
    std::string_view name;                ///< as the text has it
    argument_function compute = nullptr;  ///< of `compute("name")`
    attribute_function map = nullptr;     ///< of `compute("name", x)`
    attribute_function inverse = nullptr; ///< of `map`, where it has one
};

namespace detail {

// Reads the sides of rules.
class pattern_parser : protected rule_words {
protected:
    pattern_parser(std::string_view text, op_lookup find_op, view<named_function const> functions, rule_list& rules)
        : rule_words(text, find_op, rules), functions_(functions) {}

    using nodes = vec<pattern_node>;

    nodes parse_side() {
        nodes side;
        pattern(side, -1);
        for (pattern_node& n : side)
            if (!n.name.empty())
                n.variable = number_of(n.name);
        return side;
    }

private:
    void close(nodes& side, std::size_t at) { side[at].size = static_cast<std::int16_t>(side.size() - at); }

    std::size_t open(nodes& side, pattern_kind kind, int slot) {
        side.emplace_back();
        side.back().kind = kind;
        side.back().slot = static_cast<std::int16_t>(slot);
        return side.size() - 1;
    }

    void pattern(nodes& side, int slot);

    void named_variable(nodes& side, int slot, pattern_kind kind) {
        std::size_t const at = open(side, kind, slot);
        side[at].name = variable_name();
    }

    void literal(nodes& side, int slot) {
        std::size_t const at = open(side, pattern_kind::literal, slot);
        side[at].value = read_constant();
    }

    void call(nodes& side, int slot);

    // The slot of the next argument: that of its name, else the next positional one.
    std::size_t argument_slot(op_info const& called, std::size_t& positional);

    //=== what is no call of an op ===//

    void named(nodes& side, int slot, std::string_view name, text_cursor const& start);

    struct kind_name {
        std::string_view word;
        pattern_kind kind;
    };
    static constexpr kind_name kinds[] = {{"list", pattern_kind::list},         {"out", pattern_kind::item},
                                          {"one_of", pattern_kind::one_of},     {"not_", pattern_kind::negation},
                                          {"each", pattern_kind::each},         {"flat", pattern_kind::flat},
                                          {"all_outs", pattern_kind::all_outs}, {"roots", pattern_kind::roots}};

    // A node with children: `list(a, b)`, `out<1>(a)`, `one_of<"t">(a, b)`, `flat(op, a, b)`.
    void group(nodes& side, int slot, pattern_kind kind);

    void flagged(nodes& side, int slot, std::string_view name, text_cursor const& start);

    void splat(nodes& side, int slot, bool is_near);

    void computed(nodes& side, int slot);

    // `through<8>(aten::a, aten::b, p)`: ops, then what is behind them.
    void chain(nodes& side, int slot);

    // An op without arguments; false, and nothing read, for anything else.
    bool link(nodes& side, int slot);

    view<named_function const> functions_;
    int depth_ = 0;
};

} // namespace detail
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <bit>

namespace graft::detail {

GRAFT_INLINE void pattern_parser::pattern(nodes& side, int slot) {
    if (++depth_ > 100)
        in_.fail("a pattern is nested more than 100 deep");
    skip();
    char const c = in_.peek();
    text_cursor const start = in_;
    if (text_cursor::is_digit(c) || c == '-' || c == '"' || c == '[') {
        literal(side, slot);
    } else {
        std::string_view const name = word();
        if (name == "_")
            open(side, pattern_kind::any, slot);
        else if (name == "None" || name == "True" || name == "False" || name == "inf" || name == "nan" ||
                 (name == "torch" && in_.peek() == '.'))
            in_ = start, literal(side, slot);
        else if (in_.peek() == ':' && !name.empty())
            in_ = start, call(side, slot);
        else if (in_.peek() == '(' || in_.peek() == '<')
            named(side, slot, name, start);
        else
            in_ = start, named_variable(side, slot, pattern_kind::variable);
    }
    --depth_;
}

GRAFT_INLINE void pattern_parser::call(nodes& side, int slot) {
    skip();
    text_cursor const start = in_;
    std::size_t const at = open(side, pattern_kind::call, slot);
    op_info const& called = op();
    side[at].op = &called;
    std::uint64_t given = 0;
    std::size_t positional = 0;
    vec<int> slots;
    each_item([&] {
        text_cursor const item = in_;
        std::size_t const where = argument_slot(called, positional);
        if (where >= 64 || (given >> where & 1u) != 0)
            item.fail("an argument of ", called.name, " is given twice");
        given |= std::uint64_t{1} << where;
        slots.push_back(static_cast<int>(where));
        pattern(side, static_cast<int>(where));
    });
    for (std::size_t i = 0; i < called.arguments.size(); ++i)
        if (!called.arguments[i].has_default && (i >= 64 || (given >> i & 1u) == 0))
            start.fail(called.name, ": argument '", called.arguments[i].name, "' has no default and is not given");
    close(side, at);
    side[at].swappable = called.commutative && slots == vec{0, 1};
}

GRAFT_INLINE std::size_t pattern_parser::argument_slot(op_info const& called, std::size_t& positional) {
    skip();
    text_cursor const start = in_;
    std::string_view const name = word();
    if (!name.empty() && in_.peek() == '=') {
        int const found = called.find_argument(name);
        if (found < 0)
            start.fail(called.name, ": there is no argument '", name, "'");
        in_.advance();
        return static_cast<std::size_t>(found);
    }
    in_ = start;
    if (positional >= called.arguments.size() || called.arguments[positional].kwarg_only)
        start.fail(called.name, " takes ", positional, " positional arguments");
    return positional++;
}

GRAFT_INLINE void pattern_parser::named(nodes& side, int slot, std::string_view name, text_cursor const& start) {
    if (name == "internal" || name == "one_use" || name == "one_user" || name == "any_attributes" || name == "ordered")
        return flagged(side, slot, name, start);
    if (name == "var" || name == "number" || name == "rest") {
        if (name == "var")
            in_ = start;
        else
            expect("(");
        named_variable(side, slot,
                       name == "var"      ? pattern_kind::variable
                       : name == "number" ? pattern_kind::number
                                          : pattern_kind::rest);
        if (name != "var")
            expect(")");
        return;
    }
    if (name == "splat" || name == "near")
        return splat(side, slot, name == "near");
    if (name == "compute")
        return computed(side, slot);
    if (name == "build")
        start.fail("a right side that a function builds cannot be read");
    if (name == "through")
        return chain(side, slot);
    for (auto const& [word, kind] : kinds)
        if (name == word)
            return group(side, slot, kind);
    start.fail("'", name, "' is no op and no part of a pattern");
}

GRAFT_INLINE void pattern_parser::group(nodes& side, int slot, pattern_kind kind) {
    text_cursor const start = in_;
    std::size_t const at = open(side, kind, slot);
    if (accept("<")) {
        if (kind == pattern_kind::item) {
            side[at].value = to_constant(integer());
        } else if (kind == pattern_kind::one_of) {
            skip();
            text_cursor const tag = in_;
            side[at].name = bind(quoted(), tag);
        } else {
            in_.fail("only out<0>(...), one_of<\"tag\">(...) and through<8>(...) are written with a '<'");
        }
        expect(">");
    }
    negations_ += kind == pattern_kind::negation;
    int child = 0;
    bool takes_op = kind == pattern_kind::flat;
    each_item([&] {
        if (takes_op)
            side[at].op = &op();
        else
            pattern(side, child++);
        takes_op = false;
    });
    negations_ -= kind == pattern_kind::negation;
    close(side, at);
    bool const takes_one = kind == pattern_kind::item || kind == pattern_kind::negation || kind == pattern_kind::each ||
                           kind == pattern_kind::all_outs;
    bool const takes_two = kind == pattern_kind::flat || kind == pattern_kind::roots;
    if (takes_one ? child != 1 : takes_two ? child < 2 : child < 1 && kind == pattern_kind::one_of)
        start.fail("this has too few patterns, or too many");
    if (kind == pattern_kind::flat && !side[at].op->commutative)
        start.fail("flat takes an op whose operands can be exchanged");
}

GRAFT_INLINE void pattern_parser::flagged(nodes& side, int slot, std::string_view name, text_cursor const& start) {
    std::size_t const at = side.size();
    expect("(");
    pattern(side, slot);
    expect(")");
    pattern_node& n = side[at];
    if ((name == "any_attributes" || name == "ordered") && n.kind != pattern_kind::call)
        start.fail(name, " takes a call");
    n.internal = n.internal || name == "internal";
    n.one_use = n.one_use || name == "one_use";
    n.one_user = n.one_user || name == "one_user";
    n.any_attributes = n.any_attributes || name == "any_attributes";
    n.swappable = n.swappable && name != "ordered";
}

GRAFT_INLINE void pattern_parser::splat(nodes& side, int slot, bool is_near) {
    std::size_t const at = open(side, pattern_kind::splat, slot);
    expect("(");
    text_cursor const start = in_;
    side[at].value = read_constant();
    if (!is_number(side[at].value.kind))
        start.fail("a number is expected");
    if (is_near) {
        expect(",");
        constant const tolerance = read_constant();
        if (tolerance.kind != arg_kind::real)
            start.fail("a tolerance is a number such as 1e-4");
        side[at].tolerance = std::bit_cast<double>(tolerance.bits);
    }
    expect(")");
}

GRAFT_INLINE void pattern_parser::computed(nodes& side, int slot) {
    std::size_t const at = open(side, pattern_kind::computed, slot);
    expect("(");
    skip();
    text_cursor const start = in_;
    std::string_view const name = quoted();
    side[at].value.text = name;
    if (accept(","))
        side[at].name = variable_name();
    expect(")");
    for (named_function const& f : functions_)
        if (!name.empty() && f.name == name && (side[at].name.empty() ? f.compute != nullptr : f.map != nullptr)) {
            side[at].compute = side[at].name.empty() ? f.compute : nullptr;
            side[at].map = side[at].name.empty() ? nullptr : f.map;
            side[at].inverse = side[at].name.empty() ? nullptr : f.inverse;
            return;
        }
    start.fail(name.empty() ? "a function without a name cannot be read" : "there is no function of this name");
}

GRAFT_INLINE void pattern_parser::chain(nodes& side, int slot) {
    std::size_t const at = open(side, pattern_kind::chain, slot);
    expect("<");
    skip();
    text_cursor const start = in_;
    std::int64_t const most = integer();
    if (most < 1 || most > 8)
        start.fail("a chain is of one to eight calls");
    side[at].value = to_constant(static_cast<int>(most));
    expect(">");
    int child = 0;
    bool ended = false;
    each_item([&] {
        if (ended)
            in_.fail("the ops of a chain stand before what is behind them");
        ended = !link(side, child);
        if (ended)
            pattern(side, child);
        ++child;
    });
    if (!ended || child < 2)
        start.fail("a chain has ops, and what is behind them");
    close(side, at);
}

GRAFT_INLINE bool pattern_parser::link(nodes& side, int slot) {
    skip();
    text_cursor const start = in_;
    bool const wrapped = accept_word("internal") && accept("(");
    std::string_view const head = word();
    if (in_.peek() == ':' && !head.empty()) {
        static_cast<void>(in_.take([](char c) { return text_cursor::is_word(c) || c == ':' || c == '.'; }));
        if (!accept("(")) {
            in_ = start;
            static_cast<void>(wrapped && accept_word("internal") && accept("("));
            std::size_t const at = open(side, pattern_kind::call, slot);
            side[at].op = &op();
            side[at].any_attributes = true;
            side[at].internal = wrapped;
            if (wrapped)
                expect(")");
            return true;
        }
    }
    in_ = start;
    return false;
}

} // namespace graft::detail
#endif
