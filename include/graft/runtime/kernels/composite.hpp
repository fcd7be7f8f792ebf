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

// Where GRAFT_KERNELS_BY_NAME is defined, in the units of the library under separate compilation, a composed op calls
// the kernels that its unit finds by name, and the compositions are those that the op's descriptor has: no composition is
// compiled for tensors. The macro names the namespace of what finds them, as each such unit has its own.

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {

/// What compositions ask of tensors that are there.
class world_of_tensors {
public:
    /// What is known of a tensor.
    [[nodiscard]] static tensor_spec spec(tensor const& value) { return spec_of(value); }
    /// The elements of a tensor of integers.
    [[nodiscard]] static vec<std::int64_t> values(tensor const& value) {
        tensor const integers = as_dense(value, dtype::i64);
        std::int64_t const* const first = integers.data<std::int64_t>();
        return {first, first + integers.numel()};
    }
};

/// Calling an op with tensors runs the kernel that is found for it.
class world_of_kernels : public world_of_tensors {
public:
    /// Finds the kernel of an op; null if there is none.
    using lookup = kernel_function (*)(op_info const&);

    explicit world_of_kernels(lookup find) : find_(find) {}
    [[nodiscard]] vec<tensor> run(op_info const& op, view<argument<tensor> const> arguments) const {
        return evaluate(positional_call(op, arguments), find_(op));
    }

private:
    lookup find_;
};

// Only an op that is known for it may return a view of an argument; of any other the results are written.
inline void give_composed(vec<tensor> made, call<tensor> const& c, view<tensor> results) {
    if (made.size() != results.size())
        raise(errc::internal, c.op().name, ": ", made.size(), " results are composed, not ", results.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (c.op().returns_alias())
            results[i] = std::move(made[i]);
        else
            give(std::move(made[i]), results[i], c);
    }
}

#if defined(GRAFT_KERNELS_BY_NAME)
inline namespace GRAFT_KERNELS_BY_NAME {

/// The kernel of an op in the library, or null.
[[nodiscard]] kernel_function find_kernel(op_info const& op);

// That of an op which writes is that of the op which computes what it writes; of another name, that of the op.
inline void run_composed(call<tensor> const& c, view<tensor> results) {
    op_info const* op = &c.op();
    while (op != nullptr && op->composition == nullptr)
        op = op->functional != nullptr ? op->functional : op->original;
    if (op == nullptr)
        raise(errc::internal, c.op().name, ": the op has no composition");
    world_of_kernels world(find_kernel);
    give_composed(compose_in(world, op->composition, c), c, results);
}

/// Runs an op by its composition.
template <class Op>
struct composed_kernel {
    static void run(call<tensor> const& c, auto results) { run_composed(c, results); }
};

} // namespace GRAFT_KERNELS_BY_NAME
#else

/// A tensor in a composition, whose ops run by the kernels of this unit. It is a type of its own because the functions
/// that compose are named after their type of value, and are others in units for other instructions.
class kernel_tensor : public tensor {
public:
    kernel_tensor() = default;
    kernel_tensor(tensor t) : tensor(std::move(t)) {}
};
#endif

} // namespace detail::inline GRAFT_INSTRUCTION_SET

#if !defined(GRAFT_KERNELS_BY_NAME)
/// Calling an op with such tensors runs its kernel.
template <>
class composition_world<detail::kernel_tensor> : public detail::world_of_tensors {
public:
    struct runnable {
        op_info const& op;
        kernel_function run;
    };
    template <class Op>
    [[nodiscard]] static runnable op_of() {
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
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// What a composition makes of a call, by the kernels of this unit.
inline vec<tensor> compose_by_kernels(composition<kernel_tensor> body, call<tensor> const& c) {
    std::list<kernel_tensor> tensors; // addresses stay
    call<kernel_tensor> const given(c, [&](tensor const& t) { return &tensors.emplace_back(t); });
    composition_world<kernel_tensor> world;
    vec<kernel_tensor> made = compose_by<kernel_tensor>(body, given, world);
    return {std::make_move_iterator(made.begin()), std::make_move_iterator(made.end())};
}

/// What an op is composed of, by the kernels of this unit.
template <class Op>
vec<tensor> compose_by_kernels(call<tensor> const& c) {
    return compose_by_kernels(composition_by<Op, kernel_tensor>, c);
}

inline void run_composed(composition<kernel_tensor> body, call<tensor> const& c, view<tensor> results) {
    give_composed(compose_by_kernels(body, c), c, results);
}

/// Runs an op by its composition.
template <class Op>
struct composed_kernel {
    static void run(call<tensor> const& c, auto results) {
        run_composed(composition_by<Op, kernel_tensor>, c, results);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET
#endif

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
