#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Requires that all tensors of the call have the dtype of the first, which is not boolean.
GRAFT_CONSTEXPR void require_same_dtype(call<tensor_spec> const& c);

/// Requires that the columns of `a` are as many as the rows of `b`.
constexpr void require_product(call<tensor_spec> const& c, char const* a, char const* b, sym_int const& columns,
                               sym_int const& rows) {
    if (certainly_differ(columns, rows))
        reject_sizes(c, a, b);
}

} // namespace detail

/// mm: a product of matrices.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_mm(call<tensor_spec> const& c);

/// bmm: a batch of products of matrices.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_bmm(call<tensor_spec> const& c);

/// baddbmm: a batch of products of matrices added to what can be expanded to it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_baddbmm(call<tensor_spec> const& c);

/// outer: the product of a column and a row.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_outer(call<tensor_spec> const& c);

/// addmm: a product of matrices added to what can be expanded to it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_addmm(call<tensor_spec> const& c);

/// linear: the last dimension of `input` times the transposed `weight`, plus `bias`.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_linear(call<tensor_spec> const& c);

/// matmul: vectors count as matrices of one row or column, which the result then lacks.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_matmul(call<tensor_spec> const& c);

/// scaled_dot_product_attention: a value for every query.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_attention(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void require_same_dtype(call<tensor_spec> const& c) {
    require_domain_of_elements(c, dtype_domain::not_boolean, c.tensor(0).dtype);
    for (std::size_t i = 1; i < c.op().arguments.size(); ++i)
        if (c[i].kind == argument_kind::tensor)
            require_one_dtype(c, c.op().arguments[i].name, c.op().arguments[0].name);
}

/// Requires that a tensor of these sizes can be expanded to those of the result.
constexpr void require_expandable(call<tensor_spec> const& c, char const* argument, vec<sym_int> const& to) {
    vec<sym_int> const& sizes = c.tensor(argument).sizes;
    bool fits = sizes.size() <= to.size();
    for (std::size_t i = 1; fits && i <= sizes.size(); ++i)
        fits = sizes[sizes.size() - i] == 1 || !certainly_differ(sizes[sizes.size() - i], to[to.size() - i]);
    if (!fits)
        reject(c, "'", argument, "' ", shape_text(sizes), " cannot be expanded to the result ", shape_text(to));
}

/// The sizes of a product of tensors of at least two dimensions: the leading ones are
/// broadcast.
[[nodiscard]] constexpr vec<sym_int> product_sizes(vec<sym_int> a, vec<sym_int> b) {
    sym_int const rows = a[a.size() - 2];
    sym_int const columns = b.back();
    a.resize(a.size() - 2);
    b.resize(b.size() - 2);
    vec<sym_int> sizes = broadcast_sizes(a, b);
    sizes.push_back(rows);
    sizes.push_back(columns);
    return sizes;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_mm(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("self");
    tensor_spec const& b = c.tensor("mat2");
    detail::require_rank(c, "self", 2);
    detail::require_rank(c, "mat2", 2);
    detail::require_same_dtype(c);
    detail::require_product(c, "self", "mat2", a.sizes[1], b.sizes[0]);
    return detail::new_tensor(a, a.dtype, {a.sizes[0], b.sizes[1]});
}

GRAFT_CONSTEXPR value_spec meta_bmm(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("self");
    tensor_spec const& b = c.tensor("mat2");
    detail::require_rank(c, "self", 3);
    detail::require_rank(c, "mat2", 3);
    detail::require_same_dtype(c);
    detail::require_product(c, "self", "mat2", a.sizes[0], b.sizes[0]);
    detail::require_product(c, "self", "mat2", a.sizes[2], b.sizes[1]);
    return detail::new_tensor(a, a.dtype, {a.sizes[0], a.sizes[1], b.sizes[2]});
}

GRAFT_CONSTEXPR value_spec meta_baddbmm(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("batch1");
    tensor_spec const& b = c.tensor("batch2");
    detail::require_rank(c, "batch1", 3);
    detail::require_rank(c, "batch2", 3);
    detail::require_same_dtype(c);
    detail::require_product(c, "batch1", "batch2", a.sizes[0], b.sizes[0]);
    detail::require_product(c, "batch1", "batch2", a.sizes[2], b.sizes[1]);
    tensor_spec result = detail::new_tensor(a, a.dtype, {a.sizes[0], a.sizes[1], b.sizes[2]});
    detail::require_expandable(c, "self", result.sizes);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_outer(call<tensor_spec> const& c) {
    detail::require_rank(c, "self", 1);
    detail::require_rank(c, "vec2", 1);
    tensor_spec const& self = c.tensor("self");
    dtype const d = promote_types(self.dtype, c.tensor("vec2").dtype);
    return detail::new_tensor(self, d, {self.sizes[0], c.tensor("vec2").sizes[0]});
}

GRAFT_CONSTEXPR value_spec meta_addmm(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("mat1");
    tensor_spec const& b = c.tensor("mat2");
    detail::require_rank(c, "mat1", 2);
    detail::require_rank(c, "mat2", 2);
    detail::require_same_dtype(c);
    detail::require_product(c, "mat1", "mat2", a.sizes[1], b.sizes[0]);
    tensor_spec result = detail::new_tensor(a, a.dtype, {a.sizes[0], b.sizes[1]});
    detail::require_expandable(c, "self", result.sizes);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_linear(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    tensor_spec const& weight = c.tensor("weight");
    if (input.dim() == 0 || weight.dim() == 0 || weight.dim() > 2)
        detail::reject_sizes(c, "input", "weight");
    detail::require_same_dtype(c);
    detail::require_product(c, "input", "weight", input.sizes.back(), weight.sizes.back());
    vec<sym_int> sizes = input.sizes;
    sizes.pop_back();
    if (weight.dim() == 2)
        sizes.push_back(weight.sizes[0]);
    if (c.has("bias"))
        detail::require_expandable(c, "bias", sizes);
    return detail::new_tensor(input, input.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_matmul(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& other = c.tensor("other");
    if (self.dim() == 0 || other.dim() == 0)
        detail::reject_sizes(c, "self", "other");
    detail::require_same_dtype(c);
    vec<sym_int> a = self.sizes, b = other.sizes;
    if (self.dim() == 1)
        a.insert(a.begin(), 1);
    if (other.dim() == 1)
        b.push_back(1);
    detail::require_product(c, "self", "other", a.back(), b[b.size() - 2]);
    vec<sym_int> sizes = detail::product_sizes(std::move(a), std::move(b));
    if (other.dim() == 1)
        sizes.pop_back();
    if (self.dim() == 1)
        sizes.erase(sizes.end() - (other.dim() == 1 ? 1 : 2));
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_attention(call<tensor_spec> const& c) {
    tensor_spec const& query = c.tensor("query");
    tensor_spec const& key = c.tensor("key");
    tensor_spec const& value = c.tensor("value");
    if (query.dim() < 2 || key.dim() < 2 || value.dim() < 2)
        detail::reject(c, "'query', 'key' and 'value' must have at least 2 dimensions");
    for (char const* const other : {"key", "value"})
        detail::require_one_dtype(c, other, "query");
    detail::require_product(c, "query", "key", query.sizes.back(), key.sizes.back());
    detail::require_product(c, "key", "value", key.sizes[key.dim() - 2], value.sizes[value.dim() - 2]);
    vec<sym_int> values = value.sizes;
    if (c.op().find_argument("enable_gqa") >= 0 && c.boolean("enable_gqa")) {
        // Each head of keys and values serves as many heads of queries.
        if (query.dim() < 3 || key.dim() < 3 || value.dim() < 3)
            detail::reject(c, "'enable_gqa' needs at least 3 dimensions");
        sym_int const& heads = query.sizes[query.dim() - 3];
        for (tensor_spec const* const shared : {&key, &value}) {
            sym_int const& of = shared->sizes[shared->dim() - 3];
            if (of != heads && (of == 0 || (!of.is_symbolic() && detail::certainly_differ(mod(heads, of), 0))))
                detail::reject_sizes(c, "query", shared == &key ? "key" : "value");
        }
        values[values.size() - 3] = heads;
    }
    tensor_spec result = detail::new_tensor(query, query.dtype, detail::product_sizes(query.sizes, std::move(values)));
    // torch's fused kernel, for batches of heads with dense rows, lays the result out as the query.
    bool const dense = query.strides.back() == 1 && key.strides.back() == 1 && value.strides.back() == 1;
    if (query.dim() == 4 && dense && c.real("dropout_p") == 0 && result.sizes == query.sizes)
        result.strides = preserved_strides(query);
    return result;
}

} // namespace graft
#endif
