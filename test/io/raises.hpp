#pragma once

#include <graft/core/error.hpp>

#include <string>

namespace graft_test {

/// What the call's graft::error says; any other outcome is told in brackets.
template <class Call>
std::string raised(Call&& call) {
    try {
        call();
    } catch (graft::error const& failure) {
        return failure.what();
    }
    return "(nothing raised)";
}

/// The sentence of the call's graft::error alone, without where it happened.
template <class Call>
std::string sentence(Call&& call) {
    try {
        call();
    } catch (graft::error const& failure) {
        return failure.sentence();
    }
    return "(nothing raised)";
}

} // namespace graft_test
