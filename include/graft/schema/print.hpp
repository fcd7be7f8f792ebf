#pragma once

#include <graft/schema/op_info.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace graft {
namespace detail {

/// Seventeen digits as PyTorch prints a real: `0.5`, `1.`, `1e-08`.
inline void append_schema_real(std::string& out, double value) {
    if (!__builtin_isfinite(value)) {
        out += __builtin_isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
        return;
    }
    std::array<char, 32> digits;
    auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 17);
    std::string_view const text(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
    out += text;
    if (text.find_first_of(".e") == std::string_view::npos)
        out += '.';
}

/// The character behind the backslash of an escape sequence, zero for a character without one.
constexpr char escape(char c) {
    switch (c) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '\\':
    case '\'':
    case '"': return c;
    default: return '\0';
    }
}

inline void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (char const c : text) {
        char const code = escape(c);
        if (code != '\0')
            out += '\\';
        out += code != '\0' ? code : c;
    }
    out += '"';
}

inline void append_element(std::string& out, literal const& value, std::size_t i) {
    switch (value.kind) {
    case literal_kind::booleans: out += value.items[i] != 0 ? "True" : "False"; break;
    case literal_kind::reals: append_schema_real(out, value.real_item(i)); break;
    default: out += std::to_string(value.items[i]);
    }
}

inline void append_literal(std::string& out, literal const& value) {
    switch (value.kind) {
    case literal_kind::none: out += "None"; break;
    case literal_kind::boolean: out += value.integer != 0 ? "True" : "False"; break;
    case literal_kind::integer: out += std::to_string(value.integer); break;
    case literal_kind::real: append_schema_real(out, value.real); break;
    case literal_kind::string: append_quoted(out, value.text); break;
    case literal_kind::identifier: out += value.text; break;
    default:
        if (value.expanded)
            return append_element(out, value, 0);
        out += '[';
        for (std::size_t i = 0; i < value.count; ++i) {
            out += i == 0 ? "" : ", ";
            append_element(out, value, i);
        }
        out += ']';
    }
}

inline void append_alias(std::string& out, schema_argument const& argument) {
    if (argument.alias.empty())
        return;
    out += '(';
    out += argument.alias;
    out += argument.writes ? "!" : "";
    if (!argument.alias_after.empty())
        out.append(" -> ").append(argument.alias_after);
    out += ')';
}

inline void append_argument(std::string& out, schema_argument const& argument) {
    out += argument.type_name;
    if (!argument.alias_of_list)
        append_alias(out, argument);
    if (argument.list) {
        out += argument.optional_elements ? "?[" : "[";
        if (argument.list_size >= 0)
            out += std::to_string(argument.list_size);
        out += ']';
    }
    if (argument.alias_of_list)
        append_alias(out, argument);
    out += argument.optional ? "?" : "";
    if (!argument.name.empty())
        out.append(" ").append(argument.name);
    if (argument.has_default) {
        out += '=';
        append_literal(out, argument.default_value);
    }
}

} // namespace detail

/// The literal as a schema writes it.
[[nodiscard]] inline std::string text(literal const& value) {
    std::string out;
    detail::append_literal(out, value);
    return out;
}

/// The schema in the form that PyTorch prints, made from its parts and not from its text.
[[nodiscard]] inline std::string text(op_info const& op) {
    std::string out(op.name);
    out += '(';
    std::string_view separator;
    bool kwarg_only = false;
    for (schema_argument const& argument : op.arguments) {
        out += separator;
        separator = ", ";
        if (argument.kwarg_only && !kwarg_only)
            out += "*, ";
        kwarg_only = argument.kwarg_only;
        detail::append_argument(out, argument);
    }
    if (op.variadic_arguments)
        out.append(separator).append("...");
    out += ") -> ";
    // One tuple is put in parentheses too: it would read as a list of returns.
    bool const bare =
        op.returns.size() + op.variadic_returns == 1 && (op.returns.empty() || op.returns[0].type_name[0] != '(');
    out += bare ? "" : "(";
    for (std::size_t i = 0; i < op.returns.size(); ++i) {
        out += i == 0 ? "" : ", ";
        detail::append_argument(out, op.returns[i]);
    }
    if (op.variadic_returns)
        out += op.returns.empty() ? "..." : ", ...";
    out += bare ? "" : ")";
    return out;
}

} // namespace graft
