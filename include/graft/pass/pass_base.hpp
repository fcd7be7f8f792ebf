#pragma once

#include <graft/ir/program.hpp>
#include <graft/pass/result.hpp>

#include <string>
#include <utility>

namespace graft {

/// A pass as a class: a derived one says what it does, and may say what must hold before and after. Its state is
/// its own; a manager runs one shared copy of it.
class pass_base {
public:
    std::string name; ///< by which constraints and errors name it

    explicit pass_base(std::string own_name) : name(std::move(own_name)) {} ///< A pass of this name.
    virtual ~pass_base() = default;

    /// Raises when the program is not fit for the pass; FX's `requires`, which C++ keeps for itself.
    virtual void expects(exported_program const&) const {}
    /// The pass itself.
    virtual pass_result call(exported_program& program) const = 0;
    /// Raises when the program that the pass left is not what it promises.
    virtual void ensures(exported_program const&) const {}

    /// Runs the pass between its two conditions.
    pass_result operator()(exported_program& program) const {
        expects(program);
        pass_result const result = call(program);
        ensures(program);
        return result;
    }

protected:
    /// As many copies as a manager needs.
    /// @{
    pass_base(pass_base const&) = default;
    pass_base(pass_base&&) = default;
    pass_base& operator=(pass_base const&) = default;
    pass_base& operator=(pass_base&&) = default;
    /// @}
};

} // namespace graft
