#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/manager.hpp>
#include <graft/transform/to_edge.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

class executorch_program_manager;
struct executorch_backend_config;
struct kernel_library;

namespace detail {

// How an `edge_program_manager` lowers a program, and what tells which calls that leaves.
struct edge_lowering {
    rewrite_result (*to_edge)(exported_program&, decompose_options const&) = nullptr;
    vec<node_id> (*kept_calls)(graph const&) = nullptr;
};

} // namespace detail

/// The methods of a model in the Edge dialect, by name, in alphabetical order; exir's `EdgeProgramManager`.
class edge_program_manager {
public:
    /// Lowers each program; an error names the method. Only who makes one pays for the tables of ops and rules.
    explicit edge_program_manager(std::map<std::string, graft::exported_program> methods, edge_options options = {},
                                  detail::edge_lowering lowering = {&detail::lower_to_edge<>, &kept_calls<>});
    /// The one method `forward`.
    explicit edge_program_manager(graft::exported_program forward, edge_options options = {},
                                  detail::edge_lowering lowering = {&detail::lower_to_edge<>, &kept_calls<>})
        : edge_program_manager(one_method(std::move(forward)), std::move(options), lowering) {}

    /// The names of the methods.
    [[nodiscard]] vec<std::string> methods() const {
        vec<std::string> names;
        for (auto const& [name, program] : methods_)
            names.push_back(name);
        return names;
    }

    /// The program of a method; an unknown name is an error that lists those there are.
    [[nodiscard]] graft::exported_program const& exported_program(std::string_view method = "forward") const {
        return methods_.at(known(method));
    }

    /// A copy of the model after passes over every method; an error names the method.
    [[nodiscard]] edge_program_manager transform(pass_manager const& passes) const {
        edge_program_manager result = *this;
        for (auto& [name, program] : result.methods_)
            result.run(name, program, passes);
        return result;
    }
    /// A copy of the model after passes over some methods, by name; an unknown name is an error.
    [[nodiscard]] edge_program_manager transform(std::map<std::string, pass_manager> const& passes) const {
        edge_program_manager result = *this;
        for (auto const& [name, manager] : passes)
            result.run(name, result.methods_.at(known(name)), manager);
        return result;
    }

    /// A copy of the model in the Backend dialect, as ExecuTorch runs it: `to_backend_passes` over every method, which is
    /// verified afterwards. Calls that depend on constants alone are evaluated with `library`. In `lower/executorch.hpp`.
    template <class Use = void>
    [[nodiscard]] edge_program_manager to_backend(kernel_library const& library) const;

    /// The program file of the model. In `lower/executorch.hpp`, with the configuration.
    /// @{
    template <class Use = void>
    [[nodiscard]] executorch_program_manager to_executorch() const;
    template <class Use = void>
    [[nodiscard]] executorch_program_manager to_executorch(executorch_backend_config const& config) const;
    /// @}

private:
    static std::map<std::string, graft::exported_program> one_method(graft::exported_program forward) {
        std::map<std::string, graft::exported_program> methods;
        methods.emplace("forward", std::move(forward));
        return methods;
    }

    [[nodiscard]] std::string known(std::string_view method) const;

    template <class F>
    static void for_method(std::string const& name, F&& f) {
        try {
            f();
        } catch (error const& e) {
            error named(e.code(), "method '" + name + "': " + e.sentence());
            if (!e.node().empty())
                named.at_node(e.node(), e.stack_trace());
            throw named;
        }
    }

    void run(std::string const& name, graft::exported_program& program, pass_manager const& passes,
             bool backend = false) const {
        for_method(name, [&] {
            static_cast<void>(passes(program));
            check(program, backend);
        });
    }

    // Verifies a program of the Edge dialect, or of the Backend dialect.
    void check(graft::exported_program const& program, bool backend = false) const;

    std::map<std::string, graft::exported_program> methods_;
    edge_options options_;
    detail::edge_lowering lowering_;
};

template <class Use>
edge_program_manager to_edge_pass::operator()(exported_program const& forward, edge_options options) const {
    return edge_program_manager(forward, std::move(options));
}
template <class Use>
edge_program_manager to_edge_pass::operator()(std::map<std::string, exported_program> methods,
                                              edge_options options) const {
    return edge_program_manager(std::move(methods), std::move(options));
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/verify.hpp>

namespace graft {

GRAFT_INLINE edge_program_manager::edge_program_manager(std::map<std::string, graft::exported_program> methods,
                                                        edge_options options, detail::edge_lowering lowering)
    : methods_(std::move(methods)), options_(std::move(options)), lowering_(lowering) {
    for (auto& [name, program] : methods_)
        for_method(name, [&, &p = program] {
            rewrite_result const result = lowering_.to_edge(p, options_.decompose);
            if (!result.converged)
                raise(errc::internal, "the decompositions do not come to an end: ", text(p.graph(), result));
            check(p);
        });
}

GRAFT_INLINE std::string edge_program_manager::known(std::string_view method) const {
    std::string name(method), names;
    if (methods_.contains(name))
        return name;
    for (auto const& [other, program] : methods_)
        names += (names.empty() ? "'" : ", '") + other + "'";
    raise(errc::invalid_argument, "there is no method '", method, "', only ", names);
}

GRAFT_INLINE void edge_program_manager::check(graft::exported_program const& program, bool backend) const {
    if (!options_.verify)
        return;
    vec<std::string_view> preserved;
    for (call_target const& op : options_.decompose.preserve_ops)
        preserved.push_back(op.name());
    edge_rules rules;
    rules.preserved = preserved;
    rules.kept_calls = lowering_.kept_calls;
    require_none(backend ? verify_backend(program, rules) : verify_edge(program, rules));
}

} // namespace graft
#endif
