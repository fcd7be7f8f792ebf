#pragma once

#include <graft/meta/hash.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/detail/cursor.hpp>
#include <graft/schema/detail/parse_default.hpp>
#include <graft/schema/detail/parse_type.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// How much room parsing a text takes at most.
struct schema_bound {
    std::size_t slots = 0;      ///< arguments and returns
    std::size_t characters = 0; ///< of texts with escapes
};

/// An upper bound found in one pass; rounded, so that similar schemas share array types.
[[nodiscard]] constexpr schema_bound bound_schema(std::string_view text) {
    char const* const characters = text.data();
    std::size_t commas = 0;
    bool escapes = false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (char const c = characters[i]; c == ',')
            ++commas;
        else if (c == '\\')
            escapes = true;
    std::size_t const slots = commas + 2;
    return {(slots + 3) / 4 * 4, escapes ? text.size() : 0};
}

/// What a schema's text says apart from the arguments, or the first mistake in it.
struct parsed_schema {
    schema_mistake mistake = schema_mistake::none; ///< the first mistake, or `none`
    /// Where in the text the mistake is.
    std::size_t position = 0;
    std::string_view name{};         ///< with the overload
    std::size_t arguments = 0;       ///< how many
    std::size_t returns = 0;         ///< how many
    bool variadic_arguments = false; ///< The argument list ends with `...`.
    bool variadic_returns = false;   ///< The returns are `...`.
};

namespace detail {

inline constexpr std::size_t max_schema_arguments = 255;

struct schema_parser {
    schema_cursor in;
    view<schema_argument> slots{};
    view<char> characters{};
    parsed_schema out{};

    constexpr bool parse() {
        if (!parse_name() || !parse_arguments())
            return false;
        if (!in.accept("->"))
            return in.fail(schema_mistake::expected_arrow);
        if (!parse_returns())
            return false;
        in.skip_space();
        return in.at == in.size || in.fail(schema_mistake::trailing_text);
    }

private:
    /// An identifier behind `skip` characters, no spaces between.
    constexpr bool parse_name_part(std::size_t skip) {
        in.at += skip;
        return is_identifier(in.peek()) ? !in.identifier().empty() : in.fail(schema_mistake::expected_name);
    }

    /// `aten::add.Tensor(`
    constexpr bool parse_name() {
        in.skip_space();
        std::size_t const begin = in.at;
        if (!parse_name_part(0))
            return false;
        while (in.peek() == ':' && in.peek(1) == ':')
            if (!parse_name_part(2))
                return false;
        if (in.peek() == '.' && !parse_name_part(1))
            return false;
        out.name = in.since(begin);
        return in.accept('(') || in.fail(schema_mistake::expected_open);
    }

    constexpr bool parse_arguments() {
        bool kwarg_only = false;
        if (in.accept(')'))
            return true;
        do {
            if (in.accept("...")) {
                out.variadic_arguments = true;
                break;
            }
            if (in.accept('*')) {
                if (kwarg_only)
                    return in.fail_at(in.at - 1, schema_mistake::duplicate_star);
                kwarg_only = true;
                continue;
            }
            if (out.arguments == max_schema_arguments)
                return in.fail(schema_mistake::too_many_arguments);
            if (!parse_argument(slots[out.arguments]))
                return false;
            slots[out.arguments++].kwarg_only = kwarg_only;
        } while (in.accept(','));
        return in.accept(')') || in.fail(schema_mistake::expected_separator);
    }

    constexpr bool parse_argument(schema_argument& argument) {
        if (!parse_type(in, argument))
            return false;
        in.skip_space();
        std::size_t const begin = in.at;
        argument.name = in.identifier();
        if (argument.name.empty())
            return in.fail(schema_mistake::expected_argument_name);
        for (std::size_t i = 0; i < out.arguments; ++i)
            if (same_text(slots[i].name, argument.name))
                return in.fail_at(begin, schema_mistake::duplicate_argument);
        return !in.accept('=') || parse_default(in, characters, argument);
    }

    /// `(Tensor values, Tensor indices)`, one without parentheses, `...`
    constexpr bool parse_returns() {
        bool const parentheses = in.accept('(');
        if (parentheses && in.accept(')'))
            return true;
        do {
            if (in.accept("...")) {
                out.variadic_returns = true;
                break;
            }
            if (out.returns == max_schema_arguments)
                return in.fail(schema_mistake::too_many_arguments);
            schema_argument& value = slots[out.arguments + out.returns++];
            if (!parse_type(in, value))
                return false;
            value.name = in.identifier();
        } while (parentheses && in.accept(','));
        return !parentheses || in.accept(')') || in.fail(schema_mistake::expected_separator);
    }
};

} // namespace detail

/// Parses a schema into `slots`, the arguments first, then the returns; both spans need the
/// room of `bound_schema`. The results point into `text` and `characters`.
[[nodiscard]] constexpr parsed_schema parse_schema(std::string_view text, view<schema_argument> slots,
                                                   view<char> characters) {
    detail::schema_parser parser{.in = detail::schema_cursor(text), .slots = slots, .characters = characters};
    if (!parser.parse()) {
        parser.out.mistake = parser.in.mistake;
        parser.out.position = parser.in.mistake_at;
    }
    return parser.out;
}

/// The op of a parsed schema, without the facts that only its author knows; empty but for the
/// text when the schema is malformed.
[[nodiscard]] constexpr op_info make_op_info(std::string_view text, parsed_schema const& parsed,
                                             view<schema_argument const> slots) {
    op_info info{.text = text};
    if (parsed.mistake != schema_mistake::none)
        return info;
    info.name = parsed.name;
    info.hash = fnv1a(parsed.name);
    info.arguments = slots.first(parsed.arguments);
    info.returns = slots.subspan(parsed.arguments, parsed.returns);
    info.variadic_arguments = parsed.variadic_arguments;
    info.variadic_returns = parsed.variadic_returns;
    return info;
}

} // namespace graft
