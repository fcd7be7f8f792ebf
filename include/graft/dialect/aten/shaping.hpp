#pragma once

#include <graft/core/checked.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/lookup.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

/// The sizes with a dimension replaced by several.
template <class V>
[[nodiscard]] constexpr vec<sym_int> unflattened(composing<V> const& k, V const& self, std::int64_t dim,
                                                 vec<sym_int> const& into) {
    vec<sym_int> sizes = k.sizes(self);
    auto const at = sizes.begin() + dim;
    sizes.insert(sizes.erase(at), into.begin(), into.end());
    return sizes;
}

/// The channels, dimension 1, in the order that takes one of each group in turn.
template <class V>
[[nodiscard]] constexpr V shuffled_channels(composing<V> const& k) {
    V const& self = k->tensor("self");
    k.require(k.rank(self) > 2, "'self' must have more than 2 dimensions, not ", k.rank(self));
    std::int64_t const groups = k.number_of(k->integer("groups"));
    sym_int const channels = k.size(self, 1);
    k.require(groups > 0 && known_eq(mod(channels, groups), 0) != false, "'groups' is ", groups,
              " and does not divide ", graft::text(channels), " channels");
    V const grouped = k(aten::reshape, self, unflattened(k, self, 1, {groups, floor_div(channels, groups)}));
    V const result = k(aten::reshape, k(aten::transpose.int_, grouped, 1, 2), k.sizes(self));
    return in_layout_of(k, self, result);
}

/// A diagonal matrix of each row of the last dimension, laid along two dimensions of the result.
template <class V>
[[nodiscard]] constexpr V embedded_diagonal(composing<V> const& k, V const& self, std::int64_t offset,
                                            std::int64_t dim1, std::int64_t dim2) {
    k.require(k.rank(self) > 0, "'self' must have dimensions");
    std::int64_t const rank = k.rank(self) + 1;
    std::int64_t const a = k.wrapped("dim1", dim1, rank), b = k.wrapped("dim2", dim2, rank);
    k.require(a != b, "'dim1' and 'dim2' are the same dimension");
    std::int64_t const before = std::max<std::int64_t>(offset, 0), after = checked_sub(before, offset);
    sym_int const length = k.size(self, -1) + before + after;
    V const at = k(aten::arange, length);
    V const columns = k(aten::sub.Scalar, at, offset);
    V const on = k(aten::eq.Tensor, columns, k(aten::unsqueeze, at, 1));
    // Column c shows element c - before.
    V const row = k(aten::constant_pad_nd, self, vec<sym_int>{before, after}, 0);
    V const matrix = k(aten::where.self, on, k(aten::unsqueeze, row, -2), k(aten::new_zeros, row, vec<sym_int>{}));
    V const placed = k(aten::movedim.intlist, matrix, vec<sym_int>{-2, -1}, vec<sym_int>{a, b});
    return k(aten::clone, placed, memory_format::contiguous);
}

} // namespace graft::detail

/// Tensors under other sizes and in another order of elements.
namespace graft::aten {

struct tile_default : composite_op<tile_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::tile(Tensor self, SymInt[] dims) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        vec<sym_int> times = k->integers("dims");
        while (static_cast<std::int64_t>(times.size()) < k.rank(self))
            times.insert(times.begin(), 1);
        return k(repeat, self, times);
    }
};
inline constexpr single_overload<tile_default> tile{};

struct unflatten_int : composite_op<unflatten_int, op_tags::view | op_tags::may_copy | op_tags::resizes> {
    static constexpr schema_text text{"aten::unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) > 0, "'self' must have dimensions");
        std::int64_t const at = k.dim("dim", k.rank(self));
        vec<sym_int> into = k->integers("sizes");
        k.require(!into.empty(), "'sizes' must not be empty");
        sym_int known = 1;
        std::size_t open = into.size();
        for (std::size_t i = 0; i < into.size(); ++i) {
            k.require(!(into[i] == -1) || open == into.size(), "'sizes' has more than one -1");
            if (into[i] == -1)
                open = i;
            else
                known *= into[i];
        }
        if (open < into.size() && !(known == 0))
            into[open] = floor_div(k.size(self, at), known);
        sym_int product = 1;
        for (sym_int const& part : into)
            product *= part;
        k.require(known_eq(product, k.size(self, at)) != false, "'sizes' does not multiply to the size of dimension ",
                  at);
        return k(view, self, detail::unflattened(k, self, at, into));
    }
};
inline constexpr int_overload<unflatten_int> unflatten{};

struct rot90_default : composite_op<rot90_default> {
    static constexpr schema_text text{"aten::rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        vec<sym_int> const& plane = k->integers("dims");
        k.require(plane.size() == 2 && k.rank(self) > 1, "'dims' must name 2 dimensions of 'self'");
        std::int64_t const a = k.wrapped("dims", k.number_of(plane[0]), k.rank(self)),
                           b = k.wrapped("dims", k.number_of(plane[1]), k.rank(self));
        k.require(a != b, "'dims' names a dimension twice");
        switch (((k.number_of(k->integer("k")) % 4) + 4) % 4) {
        case 1: return k(transpose.int_, k(flip, self, vec<sym_int>(1, b)), a, b);
        case 2: return k(flip, self, plane);
        case 3: return k(transpose.int_, k(flip, self, vec<sym_int>(1, a)), a, b);
        default: return k(clone, self, memory_format::contiguous);
        }
    }
};
inline constexpr single_overload<rot90_default> rot90{};

struct fliplr_default : composite_op<fliplr_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::fliplr(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) > 1, "'self' must have at least 2 dimensions, not ", k.rank(self));
        return k(flip, self, vec<sym_int>(1, 1));
    }
};
inline constexpr single_overload<fliplr_default> fliplr{};

struct flipud_default : composite_op<flipud_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::flipud(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) > 0, "'self' must have at least 1 dimension");
        return k(flip, self, vec<sym_int>(1, 0));
    }
};
inline constexpr single_overload<flipud_default> flipud{};

struct channel_shuffle_default : composite_op<channel_shuffle_default> {
    static constexpr schema_text text{"aten::channel_shuffle(Tensor self, SymInt groups) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::shuffled_channels(k); }
};
inline constexpr single_overload<channel_shuffle_default> channel_shuffle{};

struct native_channel_shuffle_default : composite_op<native_channel_shuffle_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::native_channel_shuffle(Tensor self, SymInt groups) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::shuffled_channels(k); }
};
inline constexpr single_overload<native_channel_shuffle_default> native_channel_shuffle{};

struct repeat_interleave_self_int : composite_op<repeat_interleave_self_int, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) "
        "-> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        sym_int const& times = k->integer("repeats");
        k.require(known_lt(times, 0) != true, "'repeats' must not be negative");
        auto const rows = k->has("dim") && k.rank(self) > 0 ? self : k(reshape, self, vec<sym_int>(1, -1));
        std::int64_t const at = k->has("dim") ? k.dim("dim", k.rank(rows)) : 0;
        vec<sym_int> sizes = detail::unflattened(k, rows, at, {k.size(rows, at), times});
        auto const spread = k(clone, k(expand, k(unsqueeze, rows, at + 1), sizes), memory_format::contiguous);
        auto const result = k(flatten.using_ints, spread, at, at + 1);
        if (k->has("output_size"))
            k.require(known_eq(k->integer("output_size"), k.size(result, at)) != false,
                      "'output_size' is not the size of the result");
        return result;
    }
};
/// Where 'output_size' says how large the result is, or a graph, the elements of 'repeats' need not be known.
struct repeat_interleave_self_tensor : composite_op<repeat_interleave_self_tensor, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? "
        "output_size=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &times = k->tensor("repeats");
        V const rows = k->has("dim") ? self : k(reshape, self, vec<sym_int>(1, -1));
        std::int64_t const dim = k->has("dim") ? k.dim("dim", k.rank(rows)) : 0;
        k.require(k.rank(times) < 2 && graft::is_integral(k.dtype(times), false),
                  "'repeats' must be a row of integers");
        if ((k->has("output_size") || k.is_recorded()) && k.rank(rows) > 0) {
            bool const one = k.rank(times) == 0 || k.size(times, 0) == 1;
            V const each =
                one ? k(expand, k(reshape, times, vec<sym_int>(1, -1)), vec<sym_int>{k.size(rows, dim)}) : times;
            k.require(known_eq(k.size(each, 0), k.size(rows, dim)) != false,
                      "'repeats' must have a number for each index");
            if (k->has("output_size"))
                return k(index_select, rows, dim, k(repeat_interleave_tensor{}, each, k->integer("output_size")));
            auto const indices = [&](value_spec const& recorded) {
                tensor_spec row = k.spec(each);
                row.sizes = {recorded.tensor.sizes.at(static_cast<std::size_t>(dim))};
                return value_spec(std::move(row));
            };
            return k(index_select, rows, dim, k.by_elements(indices, repeat_interleave_tensor{}, each));
        }
        vec<std::int64_t> counts = k.values(times);
        std::int64_t const length = k.rank(rows) == 0 ? 1 : k.number_of(k.size(rows, dim));
        if (counts.size() == 1)
            counts.resize(static_cast<std::size_t>(length), counts[0]);
        k.require(static_cast<std::int64_t>(counts.size()) == length, "'repeats' must have a number for each index");
        vec<V> parts;
        for (std::int64_t i = 0; i < length; ++i) {
            std::int64_t const count = counts[static_cast<std::size_t>(i)];
            k.require(count >= 0, "'repeats' must not be negative");
            vec<sym_int> sizes = k.sizes(rows);
            if (!sizes.empty())
                sizes[static_cast<std::size_t>(dim)] = count;
            else
                sizes.push_back(count);
            parts.push_back(k(expand, k.rank(rows) == 0 ? rows : k(slice.Tensor, rows, dim, i, i + 1), sizes));
        }
        return parts.empty() ? rows : k(cat, parts, dim);
    }
};
inline constexpr struct repeat_interleave_packet : packet<repeat_interleave_packet> {
    repeat_interleave_self_int self_int;
    repeat_interleave_self_tensor self_Tensor;
    repeat_interleave_tensor Tensor;
} repeat_interleave{};

struct ravel_default : composite_op<ravel_default, op_tags::view | op_tags::may_copy | op_tags::resizes> {
    static constexpr schema_text text{"aten::ravel(Tensor(a) self) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        return k(reshape, k(contiguous, k->tensor("self")), vec<sym_int>(1, -1));
    }
};
inline constexpr single_overload<ravel_default> ravel{};

struct reshape_as_default : composite_op<reshape_as_default, op_tags::view | op_tags::may_copy | op_tags::resizes> {
    static constexpr schema_text text{"aten::reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) { return k(reshape, k->tensor("self"), k.sizes(k->tensor("other"))); }
};
inline constexpr single_overload<reshape_as_default> reshape_as{};

struct view_as_default : composite_op<view_as_default, op_tags::view | op_tags::resizes> {
    static constexpr schema_text text{"aten::view_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) { return k(view, k->tensor("self"), k.sizes(k->tensor("other"))); }
};
inline constexpr single_overload<view_as_default> view_as{};

struct _reshape_alias_default : composite_op<_reshape_alias_default, op_tags::view | op_tags::resizes> {
    static constexpr schema_text text{
        "aten::_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) { return k(as_strided, k->tensor("self"), k["size"], k["stride"]); }
};
inline constexpr single_overload<_reshape_alias_default> _reshape_alias{};

struct diag_embed_default : composite_op<diag_embed_default> {
    static constexpr schema_text text{
        "aten::diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::embedded_diagonal(k, k->tensor("self"), k.number_of(k->integer("offset")),
                                         k.number_of(k->integer("dim1")), k.number_of(k->integer("dim2")));
    }
};
inline constexpr single_overload<diag_embed_default> diag_embed{};

struct diagflat_default : composite_op<diagflat_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::diagflat(Tensor self, int offset=0) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const flat = k(reshape, k->tensor("self"), vec<sym_int>(1, -1));
        return k(diag_embed, flat, k["offset"]);
    }
};
inline constexpr single_overload<diagflat_default> diagflat{};

struct diag_default : composite_op<diag_default> {
    static constexpr schema_text text{"aten::diag(Tensor self, int diagonal=0) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) == 1 || k.rank(self) == 2, "'self' must have 1 or 2 dimensions, not ", k.rank(self));
        return k.rank(self) == 1 ? k(diag_embed, self, k["diagonal"]) : k(clone, k(diagonal, self, k["diagonal"]));
    }
};
inline constexpr single_overload<diag_default> diag{};

struct trace_default : composite_op<trace_default> {
    static constexpr schema_text text{"aten::trace(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(k.dtype(k->tensor("self")) != dtype::boolean, "'self' must hold numbers");
        auto const& self = k->tensor("self");
        k.require(k.rank(self) == 2, "'self' must have 2 dimensions, not ", k.rank(self));
        return k(sum, k(diagonal, self));
    }
};
inline constexpr single_overload<trace_default> trace{};

struct sum_to_size_default : composite_op<sum_to_size_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::sum_to_size(Tensor self, SymInt[] size) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        vec<sym_int> const& wanted = k->integers("size");
        vec<sym_int> const sizes = k.sizes(self);
        k.require(wanted.size() <= sizes.size(), "'size' has more dimensions than 'self'");
        std::size_t const added = sizes.size() - wanted.size();
        vec<sym_int> over;
        for (std::size_t d = 0; d < sizes.size(); ++d) {
            bool const summed = d < added || (wanted[d - added] == 1 && !(sizes[d] == 1));
            if (summed)
                over.push_back(static_cast<std::int64_t>(d));
            else
                k.require(wanted[d - added] == sizes[d], "'self' cannot be summed to 'size'");
        }
        if (wanted.empty())
            return k(aten::sum, self);
        auto const total = over.empty() ? self : k(aten::sum.dim_IntList, self, over, true);
        return added == 0 ? total : k(view, total, wanted);
    }
};
inline constexpr single_overload<sum_to_size_default> sum_to_size{};

struct take_along_dim_default : composite_op<take_along_dim_default> {
    static constexpr schema_text text{"aten::take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const& given = k->tensor("indices");
        k.require(k.dtype(given) == dtype::i64, "'indices' must be torch.int64, not ", torch_name(k.dtype(given)));
        if (!k->has("dim"))
            return k(gather, k(reshape, self, vec<sym_int>(1, -1)), 0, k(reshape, given, vec<sym_int>(1, -1)));
        k.require(k.rank(self) == k.rank(given), "'self' and 'indices' must have as many dimensions");
        std::int64_t const at = k.dim("dim", k.rank(self));
        // Indices go round, as often as it takes.
        bool const goes_round = k.rank(self) > 0 && known_eq(k.size(self, at), 0) != true;
        auto const indices = goes_round ? k(remainder.Scalar, given, k.size(self, at)) : given;
        vec<sym_int> ours = k.sizes(self), theirs = k.sizes(indices);
        if (k.rank(self) > 0)
            theirs[static_cast<std::size_t>(at)] = ours[static_cast<std::size_t>(at)];
        vec<sym_int> const common = broadcast_sizes(ours, theirs);
        ours = theirs = common;
        if (k.rank(self) > 0) {
            ours[static_cast<std::size_t>(at)] = k.size(self, at);
            theirs[static_cast<std::size_t>(at)] = k.size(indices, at);
        }
        return k(gather, k(expand, self, ours), at, k(expand, indices, theirs));
    }
};
inline constexpr single_overload<take_along_dim_default> take_along_dim{};

struct msort_default : composite_op<msort_default> {
    static constexpr schema_text text{"aten::msort(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.all(sort, k->tensor("self"), 0, false).front(); }
};
inline constexpr single_overload<msort_default> msort{};

struct kron_default : composite_op<kron_default> {
    static constexpr schema_text text{"aten::kron(Tensor self, Tensor other) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const& other = k->tensor("other");
        std::int64_t const rank = std::max(k.rank(self), k.rank(other));
        vec<sym_int> left, right, result;
        for (std::int64_t d = 0; d < rank; ++d) {
            std::int64_t const a = d - (rank - k.rank(self)), b = d - (rank - k.rank(other));
            left.insert(left.end(), {a < 0 ? sym_int(1) : k.size(self, a), 1});
            right.insert(right.end(), {1, b < 0 ? sym_int(1) : k.size(other, b)});
            result.push_back(left[left.size() - 2] * right.back());
        }
        return k(reshape, k(mul.Tensor, k(reshape, self, left), k(reshape, other, right)), result);
    }
};
inline constexpr single_overload<kron_default> kron{};

struct vander_default : composite_op<vander_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::vander(Tensor x, int? N=None, bool increasing=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("x");
        k.require(k.rank(x) == 1, "'x' must have 1 dimension, not ", k.rank(x));
        sym_int const columns = k->has("N") ? k->integer("N") : k.size(x, 0);
        k.require(known_lt(columns, 0) != true, "'N' must not be negative");
        auto const wide = is_integral(k.dtype(x), true) ? k(to.dtype, x, dtype::i64) : x;
        auto powers = k(arange, columns);
        if (!k->boolean("increasing"))
            powers = k(flip, powers, vec<sym_int>(1, 0));
        return k(pow.Tensor_Tensor, k(unsqueeze, wide, 1), powers);
    }
};
inline constexpr single_overload<vander_default> vander{};

/// The sizes as a tensor.
struct _shape_as_tensor_default : composite_op<_shape_as_tensor_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_shape_as_tensor(Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        vec<V> sizes;
        for (sym_int const& length : k.sizes(self))
            sizes.push_back(k(scalar_tensor, length, dtype::i64));
        return sizes.empty() ? k(aten::zeros, vec<sym_int>(1, 0), dtype::i64) : k(stack, sizes, 0);
    }
};
inline constexpr single_overload<_shape_as_tensor_default> _shape_as_tensor{};

/// Every op of this header.
using shaping_ops =
    op_list<tile_default, unflatten_int, rot90_default, fliplr_default, flipud_default, channel_shuffle_default,
            native_channel_shuffle_default, repeat_interleave_self_int, repeat_interleave_self_tensor, ravel_default,
            reshape_as_default, view_as_default, _reshape_alias_default, diag_embed_default, diagflat_default,
            diag_default, trace_default, sum_to_size_default, take_along_dim_default, msort_default, kron_default,
            vander_default, _shape_as_tensor_default>;

} // namespace graft::aten
