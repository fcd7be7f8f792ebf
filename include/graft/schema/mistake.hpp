#pragma once

#include <graft/config.hpp>

#include <cstdint>
#include <string_view>

namespace graft {

/// What is wrong with the text of a schema.
enum class schema_mistake : std::uint8_t {
    none,
    expected_name,
    expected_open,
    expected_type,
    unknown_type,
    expected_argument_name,
    expected_separator,
    expected_arrow,
    bad_alias,
    bad_list_size,
    bad_default,
    bad_number,
    default_of_other_type,
    default_too_long,
    unterminated_string,
    duplicate_argument,
    duplicate_star,
    nested_too_deeply,
    too_many_arguments,
    trailing_text
};

/// The mistake in words, short enough for clang to print it whole as a template argument.
[[nodiscard]] constexpr std::string_view describe(schema_mistake mistake) {
    switch (mistake) {
    case schema_mistake::none: return "no mistake";
    case schema_mistake::expected_name: return "expected an operator name";
    case schema_mistake::expected_open: return "expected '(' after the name";
    case schema_mistake::expected_type: return "expected a type";
    case schema_mistake::unknown_type: return "unknown type name";
    case schema_mistake::expected_argument_name: return "expected an argument name";
    case schema_mistake::expected_separator: return "expected ',' or ')'";
    case schema_mistake::expected_arrow: return "expected '->'";
    case schema_mistake::bad_alias: return "bad alias annotation";
    case schema_mistake::bad_list_size: return "bad list size";
    case schema_mistake::bad_default: return "bad default value";
    case schema_mistake::bad_number: return "number out of range";
    case schema_mistake::default_of_other_type: return "default of another type";
    case schema_mistake::default_too_long: return "list default over 8 elements";
    case schema_mistake::unterminated_string: return "unterminated string";
    case schema_mistake::duplicate_argument: return "argument name used twice";
    case schema_mistake::duplicate_star: return "'*' given twice";
    case schema_mistake::nested_too_deeply: return "types nested too deeply";
    case schema_mistake::too_many_arguments: return "more than 255 arguments";
    case schema_mistake::trailing_text: return "text after the schema";
    }
    return {};
}

} // namespace graft
