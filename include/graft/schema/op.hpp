#pragma once

#include <graft/meta/view.hpp>
#include <graft/schema/call_shape.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/detail/static_schema.hpp>
#include <graft/schema/diagnosis.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace graft {

/// The text of an op's schema; unlike a `fixed_string`, which serves as well, it costs no type for each length.
struct schema_text {
    char const* characters; ///< of a literal, or of what was put together
    std::size_t size;       ///< without the terminating zero

    /// The text of a literal.
    consteval schema_text(char const* literal) : characters(literal), size(__builtin_strlen(literal)) {}
    /// The text of characters that live as long as the program.
    consteval explicit schema_text(std::string_view text) : characters(text.data()), size(text.size()) {}

    /// All of it.
    [[nodiscard]] constexpr std::string_view view() const { return {characters, size}; }
};

/// The base of an operator type `D`, whose schema is its `static constexpr schema_text text`.
///
/// `D` may also have `op_tags tags`, `bool is_commutative` and a static function `meta`, which adds its `meta_tags`. The
/// compiler parses the schema when the op is first used.
template <class D>
struct op {
    /// The descriptor of the op: one object per op type.
    static constexpr op_info const& info() {
        if constexpr (!detail::static_schema<D>::well_formed) {
            // clang 16: outside a requires expression more errors follow the diagnostic.
            using mistake = typename decltype(detail::diagnose_schema<D>())::type;
            static_cast<void>(requires { sizeof(mistake); });
        }
        return detail::static_schema<D>::info;
    }

    /// Calls the op; what that means is decided by the first argument that carries a meaning.
    ///
    /// The carrier is an argument of the template so that it is part of the function's name: the carrier of tensors is
    /// another in units that are compiled for other instructions.
    template <class... Arguments, class Carrier = detail::carrier_if_any<Arguments...>>
    constexpr auto operator()(Arguments const&... arguments) const {
        if constexpr (detail::correct_call<D, Arguments...>) {
            return Carrier::template call<D>(typename detail::call_of<D, Arguments...>::slots{},
                                             detail::keyword_value(arguments)...);
        } else {
            using mistake = detail::diagnosis_of<D, Arguments...>;
            static_cast<void>(requires { sizeof(mistake); });
            return detail::reject_call<D>(arguments...);
        }
    }

    /// A call with a list between braces in the second place: `permute(x, {1, 0})`; in others it is written
    /// `std::array{1, 1}`. The third and fourth place would cost whoever includes all ops of ATen 9 MB of the compiler's
    /// 264, and lists in several places a form for each choice of them.
    template <class First, class T = std::int64_t, class... Rest,
              class Carrier = detail::carrier_if_any<First, view<T const>, Rest...>>
    constexpr auto operator()(First const& first, std::initializer_list<T> list, Rest const&... rest) const {
        return (*this)(first, view<T const>{list}, rest...);
    }
};

} // namespace graft
