#pragma once

#include <graft/core/shape.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>

namespace graft {

/// A symbolic size against a constant other than 1 is that constant: it is equal to it or 1.
[[nodiscard]] constexpr sym_int broadcast_size(sym_int const& a, sym_int const& b, std::size_t dim) {
    if (a == b || b == 1)
        return a;
    if (a == 1)
        return b;
    if (a.is_symbolic() && b.is_symbolic())
        raise(errc::unsupported, "cannot decide whether two symbolic sizes are equal at dimension ", dim);
    if (a.is_symbolic())
        return b;
    if (b.is_symbolic())
        return a;
    detail::raise_broadcast(a.value(), b.value(), dim);
}

} // namespace graft
