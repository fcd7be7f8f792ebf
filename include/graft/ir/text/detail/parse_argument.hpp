#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/text/detail/parse_word.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/meta/vec.hpp>

#include <string_view>

namespace graft::detail {

// Reads the arguments of nodes, in FX's form and in the lossless one.
class argument_parser {
public:
    argument_parser(argument_parser const&) = delete;
    argument_parser& operator=(argument_parser const&) = delete;
    constexpr argument_parser(text_cursor& in, graph const& g) : in_(in), g_(g) {}

    // In FX's `return` line nodes are written without `%`.
    GRAFT_CONSTEXPR_INLINE arg argument(bool bare_nodes = false) {
        if (++depth_ > max_depth)
            in_.fail("the arguments are nested more than ", max_depth, " deep");
        arg result = unchecked(bare_nodes);
        --depth_;
        return result;
    }

    // The name after a `%`.
    constexpr std::string_view node_name() {
        in_.expect("%");
        if (in_.peek() == '"')
            return quoted();
        std::string_view const name = in_.take([](char c) {
            return c != ' ' && c != ',' && c != ')' && c != ']' && c != '}' && c != '\n' && c != ':' && c != '=';
        });
        if (name.empty())
            in_.fail("the name of a node is expected after '%'");
        return name;
    }

    // A dict's or a call's `key: value` pairs up to the closing brace.
    GRAFT_CONSTEXPR_INLINE arg dict(bool bare_nodes = false) {
        arg result{arg_kind::dict, {}};
        in_.expect("{");
        while (!in_.accept("}")) {
            if (!result.items.empty())
                in_.expect(",");
            in_.skip_space();
            if (in_.peek() == '}')
                continue;
            result.keys.push_back(in_.peek() == '"' || in_.peek() == '\'' ? quoted() : in_.identifier());
            in_.expect(":");
            result.items.push_back(argument(bare_nodes));
        }
        return result;
    }

    // A string between quotes; the text lives as long as the parser.
    constexpr std::string_view quoted() {
        char const quote = in_.peek();
        in_.advance();
        vec<char>& text = texts_.emplace_back();
        while (in_.peek() != quote) {
            if (in_.done())
                in_.fail("the string is not closed");
            text.push_back(in_.peek() == '\\' ? in_.escape() : in_.peek());
            in_.advance();
        }
        in_.advance();
        return {text.data(), text.size()};
    }

private:
    static constexpr int max_depth = 100;

    GRAFT_CONSTEXPR_INLINE arg unchecked(bool bare_nodes) {
        in_.skip_space();
        switch (in_.peek()) {
        case '%': return node(node_name());
        case '[': return items(arg_kind::list, "[", "]", bare_nodes);
        case '(': return items(arg_kind::tuple, "(", ")", bare_nodes);
        case '{': return dict(bare_nodes);
        case '"':
        case '\'': return arg{quoted()};
        default: break;
        }
        // FX prints the nodes in a slice without `%`.
        if (in_.accept("slice("))
            return rest_of_items(arg_kind::slice, ")", true);
        if (in_.accept("range("))
            return rest_of_items(arg_kind::range, ")", false);
        if (in_.accept("complex("))
            return rest_of_items(arg_kind::complex, ")", false);
        if (in_.accept("device("))
            return device();
        if (text_cursor::is_digit(in_.peek()) || in_.peek() == '-')
            return number();
        return word(bare_nodes);
    }

    GRAFT_CONSTEXPR_INLINE arg node(std::string_view name) {
        auto const n = g_.find(name);
        if (!n)
            in_.fail("the node '", name, "' is used before it is defined");
        return arg::node(*n);
    }

    GRAFT_CONSTEXPR_INLINE arg items(arg_kind kind, char const* open, char const* close, bool bare_nodes) {
        in_.expect(open);
        return rest_of_items(kind, close, bare_nodes);
    }

    GRAFT_CONSTEXPR_INLINE arg rest_of_items(arg_kind kind, char const* close, bool bare_nodes) {
        arg result{kind, {}};
        while (!in_.accept(close)) {
            if (!result.items.empty()) {
                in_.expect(",");
                if (in_.accept(close))
                    break;
            }
            result.items.push_back(argument(bare_nodes));
        }
        if (kind == arg_kind::slice && result.items.size() != 3)
            in_.fail("a slice has a start, a stop and a step");
        return result;
    }

    constexpr arg device() {
        if (in_.peek() != '"')
            in_.fail("a device is written device(\"cpu\")");
        arg const result = arg::device(quoted());
        in_.expect(")");
        return result;
    }

    constexpr arg number() {
        text_cursor digits = in_;
        bool real = false;
        std::string_view const text = in_.take([&real](char c) {
            bool const part = text_cursor::is_digit(c) || c == '-' || c == '+';
            bool const of_real = c == '.' || c == 'e' || c == 'E' || c == 'i' || c == 'n' || c == 'f' || c == 'a';
            real = real || of_real;
            return part || of_real;
        });
        if (real)
            return arg{read_real(digits, text)};
        std::int64_t const value = digits.integer();
        if (digits.at() != in_.at())
            digits.fail("'", text, "' is not a number");
        return arg{value};
    }

    static constexpr double read_real(text_cursor const& begin, std::string_view text) {
        auto const value = parse_real(text);
        if (!value)
            begin.fail("'", text, "' is not a number");
        return *value;
    }

    GRAFT_CONSTEXPR_INLINE arg word(bool bare_nodes) {
        std::string_view const text =
            in_.take([](char c) { return c != ',' && c != ')' && c != ']' && c != '}' && c != '\n' && c != ' '; });
        if (text.empty())
            in_.fail("an argument is expected");
        if (bare_nodes)
            if (auto const n = g_.find(text))
                return arg::node(*n);
        arg result;
        return parse_word(text, result) && result.kind != arg_kind::device ? result : arg{text};
    }

    text_cursor& in_;
    graph const& g_;
    int depth_ = 0;
    vec<vec<char>> texts_; // the inner buffers stay where they are
};

} // namespace graft::detail
