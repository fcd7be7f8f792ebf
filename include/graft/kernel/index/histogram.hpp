#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/index/rearrange.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// How often each integer occurs, from 0 to the largest one or to `least - 1`; with weights the sums of those, in
/// f32 if they are that and else in f64; of complex ones those of the real parts.
[[nodiscard]] inline tensor bincount(std::string_view op, tensor const& self, tensor const* weights,
                                     std::int64_t least) {
    tensor const values = detail::as_dense(self, dtype::i64);
    std::int64_t const *const value = values.data<std::int64_t>(), count = values.numel();
    std::int64_t bins = least;
    for (std::int64_t i = 0; i < count; ++i) {
        if (value[i] < 0)
            raise(errc::invalid_argument, op, ": 'self' has the negative element ", value[i]);
        bins = std::max(bins, checked_add(value[i], 1));
    }
    if (weights == nullptr || count == 0) {
        tensor result = tensor::full({bins}, dtype::i64, 0);
        for (std::int64_t i = 0; i < count; ++i)
            ++result.data<std::int64_t>()[value[i]];
        return result;
    }
    bool const is_pair = is_complex(weights->dtype());
    tensor const added = detail::as_dense(is_pair ? detail::complex_part(*weights, 0) : *weights, dtype::f64);
    tensor sums = tensor::full({bins}, dtype::f64, 0.0);
    for (std::int64_t i = 0; i < count; ++i)
        sums.data<double>()[value[i]] += added.data<double>()[i];
    return detail::as_dense(sums, weights->dtype() == dtype::f32 ? dtype::f32 : dtype::f64);
}

/// How many elements lie in each of as many bins of equal width as the result has, from `low` to `high`, or, where
/// these are equal, from the smallest element to the largest. What lies outside is not counted.
inline void histc(std::string_view op, tensor const& self, double low, double high, tensor& out) {
    tensor const values = detail::as_dense(self, dtype::f64);
    double const *const first = values.data<double>(), *const end = first + values.numel();
    scratch_vector<double> counts(static_cast<std::size_t>(out.numel()), 0.0);
    if (low == high && first != end) {
        low = high = *first;
        for (double const* at = first; at != end; ++at) {
            low = *at < low || std::isnan(*at) ? *at : low;
            high = *at > high || std::isnan(*at) ? *at : high;
        }
    }
    if (low == high) {
        --low;
        ++high;
    }
    if (!std::isfinite(low) || !std::isfinite(high))
        raise(errc::invalid_argument, op, ": the range of the bins is not finite");
    if (low > high)
        raise(errc::invalid_argument, op, ": 'min' is above 'max'");
    bool const narrow = self.dtype() != dtype::f64;
    for (double const* at = first; at != end; ++at) {
        if (!(*at >= low && *at <= high))
            continue;
        // In the precision of the elements, which decides about those at an edge.
        auto const bins = static_cast<double>(counts.size());
        double const place = narrow ? static_cast<double>((static_cast<float>(*at) - static_cast<float>(low)) *
                                                          static_cast<float>(bins) /
                                                          (static_cast<float>(high) - static_cast<float>(low)))
                                    : (*at - low) * bins / (high - low);
        // Where the width of the range is none or infinite there, the last one is as good as any.
        ++counts[place < bins ? static_cast<std::size_t>(place) : counts.size() - 1];
    }
    copy(tensor::from<double>(out.sizes(), counts), out);
}

/// The ways to take as many elements of a row as the result has columns, in order of their places; with
/// `repeated` each may be taken again.
inline void combinations(tensor const& self, bool repeated, tensor& out) {
    std::int64_t const n = self.numel();
    if (out.numel() == 0)
        return;
    auto const count = static_cast<std::size_t>(out.size(1));
    scratch_vector<std::int64_t> places(count, 0), rows;
    for (std::size_t i = 0; i < count && !repeated; ++i)
        places[i] = static_cast<std::int64_t>(i);
    for (std::int64_t row = 0; row < out.size(0); ++row) {
        rows.insert(rows.end(), places.begin(), places.end());
        // The last place that is not as far on as it can be goes on, and those behind it start after it.
        for (std::size_t i = count; i-- > 0;) {
            std::int64_t const last = repeated ? n - 1 : n - static_cast<std::int64_t>(count - i);
            if (places[i] == last)
                continue;
            ++places[i];
            for (std::size_t j = i + 1; j < count; ++j)
                places[j] = places[j - 1] + (repeated ? 0 : 1);
            break;
        }
    }
    copy(reshape(taken(self, 0, rows), out.sizes()), out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
