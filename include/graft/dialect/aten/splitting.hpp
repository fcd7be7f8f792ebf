#pragma once

#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/split.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

/// As many parts of a dimension, the first ones longer by one where it does not divide.
template <class V>
[[nodiscard]] constexpr vec<V> split_evenly(composing<V> const& k, V const& self, std::int64_t parts,
                                            std::int64_t dim) {
    k.require(parts > 0, "the number of sections must be positive, not ", parts);
    k.require(k.rank(self) > 0, "'self' must have dimensions");
    k.require(parts <= most_parts, "there must be at most ", most_parts, " sections, not ", parts);
    if (k.size(self, dim).is_symbolic())
        return k.all(aten::split_with_sizes, self, k.recorded_lengths(dim), dim);
    std::int64_t const length = k.number_of(k.size(self, dim));
    vec<V> results;
    std::int64_t from = 0;
    for (std::int64_t i = 0; i < parts; ++i) {
        std::int64_t const next = from + length / parts + (i < length % parts ? 1 : 0);
        results.push_back(k(aten::slice.Tensor, self, dim, from, next));
        from = next;
    }
    return results;
}

/// The parts of a dimension before, between and behind these indices.
template <class V>
[[nodiscard]] constexpr vec<V> split_at(composing<V> const& k, V const& self, vec<sym_int> const& indices,
                                        std::int64_t dim) {
    k.require(k.rank(self) > 0, "'self' must have dimensions");
    vec<V> results;
    sym_int from = 0;
    for (sym_int const& at : indices) {
        results.push_back(k(aten::slice.Tensor, self, dim, from, at));
        from = at;
    }
    results.push_back(k(aten::slice.Tensor, self, dim, from, k.size(self, dim)));
    return results;
}

/// `hsplit` and its like: along `dim`, into sections that must be equal, or at indices.
template <class V>
[[nodiscard]] constexpr vec<V> split_along(composing<V> const& k, std::int64_t dim, std::int64_t dims) {
    V const& self = k->tensor("self");
    k.require(k.rank(self) >= dims, "'self' must have at least ", dims, " dimensions, not ", k.rank(self));
    if (k[1].kind == argument_kind::integers)
        return split_at(k, self, k->integers("indices"), dim);
    std::int64_t const sections = k.number_of(k->integer("sections"));
    sym_int const length = k.size(self, dim);
    k.require(sections > 0 && known_eq(mod(length, sections), 0) != false, "dimension ", dim, " of size ",
              graft::text(length), " does not divide into ", sections);
    return split_evenly(k, self, sections, dim);
}

} // namespace graft::detail

/// Tensors taken apart in more ways than `split`.
namespace graft::aten {

struct tensor_split_sections : composite_op<tensor_split_sections, op_tags::view> {
    static constexpr schema_text text{
        "aten::tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::split_evenly(k, self, k.number_of(k->integer("sections")), k.dim("dim", k.rank(self)));
    }
};

struct tensor_split_indices : composite_op<tensor_split_indices, op_tags::view> {
    static constexpr schema_text text{
        "aten::tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::split_at(k, self, k->integers("indices"), k.dim("dim", k.rank(self)));
    }
};
struct tensor_split_tensor_indices_or_sections : composite_op<tensor_split_tensor_indices_or_sections, op_tags::view> {
    static constexpr schema_text text{
        "aten::tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections, int "
        "dim=0) -> Tensor(a)[]"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &how = k->tensor("tensor_indices_or_sections");
        k.require(k.rank(how) < 2 && k.dtype(how) == dtype::i64, "there must be one torch.int64 or a row of them");
        vec<std::int64_t> const values = k.values(how);
        std::int64_t const dim = k.dim("dim", k.rank(self));
        if (k.rank(how) == 0)
            return detail::split_evenly(k, self, values[0], dim);
        return detail::split_at(k, self, vec<sym_int>(values.begin(), values.end()), dim);
    }
    /// One part more than there are places to split at, of sizes that depend on those.
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        tensor_spec const& places = c.tensor("tensor_indices_or_sections");
        if (places.dim() != 1 || places.sizes[0].is_symbolic())
            return composite_op::meta(c);
        return value_spec::of_list(
            vec<value_spec>(static_cast<std::size_t>(places.sizes[0].value()) + 1, value_spec{}));
    }
};
inline constexpr struct tensor_split_packet : packet<tensor_split_packet> {
    tensor_split_sections sections;
    tensor_split_indices indices;
    tensor_split_tensor_indices_or_sections tensor_indices_or_sections;
} tensor_split{};

struct hsplit_int : composite_op<hsplit_int, op_tags::view> {
    static constexpr schema_text text{"aten::hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dims = k.rank(k->tensor("self"));
        return detail::split_along(k, dims == 1 ? 0 : 1, 1);
    }
};

struct hsplit_array : composite_op<hsplit_array, op_tags::view> {
    static constexpr schema_text text{"aten::hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dims = k.rank(k->tensor("self"));
        return detail::split_along(k, dims == 1 ? 0 : 1, 1);
    }
};
inline constexpr struct hsplit_packet : packet<hsplit_packet> {
    hsplit_int int_;
    hsplit_array array;
} hsplit{};

struct vsplit_int : composite_op<vsplit_int, op_tags::view> {
    static constexpr schema_text text{"aten::vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) { return detail::split_along(k, 0, 2); }
};

struct vsplit_array : composite_op<vsplit_array, op_tags::view> {
    static constexpr schema_text text{"aten::vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) { return detail::split_along(k, 0, 2); }
};
inline constexpr struct vsplit_packet : packet<vsplit_packet> {
    vsplit_int int_;
    vsplit_array array;
} vsplit{};

struct dsplit_int : composite_op<dsplit_int, op_tags::view> {
    static constexpr schema_text text{"aten::dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) { return detail::split_along(k, 2, 3); }
};

struct dsplit_array : composite_op<dsplit_array, op_tags::view> {
    static constexpr schema_text text{"aten::dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) { return detail::split_along(k, 2, 3); }
};
inline constexpr struct dsplit_packet : packet<dsplit_packet> {
    dsplit_int int_;
    dsplit_array array;
} dsplit{};

struct unsafe_split_tensor : composite_op<unsafe_split_tensor, op_tags::unsaid_view> {
    static constexpr schema_text text{
        "aten::unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return k.forward(aten::split.Tensor); }
};
inline constexpr tensor_overload<unsafe_split_tensor> unsafe_split{};

struct unsafe_split_with_sizes_default : composite_op<unsafe_split_with_sizes_default, op_tags::unsaid_view> {
    static constexpr schema_text text{
        "aten::unsafe_split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        return k.all(split_with_sizes, k["self"], k["split_sizes"], k["dim"]);
    }
};
inline constexpr single_overload<unsafe_split_with_sizes_default> unsafe_split_with_sizes{};

struct unsafe_chunk_default : composite_op<unsafe_chunk_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return k.forward(chunk.default_); }
};
inline constexpr single_overload<unsafe_chunk_default> unsafe_chunk{};

/// Every op of this header.
using splitting_ops =
    overloads_of<tensor_split, hsplit, vsplit, dsplit, unsafe_split, unsafe_split_with_sizes, unsafe_chunk>;

} // namespace graft::aten
