#pragma once

#include <graft/core/error.hpp>

namespace graft {

/// Calls `what`; an error that it raises goes to `otherwise`, which may raise one itself. Where exceptions are switched
/// off (`-fno-exceptions`), an error has ended the program before anybody could be told.
template <class What, class Otherwise>
constexpr void attempt(What const& what, [[maybe_unused]] Otherwise const& otherwise) {
#if defined(__cpp_exceptions)
    try {
        what();
    } catch (error const& e) {
        otherwise(e);
    }
#else
    what();
#endif
}

} // namespace graft
