#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/never.hpp>

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

/// What a pass did to the program.
struct pass_result {
    bool modified = false;
};

/// What a pass does: called with a whole program or with one graph, it says whether it changed
/// it. One that returns nothing counts as having changed it.
template <class F>
concept pass_function = (std::invocable<F const&, exported_program&> ||
                         std::invocable<F const&, graph&>)&&std::copy_constructible<F>;

/// A pass: a function of a program or graph that has a name.
template <class P>
concept graph_pass = requires(P const& pass) {
    { pass.name } -> std::convertible_to<std::string_view>;
}
&&pass_function<P>;

template <class FUNCTION>
struct not_a_pass {
    static_assert(
        never_type<FUNCTION>,
        "graft: not a pass: FUNCTION is to take graft::exported_program& or graft::graph& "
        "and to be const and copyable");
};

namespace detail {

template <class F, class Argument>
pass_result call_pass(F const& pass, Argument& argument) {
    using result = std::invoke_result_t<F const&, Argument&>;
    if constexpr (std::is_void_v<result>) {
        pass(argument);
        return {true};
    } else if constexpr (std::same_as<result, bool>) {
        return {pass(argument)};
    } else {
        return pass(argument);
    }
}

// Runs a pass on each graph, on submodules before the graph whose nodes name them.
template <class F>
bool run_on_graphs(F const& pass, graph_module& module) {
    bool modified = false;
    for (submodule& s : module.submodules)
        modified |= run_on_graphs(pass, s.module);
    modified |= call_pass(pass, module.graph).modified;
    return modified;
}

template <pass_function F>
pass_result run_pass(F const& pass, exported_program& program) {
    if constexpr (std::invocable<F const&, exported_program&>) {
        return call_pass(pass, program);
    } else {
        bool const modified = run_on_graphs(pass, program.module);
        update_output_names(program);
        return {modified};
    }
}

} // namespace detail

/// Any pass, as pass managers hold them; a pass on a graph runs on every graph of the program.
class any_pass {
public:
    using condition = std::function<void(exported_program const&)>;

    std::string name;
    condition expects; ///< raises when the program is not fit for the pass; may be empty
    condition ensures; ///< raises when the pass did not do what it promises; may be empty

    /// A pass under a name of its own.
    template <pass_function F>
    any_pass(std::string own_name, F pass)
        : name(std::move(own_name)), run_([pass = std::move(pass)](exported_program& program) {
              return detail::run_pass(pass, program);
          }) {}

    /// A pass with the `expects` and `ensures` that it has as members, if any.
    template <class P>
    requires(!std::same_as<P, any_pass> && graph_pass<P>) any_pass(P pass)
        : any_pass(std::string{std::string_view{pass.name}}, pass) {
        if constexpr (requires(exported_program const& program) { pass.expects(program); })
            expects = [pass](exported_program const& program) { pass.expects(program); };
        if constexpr (requires(exported_program const& program) { pass.ensures(program); })
            ensures = [pass](exported_program const& program) { pass.ensures(program); };
    }

    /// Runs the pass between its two conditions.
    pass_result operator()(exported_program& program) const {
        if (expects)
            expects(program);
        pass_result const result = run_(program);
        if (ensures)
            ensures(program);
        return result;
    }

private:
    std::function<pass_result(exported_program&)> run_;
};

/// Names a function, such as a lambda, to make it a pass.
template <pass_function F>
[[nodiscard]] any_pass make_pass(std::string name, F function) {
    return {std::move(name), std::move(function)};
}
template <class F>
requires(!pass_function<F>) any_pass make_pass(std::string name, F const&) {
    static_cast<void>(requires { sizeof(not_a_pass<F>); });
    return {std::move(name), [](graph&) { return false; }};
}

} // namespace graft
