#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/shaping.hpp>
#include <graft/dialect/aten/splitting.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft::detail {

/// The indices of 'self' of the sizes of the mask, of which those out of range are the nearest that are not.
template <class V>
[[nodiscard]] constexpr vec<std::optional<V>> clamped_indices(composing<V> const& k) {
    vec<std::optional<V>> places;
    vec<V const*> const& given = k->tensors("indices");
    for (std::size_t d = 0; d < given.size(); ++d) {
        std::optional<V> place;
        if (given[d] != nullptr) {
            sym_int const size = k.size(k->tensor("self"), static_cast<std::int64_t>(d));
            place = sized(k, k(aten::clamp, *given[d], -size, size - 1), k.sizes(k->tensor("mask")));
        }
        places.push_back(place);
    }
    return places;
}

} // namespace graft::detail

/// Elements moved by indices that are given as tensors.
namespace graft::aten {

/// Elements where the mask is true. Indices may be out of range.
struct _unsafe_masked_index_default : composite_op<_unsafe_masked_index_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_unsafe_masked_index(Tensor self, Tensor mask, Tensor?[] indices, Scalar fill) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &mask = k->tensor("mask");
        V const chosen = k(aten::index.Tensor, self, detail::clamped_indices(k));
        return k(masked_fill.Scalar, chosen, k(logical_not, mask), k->number("fill"));
    }
};
inline constexpr single_overload<_unsafe_masked_index_default> _unsafe_masked_index{};

/// Adds values where the mask is true. Indices may be out of range.
struct _unsafe_masked_index_put_accumulate_default
    : composite_op<_unsafe_masked_index_put_accumulate_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask, Tensor?[] "
                                      "indices, Tensor values) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const &mask = k->tensor("mask"), &values = k->tensor("values");
        auto const added = k(masked_fill.Scalar, detail::sized(k, values, k.sizes(mask)), k(logical_not, mask), 0);
        return k(index_put, k->tensor("self"), detail::clamped_indices(k), added, true);
    }
};
inline constexpr single_overload<_unsafe_masked_index_put_accumulate_default> _unsafe_masked_index_put_accumulate{};

struct argwhere_default : composite_op<argwhere_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::argwhere(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(nonzero, k->tensor("self")); }
};
inline constexpr single_overload<argwhere_default> argwhere{};

struct put_default : composite_op<put_default> {
    static constexpr schema_text text{
        "aten::put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &places = k->tensor("index"), &source = k->tensor("source");
        k.require(k.dtype(places) == dtype::i64, "'index' must be torch.int64, not ", torch_name(k.dtype(places)));
        k.require_one_dtype("source", "self");
        k.require(!detail::certainly_differ(k.spec(places).numel(), k.spec(source).numel()),
                  "'index' and 'source' must have as many elements");
        auto const flat = [&](V const& value) { return k(reshape, value, vec<sym_int>(1, -1)); };
        V const changed = k(index_put, flat(self), vec<V>{flat(places)}, flat(source), k["accumulate"]);
        return k(reshape, changed, k.sizes(self));
    }
};
inline constexpr single_overload<put_default> put{};

inline constexpr single_overload<inplace<put_default>> put_{};

struct index_reduce_default : composite_op<index_reduce_default> {
    static constexpr schema_text text{
        "aten::index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool "
        "include_self=True) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &given = k->tensor("index"), &source = k->tensor("source");
        std::string_view const how = k->string("reduce");
        k.require(how == "prod" || how == "mean" || how == "amax" || how == "amin", "'reduce' cannot be '", how, "'");
        k.require(k.rank(given) < 2 && (k.dtype(given) == dtype::i64 || k.dtype(given) == dtype::i32),
                  "'index' must be a row of integers");
        k.require_one_dtype("source", "self");
        graft::dtype const d = k.dtype(self);
        // PyTorch takes truths where it goes by slices.
        bool const slices = k.rank(self) > 1 && how != "mean" && k->boolean("include_self");
        k.require((d != dtype::boolean || slices) && !graft::is_complex(d), "it is not defined for ", torch_name(d));
        std::int64_t const rank = k.rank(self), dim = k.dim("dim", rank);
        auto const at_least_row = [&](V const& value) { return k.rank(value) == 0 ? k(unsqueeze, value, 0) : value; };
        V const from = at_least_row(source), into = at_least_row(self), places = at_least_row(given);
        k.require(k.rank(from) == k.rank(into), "'source' must have as many dimensions as 'self'");
        for (std::int64_t i = 0; i < k.rank(from); ++i)
            k.require(!detail::certainly_differ(k.size(from, i), i == dim ? k.size(places, 0) : k.size(into, i)),
                      "the sizes of 'source' do not fit 'self' and 'index'");
        vec<sym_int> along(static_cast<std::size_t>(k.rank(from)), 1);
        along[static_cast<std::size_t>(dim)] = k.size(places, 0);
        V const each = k(expand, k(reshape, k(to.dtype, places, dtype::i64), along), k.sizes(from));
        V const result = k(scatter_reduce.two, into, dim, each, from, how, k["include_self"]);
        return rank == 0 ? k(squeeze.dim, result, 0) : result;
    }
};
inline constexpr single_overload<index_reduce_default> index_reduce{};

inline constexpr single_overload<inplace<index_reduce_default>> index_reduce_{};

struct embedding_renorm_default : composite_op<embedding_renorm_default> {
    static constexpr schema_text text{
        "aten::embedding_renorm(Tensor self, Tensor indices, float max_norm, float norm_type) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) == 2, "'self' must have 2 dimensions, not ", k.rank(self));
        k.require_floating("self");
        auto const places = k(reshape, k->tensor("indices"), vec<sym_int>(1, -1));
        auto const rows = k(index_select, self, 0, places);
        double const most = k->real("max_norm");
        auto const length = k(linalg_vector_norm, rows, k->real("norm_type"), vec<sym_int>(1, 1), true);
        auto const shrunk = k(mul.Scalar, k(reciprocal, k(add.Scalar, length, 1e-7)), most);
        auto const scale = k(where.ScalarOther, k(gt.Scalar, length, most), shrunk, 1.0);
        return k(index_copy, self, 0, places, k(mul.Tensor, rows, scale));
    }
};
inline constexpr single_overload<embedding_renorm_default> embedding_renorm{};

inline constexpr single_overload<inplace<embedding_renorm_default>> embedding_renorm_{};

/// Every op of this header.
using reindexing_ops = overloads_of<_unsafe_masked_index, _unsafe_masked_index_put_accumulate, argwhere, put,
                                    index_reduce, embedding_renorm, put_, index_reduce_, embedding_renorm_>;

} // namespace graft::aten
