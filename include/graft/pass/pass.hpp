#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/result.hpp>
#include <graft/symbolic/range.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

namespace detail {

// The member `call` of a pass as a function; it is what the pass does between its conditions.
template <class P>
struct call_member {
    std::shared_ptr<P const> pass;

    decltype(auto) operator()(exported_program& program) const
        requires requires { pass->call(program); }
    {
        return pass->call(program);
    }
    decltype(auto) operator()(graph& g) const
        requires requires { pass->call(g); }
    {
        return pass->call(g);
    }
};

} // namespace detail

/// A pass: it has a name, and is a function of a program or graph or has a member `call` that is one.
template <class P>
concept graph_pass = requires(P const& pass) {
    { pass.name } -> std::convertible_to<std::string_view>;
} && std::copy_constructible<P> && (pass_function<P> || pass_function<detail::call_member<P>>);

/// What was given where a pass is expected cannot be called as one.
template <class FUNCTION>
struct not_a_pass {
    static_assert(never_type<FUNCTION>,
                  "graft: not a pass: FUNCTION is to take graft::exported_program& or graft::graph&, to be const and "
                  "copyable, and to return nothing, bool, std::size_t, graft::pass_result, or a new program or graph");
};

/// A function was given where a pass, which has a name, is expected.
template <class FUNCTION>
struct pass_without_name {
    static_assert(never_type<FUNCTION>,
                  "graft: a pass without a name: make_pass(\"name\", function) makes one of FUNCTION");
};

namespace detail {

struct no_ranges {};

// True of a pass on a graph that takes what is known of the symbols, and does not take just anything.
template <class P>
concept takes_ranges = requires(P const& pass, graph& g, symbol_ranges ranges) { pass(g, ranges); } &&
                       !requires(P const& pass, graph& g, no_ranges other) { pass(g, other); };

// Runs a pass on each graph, on submodules before the graph whose nodes name them.
template <class F>
pass_result run_on_graphs(pass_result_wrapper<F> const& pass, graph_module& module) {
    pass_result all;
    for (submodule& s : module.submodules)
        add_result(all, run_on_graphs(pass, s.module));
    add_result(all, pass(module.graph));
    return all;
}

template <class F>
pass_result run_pass(pass_result_wrapper<F> const& pass, exported_program& program) {
    if constexpr (pass_on<F, exported_program>) {
        return pass(program);
    } else {
        pass_result done = run_on_graphs(pass, program.module);
        update_output_names(program);
        return done;
    }
}

} // namespace detail

/// Any pass, as pass managers hold them: a `graph_pass`, or what `to_pass` makes one of, such as rules. A pass on a
/// graph runs on every graph of the program, and is given what is known of the symbols if it takes that as well.
class any_pass {
public:
    using condition = std::function<void(exported_program const&)>; ///< Raises when the program is not fit.

    std::string name;  ///< by which constraints and errors name it
    condition expects; ///< raises when the program is not fit for the pass; may be empty
    condition ensures; ///< raises when the program that the pass left is not what it promises; may be empty

    /// A pass under a name of its own.
    template <pass_function F>
    any_pass(std::string own_name, F pass)
        : name(std::move(own_name)), run_([pass = pass_result_wrapper<F>{std::move(pass)}](exported_program& program) {
              return detail::run_pass(pass, program);
          }) {}

    /// A pass with the `expects` and `ensures` that it has as members, if any.
    template <class P>
        requires(!std::same_as<P, any_pass> && graph_pass<P>)
    any_pass(P pass) : any_pass(std::make_shared<P const>(std::move(pass))) {}

    /// What `to_pass`, which is found by its argument, makes of it.
    template <class T>
        requires(!std::same_as<T, any_pass>) && requires(T const& other) { to_pass(other); }
    any_pass(T const& other) : any_pass(to_pass(other)) {}

    /// Runs the pass between its two conditions. What is known of the symbols then holds wherever they are asked about.
    pass_result operator()(exported_program& program) const {
        vec<symbol_range> const ranges = program.range_constraints; // a pass may add rows
        symbols_within const scope(ranges);
        if (expects)
            expects(program);
        pass_result const result = run_(program);
        if (ensures)
            ensures(program);
        return result;
    }

private:
    template <class P>
    explicit any_pass(std::shared_ptr<P const> const& pass)
        : any_pass(std::string{std::string_view{pass->name}}, body(pass)) {
        if constexpr (requires(exported_program const& program) { pass->expects(program); })
            expects = [pass](exported_program const& program) { pass->expects(program); };
        if constexpr (requires(exported_program const& program) { pass->ensures(program); })
            ensures = [pass](exported_program const& program) { pass->ensures(program); };
    }

    template <class P>
    [[nodiscard]] static auto body(std::shared_ptr<P const> const& pass) {
        if constexpr (pass_function<detail::call_member<P>>)
            return detail::call_member<P>{pass};
        else if constexpr (detail::pass_on<P, exported_program>)
            return [pass](exported_program& program) { return (*pass)(program); };
        else if constexpr (detail::takes_ranges<P>)
            return [pass](exported_program& program) {
                auto const on_graph = [&](graph& g) { return (*pass)(g, symbol_ranges(program.range_constraints)); };
                return detail::run_pass(pass_result_wrapper<std::remove_const_t<decltype(on_graph)>>{on_graph},
                                        program);
            };
        else
            return [pass](graph& g) { return (*pass)(g); };
    }

    std::function<pass_result(exported_program&)> run_;
};

/// Names a function, such as a lambda, to make it a pass; what it returns goes through `pass_result_wrapper`.
template <pass_function F>
[[nodiscard]] any_pass make_pass(std::string name, F function) {
    return {std::move(name), std::move(function)};
}
/// Refused while it compiles: what is given is no pass.
template <class F>
    requires(!pass_function<F>)
any_pass make_pass(std::string name, F) {
    static_cast<void>(requires { sizeof(not_a_pass<F>); });
    return {std::move(name), [](graph&) { return false; }};
}

} // namespace graft
