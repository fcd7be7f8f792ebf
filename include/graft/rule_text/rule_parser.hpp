#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rule_list.hpp>
#include <graft/rule_text/pattern_parser.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail {

// Reads rules, one after the other; an error has the byte at which it was found.
class rule_parser : pattern_parser {
public:
    rule_parser(std::string_view text, op_lookup find_op, view<named_function const> functions, rule_list& rules)
        : pattern_parser(text, find_op, functions, rules) {}

    void parse();

private:
    //=== conditions ===//

    void conditions() {
        if (!accept_word("where"))
            return;
        do
            rule_.conditions.push_back(condition());
        while (accept(","));
    }

    constraint::subject subject(std::int64_t dim = 0) {
        if (accept_word("replaced"))
            return {{}, constraint::replaced, dim};
        std::string_view const name = variable_name();
        return {name, number_of(name), dim};
    }

    constraint::subject dim_subject() {
        expect("(");
        constraint::subject s = subject();
        expect(",");
        s.dim = integer();
        expect(")");
        return s;
    }

    constraint condition();

    struct kind_of_condition {
        std::string_view word;
        constraint_kind kind;
    };

    void compare(constraint& c, bool is_rank);

    void rest_of_condition(constraint& c);

    //=== options ===//

    void options() {
        if (!accept_word("with"))
            return;
        do
            option();
        while (accept(","));
    }

    void option();

    std::int64_t between(text_cursor const& start, std::int64_t least, std::int64_t most);

    void approx(contract& promise) {
        expect("(");
        promise.atol = real();
        expect(",");
        promise.rtol = real();
        expect(")");
    }
    double real();

    // What is wrong with the rule as a whole is said where it begins.
    void check(text_cursor const& start) const;
};

} // namespace graft::detail

namespace graft {

/// The rules of a text that `text(rule)` prints, after comments from `#` to the end of a line. `find_op(name)`, of a
/// name such as `aten::relu`, gives the ops of calls, or null; `functions` what `compute("name")` stands for. An error
/// names line and column. Lambdas cannot be read: neither `predicate` nor a function without a name nor `build(...)`.
[[nodiscard]] GRAFT_INLINE rule_list parse_rules(std::string_view text, op_lookup find_op,
                                                 view<named_function const> functions = {});

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/rewrite/detail/well_formed.hpp>

#    include <bit>
#    include <cstddef>
#    include <string>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE void rule_parser::parse() {
    for (skip(); !in_.done(); skip()) {
        text_cursor const start = in_;
        expect_word("rule");
        rule_ = {};
        rule_.name = quoted();
        expect(":");
        is_left_ = true;
        rule_.lhs = parse_side();
        expect("=>");
        is_left_ = false;
        rule_.rhs = parse_side();
        conditions();
        options();
        expect(";");
        check(start);
        rules_.append(std::move(rule_));
    }
}

GRAFT_INLINE constraint rule_parser::condition() {
    skip();
    text_cursor const start = in_;
    std::string_view const name = word();
    constraint c;
    if (name == "predicate")
        start.fail("a predicate is a lambda and cannot be read");
    if (name == "dim") {
        c.of = dim_subject();
        expect("==");
        c.kind = accept_word("dim") ? constraint_kind::same_size : constraint_kind::size;
        if (c.kind == constraint_kind::same_size)
            c.other = dim_subject();
        else
            c.value = integer();
        return c;
    }
    if (name == "rank" || name == "numel") {
        expect("(");
        c.of = subject();
        expect(")");
        compare(c, name == "rank");
        return c;
    }
    constexpr kind_of_condition with_one[] = {{"is_constant", constraint_kind::is_constant},
                                              {"has_dtype", constraint_kind::has_dtype},
                                              {"no_user", constraint_kind::no_user}};
    constexpr kind_of_condition with_two[] = {{"same_dtype", constraint_kind::same_dtype},
                                              {"same_shape", constraint_kind::same_shape},
                                              {"broadcasts_to", constraint_kind::broadcasts_to}};
    for (kind_of_condition const& k : with_two)
        if (k.word == name) {
            c.kind = k.kind;
            expect("(");
            c.of = subject();
            expect(",");
            c.other = subject();
            expect(")");
            return c;
        }
    for (kind_of_condition const& k : with_one)
        if (k.word == name) {
            c.kind = k.kind;
            expect("(");
            c.of = subject();
            rest_of_condition(c);
            return c;
        }
    start.fail("'", name, "' is no condition");
}

GRAFT_INLINE void rule_parser::compare(constraint& c, bool is_rank) {
    if (accept("=="))
        c.kind = is_rank ? constraint_kind::rank : constraint_kind::numel;
    else if (is_rank && accept(">="))
        c.kind = constraint_kind::min_rank;
    else if (is_rank && accept("<="))
        c.kind = constraint_kind::max_rank;
    else
        in_.fail("'==' is expected");
    c.value = integer();
}

GRAFT_INLINE void rule_parser::rest_of_condition(constraint& c) {
    if (c.kind == constraint_kind::no_user) {
        expect(",");
        c.op = &op();
    }
    while (c.kind == constraint_kind::has_dtype && accept(",")) {
        skip();
        text_cursor const start = in_;
        dtype const d = parse_dtype(word());
        if (d == dtype::undefined)
            start.fail("a dtype is expected");
        c.value |= dtype_bit(d);
    }
    expect(")");
}

GRAFT_INLINE void rule_parser::option() {
    skip();
    text_cursor const start = in_;
    std::string_view const name = word();
    rule_options& o = rule_.options;
    if (name == "sign_of_zero")
        o.promise.ignores_sign_of_zero = true;
    else if (name == "finite_only")
        o.promise.finite_only = true;
    else if (name == "may_duplicate")
        o.may_duplicate = true;
    else if (name == "may_alias")
        o.may_alias = true;
    else if (name == "prio")
        o.priority = static_cast<int>(between(start, -1'000'000, 1'000'000));
    else if (name == "ulp")
        o.promise.ulp = static_cast<std::uint32_t>(between(start, 0, 0x7fffffff));
    else if (name == "approx")
        approx(o.promise);
    else if (name == "terminates_because")
        each_item([&] { o.terminates_because = quoted(); });
    else
        start.fail("a rule has no option '", name, "'");
}

GRAFT_INLINE std::int64_t rule_parser::between(text_cursor const& start, std::int64_t least, std::int64_t most) {
    expect("(");
    std::int64_t const value = integer();
    expect(")");
    if (value < least || value > most)
        start.fail("the number is not between ", least, " and ", most);
    return value;
}

GRAFT_INLINE double rule_parser::real() {
    text_cursor const start = in_;
    constant const c = read_constant();
    if (c.kind != arg_kind::real && c.kind != arg_kind::integer)
        start.fail("a number is expected");
    return c.kind == arg_kind::real ? std::bit_cast<double>(c.bits) : static_cast<double>(c.bits);
}

GRAFT_INLINE void rule_parser::check(text_cursor const& start) const {
    try {
        rule_checker{{rule_.name, rule_.lhs, rule_.rhs, rule_.conditions, rule_.variables, rule_.options}}.check();
    } catch (error const& e) {
        start.fail(e.sentence());
    }
}

} // namespace graft::detail

namespace graft {

GRAFT_INLINE rule_list parse_rules(std::string_view text, op_lookup find_op, view<named_function const> functions) {
    rule_list rules;
    try {
        detail::rule_parser{text, find_op, functions, rules}.parse();
    } catch (error const& e) {
        if (!e.byte())
            throw;
        std::string_view const before = text.substr(0, static_cast<std::size_t>(*e.byte()));
        std::size_t line = 1, column = 1;
        for (char const c : before) {
            column = c == '\n' ? 1 : column + 1;
            line += c == '\n';
        }
        throw error(errc::parse,
                    "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + e.sentence());
    }
    return rules;
}

} // namespace graft
#endif
