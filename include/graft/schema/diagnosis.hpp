#pragma once

#include <graft/core/nearest_names.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/schema/call_shape.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/detail/static_schema.hpp>
#include <graft/schema/keyword.hpp>
#include <graft/schema/mistake.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

class tensor;

//=== one template per sentence: its name is the mistake, its arguments are the facts ===//

/// The text of an op's schema cannot be read; `schema_mistake` says how.
template <class Op, fixed_string MISTAKE, fixed_string BEFORE, fixed_string AFTER>
struct malformed_schema {
    static_assert(never<MISTAKE, BEFORE, AFTER>,
                  "graft: malformed schema: see MISTAKE, between the texts BEFORE and AFTER; write it as torch does, "
                  "\"my::relu(Tensor self) -> Tensor\"");
};

/// The text of an op's schema has a type that torch does not have.
template <class Op, fixed_string NAME, fixed_string BEFORE, fixed_string AFTER>
struct unknown_type {
    static_assert(never<NAME, BEFORE, AFTER>,
                  "graft: malformed schema: there is no type of this NAME, which is between the "
                  "texts BEFORE and AFTER; write one of torch's, such as Tensor, Scalar, int[]");
};

/// A call of an op gives more arguments by place than the schema has.
template <class Op, int GIVEN, int MOST, fixed_string... SCHEMA>
struct too_many_positional_arguments {
    static_assert(never<GIVEN, MOST>,
                  "graft: too many positional arguments: GIVEN, where SCHEMA takes MOST; leave the others out, or give "
                  "what stands behind its * by name, as in \"alpha\"_a = 2");
};

/// A call of an op leaves out an argument that it must give.
template <class Op, fixed_string NAME, fixed_string... SCHEMA>
struct missing_argument {
    static_assert(never<NAME>, "graft: missing argument: SCHEMA has no default for the one of this NAME; give it by "
                               "place, or by name, as in \"alpha\"_a = 2");
};

/// A call of an op gives an argument that the schema does not have, but has one like it.
template <class Op, fixed_string NAME, fixed_string NEAREST, fixed_string... NAMES>
struct mistaken_keyword {
    static_assert(never<NAME, NEAREST>, "graft: unknown keyword: Op has no argument of this NAME; did you mean "
                                        "NEAREST? Its arguments are NAMES");
};

/// A call of an op gives an argument that the schema does not have.
template <class Op, fixed_string NAME, fixed_string... NAMES>
struct unknown_keyword {
    static_assert(never<NAME>, "graft: unknown keyword: Op has no argument of this NAME; its arguments are NAMES");
};

/// A call of an op gives an argument both by place and by name, or by name twice.
template <class Op, fixed_string NAME, fixed_string... SCHEMA>
struct argument_given_twice {
    static_assert(never<NAME>, "graft: argument given twice: the one of this NAME in SCHEMA; give it once, by place or "
                               "by name");
};

/// Arguments by place come before those by name.
template <class Op, int POSITION, fixed_string... SCHEMA>
struct positional_after_keyword {
    static_assert(never<POSITION>,
                  "graft: positional argument after a keyword argument: the one at this POSITION, counted from 0; give "
                  "it before those by name, or by its name in SCHEMA");
};

/// A call of an op with tensors runs at once, which takes a header that is not included.
template <class OP>
struct tensors_without_eager {
    static_assert(never_type<OP>,
                  "graft: a call of OP with tensors runs it at once; include <graft/runtime/eager.hpp> for that, and "
                  "<graft/runtime/kernels.hpp> or the header of OP's kernel in <graft/runtime/kernels/>");
};

/// A call of several overloads under one name means the default one, and there is none.
template <class PACKET, fixed_string... OVERLOADS>
struct packet_without_default {
    static_assert(never_type<PACKET>,
                  "graft: PACKET has no default overload, so that it cannot be called itself; call one of its "
                  "OVERLOADS, as in aten::add.Tensor(x, y)");
};

/// A call of an op with plain numbers and texts alone has no meaning.
template <class Op, class... ARGUMENTS>
struct no_carrier {
    static_assert(never_type<ARGUMENTS...>, "graft: no carrier: none of the ARGUMENTS says what the call means; give a "
                                            "pattern variable, a graph value, a tensor or a tensor_spec");
};

/// What a call with such arguments does stands in a header that is not included.
template <class Op, class CARRIER>
struct incomplete_carrier {
    static_assert(never_type<CARRIER>, "graft: incomplete carrier: CARRIER is only declared; include the header that "
                                       "defines it, for tensors <graft/runtime/eager.hpp>");
};

namespace detail {

/// What a mistake is when there is none, and what a call that was reported as wrong returns where no argument says what
/// it would; that turns into anything, so that no second error follows.
struct no_mistake {
    template <std::default_initializable T>
    constexpr operator T() const {
        return T{};
    }
};

// The tensor among the arguments of a call, be it in a list or by name, whose type is only declared here.
template <class T>
inline constexpr bool is_tensor_argument = std::is_same_v<T, tensor>;
template <fixed_string Name, class T>
inline constexpr bool is_tensor_argument<named<Name, T>> = is_tensor_argument<T>;
template <class List>
    requires requires { typename List::value_type; }
inline constexpr bool is_tensor_argument<List> = is_tensor_argument<typename List::value_type>;

// How many characters of a template's argument compilers print: clang 32, GCC all.
#if defined(__clang__)
inline constexpr std::size_t printed_characters = 32;
#else
inline constexpr std::size_t printed_characters = 1 << 16;
#endif

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
        constexpr std::string_view what = graft::text(schema::data.parsed.mistake);
        constexpr std::size_t before = std::min(window, at);
        constexpr std::size_t next = at + (is_type ? name.size() : 0);
        constexpr std::size_t after = std::min(window, text.size() - next);
        constexpr auto left = fixed_slice<before>(text.substr(at - before));
        constexpr auto right = fixed_slice<after>(text.substr(next));
        if constexpr (is_type)
            return std::type_identity<unknown_type<Op, fixed_slice<name.size()>(name), left, right>>{};
        else
            return std::type_identity<malformed_schema<Op, fixed_slice<what.size()>(what), left, right>>{};
    }
}

// A mistake with the text of the schema behind its other facts, in pieces that are printed whole.
template <class Op, template <fixed_string...> class Mistake, std::size_t... I>
consteval auto with_schema(std::index_sequence<I...>) {
    constexpr std::string_view text = Op::text.view();
    return std::type_identity<Mistake<fixed_slice<std::min(printed_characters, text.size() - I * printed_characters)>(
        text.substr(I * printed_characters))...>>{};
}
template <class Op, template <fixed_string...> class Mistake>
consteval auto with_schema() {
    return with_schema<Op, Mistake>(std::make_index_sequence<1 + (Op::text.size - 1) / printed_characters>{});
}

// The argument whose name is nearest to one that the op does not have, or -1.
constexpr int nearest_argument(op_info const& op, std::string_view name) {
    std::size_t least = (name.size() + 2) / 3 + 1;
    int nearest = -1;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        std::size_t const distance = edit_distance(name, op.arguments[i].name);
        if (distance < least) {
            least = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

template <class Op, int I>
inline constexpr auto argument_name = [] {
    constexpr std::string_view name = static_schema<Op>::info.arguments[I].name;
    return fixed_slice<name.size()>(name);
}();

template <class Op, fixed_string NAME, int... I>
consteval auto diagnose_keyword(std::integer_sequence<int, I...>) {
    constexpr int nearest = nearest_argument(static_schema<Op>::info, NAME.view());
    if constexpr (nearest >= 0)
        return std::type_identity<mistaken_keyword<Op, NAME, argument_name<Op, nearest>, argument_name<Op, I>...>>{};
    else
        return std::type_identity<unknown_keyword<Op, NAME, argument_name<Op, I>...>>{};
}

template <class Op, class Call>
struct argument_diagnosis {
    static constexpr auto& shape = Call::shape;
    static constexpr auto name = fixed_slice<shape.name.size()>(shape.name);
    template <fixed_string... SCHEMA>
    using too_many = too_many_positional_arguments<Op, shape.given, shape.most, SCHEMA...>;
    template <fixed_string... SCHEMA>
    using missing = missing_argument<Op, name, SCHEMA...>;
    template <fixed_string... SCHEMA>
    using twice = argument_given_twice<Op, name, SCHEMA...>;
    template <fixed_string... SCHEMA>
    using after_keyword = positional_after_keyword<Op, shape.culprit, SCHEMA...>;

    static consteval auto find() {
        if constexpr (shape.mistake == call_mistake::too_many_positional)
            return with_schema<Op, too_many>();
        else if constexpr (shape.mistake == call_mistake::missing)
            return with_schema<Op, missing>();
        else if constexpr (shape.mistake == call_mistake::unknown_keyword)
            return diagnose_keyword<Op, name>(
                std::make_integer_sequence<int, static_cast<int>(static_schema<Op>::info.arguments.size())>{});
        else if constexpr (shape.mistake == call_mistake::given_twice)
            return with_schema<Op, twice>();
        else
            return with_schema<Op, after_keyword>();
    }
};

template <class Op, class... Arguments>
consteval auto diagnose_call() {
    if constexpr (!static_schema<Op>::well_formed)
        return diagnose_schema<Op>();
    else if constexpr (call_of<Op, Arguments...>::shape.mistake != call_mistake::none)
        return argument_diagnosis<Op, call_of<Op, Arguments...>>::find();
    else if constexpr (!(carrying<Arguments> || ...) && (is_tensor_argument<Arguments> || ...))
        return std::type_identity<tensors_without_eager<Op>>{};
    else if constexpr (!(carrying<Arguments> || ...))
        return std::type_identity<no_carrier<Op, Arguments...>>{};
    else if constexpr (!requires { sizeof(carrier_among<Arguments...>); })
        return std::type_identity<incomplete_carrier<Op, carrier_among<Arguments...>>>{};
    else
        return std::type_identity<no_mistake>{};
}

/// A call without a mistake; what is wrong with another is looked for only then.
template <class Op, class... Arguments>
concept correct_call =
    call_of<Op, Arguments...>::shape.mistake == call_mistake::none && requires { sizeof(carrier_among<Arguments...>); };

/// The diagnostic that a call of `Op` deserves, `no_mistake` for a correct one.
template <class Op, class... Arguments>
using diagnosis_of = typename decltype(diagnose_call<Op, Arguments...>())::type;

template <class First, class... Rest>
constexpr auto const& first_tensor(First const& first, Rest const&... rest) {
    if constexpr (std::is_same_v<First, tensor>)
        return first;
    else
        return detail::first_tensor(rest...);
}

/// What a call that was reported as wrong returns, so that no second error follows.
template <class Op, class... Arguments>
constexpr auto reject_call(Arguments const&... arguments) {
    if constexpr (!(carrying<Arguments> || ...) && (std::is_same_v<Arguments, tensor> || ...))
        return first_tensor(arguments...);
    else if constexpr (!(carrying<Arguments> || ...))
        return no_mistake{};
    else if constexpr (requires { carrier_among<Arguments...>::template rejected<Op>(); })
        return carrier_among<Arguments...>::template rejected<Op>();
    else
        return keyword_value(first_carrying(arguments...));
}

} // namespace detail
} // namespace graft
