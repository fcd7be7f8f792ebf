#pragma once

#include <graft/core/error.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/products.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/special.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/detail/pair_call.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <utility>

namespace graft::detail {

// Calls that compute with numbers.

/// An operand as a pair, whether it is one, real numbers, or one number.
[[nodiscard]] inline value operand_pair(pair_call const& k, char const* name) {
    return k.is_number(name) ? k.pair(k->number(name), k.part_dtype()) : k.pair(k->tensor(name), k.part_dtype());
}

/// The absolute values of a pair, with a last dimension of 1 if they `keep` it.
[[nodiscard]] inline value lengths(pair_call const& k, value const& pair, bool keep) {
    value const squares = k(aten::sum.dim_IntList, k(aten::mul.Tensor, pair, pair), vec<sym_int>(1, -1), keep);
    return k(aten::sqrt, squares);
}

/// The angles of a pair, with a last dimension of 1.
[[nodiscard]] inline value angles(pair_call const& k, value const& pair) {
    return k(aten::atan2, k.column_of(pair, 1), k.column_of(pair, 0));
}

/// The pair of lengths and angles, both columns.
[[nodiscard]] inline value of_lengths(pair_call const& k, value const& length, value const& angle) {
    return k.joined(k(aten::mul.Tensor, length, k(aten::cos, angle)), k(aten::mul.Tensor, length, k(aten::sin, angle)));
}

/// A pair times a value that is one or real.
[[nodiscard]] inline value product(pair_call const& k, value const& pair, value const& by, bool by_pair) {
    if (!by_pair)
        return k(aten::mul.Tensor, pair, by);
    return k(aten::add.Tensor, k(aten::mul.Tensor, pair, k.column_of(by, 0)),
             k(aten::mul.Tensor, k.turned(pair), k.column_of(by, 1)));
}

/// A pair by another, as PyTorch divides (Smith), so that no square overflows and an infinite part is no NaN; each part
/// by 0.
[[nodiscard]] inline value quotient(pair_call const& k, value const& pair, value const& by) {
    value const real = k.column_of(by, 0), imaginary = k.column_of(by, 1), turned = k.turned(pair);
    value const by_real = k(aten::ge.Tensor, k(aten::abs, real), k(aten::abs, imaginary));
    value const larger = k(aten::where.self, by_real, real, imaginary);
    value const smaller = k(aten::where.self, by_real, imaginary, real), is_zero = k(aten::eq.Scalar, larger, 0);
    value const ratio = k(aten::div.Tensor, smaller, larger);
    value const below = k(aten::add.Tensor, larger, k(aten::mul.Tensor, smaller, ratio));
    value const rest = k(aten::masked_fill.Scalar, k(aten::mul.Tensor, turned, ratio), is_zero, 0);
    value const above = k(aten::where.self, by_real, k(aten::sub.Tensor, pair, rest),
                          k(aten::sub.Tensor, k(aten::mul.Tensor, pair, ratio), turned));
    return k(aten::div.Tensor, above, k(aten::masked_fill.Scalar, below, is_zero, 0));
}

/// A pair times a number.
[[nodiscard]] inline value scaled(pair_call const& k, value const& pair, scalar by) {
    if (by.is_complex())
        return product(k, pair, k.pair(by, k.part_dtype()), true);
    return by.to<double>() == 1 ? pair : k(aten::mul.Scalar, pair, by);
}

/// add, sub and rsub: of the pairs of both.
[[nodiscard]] vec<value> combined_by(pair_call const& k, auto const& op, char const* to, char const* by) {
    scalar const alpha = k->number("alpha");
    value const pair = operand_pair(k, to), other = operand_pair(k, by);
    return one(alpha.is_complex() ? k(op, pair, scaled(k, other, alpha)) : k(op, pair, other, alpha));
}
[[nodiscard]] inline vec<value> added(pair_call const& k) { return combined_by(k, aten::add.Tensor, "self", "other"); }
[[nodiscard]] inline vec<value> subtracted(pair_call const& k) {
    return combined_by(k, aten::sub.Tensor, "self", "other");
}
[[nodiscard]] inline vec<value> subtracted_from(pair_call const& k) {
    return combined_by(k, aten::sub.Tensor, "other", "self");
}

[[nodiscard]] inline vec<value> multiplied(pair_call const& k) {
    dtype const parts = k.part_dtype();
    // A number may stand first.
    bool const number_first = k.is_number("self"), number = number_first || k.is_number("other");
    char const *const of = number_first ? "other" : "self", *const by = number_first ? "self" : "other";
    value const self = k.as(k->tensor(of), parts);
    if (number && !k->number(by).is_complex())
        return one(k(aten::mul.Scalar, self, k->number(by)));
    value const other = number ? k.pair(k->number(by), parts) : k.as(k->tensor(by), parts);
    bool const self_pair = k.is_pair(k->tensor(of)), other_pair = number || k.is_pair(k->tensor(by));
    if (self_pair && other_pair)
        return one(product(k, self, other, true));
    return one(self_pair ? k(aten::mul.Tensor, self, k(aten::unsqueeze_copy, other, -1))
                         : k(aten::mul.Tensor, other, k(aten::unsqueeze_copy, self, -1)));
}

[[nodiscard]] inline vec<value> divided(pair_call const& k) {
    dtype const parts = k.part_dtype();
    value const self = operand_pair(k, "self");
    if (k.is_number("other") && k->number("other").is_complex())
        return one(quotient(k, self, k.pair(k->number("other"), parts)));
    if (k.is_number("other"))
        return one(k(aten::div.Scalar, self, k->number("other")));
    value const& other = k->tensor("other");
    if (k.is_pair(other))
        return one(quotient(k, self, k.as(other, parts)));
    return one(k(aten::div.Tensor, self, k(aten::unsqueeze_copy, k.as(other, parts), -1)));
}

[[nodiscard]] inline vec<value> negated(pair_call const& k) { return one(k(aten::neg, k->tensor("self"))); }

[[nodiscard]] inline vec<value> conjugate(pair_call const& k) {
    value const& self = k->tensor("self");
    return one(k.is_pair(self) ? k.conjugated(self) : k(aten::alias_copy, self));
}

/// real and imag: that part; of real numbers those.
[[nodiscard]] inline vec<value> real_parts(pair_call const& k) { return one(k.part(k->tensor("self"), 0)); }
[[nodiscard]] inline vec<value> imaginary_parts(pair_call const& k) { return one(k.part(k->tensor("self"), 1)); }

[[nodiscard]] inline vec<value> angles_of(pair_call const& k) {
    return one(k(aten::atan2, k.part(k->tensor("self"), 1), k.part(k->tensor("self"), 0)));
}

[[nodiscard]] inline vec<value> absolute(pair_call const& k) { return one(lengths(k, k->tensor("self"), false)); }

/// sgn: numbers by their absolute values; 0 stays.
[[nodiscard]] inline vec<value> signs(pair_call const& k) {
    value const& self = k->tensor("self");
    value const length = lengths(k, self, true);
    value const none = k.as(k(aten::eq.Scalar, length, 0), k.part_dtype());
    return one(k(aten::div.Tensor, self, k(aten::add.Tensor, length, none)));
}

[[nodiscard]] inline vec<value> reciprocals(pair_call const& k) {
    return one(quotient(k, k.pair(scalar(1.0), k.part_dtype()), k->tensor("self")));
}

[[nodiscard]] inline value exponential(pair_call const& k, value const& pair) {
    return of_lengths(k, k(aten::exp, k.column_of(pair, 0)), k.column_of(pair, 1));
}
[[nodiscard]] inline value logarithm(pair_call const& k, value const& pair) {
    return k.joined(k(aten::log, lengths(k, pair, true)), angles(k, pair));
}
/// The numbers of a pair and a real number.
[[nodiscard]] inline value shifted(pair_call const& k, value const& pair, double by) {
    return k(aten::add.Tensor, pair, k.pair(scalar(by), k.part_dtype()));
}

[[nodiscard]] inline vec<value> exponentials(pair_call const& k) { return one(exponential(k, k->tensor("self"))); }
[[nodiscard]] inline vec<value> exponentials_less_one(pair_call const& k) {
    return one(shifted(k, exponential(k, k->tensor("self")), -1));
}
[[nodiscard]] inline vec<value> sigmoids(pair_call const& k) {
    value const below = shifted(k, exponential(k, k(aten::neg, k->tensor("self"))), 1);
    return one(quotient(k, k.pair(scalar(1.0), k.part_dtype()), below));
}
[[nodiscard]] inline vec<value> logarithms(pair_call const& k) { return one(logarithm(k, k->tensor("self"))); }
[[nodiscard]] inline vec<value> logarithms_of_one_more(pair_call const& k) {
    return one(logarithm(k, shifted(k, k->tensor("self"), 1)));
}
[[nodiscard]] inline vec<value> binary_logarithms(pair_call const& k) {
    return one(k(aten::div.Scalar, logarithm(k, k->tensor("self")), std::numbers::ln2));
}
[[nodiscard]] inline vec<value> decimal_logarithms(pair_call const& k) {
    return one(k(aten::div.Scalar, logarithm(k, k->tensor("self")), std::numbers::ln10));
}

/// A power with a real exponent.
[[nodiscard]] inline value raised(pair_call const& k, double exponent) {
    value const& self = k->tensor("self");
    if (exponent == 2)
        return product(k, self, self, true);
    value const length = lengths(k, self, true);
    value angle = k(aten::mul.Scalar, angles(k, self), exponent);
    if (exponent < 0) // of 0, whatever its signs, an infinite number of no angle
        angle = k(aten::masked_fill.Scalar, angle, k(aten::eq.Scalar, length, 0), 0);
    return of_lengths(k, k(aten::pow.Tensor_Scalar, length, exponent), angle);
}
[[nodiscard]] inline vec<value> powers(pair_call const& k) {
    scalar const exponent = k->number("exponent");
    if (exponent.imaginary_part() == 0)
        return one(raised(k, exponent.real_part()));
    value const self = operand_pair(k, "self");
    value const power = exponential(k, product(k, logarithm(k, self), k.pair(exponent, k.part_dtype()), true));
    if (!(exponent.real_part() > 0))
        return one(power);
    value const is_zero = k(aten::eq.Scalar, lengths(k, self, true), 0); // its logarithm is infinite
    return one(k(aten::where.self, is_zero, k.pair(scalar(0.0), k.part_dtype()), power));
}
[[nodiscard]] inline vec<value> roots(pair_call const& k) { return one(raised(k, 0.5)); }
[[nodiscard]] inline vec<value> reciprocal_roots(pair_call const& k) { return one(raised(k, -0.5)); }

/// Powers of a number other than 0.
[[nodiscard]] inline vec<value> powers_of(pair_call const& k) {
    scalar const given = k->number("self");
    std::complex<double> const base(given.real_part(), given.imaginary_part());
    if (base == 0.0)
        raise(errc::unsupported, "complex_to_real: complex powers of 0 have no form in pairs");
    if (base.imag() == 0 && base.real() > 0)
        return one(exponential(k, k(aten::mul.Scalar, k->tensor("exponent"), std::log(base.real()))));
    std::complex<double> const log = std::log(base);
    value const turn = k.pair(scalar::complex(log.real(), log.imag()), k.part_dtype());
    return one(exponential(k, product(k, operand_pair(k, "exponent"), turn, true)));
}

/// Both parts as products of functions of the real and the imaginary part.
template <class A, class B, class C, class D>
[[nodiscard]] value of_products(pair_call const& k, A const& a, B const& b, C const& c, D const& d) {
    value const real = k.column_of(k->tensor("self"), 0), imaginary = k.column_of(k->tensor("self"), 1);
    value const first = k(aten::mul.Tensor, k(a, real), k(b, imaginary));
    return k.joined(first, k(aten::mul.Tensor, k(c, real), k(d, imaginary)));
}
[[nodiscard]] inline value sine(pair_call const& k) {
    return of_products(k, aten::sin, aten::cosh, aten::cos, aten::sinh);
}
[[nodiscard]] inline value cosine(pair_call const& k) {
    return k.conjugated(of_products(k, aten::cos, aten::cosh, aten::sin, aten::sinh));
}
[[nodiscard]] inline value hyperbolic_sine(pair_call const& k) {
    return of_products(k, aten::sinh, aten::cos, aten::cosh, aten::sin);
}
[[nodiscard]] inline value hyperbolic_cosine(pair_call const& k) {
    return of_products(k, aten::cosh, aten::cos, aten::sinh, aten::sin);
}
template <value (*F)(pair_call const&)>
[[nodiscard]] vec<value> only(pair_call const& k) {
    return one(F(k));
}
template <value (*F)(pair_call const&), value (*G)(pair_call const&)>
[[nodiscard]] vec<value> ratio(pair_call const& k) {
    value const above = F(k);
    return one(quotient(k, above, G(k)));
}

/// logical_not: both parts are 0.
[[nodiscard]] inline vec<value> are_zero(pair_call const& k) {
    value const zero = k(aten::logical_not, k->tensor("self"));
    return one(k(aten::logical_and, k.part(zero, 0), k.part(zero, 1)));
}

/// isnan and isinf: one of the parts is.
template <bool Infinite>
[[nodiscard]] vec<value> either_part(pair_call const& k) {
    value const& self = k->tensor("self");
    value const found = Infinite ? k(aten::isinf, self) : k(aten::isnan, self);
    return one(k(aten::logical_or, k.part(found, 0), k.part(found, 1)));
}

[[nodiscard]] inline vec<value> polar_numbers(pair_call const& k) {
    return one(of_lengths(k, k.column(k->tensor("abs"), 0), k.column(k->tensor("angle"), 0)));
}

/// To another dtype: of real ones pairs, of pairs that are to be real their numbers as such.
[[nodiscard]] inline vec<value> converted(pair_call const& k) {
    value const& self = k->tensor("self");
    dtype const wanted = k.result_dtype();
    if (is_complex(wanted))
        return one(k.is_pair(self) && k.dtype(self) == k.part_dtype() ? k(aten::clone, self)
                                                                      : k.pair(self, k.part_dtype()));
    return one(k.as_real(self, wanted));
}

[[nodiscard]] inline vec<value> chosen(pair_call const& k) {
    return one(k(aten::where.self, k(aten::unsqueeze_copy, k->tensor("condition"), -1), operand_pair(k, "self"),
                 operand_pair(k, "other")));
}

/// eq and ne: both parts are, or one of them is not.
template <bool Equal>
[[nodiscard]] vec<value> compared(pair_call const& k) {
    auto const operand = [&](char const* name) -> promotion_operand {
        if (k.is_number(name))
            return {k->number(name).dtype(), operand_kind::scalar};
        value const& v = k->tensor(name);
        return {k.is_pair(v) ? to_complex(k.dtype(v)) : k.dtype(v),
                k.numbers_rank(v) == 0 ? operand_kind::zero_dim : operand_kind::tensor};
    };
    promotion_operand const both[] = {operand("self"), operand("other")};
    dtype const common = is_bcomplex32(both) ? dtype::bf16 : real_part(result_type(both));
    auto const pair = [&](char const* name) {
        return k.is_number(name) ? k.pair(k->number(name), common) : k.pair(k->tensor(name), common);
    };
    value const self = pair("self"), other = pair("other");
    if constexpr (Equal) {
        value const same = k(aten::eq.Tensor, self, other);
        return one(k(aten::logical_and, k.part(same, 0), k.part(same, 1)));
    } else {
        value const differ = k(aten::ne.Tensor, self, other);
        return one(k(aten::logical_or, k.part(differ, 0), k.part(differ, 1)));
    }
}

/// sum and mean: of each part.
[[nodiscard]] inline vec<value> reduced(pair_call const& k) {
    value const& self = k->tensor("self");
    std::int64_t const rank = k.numbers_rank(self);
    vec<sym_int> dims;
    if (vec<sym_int> const* const given =
            k.original().op().find_argument("dim") < 0 ? nullptr : k->optional_integers("dim"))
        for (sym_int const& dim : *given)
            dims.push_back(k.from_start(dim, rank));
    if (dims.empty())
        for (std::int64_t d = 0; d < rank; ++d)
            dims.push_back(d);
    bool const keep = k.original().op().find_argument("keepdim") >= 0 && k->boolean("keepdim");
    value const pair = k.pair(self, k.part_dtype());
    if (rank == 0)
        return one(k(aten::clone, pair));
    bool const mean = k.original().op().name.starts_with(aten::mean.default_.info().name);
    return one(mean ? k(aten::mean.dim, pair, dims, keep) : k(aten::sum.dim_IntList, pair, dims, keep));
}

[[nodiscard]] inline vec<value> summed_up(pair_call const& k) {
    return k.changed().pairs(k.part_dtype()).dims(k.numbers_rank(k->tensor("self"))).formats().results();
}

/// mm and bmm: rows of pairs are rows of twice as many real numbers, and the parts of the other matrix stand so that
/// their products with these are the parts of those with the numbers.
[[nodiscard]] inline value matrix_product(pair_call const& k, int first) {
    dtype const parts = k.part_dtype();
    value const self = k.as(k->tensor(first), parts), other = k.as(k->tensor(first + 1), parts);
    bool const batch = k.result_sizes().size() == 3;
    bool const left_pair = k.is_pair(k->tensor(first)), right_pair = k.is_pair(k->tensor(first + 1));
    auto const sizes_of = [&](value const& v, bool is_pair) {
        vec<sym_int> sizes = k.sizes(v);
        if (is_pair)
            sizes.pop_back();
        return sizes;
    };
    vec<sym_int> const left = sizes_of(self, left_pair), right = sizes_of(other, right_pair);
    auto const shaped = [&](value const& v, sym_int rows, sym_int columns) {
        vec<sym_int> sizes{std::move(rows), std::move(columns)};
        if (batch)
            sizes.insert(sizes.begin(), right[0]);
        return k(aten::view_copy, v, sizes);
    };
    sym_int const &rows = left[left.size() - 2], &inner = right[right.size() - 2], &columns = right.back();
    auto const multiply = [&](value const& a, value const& b) {
        return batch ? k(aten::bmm, a, b) : k(aten::mm, a, b);
    };
    value result;
    if (left_pair && !right_pair) {
        // Columns of parts beside each other: one product of each part.
        return k.of_parts(multiply(k.part(self, 0), other), multiply(k.part(self, 1), other));
    }
    if (left_pair) {
        // (..., k, m, 2) and those times i as (..., k, 2, m, 2), which are 2k rows of 2m.
        value const both =
            k(aten::cat, vec<value>{k(aten::unsqueeze_copy, other, -3), k(aten::unsqueeze_copy, k.turned(other), -3)},
              -3);
        result = multiply(shaped(self, rows, inner * 2), shaped(both, inner * 2, columns * 2));
    } else {
        result = multiply(self, shaped(other, inner, columns * 2));
    }
    vec<sym_int> sizes = k.result_sizes();
    sizes.push_back(2);
    return k(aten::view_copy, result, sizes);
}

[[nodiscard]] inline vec<value> multiplied_matrices(pair_call const& k) { return one(matrix_product(k, 0)); }

/// Of two real factors.
[[nodiscard]] inline value real_product(pair_call const& k) {
    value const a = k.as(k->tensor(1), k.part_dtype()), b = k.as(k->tensor(2), k.part_dtype());
    return k.result_sizes().size() == 3 ? k(aten::bmm, a, b) : k(aten::mm, a, b);
}

/// addmm and baddbmm: `beta` times the first, and `alpha` times the product of the others.
[[nodiscard]] inline vec<value> added_to_product(pair_call const& k) {
    dtype const parts = k.part_dtype();
    bool const pairs = k.is_pair(k->tensor(1)) || k.is_pair(k->tensor(2));
    value const numbers = pairs ? matrix_product(k, 1) : k.pair(real_product(k), parts);
    value const self = k.pair(k->tensor("self"), parts);
    return one(k(aten::add.Tensor, scaled(k, self, k->number("beta")), scaled(k, numbers, k->number("alpha"))));
}

/// The forms of calls that compute with numbers.
inline constexpr pair_rule arithmetic_rules[] = {
    {&aten::add.Tensor.info(), &added},
    {&aten::add.Scalar.info(), &added},
    {&aten::sub.Tensor.info(), &subtracted},
    {&aten::sub.Scalar.info(), &subtracted},
    {&aten::rsub.Tensor.info(), &subtracted_from},
    {&aten::rsub.Scalar.info(), &subtracted_from},
    {&aten::mul.Tensor.info(), &multiplied},
    {&aten::mul.Scalar.info(), &multiplied},
    {&aten::div.Tensor.info(), &divided},
    {&aten::div.Scalar.info(), &divided},
    {&aten::neg.default_.info(), &negated},
    {&aten::_conj_physical.default_.info(), &conjugate},
    {&aten::conj_physical.default_.info(), &conjugate},
    {&aten::conj.default_.info(), &conjugate},
    {&aten::_conj.default_.info(), &conjugate},
    {&aten::real.default_.info(), &real_parts},
    {&aten::imag.default_.info(), &imaginary_parts},
    {&aten::angle.default_.info(), &angles_of},
    {&aten::abs.default_.info(), &absolute},
    {&aten::sgn.default_.info(), &signs},
    {&aten::reciprocal.default_.info(), &reciprocals},
    {&aten::exp.default_.info(), &exponentials},
    {&aten::log.default_.info(), &logarithms},
    {&aten::pow.Tensor_Scalar.info(), &powers},
    {&aten::sqrt.default_.info(), &roots},
    {&aten::rsqrt.default_.info(), &reciprocal_roots},
    {&aten::pow.Scalar.info(), &powers_of},
    {&aten::expm1.default_.info(), &exponentials_less_one},
    {&aten::sigmoid.default_.info(), &sigmoids},
    {&aten::log1p.default_.info(), &logarithms_of_one_more},
    {&aten::log2.default_.info(), &binary_logarithms},
    {&aten::log10.default_.info(), &decimal_logarithms},
    {&aten::sin.default_.info(), &only<sine>},
    {&aten::cos.default_.info(), &only<cosine>},
    {&aten::tan.default_.info(), &ratio<sine, cosine>},
    {&aten::sinh.default_.info(), &only<hyperbolic_sine>},
    {&aten::cosh.default_.info(), &only<hyperbolic_cosine>},
    {&aten::tanh.default_.info(), &ratio<hyperbolic_sine, hyperbolic_cosine>},
    {&aten::logical_not.default_.info(), &are_zero},
    {&aten::isnan.default_.info(), &either_part<false>},
    {&aten::isinf.default_.info(), &either_part<true>},
    {&aten::polar.default_.info(), &polar_numbers},
    {&aten::_to_copy.default_.info(), &converted},
    {&aten::to.dtype.info(), &converted},
    {&aten::where.self.info(), &chosen},
    {&aten::eq.Tensor.info(), &compared<true>},
    {&aten::eq.Scalar.info(), &compared<true>},
    {&aten::ne.Tensor.info(), &compared<false>},
    {&aten::ne.Scalar.info(), &compared<false>},
    {&aten::sum.default_.info(), &reduced},
    {&aten::sum.dim_IntList.info(), &reduced},
    {&aten::mean.default_.info(), &reduced},
    {&aten::mean.dim.info(), &reduced},
    {&aten::cumsum.default_.info(), &summed_up},
    {&aten::mm.default_.info(), &multiplied_matrices},
    {&aten::bmm.default_.info(), &multiplied_matrices},
    {&aten::addmm.default_.info(), &added_to_product},
    {&aten::baddbmm.default_.info(), &added_to_product},
};

} // namespace graft::detail
