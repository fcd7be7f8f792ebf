#pragma once

#include <graft/meta/view.hpp>
#include <graft/schema/detail/cursor.hpp>
#include <graft/schema/op_info.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

struct known_identifier {
    std::string_view name;
    std::int64_t value;
};

// The numbers that PyTorch's schema parser puts for these names.
inline constexpr known_identifier known_identifiers[] = {
    {"Mean", 1},
    {"Sum", 2},
    {"contiguous_format", 0},
    {"preserve_format", 1},
    {"channels_last", 2},
    {"channels_last_3d", 3},
    {"strided", 0},
    {"int", 3},
    {"long", 4},
    {"float", 6},
    {"double", 7},
    {"bool", 11},
};

constexpr std::int64_t identifier_value(std::string_view name) {
    for (known_identifier const& known : known_identifiers)
        if (known.name == name)
            return known.value;
    return 0;
}

/// What an escape sequence `\c` stands for.
constexpr char unescape(char c) {
    switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return c;
    }
}

/// Reads a quoted string; one with escapes is decoded to the front of `characters`.
constexpr bool parse_string(schema_cursor& in, view<char>& characters, literal& out) {
    std::size_t const begin = in.at;
    char const quote = in.peek();
    bool escapes = false;
    for (++in.at; in.peek() != quote; ++in.at) {
        if (in.peek() == '\\') {
            escapes = true;
            ++in.at;
        }
        if (in.at >= in.size)
            return in.fail_at(begin, schema_mistake::unterminated_string);
    }
    out.kind = literal_kind::string;
    ++in.at;
    out.text = in.since(begin + 1);
    out.text.remove_suffix(1);
    if (!escapes)
        return true;
    std::size_t size = 0;
    for (std::size_t i = 0; i < out.text.size(); ++i)
        characters[size++] = out.text[i] == '\\' ? unescape(out.text[++i]) : out.text[i];
    out.text = {characters.data(), size};
    characters = characters.subspan(size);
    return true;
}

/// Reads one value that is not a list.
constexpr bool parse_value(schema_cursor& in, view<char>& characters, literal& out) {
    in.skip_space();
    char const c = in.peek();
    if (c == '"' || c == '\'')
        return parse_string(in, characters, out);
    if (c == '-' || c == '.' || is_digit(c) || in.starts("inf") || in.starts("nan"))
        return parse_number(in, out);
    std::string_view const word = in.identifier();
    if (word.empty())
        return in.fail(schema_mistake::bad_default);
    if (word == "None")
        return true;
    out.integer = word == "True" || word == "true";
    out.kind = literal_kind::boolean;
    if (out.integer == 0 && word != "False" && word != "false") {
        out.kind = literal_kind::identifier;
        out.text = word;
        out.integer = identifier_value(word);
    }
    return true;
}

/// Makes a value of the argument's type of what was written: `float p=2` is a real, while
/// PyTorch leaves the integer of `float? p=2` one. False when the type has no such values.
constexpr bool convert_value(schema_argument const& argument, literal& value) {
    switch (argument.type) {
    case type_kind::boolean: return value.kind == literal_kind::boolean;
    case type_kind::integer: return value.kind == literal_kind::integer || value.kind == literal_kind::identifier;
    case type_kind::real:
        if (value.kind == literal_kind::integer) {
            if (argument.optional && !argument.list)
                return true;
            value.kind = literal_kind::real;
            value.real = static_cast<double>(value.integer);
            value.integer = 0;
        }
        return value.kind == literal_kind::real;
    case type_kind::scalar:
        return value.kind == literal_kind::boolean || value.kind == literal_kind::integer ||
               value.kind == literal_kind::real;
    case type_kind::string: return value.kind == literal_kind::string;
    case type_kind::dtype:
    case type_kind::layout:
    case type_kind::memory_format: return value.kind == literal_kind::integer || value.kind == literal_kind::identifier;
    case type_kind::device: return value.kind == literal_kind::string || value.kind == literal_kind::identifier;
    default: return false;
    }
}

/// Appends a converted element to a list default.
constexpr void append_item(literal& list, literal const& item) {
    list.items[list.count++] = item.kind == literal_kind::real ? std::bit_cast<std::int64_t>(item.real) : item.integer;
}

constexpr literal_kind list_kind(type_kind element) {
    switch (element) {
    case type_kind::boolean: return literal_kind::booleans;
    case type_kind::integer: return literal_kind::integers;
    case type_kind::real: return literal_kind::reals;
    default: return literal_kind::empty_list;
    }
}

/// Reads `[1, 1]`, or one value that stands for all elements of a list of known size.
constexpr bool parse_list(schema_cursor& in, view<char>& characters, schema_argument& argument) {
    literal& out = argument.default_value;
    out.kind = list_kind(argument.type);
    out.expanded = in.peek() != '[';
    if (!out.expanded && (++in.at, in.accept(']')))
        return true;
    std::size_t const begin = in.at;
    if (out.kind == literal_kind::empty_list || (out.expanded && argument.list_size < 1))
        return in.fail(schema_mistake::default_of_other_type);
    do {
        literal item;
        if (!parse_value(in, characters, item))
            return false;
        if (!convert_value(argument, item))
            return in.fail_at(begin, schema_mistake::default_of_other_type);
        std::size_t const times = out.expanded ? static_cast<std::size_t>(argument.list_size) : 1;
        if (out.count + times > literal::max_items)
            return in.fail_at(begin, schema_mistake::default_too_long);
        for (std::size_t i = 0; i < times; ++i)
            append_item(out, item);
    } while (!out.expanded && in.accept(','));
    return out.expanded || in.accept(']') || in.fail(schema_mistake::bad_default);
}

/// Reads the value behind `=`.
constexpr bool parse_default(schema_cursor& in, view<char>& characters, schema_argument& argument) {
    in.skip_space();
    argument.has_default = true;
    std::size_t const begin = in.at;
    if (argument.optional && in.accept("None"))
        return true;
    if (argument.list)
        return parse_list(in, characters, argument);
    return parse_value(in, characters, argument.default_value) &&
           (convert_value(argument, argument.default_value) ||
            in.fail_at(begin, schema_mistake::default_of_other_type));
}

} // namespace graft::detail
