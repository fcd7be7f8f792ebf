#pragma once

#include <graft/meta/fixed_slice.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/schema/call_shape.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/detail/static_schema.hpp>
#include <graft/schema/mistake.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace graft {

//=== one template per sentence: its name is the mistake, its arguments are the facts ===//

/// The text of an op's schema cannot be read; `schema_mistake` says how.
template <class Op, fixed_string MISTAKE, fixed_string BEFORE, fixed_string AFTER>
struct malformed_schema {
    static_assert(never<MISTAKE, BEFORE, AFTER>,
                  "graft: malformed schema: see MISTAKE, between the texts BEFORE and AFTER");
};

/// The text of an op's schema has a type that torch does not have.
template <class Op, fixed_string NAME, fixed_string BEFORE, fixed_string AFTER>
struct unknown_type {
    static_assert(
        never<NAME, BEFORE, AFTER>,
        "graft: malformed schema: there is no type of this NAME, which is between the "
        "texts BEFORE and AFTER");
};

/// A call of an op gives more arguments by place than the schema has.
template <class Op, fixed_string SCHEMA, int GIVEN, int MOST>
struct too_many_positional_arguments {
    static_assert(never<GIVEN, MOST>,
                  "graft: too many positional arguments: GIVEN, where the operator takes MOST");
};

/// A call of an op leaves out an argument that it must give.
template <class Op, fixed_string SCHEMA, fixed_string NAME>
struct missing_argument {
    static_assert(never<NAME>, "graft: missing argument: the one of this NAME has no default");
};

/// A call of an op gives an argument that the schema does not have.
template <class Op, fixed_string SCHEMA, fixed_string NAME>
struct unknown_keyword {
    static_assert(never<NAME>,
                  "graft: unknown keyword: the operator has no argument of this NAME");
};

/// A call of an op gives an argument both by place and by name, or by name twice.
template <class Op, fixed_string SCHEMA, fixed_string NAME>
struct argument_given_twice {
    static_assert(never<NAME>, "graft: argument given twice: the one of this NAME");
};

/// Arguments by place come before those by name.
template <class Op, fixed_string SCHEMA, int POSITION>
struct positional_after_keyword {
    static_assert(never<POSITION>,
                  "graft: positional argument after a keyword argument: the one "
                  "at this POSITION, counted from 0");
};

/// A call of an op with plain numbers and texts alone has no meaning.
template <class Op, class... ARGUMENTS>
struct no_carrier {
    static_assert(never_type<ARGUMENTS...>,
                  "graft: no carrier: none of the ARGUMENTS says what the call means; give a "
                  "pattern variable, a graph value, a tensor or a tensor_spec");
};

/// What a call with such arguments does stands in a header that is not included.
template <class Op, class CARRIER>
struct incomplete_carrier {
    static_assert(
        never_type<CARRIER>,
        "graft: incomplete carrier: CARRIER is only declared; include the header that "
        "defines it, for tensors <graft/runtime/eager.hpp>");
};

namespace detail {

/// What a mistake is when there is none.
struct no_mistake {};

template <class Op>
consteval auto diagnose_schema() {
    using schema = static_schema<Op>;
    if constexpr (schema::well_formed) {
        return std::type_identity<no_mistake>{};
    } else {
        constexpr std::size_t window = 28; // clang prints 32 characters of a template argument
        constexpr bool is_type = schema::data.parsed.mistake == schema_mistake::unknown_type;
        constexpr std::size_t at = schema::data.parsed.position;
        constexpr std::string_view text = Op::text.view();
        constexpr std::string_view name = schema_cursor(text, at).identifier();
        constexpr std::string_view what = describe(schema::data.parsed.mistake);
        constexpr std::size_t before = std::min(window, at);
        constexpr std::size_t next = at + (is_type ? name.size() : 0);
        constexpr std::size_t after = std::min(window, text.size() - next);
        constexpr auto left = fixed_slice<before>(text.substr(at - before));
        constexpr auto right = fixed_slice<after>(text.substr(next));
        if constexpr (is_type)
            return std::type_identity<
                unknown_type<Op, fixed_slice<name.size()>(name), left, right>>{};
        else
            return std::type_identity<
                malformed_schema<Op, fixed_slice<what.size()>(what), left, right>>{};
    }
}

template <class Op, class Call>
consteval auto diagnose_arguments() {
    constexpr auto& shape = Call::shape;
    constexpr auto name = fixed_slice<shape.name.size()>(shape.name);
    constexpr auto text = fixed_slice<Op::text.size>(Op::text.view());
    if constexpr (shape.mistake == call_mistake::too_many_positional)
        return std::type_identity<too_many_positional_arguments<Op, text, shape.given, shape.most>>{};
    else if constexpr (shape.mistake == call_mistake::missing)
        return std::type_identity<missing_argument<Op, text, name>>{};
    else if constexpr (shape.mistake == call_mistake::unknown_keyword)
        return std::type_identity<unknown_keyword<Op, text, name>>{};
    else if constexpr (shape.mistake == call_mistake::given_twice)
        return std::type_identity<argument_given_twice<Op, text, name>>{};
    else if constexpr (shape.mistake == call_mistake::positional_after_keyword)
        return std::type_identity<positional_after_keyword<Op, text, shape.culprit>>{};
    else
        return std::type_identity<no_mistake>{};
}

template <class Op, class... Arguments>
consteval auto diagnose_call() {
    if constexpr (!static_schema<Op>::well_formed)
        return diagnose_schema<Op>();
    else if constexpr (call_of<Op, Arguments...>::shape.mistake != call_mistake::none)
        return diagnose_arguments<Op, call_of<Op, Arguments...>>();
    else if constexpr (!(carrying<Arguments> || ...))
        return std::type_identity<no_carrier<Op, Arguments...>>{};
    else if constexpr (!requires { sizeof(carrier_among<Arguments...>); })
        return std::type_identity<incomplete_carrier<Op, carrier_among<Arguments...>>>{};
    else
        return std::type_identity<no_mistake>{};
}

/// A call without a mistake; what is wrong with another is looked for only then.
template <class Op, class... Arguments>
concept correct_call = call_of<Op, Arguments...>::shape.mistake == call_mistake::none &&
                       requires { sizeof(carrier_among<Arguments...>); };

/// The diagnostic that a call of `Op` deserves, `no_mistake` for a correct one.
template <class Op, class... Arguments>
using diagnosis_of = typename decltype(diagnose_call<Op, Arguments...>())::type;

} // namespace detail
} // namespace graft
