#pragma once

#include <graft/ir/program.hpp>
#include <graft/pass/counts.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace graft {

namespace detail {

// What rewriting returns.
template <class Result>
concept counts_rewrites = requires(Result const& result) {
    { result.rewrites } -> std::convertible_to<std::size_t>;
};

template <class Result, class Subject>
concept result_for = std::is_void_v<Result> || std::same_as<Result, bool> || std::same_as<Result, std::size_t> ||
                     std::same_as<Result, pass_result> || std::same_as<Result, Subject> ||
                     std::same_as<Result, std::optional<Subject>> || counts_rewrites<Result>;

template <class F, class Subject>
concept pass_on = std::invocable<F const&, Subject&> &&
                  result_for<std::remove_cvref_t<std::invoke_result_t<F const&, Subject&>>, Subject>;

} // namespace detail

/// What a pass does: a function of a whole program or of one graph, a program where it takes either. It returns
/// nothing, `bool`, how many changes it made (`std::size_t`, or `rewrite_result`), `pass_result`, or a new program or
/// graph, which may be `std::optional`.
template <class F>
concept pass_function = (detail::pass_on<F, exported_program> || detail::pass_on<F, graph>)&&std::copy_constructible<F>;

/// Makes a function that returns something else return `pass_result`: nothing counts as a change; `bool` says
/// whether there was one, a number how many; a new program or graph replaces what was given, an empty `std::optional`
/// of it does not.
template <pass_function F>
class pass_result_wrapper {
public:
    explicit pass_result_wrapper(F function) : function_(std::move(function)) {} ///< Wraps a copy of `function`.

    /// Runs the function on a program.
    pass_result operator()(exported_program& program) const
        requires detail::pass_on<F, exported_program>
    {
        return wrap(program);
    }
    /// Runs the function on a graph.
    pass_result operator()(graph& g) const
        requires(!detail::pass_on<F, exported_program>)
    {
        return wrap(g);
    }

private:
    template <class Subject>
    pass_result wrap(Subject& subject) const {
        using result = std::remove_cvref_t<std::invoke_result_t<F const&, Subject&>>;
        if constexpr (std::is_void_v<result>) {
            function_(subject);
            return {true};
        } else if constexpr (std::same_as<result, bool> || std::same_as<result, std::size_t>) {
            return {static_cast<bool>(function_(subject))};
        } else if constexpr (std::same_as<result, pass_result>) {
            return function_(subject);
        } else if constexpr (detail::counts_rewrites<result>) {
            return {function_(subject).rewrites != 0};
        } else if constexpr (std::same_as<result, Subject>) {
            subject = function_(subject);
            return {true};
        } else {
            std::optional<Subject> made = function_(subject);
            if (made)
                subject = std::move(*made);
            return {made.has_value()};
        }
    }

    F function_;
};

} // namespace graft
