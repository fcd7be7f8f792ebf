#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstdint>

namespace graft {

/// bucketize: between which of the boundaries, one row of them, each value lies.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_bucketize(call<tensor_spec> const& c);

/// searchsorted: where values would go in sorted rows, one row or as many as the values have.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_searchsorted(call<tensor_spec> const& c);

namespace detail {

/// A value of `self` for what is left when `dim` is reduced, and where it was.
[[nodiscard]] GRAFT_CONSTEXPR value_spec picked_with_indices(call<tensor_spec> const& c, dtype_domain domain);

} // namespace detail

/// kthvalue: 'k' counts from 1.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_kthvalue(call<tensor_spec> const& c);

/// mode: the most frequent value along a dimension, and where it is.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_mode(call<tensor_spec> const& c) {
    return detail::picked_with_indices(c, dtype_domain::ordered);
}

/// median.dim, nanmedian.dim: the middle value along a dimension, and where it is.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_median_dim(call<tensor_spec> const& c) {
    return detail::picked_with_indices(c, dtype_domain::countable);
}

/// median, nanmedian: the middle of all elements.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_median(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::countable, c.tensor("self").dtype);
    return detail::reduced(c, c.tensor("self").dtype);
}

} // namespace graft

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

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

/// The places in sorted rows of what is searched for, a tensor or a number.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec searched(call<tensor_spec> const& c, char const* values,
                                                          char const* rows) {
    tensor_spec const& sorted = c.tensor(rows);
    bool const many = c[values].kind == argument_kind::tensor;
    require_domain(c, dtype_domain::countable, result_type({promoted_operand(c[rows]), promoted_operand(c[values])}));
    if (sorted.dim() == 0)
        reject(c, "'", rows, "' must have dimensions");
    if (!many && sorted.dim() != 1)
        reject(c, "'", rows, "' must have 1 dimension for a number, not ", sorted.dim());
    if (many && sorted.dim() > 1) {
        bool fits = c.tensor(values).dim() == sorted.dim();
        for (std::size_t d = 0; fits && d + 1 < sorted.dim(); ++d)
            fits = !certainly_differ(c.tensor(values).sizes[d], sorted.sizes[d]);
        if (!fits)
            reject_sizes(c, rows, values);
    }
    return new_tensor(sorted, c.boolean("out_int32") ? dtype::i32 : dtype::i64,
                      many ? c.tensor(values).sizes : vec<sym_int>{});
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_bucketize(call<tensor_spec> const& c) {
    if (c.tensor("boundaries").dim() != 1)
        detail::reject(c, "'boundaries' must have 1 dimension, not ", c.tensor("boundaries").dim());
    return detail::searched(c, "self", "boundaries");
}

GRAFT_CONSTEXPR value_spec meta_searchsorted(call<tensor_spec> const& c) {
    std::string_view const side = c.string("side");
    if (c.has("side") && side != "left" && side != "right")
        detail::reject(c, "'side' must be 'left' or 'right', not '", side, "'");
    if (side == "left" && c.boolean("right"))
        detail::reject(c, "'side' is 'left', but 'right' is true");
    if (tensor_spec const* const sorter = c.optional_tensor("sorter")) {
        if (sorter->dtype != dtype::i64)
            detail::reject(c, "'sorter' must be torch.int64, not ", torch_name(sorter->dtype));
        if (detail::certainly_differ(sorter->sizes, c.tensor("sorted_sequence").sizes))
            detail::reject_sizes(c, "sorted_sequence", "sorter");
    }
    return detail::searched(c, "self", "sorted_sequence");
}

namespace detail {

GRAFT_CONSTEXPR value_spec picked_with_indices(call<tensor_spec> const& c, dtype_domain domain) {
    tensor_spec const& self = c.tensor("self");
    require_domain(c, domain, self.dtype);
    require_elements(c);
    tensor_spec values = reduced(c, self.dtype);
    tensor_spec const indices = reduced(c, dtype::i64);
    return value_spec::of_list({std::move(values), indices});
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_kthvalue(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& k = c.integer("k");
    sym_int const size = self.dim() == 0 ? sym_int(1) : self.sizes[d];
    if (known_le(k, 0) == true || known_lt(size, k) == true)
        detail::reject(c, "'k' must be between 1 and the size of the dimension");
    return detail::picked_with_indices(c, dtype_domain::countable);
}

} // namespace graft
#endif
