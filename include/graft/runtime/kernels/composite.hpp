#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

/// Calling an op with tensors runs its kernel.
template <>
class composition_world<tensor> {
public:
    struct runnable {
        op_info const& op;
        kernel_function run;
    };
    template <class Op>
    [[nodiscard]] static runnable op_of() {
        return {Op::info(), &kernel_of<Op>::run};
    }
    [[nodiscard]] vec<tensor> run(runnable const& callee, view<argument<tensor> const> arguments) const {
        return evaluate(detail::positional_call(callee.op, arguments), callee.run);
    }
    [[nodiscard]] static tensor_spec spec(tensor const& value) { return spec_of(value); }
    [[nodiscard]] static vec<std::int64_t> values(tensor const& value) {
        tensor const integers = detail::as_dense(value, dtype::i64);
        std::int64_t const* const first = integers.data<std::int64_t>();
        return {first, first + integers.numel()};
    }
};

namespace detail {

// Only an op that is known for it may return a view of an argument; of any other the results are written.
inline void run_composed(composition<tensor> body, call<tensor> const& c, view<tensor> results) {
    composition_world<tensor> world;
    vec<tensor> made = compose_by<tensor>(body, c, world);
    if (made.size() != results.size())
        raise(errc::internal, c.op().name, ": ", made.size(), " results are composed, not ", results.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (c.op().returns_alias())
            results[i] = std::move(made[i]);
        else
            give(std::move(made[i]), results[i], c);
    }
}

/// Runs an op by its composition.
template <class Op>
struct composed_kernel {
    static void run(call<tensor> const& c, view<tensor> results) {
        run_composed(composition_by<Op, tensor>, c, results);
    }
};

} // namespace detail

template <composite Op>
struct kernel_of<Op> : detail::composed_kernel<Op> {};

template <class Op>
    requires has_run<typename Op::functional> && (!detail::shows_view<typename Op::functional>)
struct kernel_of<Op> : detail::inplace_kernel<typename Op::functional> {};

template <class Op>
    requires has_run<typename Op::functional> && detail::shows_view<typename Op::functional>
struct kernel_of<Op> : kernel_of<typename Op::functional> {};

template <class Op>
    requires has_run<typename Op::original>
struct kernel_of<Op> : kernel_of<typename Op::original> {};

} // namespace graft
