#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>

/// Random numbers of other distributions, which `rand` and `randn` become. They are not those that PyTorch draws.
namespace graft::detail {

/// The dtype in which numbers are drawn that become others of this one.
[[nodiscard]] constexpr dtype drawn_dtype(dtype d) {
    return d == dtype::f64 || !is_floating_point(d) ? dtype::f64 : dtype::f32;
}

/// As many as a tensor has, in its dtype or that asked for.
template <class V, class Op>
[[nodiscard]] constexpr V drawn_like(composing<V> const& k, V const& self, Op const& op) {
    return k(op, k.sizes(self), k->dtype("dtype").value_or(k.dtype(self)));
}

/// Integers in [low, high).
template <class V>
[[nodiscard]] constexpr V drawn_integers(composing<V> const& k, vec<sym_int> const& sizes, sym_int const& low,
                                         sym_int const& high, dtype d) {
    std::int64_t const least = k.number_of(low), end = k.number_of(high);
    k.require(least < end, "there is no integer from ", least, " to before ", end);
    double const width = static_cast<double>(end) - static_cast<double>(least);
    V const drawn = k(aten::floor, k(aten::mul.Scalar, k(aten::rand, sizes, dtype::f64), width));
    return k(aten::to.dtype, k(aten::add.Scalar, drawn, static_cast<double>(least)), d);
}

/// 1 with a probability, in the dtype of `self`.
template <class V>
[[nodiscard]] constexpr V drawn_truths(composing<V> const& k, V const& self, V const& p) {
    k.require(is_floating_point(k.dtype(p)), "probabilities must be floating-point, not ", torch_name(k.dtype(p)));
    V const drawn = k(aten::rand, k.sizes(p), drawn_dtype(k.dtype(p)));
    return k(aten::to.dtype, k(aten::lt.Tensor, drawn, p), k.dtype(self));
}

/// What a function makes of numbers in [0, 1), in the dtype of `self`, which must be floating-point if `real`.
template <class V, class F>
[[nodiscard]] constexpr V drawn(composing<V> const& k, F const& of, bool real = true) {
    V const& self = k->tensor("self");
    if (real)
        k.require_floating("self");
    return k(aten::to.dtype, of(k(aten::rand, k.sizes(self), drawn_dtype(k.dtype(self)))), k.dtype(self));
}

/// Normally distributed numbers in the sizes and the dtype of `like`.
template <class V>
[[nodiscard]] constexpr V drawn_normal(composing<V> const& k, V const& like, double mean, double deviation) {
    k.require(deviation >= 0, "'std' must not be negative");
    V const numbers = k(aten::randn, k.sizes(like), drawn_dtype(k.dtype(like)));
    return k(aten::to.dtype, k(aten::add.Scalar, k(aten::mul.Scalar, numbers, deviation), mean), k.dtype(like));
}

} // namespace graft::detail

namespace graft::aten {

struct rand_like_default : composite_op<rand_like_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::drawn_like(k, k->tensor("self"), aten::rand); }
};
inline constexpr single_overload<rand_like_default> rand_like{};

struct randn_like_default : composite_op<randn_like_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::drawn_like(k, k->tensor("self"), aten::randn); }
};
inline constexpr single_overload<randn_like_default> randn_like{};

struct randint_default : composite_op<randint_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        dtype const d = k->dtype("dtype").value_or(dtype::i64);
        return detail::drawn_integers(k, k->integers("size"), 0, k->integer("high"), d);
    }
};
struct randint_low : composite_op<randint_low, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, "
        "Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        dtype const d = k->dtype("dtype").value_or(dtype::i64);
        return detail::drawn_integers(k, k->integers("size"), k->integer("low"), k->integer("high"), d);
    }
};
inline constexpr struct randint_packet : packet<randint_packet> {
    randint_default default_;
    randint_low low;
} randint{};

struct randint_like_default : composite_op<randint_like_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? "
        "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        dtype const d = k->dtype("dtype").value_or(k.dtype(self));
        return detail::drawn_integers(k, k.sizes(self), 0, k->integer("high"), d);
    }
};
struct randint_like_low_dtype : composite_op<randint_like_low_dtype, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        dtype const d = k->dtype("dtype").value_or(k.dtype(self));
        return detail::drawn_integers(k, k.sizes(self), k->integer("low"), k->integer("high"), d);
    }
};
inline constexpr struct randint_like_packet : packet<randint_like_packet> {
    randint_like_default default_;
    randint_like_low_dtype low_dtype;
} randint_like{};

/// 1 with the probability that `self` is, else 0.
struct bernoulli_default : composite_op<bernoulli_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{"aten::bernoulli(Tensor self, *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::drawn_truths(k, self, self);
    }
};
struct bernoulli_p : composite_op<bernoulli_p, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        double const p = k->real("p");
        k.require(p >= 0 && p <= 1, "'p' must be in [0, 1]");
        auto const& self = k->tensor("self");
        auto const drawn = k(lt.Scalar, k(aten::rand, k.sizes(self), dtype::f64), p);
        return k(to.dtype, drawn, k.dtype(self));
    }
};
struct bernoulli_tensor : composite_op<bernoulli_tensor, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &p = k->tensor("p");
        return detail::drawn_truths(k, self, k(expand, p, k.sizes(self)));
    }
};
inline constexpr struct bernoulli_packet : packet<bernoulli_packet> {
    bernoulli_default default_;
    bernoulli_p p;
    bernoulli_tensor Tensor;
} bernoulli{};

struct uniform_default : composite_op<uniform_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::uniform(Tensor self, float from=0., float to=1., *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        double const from = k->real("from"), end = k->real("to");
        k.require(from <= end, "'from' is above 'to'");
        return detail::drawn(k, [&](V const& u) { return k(add.Scalar, k(mul.Scalar, u, end - from), from); });
    }
};
inline constexpr single_overload<uniform_default> uniform{};

struct exponential_default : composite_op<exponential_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::exponential(Tensor self, float lambd=1., *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        double const rate = k->real("lambd");
        k.require(rate > 0, "'lambd' must be positive");
        return detail::drawn(k, [&](V const& u) { return k(div.Scalar, k(neg, k(log1p, k(neg, u))), rate); });
    }
};
inline constexpr single_overload<exponential_default> exponential{};

struct cauchy_default : composite_op<cauchy_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::cauchy(Tensor self, float median=0., float sigma=1., *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        double const sigma = k->real("sigma"), middle = k->real("median");
        k.require(sigma > 0, "'sigma' must be positive");
        return detail::drawn(k, [&](V const& u) {
            V const angle_of = k(mul.Scalar, k(add.Scalar, u, -0.5), std::numbers::pi);
            return k(add.Scalar, k(mul.Scalar, k(tan, angle_of), sigma), middle);
        });
    }
};
inline constexpr single_overload<cauchy_default> cauchy{};

struct geometric_default : composite_op<geometric_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{"aten::geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        double const p = k->real("p");
        k.require(p > 0 && p < 1, "'p' must be in (0, 1)");
        return detail::drawn(
            k, [&](V const& u) { return k(clamp_min, k(ceil, k(div.Scalar, k(log1p, k(neg, u)), std::log1p(-p))), 1); },
            false);
    }
};
inline constexpr single_overload<geometric_default> geometric{};

struct normal_functional_default : composite_op<normal_functional_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::drawn_normal(k, self, k->real("mean"), k->real("std"));
    }
};
inline constexpr single_overload<normal_functional_default> normal_functional{};

struct log_normal_default : composite_op<log_normal_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::log_normal(Tensor self, float mean=1., float std=2., *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const wide = k(to.dtype, self, dtype::f64);
        return k(to.dtype, k(exp, detail::drawn_normal(k, wide, k->real("mean"), k->real("std"))), k.dtype(self));
    }
};
inline constexpr single_overload<log_normal_default> log_normal{};

struct normal_tensor_tensor : composite_op<normal_tensor_tensor, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &middle = k->tensor("mean"), &deviation = k->tensor("std");
        V const both = k(add.Tensor, middle, k(zeros_like, deviation));
        return k(add.Tensor, k(mul.Tensor, detail::drawn_normal(k, both, 0, 1), deviation), middle);
    }
};
struct normal_tensor_float : composite_op<normal_tensor_float, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& middle = k->tensor("mean");
        return k(add.Tensor, detail::drawn_normal(k, middle, 0, k->real("std")), middle);
    }
};
struct normal_float_tensor : composite_op<normal_float_tensor, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& deviation = k->tensor("std");
        return k(add.Scalar, k(mul.Tensor, detail::drawn_normal(k, deviation, 0, 1), deviation), k->real("mean"));
    }
};
struct normal_float_float : composite_op<normal_float_float, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? "
        "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const drawn = k(aten::randn, k["size"], k["dtype"]);
        return k(add.Scalar, k(mul.Scalar, drawn, k->real("std")), k->real("mean"));
    }
};
inline constexpr struct normal_packet : packet<normal_packet> {
    normal_tensor_tensor Tensor_Tensor;
    normal_tensor_float Tensor_float;
    normal_float_tensor float_Tensor;
    normal_float_float float_float;
} normal{};

struct random_from : composite_op<random_from, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::random.from(Tensor self, int from, int? to, *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k->has("to"), "without 'to' the numbers have no bound");
        return detail::drawn_integers(k, k.sizes(self), k->integer("from"), k->integer("to"), k.dtype(self));
    }
};
struct random_to : composite_op<random_to, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{"aten::random.to(Tensor self, int to, *, Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return detail::drawn_integers(k, k.sizes(self), 0, k->integer("to"), k.dtype(self));
    }
};
inline constexpr struct random_packet : packet<random_packet> {
    random_from from;
    random_to to;
} random{};

struct bernoulli_inplace_float : inplace_op<bernoulli_inplace_float, bernoulli_p> {
    static constexpr schema_text text{
        "aten::bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)"};
};
struct bernoulli_inplace_tensor : inplace_op<bernoulli_inplace_tensor, bernoulli_tensor> {
    static constexpr schema_text text{
        "aten::bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)"};
};
inline constexpr struct bernoulli_inplace_packet : packet<bernoulli_inplace_packet> {
    bernoulli_inplace_float float_;
    bernoulli_inplace_tensor Tensor;
} bernoulli_{};

using uniform_inplace_default = inplace<uniform_default>;
inline constexpr single_overload<uniform_inplace_default> uniform_{};
using exponential_inplace_default = inplace<exponential_default>;
inline constexpr single_overload<exponential_inplace_default> exponential_{};
using cauchy_inplace_default = inplace<cauchy_default>;
inline constexpr single_overload<cauchy_inplace_default> cauchy_{};
using geometric_inplace_default = inplace<geometric_default>;
inline constexpr single_overload<geometric_inplace_default> geometric_{};

struct normal_inplace_default : inplace_op<normal_inplace_default, normal_functional_default> {
    static constexpr schema_text text{
        "aten::normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)"};
};
inline constexpr single_overload<normal_inplace_default> normal_{};

using log_normal_inplace_default = inplace<log_normal_default>;
inline constexpr single_overload<log_normal_inplace_default> log_normal_{};

using random_inplace_from = inplace<random_from>;
using random_inplace_to = inplace<random_to>;
inline constexpr struct random_inplace_packet : packet<random_inplace_packet> {
    random_inplace_from from;
    random_inplace_to to;
} random_{};

/// Every op of this header.
using random_numbers_ops = overloads_of<rand_like, randn_like, randint, randint_like, bernoulli, uniform, exponential,
                                        cauchy, geometric, normal_functional, log_normal, normal, random, bernoulli_,
                                        uniform_, exponential_, cauchy_, geometric_, normal_, log_normal_, random_>;

} // namespace graft::aten
