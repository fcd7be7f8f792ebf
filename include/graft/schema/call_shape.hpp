#pragma once

#include <graft/schema/detail/static_schema.hpp>
#include <graft/schema/keyword.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft {

/// The schema slots of the arguments of a call, in the order in which they are written.
template <int... Slot>
struct slots {
    static constexpr std::array<int, sizeof...(Slot)> values{Slot...}; ///< by argument, as the call writes them
};

namespace detail {

enum class call_mistake : std::uint8_t {
    none,
    too_many_positional,
    missing,
    unknown_keyword,
    given_twice,
    positional_after_keyword
};

/// Which schema slot every argument of a call fills, or what is wrong with the call.
template <std::size_t N>
struct call_shape {
    call_mistake mistake = call_mistake::none;
    /// The positional arguments given and the most that the schema takes.
    int given = 0;
    int most = 0;
    /// The number, as it is written, of an argument at fault.
    int culprit = 0;
    /// The name at fault, of the schema or of the call.
    std::string_view name{};
    std::array<int, N> slot{};

    constexpr bool fail(call_mistake what, std::string_view name_at_fault = {}) {
        mistake = what;
        name = name_at_fault;
        return false;
    }

    /// Assigns the arguments, of which a keyword is known and empty for a positional one.
    constexpr bool assign(op_info const& op, std::array<std::string_view, N> const& keywords) {
        for (schema_argument const& argument : op.arguments)
            most += !argument.kwarg_only;
        for (std::string_view const keyword : keywords)
            given += keyword.empty();
        if (given > most)
            return fail(call_mistake::too_many_positional);
        std::array<bool, max_schema_arguments> filled{};
        for (std::size_t i = 0; i < N; ++i) {
            culprit = static_cast<int>(i);
            bool const positional = keywords[i].empty();
            if (positional && culprit >= given)
                return fail(call_mistake::positional_after_keyword);
            slot[i] = positional ? culprit : op.find_argument(keywords[i]);
            if (slot[i] < 0)
                return fail(call_mistake::unknown_keyword, keywords[i]);
            if (std::exchange(filled[static_cast<std::size_t>(slot[i])], true))
                return fail(call_mistake::given_twice, keywords[i]);
        }
        for (std::size_t i = 0; i < op.arguments.size(); ++i)
            if (!filled[i] && !op.arguments[i].has_default)
                return fail(call_mistake::missing, op.arguments[i].name);
        return true;
    }
};

template <std::size_t N>
constexpr call_shape<N> shape_call(op_info const& op, std::array<std::string_view, N> const& keywords) {
    call_shape<N> shape;
    shape.assign(op, keywords);
    return shape;
}

/// What is wrong with a call of `Op` with these keywords, or which slots its arguments fill.
template <class Op, class... Keyword>
struct keyword_call {
    static constexpr call_shape<sizeof...(Keyword)> shape =
        shape_call<sizeof...(Keyword)>(static_schema<Op>::info, {keyword_of<Keyword>...});

    template <std::size_t... I>
    static consteval auto make_slots(std::index_sequence<I...>) {
        return graft::slots<shape.slot[I]...>{};
    }
    /// The slots of a call that has no mistake.
    using slots = decltype(make_slots(std::index_sequence_for<Keyword...>{}));
};

/// The call of `Op` with these arguments.
template <class Op, class... Arguments>
using call_of = keyword_call<Op, typename keyword_type<Arguments>::type...>;

} // namespace detail
} // namespace graft
