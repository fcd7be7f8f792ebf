#pragma once

#include <graft/ir/argument.hpp>
#include <graft/ir/text/detail/parse_word.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/meta/vec.hpp>

#include <string_view>
#include <utility>

namespace graft::detail {

// Reads arguments exactly as FX prints them. `find(name)` gives the node of a name, or `no_node`.
template <class FindNode>
class fx_value_parser {
public:
    fx_value_parser(fx_value_parser const&) = delete;
    fx_value_parser& operator=(fx_value_parser const&) = delete;
    constexpr fx_value_parser(text_cursor& in, FindNode find) : in_(in), find_(std::move(find)) {}

    // An argument of a call: nodes are `%name` and strings are bare.
    constexpr arg value() { return nested(false); }

    // The `{key: value}` after `kwargs = `.
    constexpr arg dict() {
        in_.expect_here("{");
        return rest_of_dict(false);
    }

    // What Python's str() prints of a whole argument, up to the end of `text`, which `in` is at.
    constexpr arg whole(std::string_view text) {
        arg result;
        if (node_id const n = find_(text); n != no_node)
            result = arg::node(n);
        else if (is_structured(text))
            return nested(true);
        else if (!parse_word(text, result))
            result = arg{text};
        in_.advance(text.size());
        return result;
    }

private:
    static constexpr int max_depth = 100;

    static constexpr bool starts_with(std::string_view text, std::string_view prefix) {
        return text.substr(0, prefix.size()) == prefix;
    }
    static constexpr bool is_structured(std::string_view text) {
        return starts_with(text, "(") || starts_with(text, "[") || starts_with(text, "{") ||
               starts_with(text, "slice(") || starts_with(text, "range(");
    }

    // In Python's repr nodes are bare names and strings are quoted.
    constexpr arg nested(bool python) {
        if (++depth_ > max_depth)
            in_.fail("the arguments are nested more than ", max_depth, " deep");
        arg result = unchecked(python);
        --depth_;
        return result;
    }

    constexpr arg unchecked(bool python) {
        arg result;
        if (!python && in_.accept_here("%"))
            return node(in_.take(text_cursor::is_word));
        if (in_.accept_here("["))
            return items(arg_kind::list, "]", python);
        if (complex(result))
            return result;
        if (in_.accept_here("("))
            return items(arg_kind::tuple, ")", python);
        if (in_.accept_here("{"))
            return rest_of_dict(python);
        if (in_.accept_here("slice("))
            return items(arg_kind::slice, ")", true);
        if (in_.accept_here("range("))
            return items(arg_kind::range, ")", true);
        if (python && in_.accept_here("device(type="))
            return device();
        if (python && (in_.peek() == '\'' || in_.peek() == '"'))
            return arg{quoted()};
        return word(python);
    }

    constexpr arg node(std::string_view name) const {
        node_id const n = find_(name);
        if (n == no_node)
            in_.fail("the node '", name, "' is used before it is defined");
        return arg::node(n);
    }

    constexpr arg word(bool python) const {
        std::string_view const text = in_.take([python](char c) {
            return c != ',' && c != ')' && c != ']' && c != '}' && c != '\n' && !(python && c == ':');
        });
        arg result;
        if (python && find_(text) != no_node)
            return arg::node(find_(text));
        if (!parse_word(text, result)) {
            if (python)
                in_.fail("'", text, "' is neither a node nor a literal");
            result = arg{text};
        }
        return result;
    }

    // `(1+2j)`; leaves the text alone when it is something else.
    constexpr bool complex(arg& result) const {
        text_cursor ahead = in_;
        if (!ahead.accept_here("("))
            return false;
        std::string_view const text =
            ahead.take([](char c) { return text_cursor::is_word(c) || c == '.' || c == '+' || c == '-'; });
        if (!ahead.accept_here(")") || !parse_complex(text, result))
            return false;
        in_ = ahead;
        return true;
    }

    // Items up to the closing bracket, which a comma may precede.
    constexpr arg items(arg_kind kind, std::string_view close, bool python) {
        arg result{kind, {}};
        bool more = !in_.accept_here(close);
        while (more) {
            result.items.push_back(nested(python));
            bool const comma = in_.accept_here(",");
            more = !in_.accept_here(close);
            if (more && !comma)
                in_.fail("',' or '", close, "' is expected");
            if (more)
                in_.expect_here(" ");
        }
        return result;
    }

    constexpr arg rest_of_dict(bool python) {
        arg result{arg_kind::dict, {}};
        while (!in_.accept_here("}")) {
            if (!result.items.empty())
                in_.expect_here(", ");
            result.keys.push_back(python ? quoted() : key());
            in_.expect_here(": ");
            result.items.push_back(nested(python));
        }
        return result;
    }

    // Bare text up to `: `.
    constexpr std::string_view key() const {
        text_cursor const begin = in_;
        while (true) {
            text_cursor ahead = in_;
            if (ahead.accept_here(": "))
                return in_.since(begin.at());
            if (in_.done() || in_.peek() == '\n')
                begin.fail("a key and ': ' are expected");
            in_.advance();
        }
    }

    // The rest of `device(type='cuda', index=1)`.
    constexpr arg device() {
        std::string_view const kind = quoted();
        vec<char>& name = texts_.emplace_back(kind.begin(), kind.end());
        if (in_.accept_here(", index=")) {
            name.push_back(':');
            for (char const c : in_.take(text_cursor::is_digit))
                name.push_back(c);
        }
        in_.expect_here(")");
        return arg::device({name.data(), name.size()});
    }

    // Python's repr of a string; the text lives as long as the parser.
    constexpr std::string_view quoted() {
        char const quote = in_.peek();
        if (quote != '\'' && quote != '"')
            in_.fail("a string in quotes is expected");
        in_.advance();
        vec<char> text;
        while (in_.peek() != quote) {
            if (in_.done() || in_.peek() == '\n')
                in_.fail("the string is not closed");
            text.push_back(in_.peek() == '\\' ? in_.escape() : in_.peek());
            in_.advance();
        }
        in_.advance();
        texts_.push_back(std::move(text));
        return {texts_.back().data(), texts_.back().size()};
    }

    text_cursor& in_;
    FindNode find_;
    int depth_ = 0;
    vec<vec<char>> texts_; // the inner buffers stay where they are
};

} // namespace graft::detail
