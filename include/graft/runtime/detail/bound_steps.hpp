#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/blocked_pattern.hpp>
#include <graft/runtime/detail/bound_arguments.hpp>
#include <graft/runtime/run_kernel.hpp>

#include <cstddef>
#include <list>
#include <memory>
#include <utility>

namespace graft::detail {

/// The calls of the pattern that a backend op is bound to, with their arguments bound and results allocated once, for a
/// call of the op whose tensors stay where they are.
class bound_steps : public bound_arguments<bound_steps> {
public:
    /// Raises `errc::unsupported` where a size depends on elements.
    bound_steps(bound_op const& bound, graft::call<tensor> const& outer, kernel_table kernels)
        : bound_arguments(bound, outer), kernels_(kernels) {
        static_cast<void>(value());
        outer_ = nullptr; // it is not there when the calls run
    }

    /// Adds a call of the pattern; its results are allocated.
    view<tensor const> results_of(graft::call<tensor> inner) {
        inner.check();
        kernel_function const kernel = kernels_.find(inner.op());
        if (kernel == nullptr)
            raise(errc::unsupported, inner.op().name, ": there is no kernel for this op");
        vec<tensor> results = allocate_results(infer(spec_call{inner}.get()));
        return steps_.emplace_back(step{kernel, std::move(inner), std::move(results)}).results;
    }

    /// Writes the results, of the sizes that the pattern gives.
    void run(view<tensor> results) {
        for (step& s : steps_) {
            bool const last = &s == &steps_.back();
            run_kernel(s.run, s.arguments, last ? results : view<tensor>(s.results));
        }
    }

    /// True if the op's own results can be those of the last call.
    [[nodiscard]] bool writes_results() const {
        return bound_->pattern[0].kind == pattern_kind::call && !steps_.back().arguments.op().returns_alias();
    }

private:
    struct step {
        kernel_function run;
        graft::call<tensor> arguments;
        vec<tensor> results;
    };

    kernel_table kernels_;
    std::list<step> steps_; // addresses stay
};

/// The kernel of a call whose op runs by its pattern, for a call that stays where it is; empty where the pattern has to
/// be evaluated anew in each run.
[[nodiscard]] inline prepared_kernel prepare_bound(bound_op const& bound, graft::call<tensor> const& c,
                                                   kernel_table kernels) {
    // Over many elements a loop over blocks is faster, though it makes its buffers in each run.
    if (blocked_evaluator(bound, c, kernels).applies())
        return {};
    try {
        auto const steps = std::make_shared<bound_steps>(bound, c, kernels);
        if (!steps->writes_results())
            return {};
        return [steps](graft::call<tensor> const&, view<tensor> results) { steps->run(results); };
    } catch (error const& e) {
        if (e.code() != errc::unsupported)
            throw;
        return {};
    }
}

} // namespace graft::detail
