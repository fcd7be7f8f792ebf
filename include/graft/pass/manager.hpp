#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/constraint.hpp>
#include <graft/pass/pass.hpp>
#include <graft/pass/observer.hpp>
#include <graft/pass/schedule.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

/// A line for each pass in the order in which they run, with the passes that constraints put before it, and a line
/// for each constraint that has no effect:
///
///     1. fold
///     2. fuse, after fold
///     'fold' before 'plan' has no effect: there is no pass 'plan'
///
/// O(n log n) in passes and constraints.
[[nodiscard]] GRAFT_INLINE std::string explain_order(view<std::string_view const> ordered,
                                                     view<pass_constraint const> constraints);

/// Runs passes in an order that keeps its constraints, several times over if need be; FX's
/// PassManager. Itself a pass. Each pass works on a copy, so that one that fails leaves the program as it found it,
/// to the bit; copies share tensors, so a pass gives the program another tensor and does not write into one.
class pass_manager {
public:
    using check = std::function<void(exported_program const&)>; ///< Raises when the program is not sound.
    /// FX's constraint as a function: whether the first pass may come before the second.
    using order_predicate = std::function<bool(any_pass const&, any_pass const&)>;

    std::string name = "pass_manager"; ///< by which errors name it
    /// How often to run all passes; it ends sooner when a step modified nothing.
    std::size_t steps = 1;
    bool run_checks_after_each_pass = false; ///< not only before the first one
    /// Whether a failing check only tells the observers.
    bool suppress_check_failures = false;

    /// Of these passes and constraints; more can be added.
    explicit pass_manager(vec<any_pass> passes = {}, vec<pass_constraint> constraints = {})
        : passes_(std::move(passes)), constraints_(std::move(constraints)) {}

    /// Adds a pass behind those that it has.
    pass_manager& add_pass(any_pass pass) {
        passes_.push_back(std::move(pass));
        return *this;
    }
    /// Refused while it compiles: what is given has no name, or is no pass.
    template <class F>
        requires(!std::convertible_to<F, any_pass>)
    pass_manager& add_pass(F) {
        if constexpr (pass_function<F>)
            static_cast<void>(requires { sizeof(pass_without_name<F>); });
        else
            static_cast<void>(requires { sizeof(not_a_pass<F>); });
        return *this;
    }
    /// Adds a constraint on the order.
    pass_manager& add_constraint(pass_constraint constraint) {
        constraints_.push_back(std::move(constraint));
        return *this;
    }
    /// Adds a constraint as a function that is asked about every pair of passes; an empty one is an error.
    pass_manager& add_constraint(order_predicate may_precede);
    /// Adds a function that raises when the program is not sound; it runs before the first
    /// pass.
    pass_manager& add_checks(check function) {
        if (!function)
            raise(errc::invalid_argument, "pass manager '", name, "' was given an empty check");
        checks_.push_back(std::move(function));
        return *this;
    }
    /// Makes this the only check.
    pass_manager& set_checks(check function) {
        checks_.clear();
        return add_checks(std::move(function));
    }
    /// Adds one that is told of every pass that runs.
    pass_manager& add_observer(pass_observer observer) {
        observers_.push_back(std::move(observer));
        return *this;
    }

    /// The passes as listed.
    [[nodiscard]] vec<any_pass> const& passes() const { return passes_; }
    /// The constraints that were given as pairs.
    [[nodiscard]] vec<pass_constraint> const& constraints() const { return constraints_; }

    /// The passes in the order in which one step runs them. Raises on a cycle, naming its passes;
    /// when `steps` is not 1, the constraints on cycles are left out instead.
    [[nodiscard]] vec<any_pass> ordered_passes() const {
        vec<any_pass> ordered;
        for (std::size_t const i : order(names()))
            ordered.push_back(passes_[i]);
        return ordered;
    }
    /// That order and its reasons, as `graft::explain_order` writes them.
    [[nodiscard]] std::string explain_order() const;
    /// Puts the passes into that order.
    void solve_constraints() { passes_ = ordered_passes(); }
    /// Raises when the passes as they stand break a constraint.
    void validate_constraints() const;

    /// Runs the passes; an error names the pass that failed, what ran before it, and the cause.
    pass_result operator()(exported_program& program) const;

private:
    struct outcome {
        pass_result result;
        std::chrono::nanoseconds time;
    };

    [[nodiscard]] vec<std::string_view> names() const {
        vec<std::string_view> found;
        for (any_pass const& pass : passes_)
            found.push_back(pass.name);
        return found;
    }

    [[nodiscard]] vec<std::size_t> order(view<std::string_view const> listed) const {
        return schedule(listed, all_constraints(), steps == 1 ? on_cycle::raise : on_cycle::ignore);
    }

    [[nodiscard]] bool may_precede(any_pass const& a, any_pass const& b) const {
        return std::all_of(predicates_.begin(), predicates_.end(),
                           [&](order_predicate const& allows) { return allows(a, b); });
    }

    // The pairs, and for every pass that may not come before another that it comes after it.
    [[nodiscard]] vec<pass_constraint> all_constraints() const;

    void run_checks(exported_program const& program) const;

    // Runs a pass and the checks after it; whatever is thrown becomes an error that says where.
    outcome try_pass(any_pass const& pass, exported_program& program, view<std::string_view const> ordered,
                     std::size_t at) const;

    template <class Event>
    void tell(std::function<void(Event)> pass_observer::*when, std::remove_reference_t<Event> const& event) const {
        for (pass_observer const& observer : observers_)
            if (auto const& function = observer.*when)
                function(event);
    }

    [[nodiscard]] static std::string describe_failure(view<std::string_view const> ordered, std::size_t failed,
                                                      std::string_view cause);

    vec<any_pass> passes_;
    vec<pass_constraint> constraints_;
    vec<order_predicate> predicates_;
    vec<check> checks_;
    vec<pass_observer> observers_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <exception>
#    include <map>

namespace graft {

GRAFT_INLINE std::string explain_order(view<std::string_view const> ordered, view<pass_constraint const> constraints) {
    auto const found = detail::find_occurrences(ordered);
    std::map<std::string_view, vec<std::size_t>> waits_for; // positions of the last runs
    std::string idle;
    for (pass_constraint const& c : constraints) {
        auto const before = found.find(c.before), after = found.find(c.after);
        bool const known = before != found.end() && after != found.end();
        if (known && before->second.last < after->second.first) {
            waits_for[c.after].push_back(before->second.last);
            continue;
        }
        idle += "'" + c.before + "' before '" + c.after + "' has no effect: ";
        if (c.before == c.after)
            idle += "a pass cannot precede itself\n";
        else if (known)
            idle += "it is on a cycle of constraints\n";
        else
            idle += "there is no pass '" + (before == found.end() ? c.before : c.after) + "'\n";
    }

    std::string out;
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        out += std::to_string(i + 1) + ". " + std::string{ordered[i]};
        vec<std::size_t>& after = waits_for[ordered[i]];
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        for (std::size_t k = 0; k < after.size(); ++k)
            out += (k == 0 ? ", after " : ", ") + std::string{ordered[after[k]]};
        out += '\n';
    }
    return out + idle;
}

GRAFT_INLINE pass_manager& pass_manager::add_constraint(order_predicate may_precede) {
    if (!may_precede)
        raise(errc::invalid_argument, "pass manager '", name, "' was given an empty constraint");
    predicates_.push_back(std::move(may_precede));
    return *this;
}

GRAFT_INLINE std::string pass_manager::explain_order() const {
    vec<std::string_view> const listed = names();
    vec<std::string_view> ordered;
    for (std::size_t const i : order(listed))
        ordered.push_back(listed[i]);
    return graft::explain_order(ordered, all_constraints());
}

GRAFT_INLINE void pass_manager::validate_constraints() const {
    graft::validate_constraints(names(), constraints_);
    for (std::size_t i = 0; i < passes_.size(); ++i)
        for (std::size_t j = i + 1; j < passes_.size(); ++j)
            if (!may_precede(passes_[i], passes_[j]))
                raise(errc::invalid_argument, "pass schedule constraint violated: '", passes_[i].name,
                      "' may not run before '", passes_[j].name, "', but the pass list has '", passes_[i].name,
                      "' at index ", i, " and '", passes_[j].name, "' at index ", j);
}

GRAFT_INLINE pass_result pass_manager::operator()(exported_program& program) const {
    vec<std::string_view> ordered;
    vec<any_pass const*> passes;
    for (std::size_t const i : order(names())) {
        ordered.push_back(passes_[i].name);
        passes.push_back(&passes_[i]);
    }
    run_checks(program);
    pass_result overall;
    exported_program attempt; // keeps its memory from pass to pass
    for (std::size_t step = 0; step < steps; ++step) {
        bool modified = false;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            tell(&pass_observer::before, pass_event{ordered[i], step, i, program});
            attempt = program;
            outcome const done = try_pass(*passes[i], attempt, ordered, i);
            std::swap(program, attempt);
            modified |= done.result.modified;
            tell(&pass_observer::after, pass_event{ordered[i], step, i, program, &attempt, done.result, done.time});
        }
        overall.modified |= modified;
        if (!modified)
            break;
    }
    return overall;
}

GRAFT_INLINE vec<pass_constraint> pass_manager::all_constraints() const {
    vec<pass_constraint> all = constraints_;
    for (any_pass const& a : passes_)
        for (any_pass const& b : passes_)
            if (a.name != b.name && !may_precede(a, b))
                all.push_back({b.name, a.name});
    return all;
}

GRAFT_INLINE void pass_manager::run_checks(exported_program const& program) const {
    for (check const& function : checks_) {
        try {
            function(program);
        } catch (std::exception const& failure) {
            if (!suppress_check_failures)
                throw;
            tell(&pass_observer::check_failed, std::string_view{failure.what()});
        }
    }
}

GRAFT_INLINE pass_manager::outcome pass_manager::try_pass(any_pass const& pass, exported_program& program,
                                                          view<std::string_view const> ordered, std::size_t at) const {
    try {
        auto const begin = std::chrono::steady_clock::now();
        pass_result const result = pass(program);
        auto const time = std::chrono::steady_clock::now() - begin;
        if (run_checks_after_each_pass)
            run_checks(program);
        return {result, time};
    } catch (error const& cause) {
        error failure(cause.code(), describe_failure(ordered, at, cause.sentence()));
        if (cause.byte())
            failure.at_byte(*cause.byte());
        throw failure.at_path(cause.path()).at_node(cause.node(), cause.stack_trace());
    } catch (std::exception const& cause) {
        throw error(errc::internal, describe_failure(ordered, at, cause.what()));
    } catch (...) {
        throw error(errc::internal, describe_failure(ordered, at, "an unknown exception"));
    }
}

GRAFT_INLINE std::string pass_manager::describe_failure(view<std::string_view const> ordered, std::size_t failed,
                                                        std::string_view cause) {
    std::string before;
    for (std::string_view const pass : ordered.first(failed))
        before += (before.empty() ? "'" : ", '") + std::string{pass} + "'";
    return "an error occurred when running the '" + std::string{ordered[failed]} +
           "' pass after the following passes: [" + before + "]: " + std::string{cause};
}

} // namespace graft
#endif
