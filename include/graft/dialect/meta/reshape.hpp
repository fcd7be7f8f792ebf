#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <optional>

namespace graft {

namespace detail {

/// The strides of a view, if there is one.
struct strides_of_view {
    std::optional<vec<sym_int>> strides; ///< nothing where none show the elements under other sizes
    bool undecided = false;              ///< whether some values of the symbols would have one, where there are none
};

/// The strides of a view of these sizes.
[[nodiscard]] GRAFT_CONSTEXPR strides_of_view view_strides(tensor_spec const& of, vec<sym_int> const& sizes);

/// `self` with other sizes: a view where its strides allow it, else a contiguous copy.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec reshaped(tensor_spec const& self, vec<sym_int> sizes);

} // namespace detail

/// view: an error where the strides of `self` do not allow one, of the code `unsupported` where symbols decide on that.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view(call<tensor_spec> const& c);

/// view_copy: as view, but it copies where there is no view.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_copy(call<tensor_spec> const& c);

/// reshape: a view where there is one, else a copy.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_reshape(call<tensor_spec> const& c);

/// flatten: the dimensions from `start_dim` to `end_dim` become one.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_flatten(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

/// A stride of a tensor of these sizes without the `Max(1, size)` that PyTorch writes for a dimension which may be
/// empty: the tensor has no elements then.
[[nodiscard]] constexpr sym_int without_bounds(sym_int const& stride, vec<sym_int> const& sizes) {
    sym_int sum = stride.constant();
    for (sym_term const& term : stride.terms()) {
        sym_int product = term.coefficient;
        for (sym_factor const& factor : term.factors) {
            sym_int base = sym_int::of_terms(0, {{1, {{factor.atom}}}});
            vec<sym_int> const& bounds = factor.atom.operands;
            if (factor.atom.function == sym_function::max && bounds.size() == 2)
                for (std::size_t i = 0; i < 2; ++i)
                    if (bounds[i] == 1 && std::find(sizes.begin(), sizes.end(), bounds[1 - i]) != sizes.end())
                        base = bounds[1 - i];
            for (std::uint32_t i = 0; i < factor.exponent; ++i)
                product *= base;
        }
        sum += product;
    }
    return sum;
}

/// The strides that show the elements of `of` under other sizes, or nothing if no strides do.
///
/// Neighbouring dimensions of `of` that lie in one piece are one run; a view may cut a run anew
/// but not join two.
[[nodiscard]] constexpr strides_of_view strides_by_runs(tensor_spec const& of, vec<sym_int> const& sizes) {
    vec<sym_int> strides(sizes.size(), 1);
    std::size_t left = sizes.size();
    sym_int run = 1, covered = 1;
    bool undecided = false;
    vec<sym_int const*> taken_as_longer; // than 1
    auto const is = [&](std::optional<bool> const& truth) {
        undecided = undecided || !truth;
        return truth == true;
    };
    auto const is_one = [&](sym_int const& size) {
        if (size.is_symbolic())
            taken_as_longer.push_back(&size);
        return size == 1;
    };
    auto const none = [&]() -> strides_of_view {
        for (sym_int const* const size : taken_as_longer)
            undecided = undecided || may_be_one(*size);
        return {std::nullopt, undecided};
    };
    for (std::size_t d = of.dim(); d-- > 0;) {
        sym_int const& base = of.strides[d];
        std::size_t first = d;
        run = of.sizes[d];
        while (first > 0 && (is_one(of.sizes[first - 1]) || is(known_eq(of.strides[first - 1], run * base))))
            run *= of.sizes[--first];
        covered = 1;
        while (left > 0 && (is_one(sizes[left - 1]) || !is(known_le(run, covered)))) {
            strides[--left] = covered * base;
            covered *= sizes[left];
        }
        std::optional<bool> const same = known_eq(covered, run);
        if (same == false || (!is(same) && first > 0))
            return none();
        d = first;
    }
    while (left > 0 && is_one(sizes[left - 1]))
        --left;
    if (left > 0)
        return none();
    return {std::move(strides)};
}

/// Whether the first size is certainly a multiple of the second.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool divides(sym_int const& size, sym_int const& by) {
    return by == 1 || size == by || mod(size, by) == 0;
}

/// The strides of the view that torch makes of a tensor with elements by splitting and joining its dimensions from the
/// first to the last, which tells the strides of those of size 1; nothing if they do not come out so.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<vec<sym_int>> strides_by_dims(tensor_spec of,
                                                                                 vec<sym_int> const& sizes) {
    auto const erase = [&of](std::size_t first, std::size_t last) {
        of.sizes.erase(of.sizes.begin() + static_cast<std::ptrdiff_t>(first),
                       of.sizes.begin() + static_cast<std::ptrdiff_t>(last));
        of.strides.erase(of.strides.begin() + static_cast<std::ptrdiff_t>(first),
                         of.strides.begin() + static_cast<std::ptrdiff_t>(last));
    };
    auto const insert = [&of](std::size_t at, sym_int size, sym_int stride) {
        of.sizes.insert(of.sizes.begin() + static_cast<std::ptrdiff_t>(at), std::move(size));
        of.strides.insert(of.strides.begin() + static_cast<std::ptrdiff_t>(at), std::move(stride));
    };
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (d >= of.dim()) {
            if (!(sizes[d] == 1))
                return std::nullopt;
            // The last dimension is split into itself and one of size 1.
            insert(d, 1, of.strides.back());
            continue;
        }
        if (of.sizes[d] == sizes[d])
            continue;
        std::size_t last = d;
        sym_int joined = of.sizes[d];
        while (!divides(joined, sizes[d])) {
            if (++last == of.dim())
                return std::nullopt;
            joined *= of.sizes[last];
        }
        sym_int stride = of.strides[last];
        for (std::size_t i = last; i-- > d;) {
            if (!(of.sizes[i] == 1) && !(of.sizes[i + 1] == 1) &&
                !(of.strides[i] == of.strides[i + 1] * of.sizes[i + 1]))
                return std::nullopt;
            if (!(of.sizes[i] == 1) && known_lt(of.strides[i], stride) == true)
                stride = of.strides[i];
        }
        erase(d + 1, last + 1);
        of.sizes[d] = joined;
        of.strides[d] = std::move(stride);
        if (!(joined == sizes[d])) {
            sym_int inner = floor_div(joined, sizes[d]);
            insert(d + 1, inner, of.strides[d]);
            of.strides[d] *= inner;
            of.sizes[d] = sizes[d];
        }
    }
    for (std::size_t d = sizes.size(); d < of.dim(); ++d)
        if (!(of.sizes[d] == 1))
            return std::nullopt;
    of.strides.resize(sizes.size());
    return std::move(of.strides);
}

GRAFT_CONSTEXPR strides_of_view view_strides(tensor_spec const& given, vec<sym_int> const& sizes) {
    tensor_spec of = given;
    for (sym_int& stride : of.strides)
        if (stride.is_symbolic())
            stride = without_bounds(stride, of.sizes);
    bool const row = of.dim() > 1 && sizes.size() == 1, matrix = of.dim() == 1 && sizes.size() == 2;
    if (of.numel() == 0 || of.dim() == 0 || ((row || matrix) && is_contiguous(of)))
        return {contiguous_strides(sizes)};
    strides_of_view view = strides_by_runs(of, sizes);
    if (!view.strides)
        return view;
    if (std::optional<vec<sym_int>> const by_dims = strides_by_dims(of, sizes))
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (sizes[d] == 1)
                (*view.strides)[d] = (*by_dims)[d];
    return view;
}

/// The sizes of a view: one of them may be -1 and is computed from the others.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> inferred_sizes(call<tensor_spec> const& c, char const* argument,
                                                                 sym_int const& numel) {
    vec<sym_int> sizes = c.integers(argument);
    std::size_t unknown = sizes.size();
    sym_int others = 1;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == -1 && unknown == sizes.size())
            unknown = d;
        else if (known_lt(sizes[d], 0) == true)
            reject(c, "'", argument, "' is ", shape_text(sizes));
        else
            others *= sizes[d];
    }
    bool fits = !certainly_differ(numel, others);
    if (unknown < sizes.size()) {
        fits = others != 0 && !certainly_differ(mod(numel, others), 0);
        if (fits)
            sizes[unknown] = floor_div(numel, others);
    }
    if (!fits)
        reject(c, "'", argument, "' is ", shape_text(sizes), " for ", text(numel), " elements");
    return sizes;
}

GRAFT_CONSTEXPR tensor_spec reshaped(tensor_spec const& self, vec<sym_int> sizes) {
    std::optional<vec<sym_int>> strides = view_strides(self, sizes).strides;
    if (!strides)
        return new_tensor(self, self.dtype, std::move(sizes));
    return new_view(self, std::move(sizes), *std::move(strides), self.storage_offset);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_view(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> sizes = detail::inferred_sizes(c, "size", self.numel());
    detail::strides_of_view view = detail::view_strides(self, sizes);
    if (!view.strides)
        raise(view.undecided ? errc::unsupported : errc::invalid_argument, c.op().name, ": 'self' with sizes ",
              detail::shape_text(self.sizes), " and strides ", detail::shape_text(self.strides),
              view.undecided ? " need not have a view of sizes " : " has no view of sizes ", detail::shape_text(sizes));
    return detail::new_view(self, std::move(sizes), *std::move(view.strides), self.storage_offset);
}

GRAFT_CONSTEXPR value_spec meta_view_copy(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    return detail::new_tensor(self, self.dtype, detail::inferred_sizes(c, "size", self.numel()));
}

GRAFT_CONSTEXPR value_spec meta_reshape(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    return detail::reshaped(self, detail::inferred_sizes(c, "shape", self.numel()));
}

GRAFT_CONSTEXPR value_spec meta_flatten(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const start = detail::dim_argument(c, "start_dim", self.dim());
    std::size_t const end = detail::dim_argument(c, "end_dim", self.dim());
    if (end < start)
        detail::reject(c, "'start_dim' is behind 'end_dim'");
    if (self.dim() == 0)
        return detail::reshaped(self, {1});
    if (start == end)
        return self;
    vec<sym_int> sizes;
    for (std::size_t d = 0; d < self.dim(); ++d)
        if (d <= start || d > end)
            sizes.push_back(self.sizes[d]);
        else
            sizes[start] *= self.sizes[d];
    return detail::reshaped(self, std::move(sizes));
}

} // namespace graft
#endif
