#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

/// All along a dimension but one from `start` on: as many from either end, also where a symbol says how many there are.
template <class V>
[[nodiscard]] constexpr V all_but_one(composing<V> const& k, V const& value, std::int64_t dim, std::int64_t start) {
    sym_int const size = k.size(value, dim);
    return size == 0 ? V(value) : k(aten::narrow, value, dim, start, size - 1);
}
template <class V>
[[nodiscard]] constexpr V all_but_last(composing<V> const& k, V const& value, std::int64_t dim) {
    return all_but_one(k, value, dim, 0);
}
template <class V>
[[nodiscard]] constexpr V all_but_first(composing<V> const& k, V const& value, std::int64_t dim) {
    return all_but_one(k, value, dim, 1);
}

/// The sums of neighbours along `dim`.
template <class V>
[[nodiscard]] constexpr V neighbour_sums(composing<V> const& k, V const& y, std::int64_t dim) {
    return k(aten::add.Tensor, all_but_last(k, y, dim), all_but_first(k, y, dim));
}

/// How far apart the places `x` of the samples are, with as many dimensions as `y`; one place without dimensions leaves
/// nothing along `dim`.
template <class V>
[[nodiscard]] constexpr V distances(composing<V> const& k, V const& y, std::int64_t dim) {
    V x = k->tensor("x");
    if (k.rank(x) == 1) {
        k.require(!certainly_differ(k.size(x, 0), k.size(y, dim)), "there must be an 'x' for each 'y'");
        vec<sym_int> sizes(static_cast<std::size_t>(k.rank(y)), 1);
        sizes[static_cast<std::size_t>(dim)] = k.size(x, 0);
        x = k(aten::reshape, V(x), sizes);
    }
    while (k.rank(x) < k.rank(y))
        x = k(aten::unsqueeze, V(x), 0);
    return k(aten::sub.Tensor, all_but_first(k, x, dim), all_but_last(k, x, dim));
}

/// The areas of the trapezia along `dim`, twice.
template <class V>
[[nodiscard]] constexpr V double_areas(composing<V> const& k, std::int64_t dim) {
    V const& y = k->tensor("y");
    return k(aten::mul.Tensor, neighbour_sums(k, y, dim), distances(k, y, dim));
}

/// The dimension along which `y` is integrated.
template <class V>
[[nodiscard]] constexpr std::int64_t integrated_dim(composing<V> const& k) {
    V const& y = k->tensor("y");
    k.require(k.rank(y) > 0, "'y' must have dimensions");
    k.require(k.dtype(y) != dtype::boolean, "'y' must not be torch.bool");
    return k.dim("dim", k.rank(y));
}

/// What there is to integrate without samples.
template <class V>
[[nodiscard]] constexpr V no_area(composing<V> const& k, std::int64_t dim) {
    V const& y = k->tensor("y");
    vec<sym_int> sizes = k.sizes(y);
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dim));
    return k(aten::new_zeros, y, sizes);
}

/// The derivative along a dimension at samples that are `step` apart.
template <class V>
[[nodiscard]] constexpr V derivative(composing<V> const& k, V const& self, std::int64_t dim, double step) {
    sym_int const n = k.size(self, dim);
    std::int64_t const order = k.number_of(k->integer("edge_order"));
    auto const at = [&](std::int64_t i) {
        sym_int const place = i < 0 ? n + i : sym_int(i);
        return k(aten::slice.Tensor, self, dim, place, place + 1);
    };
    auto const difference = [&](V const& a, V const& b, double by) {
        return k(aten::div.Scalar, k(aten::sub.Tensor, a, b), by);
    };
    V const middle =
        difference(k(aten::slice.Tensor, self, dim, 2, n), k(aten::slice.Tensor, self, dim, 0, n - 2), 2 * step);
    if (order == 1)
        return k(aten::cat, vec<V>{difference(at(1), at(0), step), middle, difference(at(-1), at(-2), step)}, dim);
    auto const edge = [&](double a, V const& p, double b, V const& q, double c, V const& r) {
        V const two = k(aten::add.Tensor, k(aten::mul.Scalar, p, a), k(aten::mul.Scalar, q, b));
        return k(aten::div.Scalar, k(aten::add.Tensor, two, k(aten::mul.Scalar, r, c)), step);
    };
    return k(aten::cat,
             vec<V>{edge(-1.5, at(0), 2, at(1), -0.5, at(2)), middle, edge(0.5, at(-3), -2, at(-2), 1.5, at(-1))}, dim);
}

/// The derivative along a dimension at samples whose places are given.
template <class V>
[[nodiscard]] constexpr V derivative(composing<V> const& k, V const& self, std::int64_t dim, V const& places) {
    sym_int const n = k.size(self, dim);
    std::int64_t const order = k.number_of(k->integer("edge_order"));
    k.require(k.rank(places) == 1 && k.size(places, 0) == n, "'spacing' must have a place for each sample");
    vec<sym_int> along(static_cast<std::size_t>(k.rank(self)), 1);
    along[static_cast<std::size_t>(dim)] = n - 1;
    V const gaps =
        k(aten::reshape, k(aten::sub.Tensor, all_but_first(k, places, 0), all_but_last(k, places, 0)), along);
    auto const part = [&](V const& of, sym_int const& from, sym_int const& to) {
        return k(aten::slice.Tensor, of, dim, from, to);
    };
    auto const times = [&](V const& a, V const& b) { return k(aten::mul.Tensor, a, b); };
    auto const over = [&](V const& a, V const& b) { return k(aten::div.Tensor, a, b); };
    auto const plus = [&](V const& a, V const& b) { return k(aten::add.Tensor, a, b); };
    auto const minus = [&](V const& a, V const& b) { return k(aten::sub.Tensor, a, b); };
    auto const weighed = [&](V const& a, V const& p, V const& b, V const& q, V const& c, V const& r) {
        return plus(plus(times(a, p), times(b, q)), times(c, r));
    };
    V const left = all_but_last(k, gaps, dim), right = all_but_first(k, gaps, dim);
    V const middle = weighed(over(k(aten::neg, right), times(left, plus(left, right))), part(self, 0, n - 2),
                             over(minus(right, left), times(left, right)), part(self, 1, n - 1),
                             over(left, times(right, plus(left, right))), part(self, 2, n));
    V const first = part(gaps, 0, 1), last = part(gaps, n - 2, n - 1);
    V before = over(minus(part(self, 1, 2), part(self, 0, 1)), first);
    V after = over(minus(part(self, n - 1, n), part(self, n - 2, n - 1)), last);
    if (order == 2) {
        V const second = part(gaps, 1, 2), third = part(gaps, n - 3, n - 2);
        V const start = plus(first, second), end = plus(last, third);
        before = weighed(over(k(aten::neg, plus(first, start)), times(first, start)), part(self, 0, 1),
                         over(start, times(first, second)), part(self, 1, 2),
                         over(k(aten::neg, first), times(second, start)), part(self, 2, 3));
        after = weighed(over(last, times(third, end)), part(self, n - 3, n - 2),
                        over(k(aten::neg, end), times(last, third)), part(self, n - 2, n - 1),
                        over(plus(last, end), times(last, end)), part(self, n - 1, n));
    }
    return k(aten::cat, vec<V>{before, middle, after}, dim);
}

/// The derivatives along the dimensions of `dim`, or all; `spacing(i)` is that of the i-th of them.
template <class V, class Spacing>
[[nodiscard]] constexpr vec<V> gradients(composing<V> const& k, std::size_t spacings, Spacing const& spacing) {
    V const& self = k->tensor("self");
    std::int64_t const order = k.number_of(k->integer("edge_order"));
    k.require(order == 1 || order == 2, "'edge_order' must be 1 or 2, not ", order);
    vec<std::int64_t> dims;
    if (k["dim"].kind == argument_kind::integers)
        for (sym_int const& dim : k->integers("dim"))
            dims.push_back(k.wrapped("dim", k.number_of(dim), k.rank(self)));
    else if (k->has("dim"))
        dims.push_back(k.dim("dim", k.rank(self)));
    else
        for (std::int64_t d = 0; d < k.rank(self); ++d)
            dims.push_back(d);
    k.require(spacings == 1 || spacings == dims.size(), "there must be a 'spacing' for each dimension");
    vec<V> results;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        k.require(known_le(k.size(self, dims[i]), order) != true, "dimension ", dims[i], " has too few samples");
        for (std::size_t j = 0; j < i; ++j)
            k.require(dims[j] != dims[i], "'dim' names dimension ", dims[i], " twice");
        results.push_back(derivative(k, self, dims[i], spacing(spacings == 1 ? 0 : i)));
    }
    return results;
}

} // namespace graft::detail

/// Differences and integrals of what is sampled along a dimension.
namespace graft::aten {

struct diff_default : composite_op<diff_default> {
    static constexpr schema_text text{
        "aten::diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V self = k->tensor("self");
        std::int64_t const n = k.number_of(k->integer("n"));
        k.require(k.rank(self) > 0, "'self' must have dimensions");
        k.require(n >= 0, "'n' must not be negative, but is ", n);
        std::int64_t const dim = k.dim("dim", k.rank(self));
        if (n == 0)
            return k(clone, self);
        vec<V> parts;
        if (k->has("prepend"))
            parts.push_back(k->tensor("prepend"));
        parts.push_back(self);
        if (k->has("append"))
            parts.push_back(k->tensor("append"));
        for (V const& part : parts)
            k.require(k.rank(part) == k.rank(self), "'prepend' and 'append' must have the dimensions of 'self'");
        if (parts.size() > 1)
            self = k(cat, parts, dim);
        for (std::int64_t i = 0; i < n && !(k.size(self, dim) == 0); ++i) {
            V const later = detail::all_but_first(k, self, dim), sooner = detail::all_but_last(k, self, dim);
            self = k.dtype(self) == dtype::boolean ? k(logical_xor, later, sooner) : k(sub.Tensor, later, sooner);
        }
        return self;
    }
};
inline constexpr single_overload<diff_default> diff{};

struct trapezoid_x : composite_op<trapezoid_x, op_tags::no_out> {
    static constexpr schema_text text{"aten::trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dim = detail::integrated_dim(k);
        if (k.size(k->tensor("y"), dim) == 0)
            return detail::no_area(k, dim);
        auto const doubled = k(sum.dim_IntList, detail::double_areas(k, dim), vec<sym_int>(1, sym_int{dim}));
        return k(div.Scalar, doubled, 2.0);
    }
};

struct trapezoid_dx : composite_op<trapezoid_dx, op_tags::no_out> {
    static constexpr schema_text text{"aten::trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dim = detail::integrated_dim(k);
        if (k.size(k->tensor("y"), dim) == 0)
            return detail::no_area(k, dim);
        auto const& y = k->tensor("y");
        // In the order of PyTorch, which small integers and numbers that overflow show.
        auto const ends = k(add.Tensor, k(select.int_, y, dim, 0), k(select.int_, y, dim, -1));
        auto const total = k(sub.Tensor, k(sum.dim_IntList, y, vec<sym_int>(1, dim)), k(mul.Scalar, ends, 0.5));
        return k(mul.Scalar, total, k->number("dx"));
    }
};
inline constexpr struct trapezoid_packet : packet<trapezoid_packet> {
    trapezoid_x x;
    trapezoid_dx dx;
} trapezoid{};

struct trapz_x : composite_op<trapz_x, op_tags::no_out> {
    static constexpr schema_text text{"aten::trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return trapezoid_x::compose(k); }
};

struct trapz_dx : composite_op<trapz_dx, op_tags::no_out> {
    static constexpr schema_text text{"aten::trapz.dx(Tensor y, *, float dx=1., int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return trapezoid_dx::compose(k); }
};
inline constexpr struct trapz_packet : packet<trapz_packet> {
    trapz_x x;
    trapz_dx dx;
} trapz{};

struct cumulative_trapezoid_x : composite_op<cumulative_trapezoid_x, op_tags::no_out> {
    static constexpr schema_text text{"aten::cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dim = detail::integrated_dim(k);
        return k(div.Scalar, k(cumsum, detail::double_areas(k, dim), dim), 2.0);
    }
};

struct cumulative_trapezoid_dx : composite_op<cumulative_trapezoid_dx, op_tags::no_out> {
    static constexpr schema_text text{"aten::cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        std::int64_t const dim = detail::integrated_dim(k);
        double const half = k->number("dx").template to<double>() / 2;
        return k(cumsum, k(mul.Scalar, detail::neighbour_sums(k, k->tensor("y"), dim), half), dim);
    }
};
inline constexpr struct cumulative_trapezoid_packet : packet<cumulative_trapezoid_packet> {
    cumulative_trapezoid_x x;
    cumulative_trapezoid_dx dx;
} cumulative_trapezoid{};

struct gradient_scalarint : composite_op<gradient_scalarint, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        double const step = k->optional_number("spacing").value_or(1).template to<double>();
        return detail::gradients(k, 1, [&](std::size_t) { return step; });
    }
};

struct gradient_scalarrayint : composite_op<gradient_scalarrayint, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        vec<scalar> const& steps = k->numbers("spacing");
        return detail::gradients(k, steps.size(), [&](std::size_t i) { return steps[i].template to<double>(); });
    }
};

struct gradient_scalarrayarray : composite_op<gradient_scalarrayarray, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[]"};
    static constexpr auto compose(auto const& k) {
        vec<scalar> const& steps = k->numbers("spacing");
        return detail::gradients(k, steps.size(), [&](std::size_t i) { return steps[i].template to<double>(); });
    }
};

struct gradient_tensorarray : composite_op<gradient_tensorarray, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[]"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const places = k.list("spacing");
        return detail::gradients(k, places.size(), [&](std::size_t i) { return places[i]; });
    }
};
inline constexpr struct gradient_packet : packet<gradient_packet> {
    gradient_scalarint scalarint;
    gradient_scalarrayint scalarrayint;
    gradient_scalarrayarray scalarrayarray;
    gradient_tensorarray tensorarray;
} gradient{};

/// Every op of this header.
using integration_ops = overloads_of<diff, trapezoid, trapz, cumulative_trapezoid, gradient>;

} // namespace graft::aten
