#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

// Elements put together and moved, by `cat` and the paddings that are core.

namespace graft {

namespace detail {

/// A tensor whose ends meet: so many elements of each end before the other, dimension by dimension from the last;
/// negative numbers cut before.
template <class V>
[[nodiscard]] constexpr V padded_in_circles(composing<V> const& k, vec<sym_int> const& pad) {
    V x = k->tensor("self");
    for (std::size_t i = 0; 2 * i + 1 < pad.size(); ++i) {
        std::int64_t const dim = -1 - static_cast<std::int64_t>(i);
        sym_int before = pad[2 * i], after = pad[2 * i + 1];
        auto const cut_off = [&](sym_int& by) -> sym_int {
            if (known_le(0, by) == true)
                return sym_int();
            return -k.number_of(std::exchange(by, sym_int()));
        };
        sym_int const first = cut_off(before), last = cut_off(after);
        if (first != 0 || last != 0)
            x = k(aten::slice.Tensor, V(x), dim, first, k.size(x, dim) - last);
        sym_int const length = k.size(x, dim);
        // Slices would have sizes that nothing is known of.
        if (length.is_symbolic() || before.is_symbolic() || after.is_symbolic()) {
            V const place = k(aten::arange.start_step, -before, length + after, 1, dtype::i64);
            x = k(aten::index_select, V(x), dim, k(aten::remainder.Scalar, place, length));
            continue;
        }
        vec<V> parts;
        if (before != 0)
            parts.push_back(k(aten::slice.Tensor, x, dim, length - before, length));
        parts.push_back(x);
        if (after != 0)
            parts.push_back(k(aten::slice.Tensor, x, dim, 0, after));
        if (parts.size() > 1)
            x = k(aten::cat, parts, dim);
    }
    return x;
}

/// The last two dimensions as one of the paddings of images sees them, one of which is of size 1.
template <class V>
[[nodiscard]] constexpr V replicated_line(composing<V> const& k, vec<sym_int> const& pad) {
    V const image = k(aten::unsqueeze, k->tensor("self"), -2);
    V const wide = k(aten::replication_pad2d, image, vec<sym_int>{pad.at(0), pad.at(1), 0, 0});
    return k(aten::squeeze.dims, wide, vec<sym_int>(1, -2));
}

/// Images whose pixels are taken from groups of channels, or put into them: as a view in more dimensions.
template <class V>
[[nodiscard]] constexpr V shuffled(composing<V> const& k, vec<sym_int> const& view, vec<std::int64_t> const& order,
                                   vec<sym_int> const& back) {
    vec<sym_int> const sizes = k.sizes(k->tensor("self"));
    std::size_t const outer = sizes.size() - 3;
    vec<sym_int> const batch(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(outer));
    auto const behind_batch = [&](vec<sym_int> const& inner) {
        vec<sym_int> all = batch;
        all.insert(all.end(), inner.begin(), inner.end());
        return all;
    };
    vec<sym_int> dims;
    for (std::size_t i = 0; i < outer; ++i)
        dims.push_back(static_cast<std::int64_t>(i));
    for (std::int64_t const d : order)
        dims.push_back(static_cast<std::int64_t>(outer) + d);
    V const split = k(aten::reshape, k->tensor("self"), behind_batch(view));
    return k(aten::reshape, k(aten::permute, split, dims), behind_batch(back));
}

} // namespace detail

template <>
struct composition_of<aten::stack_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        vec<V> rows = k.list("tensors");
        k.require(!rows.empty(), "there are no tensors");
        std::int64_t const dim = k.dim("dim", k.rank(rows[0]) + 1);
        for (V& row : rows)
            row = k(aten::unsqueeze, V(row), dim);
        return k(aten::cat, rows, dim);
    }
};

template <>
struct composition_of<aten::pad_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        vec<sym_int> const& pad = k->integers("pad");
        std::string_view const mode = k->string("mode");
        if (mode == "constant")
            return k(aten::constant_pad_nd, x, pad, k->optional_real("value").value_or(0.0));
        if (mode == "circular")
            return detail::padded_in_circles(k, pad);
        k.require(mode == "reflect" || mode == "replicate", "'", mode, "' is no mode");
        bool const reflect = mode == "reflect";
        if (pad.size() == 2)
            return reflect ? k(aten::reflection_pad1d, x, pad) : detail::replicated_line(k, pad);
        if (pad.size() == 4)
            return reflect ? k(aten::reflection_pad2d, x, pad) : k(aten::replication_pad2d, x, pad);
        return reflect ? k(aten::reflection_pad3d, x, pad) : k(aten::replication_pad3d, x, pad);
    }
};

template <>
struct composition_of<aten::replication_pad1d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::replicated_line(k, k->integers("padding"));
    }
};

namespace detail {

/// The ways of `combinations` of a number of elements that is not known, as PyTorch finds them: where places grow,
/// among all so many places.
template <class V>
[[nodiscard]] constexpr V ways_by_places(composing<V> const& k, V const& x, std::int64_t places, bool again) {
    auto const dims = static_cast<std::size_t>(places);
    V const at = k(aten::arange, k.size(x, 0));
    auto const along = [&](std::size_t dim) {
        vec<sym_int> sizes(dims, 1);
        sizes[dim] = -1;
        return k(aten::view, at, sizes);
    };
    V grow = k(aten::full, vec<sym_int>(dims, k.size(x, 0)), true, dtype::boolean);
    for (std::size_t dim = 1; dim < dims; ++dim) {
        V const before = along(dim - 1), here = along(dim);
        V const grows = again ? k(aten::le.Tensor, before, here) : k(aten::lt.Tensor, before, here);
        grow = k(aten::logical_and, V(grow), grows);
    }
    auto const rows = [&](value_spec const& recorded) {
        return value_spec(make_spec(dtype::i64, {recorded.tensor.sizes.at(0), sym_int(places)}));
    };
    return k(aten::index.Tensor, x, vec<V>{k.by_elements(rows, aten::nonzero, grow)});
}

} // namespace detail

/// The ways that begin with an element, then those that do not: of the elements behind each, by as many tables as rows
/// have places. Of more elements than make 256 tables it stays whole, of an unknown number it is by places.
template <>
struct composition_of<aten::combinations_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        std::int64_t const places = k.number_of(k->integer("r"));
        if (places == 1)
            return k(aten::unsqueeze, x, 1);
        bool const again = k->boolean("with_replacement");
        if (places == 0)
            return k(aten::new_zeros, x, vec<sym_int>(1, 0));
        if (k.size(x, 0).is_symbolic())
            return detail::ways_by_places(k, x, places, again);
        std::int64_t const n = k.size(x, 0).value();
        if (n < (again ? 1 : places))
            return k(aten::new_zeros, x, vec<sym_int>{0, places});
        if (n > 256 / places)
            raise(errc::unsupported, "there are too many combinations");
        V const column = k(aten::unsqueeze, x, 1);
        vec<V> ways; // by place: of the elements from `first` on
        for (std::int64_t first = n; first-- > 0;) {
            V const element = k(aten::slice.Tensor, column, 0, first, first + 1);
            vec<V> const behind = ways;
            for (std::int64_t place = 0; place < places; ++place) {
                auto const at = static_cast<std::size_t>(place);
                bool const known = at < behind.size();
                if (at > (again ? ways.size() : behind.size()))
                    break;
                V with = element;
                if (at > 0) {
                    V const& rest = again ? ways[at - 1] : behind[at - 1];
                    with = k(aten::cat, vec<V>{k(aten::expand, element, vec<sym_int>{k.size(rest, 0), 1}), rest}, 1);
                }
                V const all = known ? k(aten::cat, vec<V>{with, behind[at]}, 0) : with;
                if (known)
                    ways[at] = all;
                else
                    ways.push_back(all);
            }
        }
        return ways.at(static_cast<std::size_t>(places) - 1);
    }
};

template <>
struct composition_of<aten::roll_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        V x = k->tensor("self");
        vec<sym_int> const &shifts = k->integers("shifts"), &dims = k->integers("dims");
        if (dims.empty() && k.rank(x) != 1)
            return k(aten::reshape, k(aten::roll, k(aten::reshape, x, vec<sym_int>(1, -1)), shifts, vec<sym_int>(1, 0)),
                     k.sizes(x));
        for (std::size_t i = 0; i < shifts.size(); ++i) {
            std::int64_t const dim = k.wrapped("dims", dims.empty() ? 0 : k.number_of(dims[i]), k.rank(x));
            if (k.size(x, dim).is_symbolic() || shifts[i].is_symbolic()) {
                V const place = k(aten::arange.start_step, -shifts[i], k.size(x, dim) - shifts[i], 1, dtype::i64);
                x = k(aten::index_select, V(x), dim, k(aten::remainder.Scalar, place, k.size(x, dim)));
                continue;
            }
            std::int64_t const length = k.number_of(k.size(x, dim));
            std::int64_t const places = length == 0 ? 0 : (k.number_of(shifts[i]) % length + length) % length;
            if (places == 0)
                continue;
            vec<V> parts;
            parts.push_back(k(aten::slice.Tensor, x, dim, length - places, length));
            parts.push_back(k(aten::slice.Tensor, x, dim, 0, length - places));
            x = k(aten::cat, parts, dim);
        }
        return x;
    }
};

template <>
struct composition_of<aten::pixel_shuffle_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        std::int64_t const r = k.number_of(k->integer("upscale_factor"));
        sym_int const channels = floor_div(k.size(x, -3), r * r);
        sym_int const height = k.size(x, -2), width = k.size(x, -1);
        return detail::shuffled(k, {channels, r, r, height, width}, {0, 3, 1, 4, 2}, {channels, height * r, width * r});
    }
};

template <>
struct composition_of<aten::pixel_unshuffle_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        std::int64_t const r = k.number_of(k->integer("downscale_factor"));
        sym_int const channels = k.size(x, -3);
        sym_int const height = floor_div(k.size(x, -2), r), width = floor_div(k.size(x, -1), r);
        return detail::shuffled(k, {channels, height, r, width, r}, {0, 2, 4, 1, 3}, {channels * r * r, height, width});
    }
};

} // namespace graft
