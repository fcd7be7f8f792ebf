#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/permuted_result.hpp>
#include <graft/runtime/run_kernel.hpp>
#include <graft/schema/call.hpp>

#include <optional>
#include <utility>

namespace graft::detail {

/// False where a tensor is there only when the graph runs.
[[nodiscard]] GRAFT_INLINE bool has_known_tensors(call<tensor> const& c);

/// A call that is bound when it runs, as a size depends on elements. While numbers and sizes repeat, its arguments and
/// the memory of its results are used again, and so is the kernel that was made ready for them.
class late_call {
public:
    explicit late_call(kernel_entry const& entry) : entry_(&entry) {}

    /// The results. `repeats` says that numbers and sizes are those of the run before; otherwise `bind()` is the call.
    template <class Bind>
    vec<tensor> const& run(bool repeats, Bind const& bind) {
        if (!repeats || !call_)
            begin(bind());
        else if (!is_ready_)
            make_ready();
        results_ = made_;
        run_kernel(kernel_, *call_, results_);
        if (call_->op().returns_alias() || call_->op().returns.empty() || call_->op().returns[0].list)
            return results_;
        permuted_.take(results_);
        return results_ = permuted_.shown(std::move(results_));
    }

private:
    void begin(call<tensor> bound);

    // Not at once, as it may cost more than a run.
    void make_ready();

    kernel_entry const* entry_;
    std::optional<call<tensor>> call_;
    permuted_results permuted_;
    vec<tensor> made_, results_; // before and after the kernel has run
    prepared_kernel kernel_;
    bool is_ready_ = false;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/runtime/evaluate.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <iterator>

namespace graft::detail {

GRAFT_INLINE bool has_known_tensors(call<tensor> const& c) {
    auto const known = [](tensor const* t) { return t == nullptr || t->defined(); };
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (!known(c[i].tensor) || !std::all_of(c[i].tensors.begin(), c[i].tensors.end(), known))
            return false;
    return true;
}

GRAFT_INLINE void late_call::begin(call<tensor> bound) {
    call_.reset();
    vec<std::optional<dim_vector>> strides; // of those that are tensors
    made_ = results_for(bound, [&](tensor_spec const& spec) {
        dim_vector const sizes = concrete(spec.sizes);
        strides.push_back(permuted_strides(spec, sizes, {}, !bound.op().returns_alias()));
        return with_room(sizes, spec.dtype, strides.back());
    });
    permuted_ = {};
    auto next = strides.begin();
    for (std::size_t i = 0; i < made_.size(); ++i)
        if (made_[i].defined() && *next++)
            made_[i] = permuted_.add(i, made_[i], **std::prev(next));
    call_ = std::move(bound);
    kernel_ = entry_->run;
    is_ready_ = false;
}

GRAFT_INLINE void late_call::make_ready() {
    is_ready_ = true;
    bool const known = std::all_of(made_.begin(), made_.end(), [](tensor const& t) { return t.defined(); });
    if (entry_->prepare != nullptr && known && has_known_tensors(*call_))
        if (prepared_kernel prepared = entry_->prepare(*call_, made_, {}))
            kernel_ = std::move(prepared);
}

} // namespace graft::detail
#endif
