#pragma once

#include <graft/core/checked.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/order_statistic.hpp>
#include <graft/dialect/meta/search.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::detail {

/// Whether elements are among others.
template <class V>
[[nodiscard]] constexpr V is_among(composing<V> const& k, V const& elements, V const& others) {
    k.require(k.dtype(elements) != dtype::boolean && k.dtype(others) != dtype::boolean,
              "truth values are not looked for");
    graft::dtype const d = promoted(k, elements, others); // before a tensor of no dimensions gets one
    V const candidates = k(aten::reshape, converted(k, others, d), vec<sym_int>(1, -1));
    V const wanted = k(aten::unsqueeze, converted(k, elements, d), -1);
    V const found = k(aten::any.dim, k(aten::eq.Tensor, wanted, candidates), -1);
    return k->boolean("invert") ? k(aten::logical_not, found) : found;
}

} // namespace graft::detail

/// Elements by their place in the order, and places by elements.
namespace graft::aten {

struct kthvalue_default : described_op<kthvalue_default, op_tags::none, meta_kthvalue> {
    static constexpr schema_text text{
        "aten::kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"values"};
};
inline constexpr single_overload<kthvalue_default> kthvalue{};

struct mode_default : described_op<mode_default, op_tags::none, meta_mode> {
    static constexpr schema_text text{
        "aten::mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"values"};
};
inline constexpr single_overload<mode_default> mode{};

struct median_default : described_op<median_default, op_tags::none, meta_median> {
    static constexpr schema_text text{"aten::median(Tensor self) -> Tensor"};
};

struct median_dim : described_op<median_dim, op_tags::none, meta_median_dim> {
    static constexpr schema_text text{
        "aten::median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"dim_values"};
};
inline constexpr struct median_packet : packet<median_packet> {
    median_default default_;
    median_dim dim;
} median{};

struct nanmedian_default : described_op<nanmedian_default, op_tags::none, meta_median> {
    static constexpr schema_text text{"aten::nanmedian(Tensor self) -> Tensor"};
};

struct nanmedian_dim : described_op<nanmedian_dim, op_tags::none, meta_median_dim> {
    static constexpr schema_text text{
        "aten::nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"dim_values"};
};
inline constexpr struct nanmedian_packet : packet<nanmedian_packet> {
    nanmedian_default default_;
    nanmedian_dim dim;
} nanmedian{};

struct bucketize_tensor : described_op<bucketize_tensor, op_tags::none, meta_bucketize> {
    static constexpr schema_text text{
        "aten::bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor"};
};

struct bucketize_scalar : described_op<bucketize_scalar, op_tags::none, meta_bucketize> {
    static constexpr schema_text text{
        "aten::bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor"};
};
inline constexpr struct bucketize_packet : packet<bucketize_packet> {
    bucketize_tensor Tensor;
    bucketize_scalar Scalar;
} bucketize{};

struct searchsorted_tensor : described_op<searchsorted_tensor, op_tags::none, meta_searchsorted> {
    static constexpr schema_text text{
        "aten::searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
        "str? side=None, Tensor? sorter=None) -> Tensor"};
};

struct searchsorted_scalar : described_op<searchsorted_scalar, op_tags::none, meta_searchsorted> {
    static constexpr schema_text text{
        "aten::searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, "
        "str? side=None, Tensor? sorter=None) -> Tensor"};
};
inline constexpr struct searchsorted_packet : packet<searchsorted_packet> {
    searchsorted_tensor Tensor;
    searchsorted_scalar Scalar;
} searchsorted{};

struct isin_tensor_tensor : composite_op<isin_tensor_tensor> {
    static constexpr schema_text text{
        "aten::isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool "
        "invert=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::is_among(k, k->tensor("elements"), k->tensor("test_elements"));
    }
};

struct isin_tensor_scalar : composite_op<isin_tensor_scalar> {
    static constexpr schema_text text{
        "aten::isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool "
        "invert=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(k.dtype(k->tensor("elements")) != dtype::boolean && !k->number("test_element").is_boolean(),
                  "truth values are not looked for");
        auto const found = k(eq.Scalar, k->tensor("elements"), k->number("test_element"));
        return k->boolean("invert") ? k(logical_not, found) : found;
    }
};

struct isin_scalar_tensor : composite_op<isin_scalar_tensor> {
    static constexpr schema_text text{
        "aten::isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool "
        "invert=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        scalar const element = k->number("element");
        dtype const kind = element.is_real() ? dtype::f64 : element.is_boolean() ? dtype::boolean : dtype::i64;
        return detail::is_among(k, k(scalar_tensor, element, kind), k->tensor("test_elements"));
    }
};
inline constexpr struct isin_packet : packet<isin_packet> {
    isin_tensor_tensor Tensor_Tensor;
    isin_tensor_scalar Tensor_Scalar;
    isin_scalar_tensor Scalar_Tensor;
} isin{};

struct one_hot_default : composite_op<one_hot_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::one_hot(Tensor self, int num_classes=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.dtype(self) == dtype::i64, "'self' must be torch.int64, not ", torch_name(k.dtype(self)));
        std::int64_t classes = k.number_of(k->integer("num_classes"));
        if (classes == -1) {
            vec<std::int64_t> const values = k.values(self);
            k.require(!values.empty(), "'num_classes' must be given for no elements");
            classes = checked_add(1, *std::max_element(values.begin(), values.end()));
        }
        k.require(classes > 0, "'num_classes' must be positive, not ", classes);
        auto const hot = k(eq.Tensor, k(unsqueeze, self, -1), k(arange, classes));
        return k(_to_copy, hot, dtype::i64);
    }
};
inline constexpr single_overload<one_hot_default> one_hot{};

/// Every op of this header.
using selection_ops = overloads_of<kthvalue, mode, median, nanmedian, bucketize, searchsorted, isin, one_hot>;

} // namespace graft::aten
