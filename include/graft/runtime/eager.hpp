#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/carrier.hpp>

#include <utility>

namespace graft {

/// A call with tensors runs at once, and nothing runs this op.
template <class Op>
struct op_without_kernel {
    static_assert(never_type<Op>, "graft: no kernel: Op cannot be called with tensors; include its "
                                  "header of <graft/runtime/kernels/> or specialise "
                                  "graft::kernel_of<Op>. [E-RUN-2]");
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// What calling an op with tensors means: its kernel runs at once.
struct eager_carrier {
    template <class Op, int... Slot, class... Arguments>
    static auto call(slots<Slot...> where, Arguments const&... arguments) {
        if constexpr (!has_run<Op>) {
            static_cast<void>(requires { sizeof(op_without_kernel<Op>); });
            return tensor{};
        } else {
            graft::call<tensor> const made = make_call<tensor, Op>(where, arguments...);
            vec<tensor> results = evaluate(made, &kernel_of<Op>::run);
            if constexpr (Op::info().returns.size() == 1 && !Op::info().returns[0].list)
                return std::move(results.front());
            else
                return results;
        }
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

/// A call with a tensor among its arguments runs at once.
template <>
struct carrier_of<tensor> {
    using type = detail::eager_carrier; ///< what runs it
};

} // namespace graft
