#pragma once

#include <graft/schema/carrier.hpp>

namespace graft {

/// The base of the overloads `D` of one op; calling it calls the member `default_`.
template <class D>
struct packet {
    /// Calls the default overload; the carrier is an argument of this template as it is of that of the member.
    template <class... Arguments, class Carrier = detail::carrier_if_any<Arguments...>>
    constexpr auto operator()(Arguments const&... arguments) const {
        return static_cast<D const&>(*this).default_(arguments...);
    }
};

} // namespace graft
