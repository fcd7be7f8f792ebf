#pragma once

#include <graft/config.hpp>

#include <cstdint>
#include <string_view>

namespace graft {

/// What is wrong with the text of a schema.
enum class schema_mistake : std::uint8_t {
    none,                   ///< there is none
    expected_name,          ///< the text does not begin with the name of an op
    expected_open,          ///< no parenthesis opens behind the name
    expected_type,          ///< a type is missing
    unknown_type,           ///< no type has this name
    expected_argument_name, ///< a type is followed by no name
    expected_separator,     ///< an argument is followed by neither comma nor parenthesis
    expected_arrow,         ///< no arrow stands before the returns
    bad_alias,              ///< an alias annotation is not of the form (a!)
    bad_list_size,          ///< the size of a list is no number
    bad_default,            ///< no value stands behind the equals sign
    bad_number,             ///< a number is out of range
    default_of_other_type,  ///< a default is of another type than its argument
    default_too_long,       ///< a list as a default has more than 8 elements
    unterminated_string,    ///< a string has no end
    duplicate_argument,     ///< two arguments have one name
    duplicate_star,         ///< the star that begins the keyword-only arguments stands twice
    nested_too_deeply,      ///< a type has too many brackets
    too_many_arguments,     ///< there are more than 255 arguments
    trailing_text           ///< text follows the returns
};

/// The mistake in words, short enough for clang to print it whole as a template argument.
[[nodiscard]] constexpr std::string_view text(schema_mistake mistake) {
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
