#pragma once

#include <graft/config.hpp>

#include <type_traits>

namespace graft {

/// False whatever the facts are: the condition of a `static_assert` that reports them; clang
/// prints them in the error line.
template <auto... Facts>
inline constexpr bool never = false;

/// False whatever the types are.
template <class... Types>
inline constexpr bool never_type = false;

/// What a forwarding reference is deduced from where it is given a temporary `T`: constructors of what refers to a `T`
/// refuse it with a sentence.
template <class Deduced, class T>
concept temporary = std::is_same_v<std::remove_const_t<Deduced>, T>;

} // namespace graft
