#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/promotion.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/kernel/base/stage.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What integers and booleans are computed in: themselves, the default floating-point dtype, or
/// i64, whose low bits are the result, so that fewer loops are compiled.
enum class integers : std::uint8_t { stay, become_floats, widen };

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// An element-wise function compiled for its argument types; all else of the work depends on no
/// type.
struct element_kernel {
    static constexpr std::size_t max_arguments = 4;
    using row_loop = void (*)(std::int64_t n, std::byte* out, std::byte const* const* in);

    row_loop run;
    graft::dtype result;
    std::array<graft::dtype, max_arguments> arguments;
    /// What is read, and the result, become values of this dtype first; `undefined` for none.
    graft::dtype rounding = graft::dtype::undefined;
    /// Whether numbers are rounded too; arithmetic takes them in full precision.
    bool rounds_numbers = false;
};

/// The loop of `F::apply` over rows of these types, or `F::apply_row` where it has one for them.
template <class F, class... A>
struct element_row {
    using result = decltype(F::apply(A{}...));

    template <std::size_t... I>
    static void run(std::int64_t n, std::byte* out, std::byte const* const* in) {
        auto* const to = reinterpret_cast<result*>(out);
        if constexpr (requires { F::apply_row(n, to, reinterpret_cast<A const*>(in[I])...); })
            F::apply_row(n, to, reinterpret_cast<A const*>(in[I])...);
        else
            element_loop([](A... x) { return F::apply(x...); }, n, to, reinterpret_cast<A const*>(in[I])...);
    }
};

/// The kernel of `F` for arguments of these types.
template <class F, class... A>
[[nodiscard]] consteval element_kernel make_element_kernel() {
    return []<std::size_t... I>(std::index_sequence<I...>) -> element_kernel {
        using row = element_row<F, A...>;
        return {row::template run<I...>, dtype_of<typename row::result>, {dtype_of<A>...}};
    }(std::index_sequence_for<A...>{});
}

template <std::size_t, class T>
using same_for = T;

/// The kernel of `F` for as many arguments of type `T` as there are indices.
template <class F, class T, std::size_t... I>
[[nodiscard]] consteval element_kernel make_element_kernel(std::index_sequence<I...>) {
    return make_element_kernel<F, same_for<I, T>...>();
}

/// Runs the kernel over all elements of `out`, to which the operands broadcast; `out` may be
/// one of them.
inline void run_elementwise(std::string_view op, element_kernel const& kernel, tensor& out,
                            graft::view<kernel::operand> in) {
    loop_nest nest(op, out.sizes());
    nest.add(out);
    for (kernel::operand& o : in)
        nest.add(o.data(), element_size(o.dtype()), o.sizes(), o.strides());
    std::array<bool, element_kernel::max_arguments> written{};
    for (std::size_t k = 0; k < in.size(); ++k)
        written[k] = nest.overlap(0, k + 1);
    nest.simplify();

    auto const row_of = [&](std::size_t k, dtype d) { return stored_row{d, nest.row_stride(k), nest.dense_row(k)}; };
    element_stage result;
    // Only a number that stands for one of the 16-bit format is rounded, not the answer to a
    // comparison.
    result.write(kernel.result, row_of(0, out.dtype()),
                 kernel.result == dtype::f32 ? kernel.rounding : dtype::undefined);
    std::array<element_stage, element_kernel::max_arguments> arguments;
    bool in_place = result.is_in_place();
    for (std::size_t k = 0; k < in.size(); ++k) {
        bool const rounded = kernel.rounds_numbers || !in[k].is_number();
        arguments[k].read(kernel.arguments[k], row_of(k + 1, in[k].dtype()),
                          rounded ? kernel.rounding : dtype::undefined, written[k]);
        in_place = in_place && arguments[k].is_in_place();
    }

    auto const run = [&](std::byte* const* at, std::int64_t begin, std::int64_t end) {
        std::array<std::byte const*, element_kernel::max_arguments> from{};
        for (std::size_t k = 0; k < in.size(); ++k)
            from[k] = arguments[k].load(end - begin, at[k + 1], begin);
        kernel.run(end - begin, result.target(at[0], begin), from.data());
        result.store(end - begin, at[0], begin);
    };
    std::int64_t const row = nest.row_size();
    // Rows that are short and lie one behind the other in the result are computed many at a time, so that what
    // broadcasts is brought into their form once.
    if (2 * row <= element_stage::block && nest.has_planes() && result.is_in_place() &&
        nest.plane_stride(0) == row * static_cast<std::int64_t>(out.element_size()) &&
        std::find(written.begin(), written.end(), true) == written.end()) {
        std::int64_t const most = element_stage::block / row;
        return nest.for_each_plane([&](std::byte* const* at) {
            for (std::int64_t done = 0; done < nest.plane_rows(); done += most) {
                std::int64_t const rows = std::min(most, nest.plane_rows() - done);
                std::array<std::byte const*, element_kernel::max_arguments> from{};
                for (std::size_t k = 0; k < in.size(); ++k) {
                    std::int64_t const step = nest.plane_stride(k + 1);
                    from[k] = arguments[k].load_rows(rows, row, at[k + 1] + done * step, step);
                }
                kernel.run(rows * row, at[0] + done * nest.plane_stride(0), from.data());
            }
        });
    }
    nest.for_each_row([&](std::byte* const* at) {
        constexpr std::int64_t operations = 8; // what memory and functions take an element
        if (in_place)
            parallel_for(row, operations, [&](std::int64_t begin, std::int64_t end) { run(at, begin, end); });
        else
            for (std::int64_t done = 0; done < row; done += element_stage::block)
                run(at, done, std::min(row, done + element_stage::block));
    });
}

/// The dtype that numbers and tensors promote to together; an error where torch raises.
template <std::size_t N>
[[nodiscard]] dtype common_dtype(std::string_view op, std::array<kernel::operand, N> const& in) {
    std::array<promotion_operand, N> operands;
    std::transform(in.begin(), in.end(), operands.begin(), [](kernel::operand const& o) { return o.promotion(); });
    dtype const result = result_type(operands);
    if (result == dtype::undefined)
        raise(errc::invalid_argument, op, ": the dtypes of the operands have no common dtype");
    return result;
}

/// What elements of a dtype are computed in by `F`: floats of 8 bits in f32 where it takes these, and integers without
/// sign of more than 8 bits in the signed ones of as many bits, where only their bits count (`takes_bits`), or in ones
/// that hold them and have their order (`takes_order`), but u64 in itself.
template <class F>
[[nodiscard]] constexpr dtype computed_as(dtype d) {
    if (requires { typename F::takes_float8; } && is_float8(d))
        return dtype::f32;
    bool const bits = requires { typename F::takes_bits; }, order = requires { typename F::takes_order; };
    switch (d) {
    case dtype::u16: return bits ? dtype::i16 : order ? dtype::i32 : d;
    case dtype::u32: return bits ? dtype::i32 : order ? dtype::i64 : d;
    case dtype::u64: return bits ? dtype::i64 : d;
    default: return d;
    }
}

/// `out[i] = F::apply(in[i]...)`, computed in `compute`, which must be one of `Dtypes`, or of what `F` takes besides
/// (`computed_as`).
template <class F, auto const& Dtypes, std::size_t N>
void elementwise(std::string_view op, dtype compute, tensor& out, std::array<kernel::operand, N> in,
                 bool rounds_numbers = false, dtype rounding = dtype::undefined) {
    element_kernel kernel{};
    kernel::dispatch_compute<Dtypes>(computed_as<F>(compute), op, [&]<class T>() {
        kernel = make_element_kernel<F, T>(std::make_index_sequence<N>{});
    });
    kernel.rounding = element_size(compute) < element_size(kernel.arguments[0]) ? compute : rounding;
    kernel.rounds_numbers = rounds_numbers;
    run_elementwise(op, kernel, out, in);
}

/// The dtype to compute in: the one asked for, else what the operands promote to.
template <kernel::integers Integers, std::size_t N>
[[nodiscard]] dtype compute_dtype(std::string_view op, dtype asked, std::array<kernel::operand, N> const& in) {
    if (asked != dtype::undefined)
        return asked;
    dtype const common = common_dtype(op, in);
    switch (Integers) {
    case kernel::integers::become_floats: return integral_to_float(common);
    case kernel::integers::widen: return integral_to_i64(common);
    case kernel::integers::stay: break;
    }
    return common;
}

/// `out[i] = F::apply(in[i]...)` in the dtype asked for, or in what the operands promote to.
template <class F, auto const& Dtypes, kernel::integers Integers, std::size_t N>
void promoted_elementwise(tensor& out, dtype asked, std::array<kernel::operand, N> const& in) {
    dtype const d = compute_dtype<Integers>(F::name, asked, in);
    if (Integers == kernel::integers::widen && d == dtype::i64)
        elementwise<F, Dtypes>(F::name, d, out, in, true, common_dtype(F::name, in));
    else
        elementwise<F, Dtypes>(F::name, d, out, in);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of one operand and `N` numbers, computed in the dtype of the operand or
/// what integers are computed in: `out = D::apply(self, numbers...)`. In 16 bits the numbers keep
/// their precision, unless `D` rounds them.
template <class D, auto const& Default, std::size_t N, integers Integers = integers::stay>
struct parametric {
    template <auto const& Dtypes = Default>
    void operator()(operand const& self, std::array<scalar, N> const& numbers, tensor& out) const {
        constexpr bool rounds = requires { typename D::rounds_numbers; };
        dtype const d = detail::compute_dtype<Integers, 1>(D::name, dtype::undefined, {self});
        auto const apply = [&]<std::size_t... I>(std::index_sequence<I...>) {
            detail::elementwise<D, Dtypes, N + 1>(D::name, d, out, {self, numbers[I]...}, rounds);
        };
        apply(std::make_index_sequence<N>{});
    }
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
