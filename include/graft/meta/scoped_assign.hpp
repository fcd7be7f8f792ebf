#pragma once

#include <utility>

namespace graft {

/// Gives a variable another value until the end of the scope, however that is left.
template <class T>
class scoped_assign {
public:
    /// Assigns `value` to `variable`, which outlives it.
    constexpr scoped_assign(T& variable, T value)
        : variable_(&variable), saved_(std::exchange(variable, std::move(value))) {}
    scoped_assign(scoped_assign const&) = delete;
    scoped_assign& operator=(scoped_assign const&) = delete;
    constexpr ~scoped_assign() { *variable_ = std::move(saved_); }

private:
    T* variable_;
    T saved_;
};

} // namespace graft
