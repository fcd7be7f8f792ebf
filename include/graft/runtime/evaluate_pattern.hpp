#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/library.hpp>

#include <cstddef>
#include <list>

namespace graft {

namespace detail {

/// Evaluates the calls of a pattern one after the other.
class pattern_evaluator {
public:
    pattern_evaluator(bound_op const& bound, call<tensor> const& c, kernel_table kernels)
        : bound_(bound), call_(c), kernels_(kernels) {}

    vec<tensor> run(std::size_t at);

private:
    argument<tensor> value(std::size_t at);

    argument<tensor> items(std::size_t at);

    bound_op const& bound_;
    graft::call<tensor> const& call_;
    kernel_table kernels_;
    std::list<tensor> values_; // of the inner calls; addresses stay
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
#    include <graft/pattern/detail/pattern_side.hpp>
#    include <graft/runtime/blocked_pattern.hpp>
#    include <graft/runtime/evaluate.hpp>
#    include <graft/runtime/out_variant.hpp>
#    include <graft/runtime/permuted_result.hpp>

#    include <algorithm>
#    include <iterator>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE vec<tensor> pattern_evaluator::run(std::size_t at) {
    pattern_node const& n = bound_.pattern[at];
    if (n.kind == pattern_kind::item)
        return {run(at + 1).at(static_cast<std::size_t>(n.value.bits))};
    if (n.kind != pattern_kind::call)
        raise(errc::unsupported, bound_.op->name, ": its pattern returns something that is no call");
    graft::call<tensor> inner(*n.op);
    for_each_child(bound_.pattern, at, [&](std::size_t child) { inner.set(bound_.pattern[child].slot, value(child)); });
    return evaluate(inner, kernels_.find(*n.op));
}

GRAFT_INLINE argument<tensor> pattern_evaluator::value(std::size_t at) {
    pattern_node const& n = bound_.pattern[at];
    switch (n.kind) {
    case pattern_kind::variable: return call_[n.name];
    case pattern_kind::literal: return literal_argument(n.value);
    case pattern_kind::list: return items(at);
    case pattern_kind::call:
    case pattern_kind::item: return values_.emplace_back(std::move(run(at).front()));
    default: raise(errc::unsupported, bound_.op->name, ": its pattern holds a node that has no value");
    }
}

GRAFT_INLINE argument<tensor> pattern_evaluator::items(std::size_t at) {
    argument<tensor> all;
    all.kind = argument_kind::tensors;
    for_each_child(bound_.pattern, at, [&](std::size_t child) {
        argument<tensor> const item = value(child);
        if (item.kind != argument_kind::tensor)
            raise(errc::unsupported, bound_.op->name, ": its pattern has a list of what is no tensor");
        all.tensors.push_back(item.tensor);
    });
    return all;
}

} // namespace detail

GRAFT_INLINE vec<tensor> evaluate_pattern(bound_op const& bound, call<tensor> const& c, kernel_table kernels) {
    detail::blocked_evaluator blocks(bound, c, kernels);
    if (!blocks.applies())
        return detail::pattern_evaluator{bound, c, kernels}.run(0);
    vec<tensor> results;
    results.push_back(blocks.run());
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
        strides.push_back(permuted_strides(spec, made.sizes()));
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
