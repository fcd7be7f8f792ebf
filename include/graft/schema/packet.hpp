#pragma once

#include <graft/meta/view.hpp>
#include <graft/schema/carrier.hpp>
#include <graft/schema/detail/packet_overloads.hpp>
#include <graft/schema/diagnosis.hpp>

#include <cstdint>
#include <initializer_list>

namespace graft {

/// The base of the overloads `D` of one op; calling it calls the member `default_`.
template <class D>
struct packet {
    /// Calls the default overload; the carrier is an argument of this template as it is of that of the member.
    template <class... Arguments, class Carrier = detail::carrier_if_any<Arguments...>>
    constexpr auto operator()(Arguments const&... arguments) const {
        if constexpr (requires { static_cast<D const&>(*this).default_; }) {
            return static_cast<D const&>(*this).default_(arguments...);
        } else {
            static_cast<void>(requires { sizeof(detail::no_default_overload<D>); });
            return detail::reject_call<D>(arguments...);
        }
    }

    /// A call of the default overload with a list between braces in the second place, as of an op.
    template <class First, class T = std::int64_t, class... Rest,
              class Carrier = detail::carrier_if_any<First, view<T const>, Rest...>>
    constexpr auto operator()(First const& first, std::initializer_list<T> list, Rest const&... rest) const {
        return (*this)(first, view<T const>{list}, rest...);
    }
};

} // namespace graft
