#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// How many elements, or points of so many coordinates, lie in bins, and where the bins end.
namespace graft {

namespace detail {

/// Requires what is counted, and its weights.
GRAFT_CONSTEXPR_INLINE void require_counted(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::f32 && self.dtype != dtype::f64)
        reject(c, "'self' must be of float32 or float64, not ", torch_name(self.dtype));
    if (c.has("weight"))
        require_one_dtype(c, "weight", "self");
}

/// The ends of the bins of each of `count` dimensions, which the argument gives.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> edge_counts(call<tensor_spec> const& c, std::size_t count) {
    vec<sym_int> counts;
    if (c["bins"].kind == argument_kind::tensors)
        for (tensor_spec const* const edges : c.tensors("bins")) {
            if (edges->dim() != 1 || edges->dtype != c.tensor("self").dtype || known_lt(edges->sizes[0], 2) == true)
                reject(c, "the ends of bins must be at least 2 in a row, of the dtype of 'self'");
            counts.push_back(edges->sizes[0]);
        }
    else
        for (sym_int const& bins : c.integers("bins")) {
            if (known_lt(bins, 1) == true)
                reject(c, "'bins' must be positive, not ", text(bins));
            counts.push_back(bins + 1);
        }
    if (counts.size() != count)
        reject(c, "'bins' has ", counts.size(), " entries for ", count, " coordinates");
    return counts;
}

/// histogram: the numbers in the bins, and where these end.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_histogram(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    require_counted(c);
    sym_int ends;
    if (c["bins"].kind == argument_kind::tensor) {
        require_rank(c, "bins", 1);
        require_one_dtype(c, "bins", "self");
        ends = c.tensor("bins").sizes[0];
    } else {
        ends = c.integer("bins") + 1;
    }
    if (known_lt(ends, 2) == true)
        reject(c, "there must be at least one bin");
    return value_spec::of_list(
        {new_tensor(self, self.dtype, vec<sym_int>(1, ends - 1)), new_tensor(self, self.dtype, vec<sym_int>(1, ends))});
}

/// How many coordinates a point has: the last dimension of `self`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t coordinate_count(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    require_counted(c);
    if (self.dim() < 2)
        reject(c, "'self' must have at least 2 dimensions, not ", self.dim());
    return static_cast<std::size_t>(self.sizes.back().value());
}

/// _histogramdd_from_bin_cts and its kind: the numbers in the bins of all dimensions.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_point_counts(call<tensor_spec> const& c) {
    vec<sym_int> sizes = edge_counts(c, coordinate_count(c));
    for (sym_int& size : sizes)
        size -= 1;
    return new_tensor(c.tensor("self"), c.tensor("self").dtype, std::move(sizes));
}

/// _histogramdd_bin_edges: of each dimension where its bins end.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_bin_edges(call<tensor_spec> const& c) {
    vec<value_spec> edges;
    for (sym_int const& count : edge_counts(c, coordinate_count(c)))
        edges.emplace_back(new_tensor(c.tensor("self"), c.tensor("self").dtype, vec<sym_int>(1, count)));
    return value_spec::of_list(std::move(edges));
}

} // namespace detail

namespace aten {

struct histogram_bins_tensor : described_op<histogram_bins_tensor, op_tags::none, detail::meta_histogram> {
    static constexpr schema_text text{
        "aten::histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor "
        "hist, Tensor bin_edges)"};
    static constexpr out_names out{"bins_tensor_out", {"hist", "bin_edges"}};
};
struct histogram_bin_ct : described_op<histogram_bin_ct, op_tags::none, detail::meta_histogram> {
    static constexpr schema_text text{
        "aten::histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool "
        "density=False) -> (Tensor hist, Tensor bin_edges)"};
    static constexpr out_names out{"bin_ct_out", {"hist", "bin_edges"}};
};
inline constexpr struct histogram_packet : packet<histogram_packet> {
    histogram_bins_tensor bins_tensor;
    histogram_bin_ct bin_ct;
} histogram{};

struct _histogramdd_bin_edges_default
    : described_op<_histogramdd_bin_edges_default, op_tags::no_out, detail::meta_bin_edges> {
    static constexpr schema_text text{
        "aten::_histogramdd_bin_edges(Tensor self, int[] bins, *, float[]? range=None, Tensor? weight=None, bool "
        "density=False) -> Tensor[]"};
};
struct _histogramdd_from_bin_cts_default
    : described_op<_histogramdd_from_bin_cts_default, op_tags::none, detail::meta_point_counts> {
    static constexpr schema_text text{
        "aten::_histogramdd_from_bin_cts(Tensor self, int[] bins, *, float[]? range=None, Tensor? weight=None, bool "
        "density=False) -> Tensor"};
};
struct _histogramdd_from_bin_tensors_default
    : described_op<_histogramdd_from_bin_tensors_default, op_tags::none, detail::meta_point_counts> {
    static constexpr schema_text text{
        "aten::_histogramdd_from_bin_tensors(Tensor self, Tensor[] bins, *, Tensor? weight=None, bool density=False) "
        "-> Tensor"};
};

/// Every op of this header.
using histograms_ops = op_list<histogram_bins_tensor, histogram_bin_ct, _histogramdd_bin_edges_default,
                               _histogramdd_from_bin_cts_default, _histogramdd_from_bin_tensors_default>;

} // namespace aten

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Points and the bins of each of their coordinates, in the precision of the elements.
template <class T>
class binned_points {
public:
    /// Points of so many coordinates.
    binned_points(call<tensor> const& c, std::int64_t coordinates)
        : c_(c), points_(as_dense(c.tensor("self"), dtype_of<T>)), width_(coordinates),
          count_(coordinates == 0 ? 0 : points_.numel() / coordinates) {
        for (std::int64_t d = 0; d < width_; ++d)
            edges.push_back(edges_of(d));
    }

    /// The numbers in the bins, the last coordinate fastest.
    [[nodiscard]] tensor counts() const {
        dim_vector sizes;
        for (vec<T> const& of : edges)
            sizes.push_back(std::ssize(of) - 1);
        tensor found = tensor::zeros(sizes, dtype_of<T>);
        tensor const weights = c_.has("weight") ? as_dense(c_.tensor("weight"), dtype_of<T>) : tensor();
        if (weights.defined() && weights.numel() != count_)
            raise(errc::invalid_argument, c_.op().name, ": there are ", weights.numel(), " weights for ", count_,
                  " points");
        for (std::int64_t i = 0; i < count_; ++i)
            if (std::int64_t const bin = bin_of(points_.data<T>() + i * width_); bin >= 0)
                found.data<T>()[bin] += weights.defined() ? weights.data<T>()[i] : T{1};
        if (c_.boolean("density"))
            become_density(found);
        return found;
    }

    vec<vec<T>> edges; ///< of each coordinate

private:
    [[nodiscard]] vec<T> edges_of(std::int64_t d) const {
        argument<tensor> const& bins = c_["bins"];
        if (bins.kind == argument_kind::tensor || bins.kind == argument_kind::tensors) {
            tensor const& given =
                bins.kind == argument_kind::tensor ? *bins.tensor : *c_.tensors("bins")[static_cast<std::size_t>(d)];
            tensor const dense = as_dense(given, dtype_of<T>);
            vec<T> const found(dense.data<T>(), dense.data<T>() + dense.numel());
            if (!std::is_sorted(found.begin(), found.end()))
                raise(errc::invalid_argument, c_.op().name, ": the ends of bins must rise");
            return found;
        }
        std::int64_t const count = bins.kind == argument_kind::integers
                                       ? integers_of(c_, "bins")[static_cast<std::size_t>(d)]
                                       : integer_of(c_, "bins");
        auto const [low, high] = range_of(d);
        vec<T> made(static_cast<std::size_t>(count) + 1, low);
        T const step = (high - low) / static_cast<T>(count);
        for (std::int64_t i = 0; i <= count; ++i) // from both ends, as PyTorch's linspace
            made[static_cast<std::size_t>(i)] =
                i < (count + 1) / 2 ? low + step * static_cast<T>(i) : high - step * static_cast<T>(count - i);
        return made;
    }

    // That which is given, or from the smallest coordinate to the largest.
    [[nodiscard]] std::pair<T, T> range_of(std::int64_t d) const {
        T low = 0, high = count_ == 0 ? T{1} : T{0};
        if (c_.has("range")) {
            vec<scalar> const& range = c_.numbers("range");
            if (std::ssize(range) != 2 * width_)
                raise(errc::invalid_argument, c_.op().name, ": 'range' must have 2 numbers a coordinate");
            low = static_cast<T>(range[static_cast<std::size_t>(2 * d)].to<double>());
            high = static_cast<T>(range[static_cast<std::size_t>(2 * d + 1)].to<double>());
        } else if (count_ != 0) {
            T const* const first = points_.data<T>() + d;
            low = high = *first;
            for (std::int64_t i = 0; i < count_; ++i) {
                T const at = first[i * width_];
                low = at < low || std::isnan(at) ? at : low;
                high = at > high || std::isnan(at) ? at : high;
            }
        }
        if (!std::isfinite(low) || !std::isfinite(high) || low > high)
            raise(errc::invalid_argument, c_.op().name, ": the range of the bins is not one of finite numbers");
        return low == high ? std::pair<T, T>(low - T{0.5}, high + T{0.5}) : std::pair<T, T>(low, high);
    }

    // -1 for a point outside of all; the last bin of a coordinate holds its end.
    [[nodiscard]] std::int64_t bin_of(T const* point) const {
        std::int64_t bin = 0;
        for (std::size_t d = 0; d < edges.size(); ++d) {
            vec<T> const& of = edges[d];
            if (!(point[d] >= of.front() && point[d] <= of.back()))
                return -1;
            std::int64_t const at = std::upper_bound(of.begin(), of.end(), point[d]) - of.begin() - 1;
            bin = bin * (std::ssize(of) - 1) + std::min<std::int64_t>(at, std::ssize(of) - 2);
        }
        return bin;
    }

    void become_density(tensor& found) const {
        T total = 0;
        for (std::int64_t i = 0; i < found.numel(); ++i)
            total += found.data<T>()[i];
        for (std::int64_t i = 0; i < found.numel(); ++i) {
            T share = found.data<T>()[i] / total;
            std::int64_t rest = i;
            for (std::size_t d = edges.size(); d-- > 0; rest /= std::ssize(edges[d]) - 1) {
                auto const at = static_cast<std::size_t>(rest % (std::ssize(edges[d]) - 1));
                share /= edges[d][at + 1] - edges[d][at];
            }
            found.data<T>()[i] = share;
        }
    }

    call<tensor> const& c_;
    tensor points_;
    std::int64_t width_, count_;
};

/// Calls `f` with the points of a call: those of the last dimension, or single numbers.
template <class F>
void with_points(call<tensor> const& c, bool single, F const& f) {
    tensor const& self = c.tensor("self");
    std::int64_t const coordinates = single ? 1 : self.sizes().back();
    if (self.dtype() == dtype::f32)
        f(binned_points<float>(c, coordinates));
    else
        f(binned_points<double>(c, coordinates));
}

/// The numbers, and the ends of the bins.
struct histogram_kernel {
    static void run(call<tensor> const& c, auto results) {
        with_points(c, true, [&]<class T>(binned_points<T> const& points) {
            kernel::copy(points.counts(), results[0]);
            kernel::copy(tensor::from<T>(results[1].sizes(), points.edges[0]), results[1]);
        });
    }
};

/// The numbers alone.
struct point_counts_kernel {
    static void run(call<tensor> const& c, auto results) {
        with_points(c, false, [&](auto const& points) { kernel::copy(points.counts(), results[0]); });
    }
};

/// The ends alone.
struct bin_edges_kernel {
    static void run(call<tensor> const& c, auto results) {
        with_points(c, false, [&]<class T>(binned_points<T> const& points) {
            for (std::size_t d = 0; d < results.size(); ++d)
                kernel::copy(tensor::from<T>(results[d].sizes(), points.edges[d]), results[d]);
        });
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::histogram_bins_tensor> : detail::histogram_kernel {};
template <>
struct kernel_of<aten::histogram_bin_ct> : detail::histogram_kernel {};
template <>
struct kernel_of<aten::_histogramdd_bin_edges_default> : detail::bin_edges_kernel {};
template <>
struct kernel_of<aten::_histogramdd_from_bin_cts_default> : detail::point_counts_kernel {};
template <>
struct kernel_of<aten::_histogramdd_from_bin_tensors_default> : detail::point_counts_kernel {};

} // namespace graft
