#pragma once

#include <graft/core/error.hpp>

#include <doctest/doctest.h>

#include <string>

namespace graft_test {

/// The sentence by which an argument is refused as invalid; empty where nothing is raised.
template <class Call>
std::string refusal(Call const& call) {
    try {
        call();
    } catch (graft::error const& e) {
        CHECK(e.code() == graft::errc::invalid_argument);
        return e.sentence();
    }
    return {};
}

} // namespace graft_test
