#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/detail/bound_arguments.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/library.hpp>

#include <list>

namespace graft {

namespace detail {

/// Evaluates the calls of a pattern one after the other.
class pattern_evaluator : public bound_arguments<pattern_evaluator> {
public:
    pattern_evaluator(bound_op const& bound, graft::call<tensor> const& c, kernel_table kernels)
        : bound_arguments(bound, c), kernels_(kernels) {}

    /// Evaluates a call of the pattern.
    view<tensor const> results_of(graft::call<tensor> const& inner) {
        return results_.emplace_back(evaluate(inner, kernels_.find(inner.op())));
    }

    /// The results of the pattern.
    vec<tensor> results() {
        argument<tensor> const given = value();
        if (given.kind == argument_kind::tensor)
            return {*given.tensor};
        vec<tensor> all;
        for (tensor const* const result : given.tensors)
            all.push_back(*result);
        return all;
    }

private:
    kernel_table kernels_;
    std::list<vec<tensor>> results_; // of the calls; addresses stay
};

} // namespace detail

/// Runs a backend op by its pattern, allocating what lies between the calls; a pattern of element-wise ops over many
/// elements runs as one loop over blocks of them.
[[nodiscard]] GRAFT_INLINE vec<tensor> evaluate_pattern(bound_op const& bound, call<tensor> const& c,
                                                        kernel_table kernels);

/// Runs a call by its kernel, by the pattern that its op is bound to, or as what its op, an out-variant, is made of.
[[nodiscard]] GRAFT_INLINE vec<tensor> evaluate(call<tensor> const& c, kernel_library const& library);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/out_variant.hpp>
#    include <graft/runtime/blocked_pattern.hpp>
#    include <graft/runtime/out_variant.hpp>
#    include <graft/runtime/permuted_result.hpp>

#    include <algorithm>
#    include <iterator>
#    include <optional>
#    include <utility>

namespace graft {

GRAFT_INLINE vec<tensor> evaluate_pattern(bound_op const& bound, call<tensor> const& c, kernel_table kernels) {
    detail::blocked_evaluator blocks(bound, c, kernels);
    if (!blocks.applies())
        return detail::pattern_evaluator(bound, c, kernels).results();
    vec<tensor> results;
    results.push_back(blocks.result());
    return results;
}

namespace detail {

// True of what shows one of the arguments.
[[nodiscard]] inline bool is_shown(call<tensor> const& c, tensor const& t) {
    auto const shows = [&](tensor const* argument) { return argument != nullptr && t.shares_storage(*argument); };
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (shows(c[i].tensor) || std::any_of(c[i].tensors.begin(), c[i].tensors.end(), shows))
            return true;
    return false;
}

/// The results of a kernel, which lie as the op's meta function says, or show an argument.
[[nodiscard]] inline vec<tensor> evaluate_laid_out(call<tensor> const& c, kernel_function kernel) {
    vec<std::optional<dim_vector>> strides; // of those that are tensors
    vec<tensor> results = evaluate(c, kernel, [&](tensor_spec const& spec) {
        tensor made = allocate(spec);
        strides.push_back(permuted_strides(spec, made.sizes(), {}, !c.op().returns_alias()));
        return made;
    });
    auto next = strides.begin();
    for (tensor& result : results)
        if (result.defined() && next != strides.end() && *next++ && result.dim() == (*std::prev(next))->size() &&
            !(c.op().returns_alias() && is_shown(c, result)))
            result = with_strides(result, **std::prev(next));
    return results;
}

} // namespace detail

GRAFT_INLINE vec<tensor> evaluate(call<tensor> const& c, kernel_library const& library) {
    if (kernel_function const kernel = library.kernels.find(c.op()))
        return detail::evaluate_laid_out(c, kernel);
    if (bound_op const* const bound = library.find_bound(c.op()))
        return evaluate_pattern(*bound, c, library.kernels);
    if (op_info const* const functional = functional_of(c.op()))
        return detail::write_out(c, *functional, out_sizes::up_to,
                                 [&](call<tensor> const& computed) { return evaluate(computed, library); });
    return evaluate(c, kernel_function{nullptr});
}

} // namespace graft
#endif
