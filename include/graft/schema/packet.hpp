#pragma once

namespace graft {

/// The base of the overloads `D` of one op; calling it calls the member `default_`.
template <class D>
struct packet {
    /// Calls the default overload.
    template <class... Arguments>
    constexpr auto operator()(Arguments const&... arguments) const {
        return static_cast<D const&>(*this).default_(arguments...);
    }
};

} // namespace graft
