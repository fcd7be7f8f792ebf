#pragma once

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

/// The tensor with at least this many dimensions, as `atleast_1d` and its like give it.
template <class V>
[[nodiscard]] constexpr V at_least(composing<V> const& k, V const& value, std::int64_t dims) {
    std::int64_t const rank = k.rank(value);
    if (rank >= dims)
        return value;
    if (rank == 0)
        return k(aten::reshape, value, vec<sym_int>(static_cast<std::size_t>(dims), 1));
    if (rank == 2)
        return k(aten::unsqueeze, value, -1);
    V const row = k(aten::unsqueeze, value, 0);
    return dims == 2 ? row : k(aten::unsqueeze, row, 2);
}

/// All of them with at least this many dimensions.
template <class V>
[[nodiscard]] constexpr vec<V> all_at_least(composing<V> const& k, vec<V> values, std::int64_t dims) {
    for (V& value : values)
        value = at_least(k, V(value), dims);
    return values;
}

/// All of them in the sizes that they broadcast to together.
template <class V>
[[nodiscard]] constexpr vec<V> broadcast_together(composing<V> const& k, vec<V> values) {
    vec<sym_int> sizes;
    for (V const& value : values)
        sizes = broadcast_sizes(sizes, k.sizes(value));
    for (V& value : values)
        value = k(aten::expand, V(value), sizes);
    return values;
}

/// `meshgrid`: each vector spread along a dimension of its own; the first two dimensions are exchanged for "xy".
template <class V>
[[nodiscard]] constexpr vec<V> grid_of(composing<V> const& k, vec<V> const& vectors, bool swap) {
    k.require(!vectors.empty(), "'tensors' must not be empty");
    vec<sym_int> sizes;
    for (V const& vector : vectors) {
        k.require(k.rank(vector) < 2, "a tensor has ", k.rank(vector), " dimensions, not 0 or 1");
        k.require(k.dtype(vector) == k.dtype(vectors[0]), "the tensors must have one dtype");
        sizes.push_back(k.rank(vector) == 0 ? sym_int(1) : k.size(vector, 0));
    }
    vec<V> grids;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        vec<sym_int> along(vectors.size(), 1);
        along[i] = sizes[i];
        V const spread = k(aten::expand, k(aten::reshape, vectors[i], along), sizes);
        grids.push_back(swap && vectors.size() > 1 ? k(aten::transpose.int_, spread, 0, 1) : spread);
    }
    return grids;
}

} // namespace graft::detail

/// Tensors put together in more ways than `cat` and `stack`.
namespace graft::aten {

struct atleast_1d_default : composite_op<atleast_1d_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_1d(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::at_least(k, k->tensor("self"), 1); }
};

struct atleast_1d_sequence : composite_op<atleast_1d_sequence, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return detail::all_at_least(k, k.list("tensors"), 1); }
};
inline constexpr struct atleast_1d_packet : packet<atleast_1d_packet> {
    atleast_1d_default default_;
    atleast_1d_sequence Sequence;
} atleast_1d{};

struct atleast_2d_default : composite_op<atleast_2d_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_2d(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::at_least(k, k->tensor("self"), 2); }
};

struct atleast_2d_sequence : composite_op<atleast_2d_sequence, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return detail::all_at_least(k, k.list("tensors"), 2); }
};
inline constexpr struct atleast_2d_packet : packet<atleast_2d_packet> {
    atleast_2d_default default_;
    atleast_2d_sequence Sequence;
} atleast_2d{};

struct atleast_3d_default : composite_op<atleast_3d_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_3d(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::at_least(k, k->tensor("self"), 3); }
};

struct atleast_3d_sequence : composite_op<atleast_3d_sequence, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return detail::all_at_least(k, k.list("tensors"), 3); }
};
inline constexpr struct atleast_3d_packet : packet<atleast_3d_packet> {
    atleast_3d_default default_;
    atleast_3d_sequence Sequence;
} atleast_3d{};

struct broadcast_tensors_default : composite_op<broadcast_tensors_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return detail::broadcast_together(k, k.list("tensors")); }
};
inline constexpr single_overload<broadcast_tensors_default> broadcast_tensors{};

struct meshgrid_default : composite_op<meshgrid_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::meshgrid(Tensor[] tensors) -> Tensor[]"};
    static constexpr auto compose(auto const& k) { return detail::grid_of(k, k.list("tensors"), false); }
};

struct meshgrid_indexing : composite_op<meshgrid_indexing, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        std::string_view const order = k->string("indexing");
        k.require(order == "ij" || order == "xy", "'indexing' must be 'ij' or 'xy', not '", order, "'");
        return detail::grid_of(k, k.list("tensors"), order == "xy");
    }
};
inline constexpr struct meshgrid_packet : packet<meshgrid_packet> {
    meshgrid_default default_;
    meshgrid_indexing indexing;
} meshgrid{};

struct concat_default : composite_op<concat_default> {
    static constexpr schema_text text{"aten::concat(Tensor[] tensors, int dim=0) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(cat, k["tensors"], k["dim"]); }
};
inline constexpr single_overload<concat_default> concat{};

struct concatenate_default : composite_op<concatenate_default> {
    static constexpr schema_text text{"aten::concatenate(Tensor[] tensors, int dim=0) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(cat, k["tensors"], k["dim"]); }
};
inline constexpr single_overload<concatenate_default> concatenate{};

struct vstack_default : composite_op<vstack_default> {
    static constexpr schema_text text{"aten::vstack(Tensor[] tensors) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(cat, detail::all_at_least(k, k.list("tensors"), 2), 0); }
};
inline constexpr single_overload<vstack_default> vstack{};

struct row_stack_default : composite_op<row_stack_default> {
    static constexpr schema_text text{"aten::row_stack(Tensor[] tensors) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(vstack, k["tensors"]); }
};
inline constexpr single_overload<row_stack_default> row_stack{};

struct dstack_default : composite_op<dstack_default> {
    static constexpr schema_text text{"aten::dstack(Tensor[] tensors) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(cat, detail::all_at_least(k, k.list("tensors"), 3), 2); }
};
inline constexpr single_overload<dstack_default> dstack{};

struct hstack_default : composite_op<hstack_default> {
    static constexpr schema_text text{"aten::hstack(Tensor[] tensors) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const parts = detail::all_at_least(k, k.list("tensors"), 1);
        return k(cat, parts, !parts.empty() && k.rank(parts[0]) > 1 ? 1 : 0);
    }
};
inline constexpr single_overload<hstack_default> hstack{};

struct column_stack_default : composite_op<column_stack_default> {
    static constexpr schema_text text{"aten::column_stack(Tensor[] tensors) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> columns = k.list("tensors");
        for (V& column : columns)
            if (k.rank(column) < 2)
                column = k(reshape, V(column), vec<sym_int>{k.spec(column).numel(), 1});
        return k(hstack, columns);
    }
};
inline constexpr single_overload<column_stack_default> column_stack{};

struct cartesian_prod_default : composite_op<cartesian_prod_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::cartesian_prod(Tensor[] tensors) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> vectors = k.list("tensors");
        k.require(!vectors.empty(), "'tensors' must not be empty");
        for (V const& vector : vectors)
            k.require(k.rank(vector) == 1, "a tensor has ", k.rank(vector), " dimensions, not 1");
        if (vectors.size() == 1)
            return vectors[0];
        for (V& grid : vectors = detail::grid_of(k, vectors, false))
            grid = k(reshape, V(grid), vec<sym_int>(1, -1));
        return k(stack, vectors, 1);
    }
};
inline constexpr single_overload<cartesian_prod_default> cartesian_prod{};

struct block_diag_default : composite_op<block_diag_default> {
    static constexpr schema_text text{"aten::block_diag(Tensor[] tensors) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> rows;
        vec<V> const blocks = detail::all_at_least(k, k.list("tensors"), 2);
        k.require(!blocks.empty(), "'tensors' must not be empty");
        sym_int width = 0, before = 0;
        for (V const& block : blocks) {
            k.require(k.rank(block) == 2, "a tensor has ", k.rank(block), " dimensions, not at most 2");
            width += k.size(block, 1);
        }
        for (V const& block : blocks) {
            sym_int const after = width - before - k.size(block, 1);
            rows.push_back(k(constant_pad_nd, block, vec<sym_int>{before, after}, 0));
            before += k.size(block, 1);
        }
        return k(cat, rows, 0);
    }
};
inline constexpr single_overload<block_diag_default> block_diag{};

struct flatten_dense_tensors_default
    : composite_op<flatten_dense_tensors_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::flatten_dense_tensors(Tensor[] tensors) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> parts = k.list("tensors");
        for (V& part : parts)
            part = k(reshape, V(part), vec<sym_int>(1, -1));
        return parts.size() == 1 ? parts[0] : k(cat, parts, 0);
    }
};
inline constexpr single_overload<flatten_dense_tensors_default> flatten_dense_tensors{};

struct unflatten_dense_tensors_default
    : composite_op<unflatten_dense_tensors_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::unflatten_dense_tensors(Tensor flat, Tensor[] tensors) -> Tensor[]"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& flat = k->tensor("flat");
        vec<V> parts;
        sym_int at = 0;
        for (V const& like : k.list("tensors")) {
            sym_int const count = k.spec(like).numel();
            parts.push_back(k(view, k(narrow, flat, 0, at, count), k.sizes(like)));
            at += count;
        }
        return parts;
    }
};
inline constexpr single_overload<unflatten_dense_tensors_default> unflatten_dense_tensors{};

struct pad_sequence_default : composite_op<pad_sequence_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0., str "
        "padding_side=\"right\") -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> rows = k.list("sequences");
        k.require(!rows.empty(), "'sequences' must not be empty");
        std::string_view const side = k->string("padding_side");
        k.require(side == "left" || side == "right", "'padding_side' must be 'left' or 'right', not '", side, "'");
        sym_int longest = 0;
        for (V const& row : rows) {
            k.require(k.rank(row) > 0, "a sequence must have dimensions");
            longest = graft::max(longest, k.size(row, 0));
        }
        for (V& row : rows) {
            vec<sym_int> around(static_cast<std::size_t>(2 * k.rank(row)), 0);
            around[around.size() - (side == "left" ? 2 : 1)] = longest - k.size(row, 0);
            row = k(constant_pad_nd, V(row), around, k->real("padding_value"));
        }
        return k(stack, rows, k->boolean("batch_first") ? 0 : 1);
    }
};
inline constexpr single_overload<pad_sequence_default> pad_sequence{};

struct _chunk_cat_default : composite_op<_chunk_cat_default> {
    static constexpr schema_text text{"aten::_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> parts = k.list("tensors");
        k.require(!parts.empty(), "'tensors' must not be empty");
        std::int64_t const chunks = k.number_of(k->integer("num_chunks"));
        k.require(chunks > 0, "'num_chunks' must be positive, not ", chunks);
        std::int64_t const at = k.dim("dim", k.rank(parts[0]));
        for (V& part : parts) {
            k.require(k.dtype(part) == k.dtype(parts[0]), "the tensors must have one dtype");
            k.require(k.rank(part) > at, "a tensor has ", k.rank(part), " dimensions");
            k.require(!(k.spec(part).numel() == 0), "a tensor has no elements");
            sym_int const missing = mod(chunks - mod(k.size(part, at), chunks), chunks);
            vec<sym_int> around(static_cast<std::size_t>(2 * (k.rank(part) - at)), 0);
            around.back() = missing;
            vec<sym_int> sizes = k.sizes(part);
            sizes.resize(static_cast<std::size_t>(at));
            sizes.push_back(chunks);
            sizes.push_back(-1);
            part = k(reshape, k(constant_pad_nd, V(part), around, 0), sizes);
        }
        return k(cat, parts, at + 1);
    }
};
inline constexpr single_overload<_chunk_cat_default> _chunk_cat{};

/// Every op of this header.
using joining_ops = overloads_of<atleast_1d, atleast_2d, atleast_3d, broadcast_tensors, meshgrid, concat, concatenate,
                                 vstack, row_stack, dstack, hstack, column_stack, cartesian_prod, block_diag,
                                 flatten_dense_tensors, unflatten_dense_tensors, pad_sequence, _chunk_cat>;

} // namespace graft::aten
