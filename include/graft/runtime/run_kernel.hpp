#pragma once

#include <graft/config.hpp>
#include <graft/core/fresh_memory.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/call.hpp>

#include <cstddef>
#include <functional>
#include <optional>

namespace graft {

namespace detail {

/// Runs a kernel twice, on results that begin as a byte and as its inverse, and raises where a result differs: the
/// kernel leaves that byte unwritten, or makes it of memory that nobody wrote. It also raises where a result that is to
/// be written lies somewhere else afterwards.
class written_results {
public:
    written_results(prepared_kernel const& kernel, call<tensor> const& c, view<tensor> results);

    void run(std::byte pattern);

private:
    static vec<tensor> clone_all(view<tensor const> tensors) {
        vec<tensor> all;
        for (tensor const& t : tensors)
            all.push_back(t.clone());
        return all;
    }

    // The first byte, among the elements in order, in which they are not the same.
    static std::optional<std::size_t> find_difference(tensor const& a, tensor const& b);

    // Only what shows an argument, a list, and what is made when its size is known, may lie anywhere.
    void require_place(vec<tensor> const& made) const;

    void run_on(std::byte pattern);

    // What such a kernel sets may still show what an earlier call was given.
    static void take_fresh(view<tensor> tensors) {
        for (tensor& t : tensors)
            if (t.defined())
                t = {storage::allocate(t.storage_bytes()), t.dtype(), t.sizes(), t.strides(), t.storage_offset()};
    }

    // True if they may have a byte in common; a result may lie where an argument does.
    static bool overlap(tensor const& a, tensor const& b);

    prepared_kernel const& kernel_;
    call<tensor> const& call_;
    view<tensor> results_;
    vec<tensor> given_;
};

} // namespace detail

/// Runs a kernel on results that have been made for the call. While a `fresh_memory` lives it runs twice, on results
/// that begin as its byte and as the inverse of that, and a byte of a result that the kernel leaves unwritten is an
/// error.
template <class Kernel>
void run_kernel(Kernel const& kernel, call<tensor> const& c, view<tensor> results) {
    if (std::optional<std::byte> const pattern = fresh_memory::pattern()) [[unlikely]]
        detail::written_results(std::cref(kernel), c, results).run(*pattern);
    else
        kernel(c, results);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/kernel/base/copy.hpp>
#    include <graft/schema/op_tags.hpp>

#    include <algorithm>
#    include <cstring>

namespace graft::detail {

GRAFT_INLINE written_results::written_results(prepared_kernel const& kernel, call<tensor> const& c,
                                              view<tensor> results)
    : kernel_(kernel), call_(c), results_(results) {
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i) {
        if (c[i].tensor != nullptr)
            given_.push_back(*c[i].tensor);
        for (tensor const* const t : c[i].tensors)
            if (t != nullptr)
                given_.push_back(*t);
    }
    erase_if(given_, [](tensor const& t) { return !t.defined(); });
}

GRAFT_INLINE void written_results::run(std::byte pattern) {
    vec<tensor> const made(results_.begin(), results_.end());
    // What is drawn at random differs anyway.
    bool const repeats = !has(call_.op().tags, op_tags::random);
    vec<tensor> const before = repeats ? clone_all(given_) : vec<tensor>{};
    run_on(pattern);
    require_place(made);
    if (!repeats)
        return;
    vec<tensor> const first = clone_all(results_);
    for (std::size_t i = 0; i < before.size(); ++i)
        if (find_difference(before[i], given_[i]))
            kernel::copy(before[i], given_[i]);
    std::copy(made.begin(), made.end(), results_.begin());
    fresh_memory const inverse(~pattern);
    if (call_.op().returns_alias())
        take_fresh(results_);
    run_on(~pattern);
    for (std::size_t i = 0; i < first.size(); ++i)
        if (std::optional<std::size_t> const at = find_difference(first[i], results_[i]))
            raise(errc::internal, call_.op().name, ": byte ", *at, " of result ", i, " is not written");
}

GRAFT_INLINE std::optional<std::size_t> written_results::find_difference(tensor const& a, tensor const& b) {
    if (a.defined() != b.defined())
        return 0;
    if (!a.defined())
        return std::nullopt;
    if (a.dtype() != b.dtype() || a.sizes() != b.sizes())
        return 0;
    tensor const left = a.contiguous(), right = b.contiguous();
    std::byte const* const end = left.data() + left.nbytes();
    auto const at = std::mismatch(left.data(), left.data() + left.nbytes(), right.data()).first;
    return at == end ? std::nullopt : std::optional(static_cast<std::size_t>(at - left.data()));
}

GRAFT_INLINE void written_results::require_place(vec<tensor> const& made) const {
    if (call_.op().returns_alias() || (!call_.op().returns.empty() && call_.op().returns[0].list))
        return;
    for (std::size_t i = 0; i < made.size(); ++i)
        if (made[i].defined() && made[i].numel() != 0 && made[i].data() != results_[i].data())
            raise(errc::internal, call_.op().name, ": result ", i, " is not written where it has to lie");
}

GRAFT_INLINE void written_results::run_on(std::byte pattern) {
    for (tensor const& result : results_)
        if (result.defined() && !call_.op().returns_alias() &&
            std::none_of(given_.begin(), given_.end(), [&](tensor const& t) { return overlap(t, result); }))
            std::memset(result.get_storage().data(), std::to_integer<int>(pattern), result.storage_bytes());
    kernel_(call_, results_);
}

GRAFT_INLINE bool written_results::overlap(tensor const& a, tensor const& b) {
    std::less<> const before;
    return before(a.get_storage().data(), b.get_storage().data() + b.storage_bytes()) &&
           before(b.get_storage().data(), a.get_storage().data() + a.storage_bytes());
}

} // namespace graft::detail
#endif
