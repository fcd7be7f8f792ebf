#pragma once

#include <graft/ir/program.hpp>
#include <graft/pass/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

namespace graft {

/// One run of one pass by a manager.
struct pass_event {
    std::string_view pass;                      ///< its name
    std::size_t step;                           ///< counted from 0
    std::size_t index;                          ///< of the pass in the order of running, from 0
    exported_program const& program;            ///< as it is at the event
    exported_program const* previous = nullptr; ///< after the pass: the program before it
    pass_result result{};                       ///< after the pass
    std::chrono::nanoseconds time{};            ///< after the pass: what it took
};

/// What is told of every pass that a manager runs; of one that fails only `before`. Any may be empty.
struct pass_observer {
    /// Called before and after the pass.
    /// @{
    std::function<void(pass_event const&)> before{}, after{};
    /// @}
    /// What a check said whose failure the manager suppresses.
    std::function<void(std::string_view)> check_failed{};
};

} // namespace graft
