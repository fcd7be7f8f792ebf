#pragma once

#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/index/histogram.hpp>
#include <graft/kernel/index/indexed_view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

template <>
struct kernel_of<aten::bincount_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        tensor const* const weights = c.optional_tensor("weights");
        std::int64_t const least = detail::integer_of(c, "minlength");
        if (self.dim() != 1 || !is_integral(self.dtype(), false))
            raise(errc::invalid_argument, c.op().name, ": 'self' must be a row of integers");
        if (weights != nullptr && weights->sizes() != self.sizes())
            raise(errc::invalid_argument, c.op().name, ": 'weights' must be a row of as many numbers as 'self'");
        if (least < 0)
            raise(errc::invalid_argument, c.op().name, ": 'minlength' is ", least);
        detail::give(kernel::bincount(c.op().name, self, weights, least), results[0], c);
    }
};

template <>
struct kernel_of<aten::histc_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::histc(c.op().name, c.tensor("self"), c.number("min").to<double>(), c.number("max").to<double>(),
                      results[0]);
    }
};

template <>
struct kernel_of<aten::combinations_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::combinations(c.tensor("self"), c.boolean("with_replacement"), results[0]);
    }
};

/// A column of coordinates for each dimension; a number counts as a row.
template <>
struct kernel_of<aten::nonzero_numpy_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor(0);
        tensor const found = detail::nonzero_coordinates(self.dim() == 0 ? kernel::unsqueeze(self, 0) : self);
        for (std::size_t d = 0; d < results.size(); ++d)
            results[d] = kernel::select(found, 1, static_cast<std::int64_t>(d));
    }
};

template <>
struct kernel_of<aten::where_default> : kernel_of<aten::nonzero_numpy_default> {};

} // namespace graft
