#pragma once

#include <graft/config.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/rewrite/rule_list.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail {

// The words that a text of rules is made of, and the names of the rule that is being read.
class rule_words {
protected:
    rule_words(std::string_view text, op_lookup find_op, rule_list& rules)
        : in_(text), rules_(rules), find_op_(find_op) {}
    rule_words(rule_words const&) = delete;
    rule_words& operator=(rule_words const&) = delete;
    ~rule_words() = default;

    void skip() {
        in_.skip_lines();
        while (in_.peek() == '#') {
            static_cast<void>(in_.line());
            in_.skip_lines();
        }
    }
    bool accept(std::string_view token) {
        skip();
        return in_.accept_here(token);
    }
    void expect(std::string_view token) {
        if (!accept(token))
            in_.fail("'", token, "' is expected");
    }
    std::string_view word() {
        skip();
        return in_.take(text_cursor::is_word);
    }
    bool accept_word(std::string_view wanted) {
        text_cursor const before = in_;
        if (word() == wanted)
            return true;
        in_ = before;
        return false;
    }
    void expect_word(std::string_view wanted) {
        if (!accept_word(wanted))
            in_.fail("'", wanted, "' is expected");
    }
    std::string_view quoted();
    std::int64_t integer() {
        skip();
        return in_.integer();
    }

    // Between parentheses, separated by commas.
    template <class F>
    void each_item(F&& item) {
        expect("(");
        for (bool first = true; !accept(")"); first = false) {
            if (!first)
                expect(",");
            item();
        }
    }

    //=== names ===//

    op_info const& op();

    // `x`, or `var("a name")`.
    std::string_view variable_name();

    // On the left the names are collected; elsewhere they must be there.
    std::string_view bind(std::string_view name, text_cursor const& start);

    [[nodiscard]] std::int16_t number_of(std::string_view name) const;

    constant read_constant();

    text_cursor in_;
    rule_list& rules_;
    rule_list::entry rule_;
    graph const no_graph_;
    bool is_left_ = true; // the left side is being read, which binds names
    int negations_ = 0;   // that what is being read stands within

private:
    op_lookup find_op_;
};

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/text/detail/parse_argument.hpp>
#    include <graft/ir/text/parse.hpp>

#    include <algorithm>
#    include <string>

namespace graft::detail {

GRAFT_INLINE std::string_view rule_words::quoted() {
    skip();
    if (in_.peek() != '"')
        in_.fail("a name between quotes is expected");
    argument_parser literals{in_, no_graph_};
    return rules_.keep(literals.quoted());
}

GRAFT_INLINE op_info const& rule_words::op() {
    skip();
    text_cursor const start = in_;
    std::string_view const name = in_.take([](char c) { return text_cursor::is_word(c) || c == ':' || c == '.'; });
    op_info const* const found = find_op_(name);
    if (found == nullptr)
        start.fail("there is no op '", name, "'");
    return *found;
}

GRAFT_INLINE std::string_view rule_words::variable_name() {
    skip();
    text_cursor const start = in_;
    std::string_view const name = word();
    if (name.empty())
        start.fail("a variable is expected");
    if (name != "var" || in_.peek() != '(')
        return bind(rules_.keep(name), start);
    expect("(");
    std::string_view const inside = quoted();
    expect(")");
    return bind(inside, start);
}

GRAFT_INLINE std::string_view rule_words::bind(std::string_view name, text_cursor const& start) {
    bool const known = std::find(rule_.variables.begin(), rule_.variables.end(), name) != rule_.variables.end();
    if (!known && !is_left_)
        start.fail("the left side does not bind '", name, "'");
    if (!known && negations_ == 0)
        rule_.variables.push_back(name);
    return name;
}

GRAFT_INLINE std::int16_t rule_words::number_of(std::string_view name) const {
    auto const found = std::find(rule_.variables.begin(), rule_.variables.end(), name);
    return found == rule_.variables.end() ? std::int16_t{-1}
                                          : static_cast<std::int16_t>(found - rule_.variables.begin());
}

GRAFT_INLINE constant rule_words::read_constant() {
    skip();
    text_cursor const start = in_;
    argument_parser literals{in_, no_graph_};
    arg const a = literals.argument();
    constant c;
    c.kind = a.kind;
    c.bits = a.bits;
    if (a.kind == arg_kind::string)
        c.text = rules_.keep(a.text);
    if (is_aggregate(a.kind) && (a.kind != arg_kind::list || a.items.size() > constant::max_items))
        start.fail("a literal has at most ", constant::max_items, " items in a list, and is no other aggregate");
    for (arg const& item : a.items) {
        if (is_aggregate(item.kind) || is_textual(item.kind) || item.kind != a.items.front().kind)
            start.fail("the items of a literal list are numbers or dtypes of one kind");
        c.item_kind = item.kind;
        c.items[c.count++] = item.bits;
    }
    return c;
}

} // namespace graft::detail
#endif
