#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/program.hpp>
#include <graft/pass/constraint.hpp>
#include <graft/pass/observer.hpp>
#include <graft/pass/pass.hpp>
#include <graft/pass/schedule.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft {

/// Runs passes in an order that keeps its constraints, several times over if need be; FX's
/// PassManager. A pass that fails leaves the program as that pass found it. Itself a pass.
class pass_manager {
public:
    using check = std::function<void(exported_program const&)>;

    std::string name = "pass_manager";
    /// How often to run all passes; it ends sooner when a step modified nothing.
    std::size_t steps = 1;
    bool run_checks_after_each_pass = false;

    explicit pass_manager(std::vector<any_pass> passes = {},
                          std::vector<pass_constraint> constraints = {})
        : passes_(std::move(passes)), constraints_(std::move(constraints)) {}

    pass_manager& add_pass(any_pass pass) {
        passes_.push_back(std::move(pass));
        return *this;
    }
    pass_manager& add_constraint(pass_constraint constraint) {
        constraints_.push_back(std::move(constraint));
        return *this;
    }
    /// Adds a function that raises when the program is not sound; it runs before the first
    /// pass.
    pass_manager& add_checks(check function) {
        checks_.push_back(std::move(function));
        return *this;
    }
    /// Makes this the only check.
    pass_manager& set_checks(check function) {
        checks_.assign(1, std::move(function));
        return *this;
    }
    pass_manager& add_observer(pass_observer observer) {
        observers_.push_back(std::move(observer));
        return *this;
    }

    [[nodiscard]] std::vector<any_pass> const& passes() const { return passes_; }

    /// Puts the passes into the order in which they run; raises on a cycle, naming its passes.
    void solve_constraints() {
        std::vector<any_pass> ordered;
        for (std::size_t const i : schedule(names(), constraints_))
            ordered.push_back(std::move(passes_[i]));
        passes_ = std::move(ordered);
    }
    /// Raises when the passes as they stand break a constraint.
    void validate_constraints() const { graft::validate_constraints(names(), constraints_); }

    /// Runs the passes; an error names the pass that failed, what ran before it, and the cause.
    pass_result operator()(exported_program& program) const {
        std::vector<std::string_view> const listed = names();
        std::vector<std::size_t> const order = schedule(listed, constraints_);
        run_checks(program);
        pass_result overall;
        for (std::size_t step = 0; step < steps; ++step) {
            bool modified = false;
            for (std::size_t i = 0; i < order.size(); ++i) {
                pass_event event{listed[order[i]], step, i, program};
                tell(&pass_observer::before, event);
                try {
                    run(passes_[order[i]], program, event);
                } catch (error const& cause) {
                    error failure(cause.code(),
                                  describe_failure(listed, order, i, cause.sentence()));
                    if (cause.byte())
                        failure.at_byte(*cause.byte());
                    throw failure.at_path(cause.path())
                        .at_node(cause.node(), cause.stack_trace());
                } catch (std::exception const& cause) {
                    throw error(errc::internal,
                                describe_failure(listed, order, i, cause.what()));
                }
                modified |= event.result.modified;
                tell(&pass_observer::after, event);
            }
            overall.modified |= modified;
            if (!modified)
                break;
        }
        return overall;
    }

private:
    [[nodiscard]] std::vector<std::string_view> names() const {
        std::vector<std::string_view> found;
        for (any_pass const& pass : passes_)
            found.push_back(pass.name);
        return found;
    }

    void run_checks(exported_program const& program) const {
        for (check const& function : checks_)
            function(program);
    }

    // Works on a copy, which takes the program's place when all went well.
    void run(any_pass const& pass, exported_program& program, pass_event& event) const {
        exported_program attempt = program;
        auto const begin = std::chrono::steady_clock::now();
        event.result = pass(attempt);
        event.time = std::chrono::steady_clock::now() - begin;
        if (run_checks_after_each_pass)
            run_checks(attempt);
        program = std::move(attempt);
    }

    void tell(std::function<void(pass_event const&)> pass_observer::*when,
              pass_event const& event) const {
        for (pass_observer const& observer : observers_)
            if (auto const& function = observer.*when)
                function(event);
    }

    [[nodiscard]] static std::string describe_failure(std::span<std::string_view const> names,
                                                      std::span<std::size_t const> order,
                                                      std::size_t failed,
                                                      std::string_view cause) {
        std::string before;
        for (std::size_t const i : order.first(failed))
            before += (before.empty() ? "'" : ", '") + std::string{names[i]} + "'";
        return "an error occurred when running the '" + std::string{names[order[failed]]} +
               "' pass after the following passes: [" + before + "]: " + std::string{cause};
    }

    std::vector<any_pass> passes_;
    std::vector<pass_constraint> constraints_;
    std::vector<check> checks_;
    std::vector<pass_observer> observers_;
};

} // namespace graft
