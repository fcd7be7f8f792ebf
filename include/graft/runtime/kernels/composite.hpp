#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <utility>

// Where GRAFT_KERNELS_ELSEWHERE is defined, in the unit of `library/` under separate compilation, compositions call the
// kernels that the unit of kernels has compiled. What composes by those has a name of its own.

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {
#if defined(GRAFT_KERNELS_ELSEWHERE)
inline namespace compiled_kernels {
#else
inline namespace own_kernels {
#endif

/// A tensor in a composition, whose ops run by the kernels of this unit. It is a type of its own because the functions
/// that compose are named after their type of value, and are others in units for other instructions.
class kernel_tensor : public tensor {
public:
    kernel_tensor() = default;
    kernel_tensor(tensor t) : tensor(std::move(t)) {}
};

/// The kernel of an op, where another unit has compiled it: specialised for such ops.
template <class Op>
inline constexpr kernel_function (*compiled_kernel)() = nullptr;

} // namespace own_kernels
} // namespace detail::inline GRAFT_INSTRUCTION_SET

/// Calling an op with such tensors runs its kernel.
template <>
class composition_world<detail::kernel_tensor> {
public:
    struct runnable {
        op_info const& op;
        kernel_function run;
    };
    template <class Op>
    [[nodiscard]] static runnable op_of() {
        if constexpr (detail::compiled_kernel<Op> != nullptr)
            return {Op::info(), detail::compiled_kernel<Op>()};
        else
            return {Op::info(), &kernel_of<Op>::run};
    }
    [[nodiscard]] vec<detail::kernel_tensor> run(runnable const& callee,
                                                 view<argument<detail::kernel_tensor> const> arguments) const {
        call<tensor> made(callee.op);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (arguments[i].kind != argument_kind::missing)
                made.set(i, argument<tensor>(arguments[i], [](tensor const& t) { return &t; }));
        vec<tensor> results = evaluate(made, callee.run);
        return {std::make_move_iterator(results.begin()), std::make_move_iterator(results.end())};
    }
    [[nodiscard]] static tensor_spec spec(tensor const& value) { return spec_of(value); }
    [[nodiscard]] static vec<std::int64_t> values(tensor const& value) {
        tensor const integers = detail::as_dense(value, dtype::i64);
        std::int64_t const* const first = integers.data<std::int64_t>();
        return {first, first + integers.numel()};
    }
};

namespace detail::inline GRAFT_INSTRUCTION_SET {
#if defined(GRAFT_KERNELS_ELSEWHERE)
inline namespace compiled_kernels {
#else
inline namespace own_kernels {
#endif

/// What a composition makes of a call, by the kernels of this unit.
inline vec<kernel_tensor> compose_by_kernels(composition<kernel_tensor> body, call<tensor> const& c) {
    std::list<kernel_tensor> tensors; // addresses stay
    call<kernel_tensor> const given(c, [&](tensor const& t) { return &tensors.emplace_back(t); });
    composition_world<kernel_tensor> world;
    return compose_by<kernel_tensor>(body, given, world);
}

/// What an op is composed of, by the kernels of this unit.
template <class Op>
vec<kernel_tensor> compose_by_kernels(call<tensor> const& c) {
    return compose_by_kernels(composition_by<Op, kernel_tensor>, c);
}

// Only an op that is known for it may return a view of an argument; of any other the results are written.
inline void run_composed(composition<kernel_tensor> body, call<tensor> const& c, view<tensor> results) {
    vec<kernel_tensor> made = compose_by_kernels(body, c);
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
    static void run(call<tensor> const& c, auto results) {
        run_composed(composition_by<Op, kernel_tensor>, c, results);
    }
};

} // namespace own_kernels
} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <composite Op>
struct kernel_of<Op> : detail::composed_kernel<Op> {};

template <class Op>
    requires(!composite<Op>) && has_run<typename Op::functional> && (!detail::shows_view<typename Op::functional>)
struct kernel_of<Op> : detail::inplace_kernel<typename Op::functional> {};

template <class Op>
    requires has_run<typename Op::functional> && detail::shows_view<typename Op::functional>
struct kernel_of<Op> : kernel_of<typename Op::functional> {};

template <class Op>
    requires has_run<typename Op::original>
struct kernel_of<Op> : kernel_of<typename Op::original> {};

} // namespace graft
