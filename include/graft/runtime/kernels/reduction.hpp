#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/complex_reduce.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/softmax.hpp>
#include <graft/kernel/reduce/variance.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cstdint>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The dims that a reduction names, one or several; none where it names none.
[[nodiscard]] inline dim_vector dims_of(call<tensor> const& c) {
    int const slot = c.op().find_argument("dim");
    if (slot < 0 || !c.has(slot))
        return {};
    if (c[slot].kind == argument_kind::integer)
        return {integer_of(c, slot)};
    return integers_of(c, slot);
}

/// Reductions over `dim`, over everything where it is None or empty or the op has no such argument.
template <auto const& Kernel>
struct reduction_kernel {
    static void run(call<tensor> const& c, auto results) { Kernel(c.tensor(0), dims_of(c), results[0]); }
};

/// Reductions over `dim`, over everything where it is None or empty or the op has no such argument: `Complex` where the
/// result is complex, else `Real`, of elements as the dtype of the result holds them.
template <auto const& Real, auto const& Complex>
struct number_reduction_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            Complex(c.tensor(0), dims_of(c), results[0]);
        else
            Real(elements_in(c.tensor(0), results[0].dtype()), dims_of(c), results[0]);
    }
};

/// Reductions to booleans, as above: `Complex` where the argument is complex, else `Real`; where the list of dims
/// has none, each element alone.
template <auto const& Real, auto const& Complex>
struct truth_reduction_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor(0);
        dim_vector const dims = dims_of(c);
        if (dims.empty() && c.op().find_argument("dim") >= 0 && c.has("dim")) {
            tensor truths = tensor::empty(self.sizes(), dtype::boolean);
            kernel::copy(self, truths);
            kernel::copy(truths, results[0]);
        } else if (is_complex(self.dtype()))
            Complex(self, dims, results[0]);
        else
            Real(self, dims, results[0]);
    }
};

/// The mean over dimensions; of integers in 16 bits it is computed in f32.
inline void mean_over(tensor const& of, view<std::int64_t const> dims, tensor& out) {
    dtype const d = out.dtype();
    tensor const self = elements_in(of, element_size(d) == 2 ? dtype::f32 : d);
    if (is_complex(d))
        kernel::complex_mean(self, dims, out);
    else
        kernel::mean(self, dims, out);
}

struct mean_kernel {
    static void run(call<tensor> const& c, auto results) { mean_over(c.tensor(0), dims_of(c), results[0]); }
};

/// The extremum and where it is.
template <bool Largest>
struct extremum_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::extremum(c.op().name, c.tensor(0), dims_of(c), Largest, &results[0], &results[1]);
    }
};

template <bool Largest>
struct arg_extremum_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::extremum(c.op().name, c.tensor(0), dims_of(c), Largest, nullptr, &results[0]);
    }
};

/// The degrees of freedom that a variance leaves out: 1 unless it says otherwise.
[[nodiscard]] inline double correction_of(call<tensor> const& c) {
    if (c.op().find_argument("unbiased") >= 0)
        return c.boolean("unbiased") ? 1 : 0;
    if (c.op().find_argument("correction") >= 0)
        if (auto const given = c.optional_number("correction"))
            return given->to<double>();
    return 1;
}

template <bool Root>
struct variance_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const run_by = [&](auto const& variance) {
            variance(c.op().name, c.tensor(0), dims_of(c), correction_of(c), Root, results[0],
                     results.size() > 1 ? &results[1] : nullptr);
        };
        is_complex(c.tensor(0).dtype()) ? run_by(kernel::complex_variance) : run_by(kernel::variance<tensor>);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::sum_default> : detail::number_reduction_kernel<kernel::sum, kernel::complex_total> {};
template <>
struct kernel_of<aten::sum_dim_intlist> : detail::number_reduction_kernel<kernel::sum, kernel::complex_total> {};
template <>
struct kernel_of<aten::mean_default> : detail::mean_kernel {};
template <>
struct kernel_of<aten::mean_dim> : detail::mean_kernel {};
template <>
struct kernel_of<aten::prod_default> : detail::number_reduction_kernel<kernel::prod, kernel::complex_prod> {};
template <>
struct kernel_of<aten::prod_dim_int> : detail::number_reduction_kernel<kernel::prod, kernel::complex_prod> {};
template <>
struct kernel_of<aten::amax_default> : detail::reduction_kernel<kernel::amax> {};
template <>
struct kernel_of<aten::amin_default> : detail::reduction_kernel<kernel::amin> {};
template <>
struct kernel_of<aten::max_default> : detail::reduction_kernel<kernel::amax> {};
template <>
struct kernel_of<aten::min_default> : detail::reduction_kernel<kernel::amin> {};
template <>
struct kernel_of<aten::any_default> : detail::truth_reduction_kernel<kernel::any, kernel::complex_any> {};
template <>
struct kernel_of<aten::any_dim> : detail::truth_reduction_kernel<kernel::any, kernel::complex_any> {};
template <>
struct kernel_of<aten::any_dims> : detail::truth_reduction_kernel<kernel::any, kernel::complex_any> {};
template <>
struct kernel_of<aten::all_default> : detail::truth_reduction_kernel<kernel::all, kernel::complex_all> {};
template <>
struct kernel_of<aten::count_nonzero_default> : detail::reduction_kernel<kernel::count_nonzero> {};
template <>
struct kernel_of<aten::count_nonzero_dim_intlist> : detail::reduction_kernel<kernel::count_nonzero> {};
template <>
struct kernel_of<aten::all_dim> : detail::truth_reduction_kernel<kernel::all, kernel::complex_all> {};
template <>
struct kernel_of<aten::max_dim> : detail::extremum_kernel<true> {};
template <>
struct kernel_of<aten::min_dim> : detail::extremum_kernel<false> {};
template <>
struct kernel_of<aten::argmax_default> : detail::arg_extremum_kernel<true> {};
template <>
struct kernel_of<aten::argmin_default> : detail::arg_extremum_kernel<false> {};
template <>
struct kernel_of<aten::var_dim> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::var_correction> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::var_default> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::std_default> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::std_dim> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::std_correction> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::var_mean_default> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::var_mean_dim> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::var_mean_correction> : detail::variance_kernel<false> {};
template <>
struct kernel_of<aten::std_mean_default> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::std_mean_dim> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::std_mean_correction> : detail::variance_kernel<true> {};
template <>
struct kernel_of<aten::all_dims> : detail::truth_reduction_kernel<kernel::all, kernel::complex_all> {};

/// The smallest and the largest element.
template <>
struct kernel_of<aten::aminmax_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::amin(c.tensor("self"), detail::dims_of(c), results[0]);
        kernel::amax(c.tensor("self"), detail::dims_of(c), results[1]);
    }
};

template <>
struct kernel_of<aten::logsumexp_default> {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            kernel::complex_logsumexp(c.op().name, c.tensor("self"), detail::dims_of(c), results[0]);
        else
            kernel::logsumexp(c.op().name, c.tensor("self"), detail::dims_of(c), results[0]);
    }
};

template <>
struct kernel_of<aten::linalg_vector_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor self = c.tensor("self");
        if (is_integral(self.dtype(), true))
            raise(errc::invalid_argument, c.op().name, ": 'self' must hold reals or complex numbers, not ",
                  torch_name(self.dtype()));
        if (is_complex(self.dtype())) {
            self = tensor::empty(self.sizes(), results[0].dtype());
            kernel::complex_abs(c.tensor("self"), self);
        }
        kernel::vector_norm(c.op().name, self, detail::dims_of(c), c.number("ord").to<double>(), results[0]);
    }
};

} // namespace graft
