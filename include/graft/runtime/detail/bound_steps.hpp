#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/blocked_pattern.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/run_kernel.hpp>

#include <cstddef>
#include <list>
#include <memory>
#include <utility>

namespace graft::detail {

/// The calls of the pattern that a backend op is bound to, with their arguments bound and results allocated once, for a
/// call of the op whose tensors stay where they are.
class bound_steps {
public:
    /// Raises `errc::unsupported` where a size depends on elements.
    bound_steps(bound_op const& bound, call<tensor> const& outer, kernel_table kernels)
        : bound_(&bound), outer_(&outer), kernels_(kernels) {
        static_cast<void>(add(0));
        outer_ = nullptr;
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

    // The results of the call at a place of the pattern, or the one that an item takes.
    view<tensor> add(std::size_t at) {
        pattern_node const& n = bound_->pattern[at];
        if (n.kind == pattern_kind::item)
            return add(at + 1).subspan(static_cast<std::size_t>(n.value.bits), 1);
        if (n.kind != pattern_kind::call)
            raise(errc::unsupported, bound_->op->name, ": its pattern returns something that is no call");
        graft::call<tensor> inner(*n.op);
        for_each_child(bound_->pattern, at,
                       [&](std::size_t child) { inner.set(bound_->pattern[child].slot, value(child)); });
        inner.check();
        kernel_function const kernel = kernels_.find(*n.op);
        if (kernel == nullptr)
            raise(errc::unsupported, n.op->name, ": there is no kernel for this op");
        vec<tensor> results = allocate_results(infer(spec_call{inner}.get()));
        step& made = steps_.emplace_back(step{kernel, std::move(inner), std::move(results)});
        return made.results;
    }

    argument<tensor> value(std::size_t at) {
        pattern_node const& n = bound_->pattern[at];
        switch (n.kind) {
        case pattern_kind::variable: return (*outer_)[n.name];
        case pattern_kind::literal: return literal_argument(n.value);
        case pattern_kind::call:
        case pattern_kind::item: return add(at).front();
        case pattern_kind::list: {
            argument<tensor> all;
            all.kind = argument_kind::tensors;
            for_each_child(bound_->pattern, at, [&](std::size_t child) {
                argument<tensor> const item = value(child);
                if (item.kind != argument_kind::tensor)
                    raise(errc::unsupported, bound_->op->name, ": its pattern has a list of what is no tensor");
                all.tensors.push_back(item.tensor);
            });
            return all;
        }
        default: raise(errc::unsupported, bound_->op->name, ": its pattern holds a node that has no value");
        }
    }

    bound_op const* bound_;
    graft::call<tensor> const* outer_; // while the calls are bound
    kernel_table kernels_;
    std::list<step> steps_; // addresses stay
};

/// The kernel of a call whose op runs by its pattern, for a call that stays where it is; empty where the pattern has to
/// be evaluated anew in each run.
[[nodiscard]] inline prepared_kernel prepare_bound(bound_op const& bound, call<tensor> const& c, kernel_table kernels) {
    // Over many elements a loop over blocks is faster, though it makes its buffers in each run.
    if (blocked_evaluator(bound, c, kernels).applies())
        return {};
    try {
        auto const steps = std::make_shared<bound_steps>(bound, c, kernels);
        if (!steps->writes_results())
            return {};
        return [steps](call<tensor> const&, view<tensor> results) { steps->run(results); };
    } catch (error const& e) {
        if (e.code() != errc::unsupported)
            throw;
        return {};
    }
}

} // namespace graft::detail
