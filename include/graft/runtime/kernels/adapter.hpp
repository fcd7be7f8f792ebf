#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// An argument of an element-wise kernel: a tensor, or a number given in its place.
[[gnu::noinline]] inline kernel::operand operand_of(call<tensor> const& c, call_slot slot) {
    argument<tensor> const& a = c[slot];
    return a.kind == argument_kind::tensor ? kernel::operand(*a.tensor) : kernel::operand(c.number(slot));
}

/// An argument that becomes an element of a dtype: a number, or a tensor given in its place.
[[gnu::noinline]] inline kernel::operand operand_for(dtype d, call<tensor> const& c, call_slot slot) {
    argument<tensor> const& a = c[slot];
    return a.kind == argument_kind::tensor ? kernel::operand(*a.tensor) : kernel::operand(fitted_to(d, c.number(slot)));
}

/// An argument that becomes an element of a dtype: a number, also the only element of a real tensor without dimensions,
/// or another tensor given in its place.
[[gnu::noinline]] inline kernel::operand element_for(dtype d, call<tensor> const& c, call_slot slot) {
    argument<tensor> const& a = c[slot];
    if (a.kind == argument_kind::tensor && a.tensor->dim() == 0 && !is_complex(a.tensor->dtype()))
        return fitted_to(d, a.tensor->item());
    return operand_for(d, c, slot);
}

/// A list of sizes or dims, all of which are numbers by now.
[[gnu::noinline]] inline dim_vector integers_of(call<tensor> const& c, call_slot slot) {
    dim_vector values;
    if (c.has(slot))
        for (sym_int const& value : c.integers(slot))
            values.push_back(value.value());
    return values;
}

inline std::int64_t integer_of(call<tensor> const& c, call_slot slot) { return c.integer(slot).value(); }

/// What is added up or multiplied in a dtype that does not hold every element of a tensor: the elements as that does,
/// which drops imaginary parts where it has none.
[[gnu::noinline]] inline tensor elements_in(tensor const& self, dtype d) {
    bool const exact =
        is_complex(d) || (!is_complex(self.dtype()) &&
                          (!is_floating_point(d) || self.dtype() == dtype::boolean ||
                           (is_floating_point(self.dtype()) && element_size(self.dtype()) <= element_size(d))));
    if (exact)
        return self;
    tensor result = tensor::empty(self.sizes(), d);
    kernel::copy(self, result);
    return result;
}

/// Gives a result that was made elsewhere: to the memory that the result has, if it has any.
inline void give(tensor made, tensor& result, call<tensor> const& c) {
    if (!result.defined()) {
        result = std::move(made);
        return;
    }
    if (made.sizes() != result.sizes())
        raise(errc::invalid_argument, c.op().name, ": the result has other sizes than are known of it");
    kernel::copy(made, result);
}

/// Ops of one operand.
template <auto const& Kernel>
struct unary_kernel {
    static void run(call<tensor> const& c, auto results) { Kernel(operand_of(c, 0), results[0]); }
};

/// True where the result, or one of the first arguments, is complex.
inline bool has_complex(call<tensor> const& c, tensor const& result, std::size_t arguments) {
    bool found = is_complex(result.dtype());
    for (std::size_t i = 0; i < arguments; ++i)
        found = found || is_complex(operand_of(c, i).dtype());
    return found;
}

/// Ops of one operand that have a kernel of their own for complex numbers.
template <auto const& Real, auto const& Complex>
struct number_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (has_complex(c, results[0], 1))
            Complex(c.tensor(0), results[0]);
        else
            Real(operand_of(c, 0), results[0]);
    }
};

/// Ops of two operands.
template <auto const& Kernel>
struct binary_kernel {
    static void run(call<tensor> const& c, auto results) { Kernel(operand_of(c, 0), operand_of(c, 1), results[0]); }
};

/// Ops of two operands that have a kernel of their own for complex numbers.
template <auto const& Real, auto const& Complex>
struct number_pair_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (has_complex(c, results[0], 2))
            Complex(operand_of(c, 0), operand_of(c, 1), results[0]);
        else
            Real(operand_of(c, 0), operand_of(c, 1), results[0]);
    }
};

/// `add` and `sub`: the second operand is multiplied by alpha.
template <auto const& Real, auto const& Complex>
struct scaled_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (has_complex(c, results[0], 2))
            Complex(operand_of(c, 0), operand_of(c, 1), c.number("alpha"), results[0]);
        else
            Real(operand_of(c, 0), operand_of(c, 1), c.number("alpha"), results[0]);
    }
};

/// Ops of one operand and `N` numbers, which follow it in the schema.
template <auto const& Kernel, std::size_t N>
struct parametric_kernel {
    static void run(call<tensor> const& c, auto results) {
        std::array<scalar, N> numbers;
        for (std::size_t i = 0; i < N; ++i)
            numbers[i] = c.number(i + 1);
        Kernel(operand_of(c, 0), numbers, results[0]);
    }
};

/// True of a tensor in which an element may have several places, such as an expanded one or windows that overlap.
[[nodiscard]] inline bool repeats_elements(tensor const& t) {
    if (t.is_contiguous())
        return false;
    dim_vector by_stride(t.dim());
    std::iota(by_stride.begin(), by_stride.end(), 0);
    auto const stride = [&](std::int64_t d) { return t.strides()[static_cast<std::size_t>(d)]; };
    std::ranges::sort(by_stride, {}, stride);
    std::int64_t reach = 0;
    return std::ranges::any_of(by_stride, [&](std::int64_t d) {
        std::int64_t const steps = t.sizes()[static_cast<std::size_t>(d)] - 1;
        bool const falls_back = steps > 0 && stride(d) <= reach;
        reach += std::max<std::int64_t>(steps, 0) * stride(d);
        return falls_back;
    });
}

/// `copy` to a tensor that repeats elements: where one changes in some of its places, it becomes what it is there.
inline void copy_changes(tensor const& from, tensor const& to) {
    tensor const now = from.contiguous(), before = to.contiguous();
    auto const size = static_cast<std::int64_t>(to.element_size());
    for (std::int64_t i = 0; i < to.numel(); ++i) {
        std::byte const* const element = now.data() + i * size;
        if (std::memcmp(element, before.data() + i * size, to.element_size()) == 0)
            continue;
        std::int64_t place = 0, rest = i;
        for (std::size_t d = to.dim(); d-- > 0; rest /= to.sizes()[d])
            place += rest % to.sizes()[d] * to.strides()[d];
        std::memcpy(to.data() + place * size, element, to.element_size());
    }
}

inline void run_inplace(kernel_function functional, call<tensor> const& c, view<tensor> results) {
    functional(c, results);
    tensor self = c.tensor(0);
    if (!results[0].shares_storage(self)) {
        if (results[0].dtype() == self.dtype() && repeats_elements(self))
            copy_changes(results[0], self);
        else
            kernel::copy(results[0], self);
    }
    results[0] = self;
}

/// The op that writes what `Functional` gives into its first argument, and returns that.
template <class Functional>
struct inplace_kernel {
    static void run(call<tensor> const& c, auto results) { run_inplace(&kernel_of<Functional>::run, c, results); }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
