#pragma once

#include <graft/schema/detail/cursor.hpp>
#include <graft/schema/op_info.hpp>

namespace graft::detail {

inline constexpr int max_type_depth = 16;

constexpr bool parse_type(schema_cursor& in, schema_argument& out, int depth = 0);

/// Reads the types in parentheses, behind the opening one.
constexpr bool parse_type_list(schema_cursor& in, int depth) {
    if (depth == max_type_depth)
        return in.fail(schema_mistake::nested_too_deeply);
    if (in.accept(')'))
        return true;
    do {
        schema_argument element;
        if (!parse_type(in, element, depth + 1))
            return false;
    } while (in.accept(','));
    return in.accept(')') || in.fail(schema_mistake::expected_separator);
}

/// Reads a type without its suffixes.
constexpr bool parse_base_type(schema_cursor& in, schema_argument& out, int depth) {
    if (in.accept('(')) {
        out.type = type_kind::tuple;
        return parse_type_list(in, depth);
    }
    std::size_t const begin = in.at;
    std::string_view const name = in.identifier();
    if (name.empty())
        return in.fail(schema_mistake::expected_type);
    if (in.peek() == '.') {
        while (in.peek() == '.' || is_identifier(in.peek()))
            ++in.at;
        out.type = type_kind::object;
        return true;
    }
    if (find_type_kind(name, out.type))
        return true;
    bool const dict = name == "Dict";
    if (!dict && name != "Future" && name != "Await" && name != "RRef")
        return in.fail_at(begin, schema_mistake::unknown_type);
    out.type = dict ? type_kind::dict : type_kind::future;
    return in.accept('(') ? parse_type_list(in, depth) : in.fail(schema_mistake::expected_type);
}

/// Reads `a`, `a|b` or `*`.
constexpr bool parse_alias_set(schema_cursor& in, std::string_view& out) {
    in.skip_space();
    std::size_t const begin = in.at;
    if (!in.accept('*'))
        do {
            if (in.identifier().empty())
                return in.fail(schema_mistake::bad_alias);
        } while (in.accept('|'));
    out = in.since(begin);
    return true;
}

/// Reads `(a)`, `(a!)`, `(a -> *)`, behind the opening parenthesis.
constexpr bool parse_alias(schema_cursor& in, schema_argument& out) {
    if (!out.alias.empty())
        return in.fail(schema_mistake::bad_alias);
    if (!parse_alias_set(in, out.alias))
        return false;
    out.writes = in.accept('!');
    out.alias_of_list = out.list;
    if (in.accept("->") && !parse_alias_set(in, out.alias_after))
        return false;
    return in.accept(')') || in.fail(schema_mistake::bad_alias);
}

/// Reads `[]` or `[3]`, behind the opening bracket.
constexpr bool parse_list_size(schema_cursor& in, schema_argument& out) {
    out.list = true;
    out.list_size = -1;
    if (is_digit(in.peek()))
        for (out.list_size = 0; is_digit(in.peek()) && out.list_size < 1'000; ++in.at)
            out.list_size = out.list_size * 10 + (in.peek() - '0');
    return in.accept(']') || in.fail(schema_mistake::bad_list_size);
}

/// Reads a type with its `[]`, `?` and alias annotation into the fields of `out`.
constexpr bool parse_type(schema_cursor& in, schema_argument& out, int depth) {
    in.skip_space();
    std::size_t const begin = in.at;
    if (!parse_base_type(in, out, depth))
        return false;
    out.type_name = in.since(begin);
    for (;;)
        switch (in.peek()) {
        case '(':
            ++in.at;
            if (!parse_alias(in, out))
                return false;
            break;
        case '?':
            if (out.optional)
                return in.fail(schema_mistake::expected_argument_name);
            ++in.at;
            out.optional = true;
            break;
        case '[':
            if (out.list) { // a list of lists keeps the inner list as text
                out = schema_argument{.type_name = in.since(begin), .type = type_kind::list};
            } else {
                out.optional_elements = out.optional;
                out.optional = false;
            }
            ++in.at;
            if (!parse_list_size(in, out))
                return false;
            break;
        default: return true;
        }
}

} // namespace graft::detail
