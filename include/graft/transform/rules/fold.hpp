#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/rules/common.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace graft {

namespace detail {

//=== shapes of what is folded ===//

constexpr arg literal_sizes(vec<std::int64_t> const& sizes) {
    vec<arg> items;
    for (std::int64_t const size : sizes)
        items.push_back(size);
    return arg::list(items);
}

// The sizes of a tensor, none of which is symbolic.
GRAFT_CONSTEXPR std::optional<vec<std::int64_t>> static_sizes(tensor_spec const* t);

constexpr std::int64_t groups_of(match const& m) {
    arg_ref const groups = m["groups"];
    return groups.kind() == arg_kind::integer ? groups.integer() : 0;
}

// One number per output channel, to be multiplied with the kernel `w`.
constexpr arg per_output_channel(match const& m) {
    vec<std::int64_t> sizes(m.val("w")->tensor.dim(), 1);
    sizes[0] = -1;
    return literal_sizes(sizes);
}

// The kernel of a transposed convolution, [in, out / groups, ...], as [groups, in / groups, out / groups, ...], and
// what is multiplied with it then.
GRAFT_CONSTEXPR bool w_has_groups(match const& m);
GRAFT_CONSTEXPR arg grouped_sizes(match const& m);
GRAFT_CONSTEXPR arg per_grouped_channel(match const& m);
GRAFT_CONSTEXPR_INLINE arg sizes_of_w(match const& m) { return literal_sizes(*static_sizes(tensor_of(m.val("w")))); }

// True when the dimension 1 of what is replaced is that of the channels: a convolution of a single image has none.
GRAFT_CONSTEXPR bool has_channels(match const& m);

// True when "m" has one number per channel of the convolution, and no other dimension.
GRAFT_CONSTEXPR bool is_per_channel(match const& m);

//=== convolutions, of which the first argument says whether they are transposed ===//

template <bool Transposed, class W, class B>
constexpr auto convolution_with(std::bool_constant<Transposed>, W const& w, B const& bias) {
    return aten::convolution(var<"x">, w, bias, var<"stride">, var<"padding">, var<"dilation">, Transposed,
                             var<"output_padding">, var<"groups">);
}

// The kernel with each output channel multiplied by its number.
template <class Factor>
constexpr auto scaled_filter(std::false_type, Factor const& factor) {
    return aten::mul.Tensor(var<"w">, aten::view_copy(factor, compute<"per_output_channel">(&per_output_channel)));
}
template <class Factor>
constexpr auto scaled_filter(std::true_type, Factor const& factor) {
    return aten::view_copy(
        aten::mul.Tensor(aten::view_copy(var<"w">, compute<"grouped_sizes">(&grouped_sizes)),
                         aten::view_copy(factor, compute<"per_grouped_channel">(&per_grouped_channel))),
        compute<"sizes_of_w">(&sizes_of_w));
}

constexpr auto kernel_shape(std::false_type) {
    return where(that<"dimension 1 is that of the channels">(&has_channels));
}
constexpr auto kernel_shape(std::true_type) {
    return kernel_shape(std::false_type{}) && where(that<"w can be divided into the groups">(&w_has_groups));
}
constexpr auto per_channel() { return where(that<"m has one number per channel">(&is_per_channel)); }

// These are constants of the dtype of the weights; what is None is none.
constexpr auto constants() { return where(); }
template <class V, class... Rest>
constexpr auto constants(V v, Rest... rest) {
    if constexpr (std::is_null_pointer_v<V>)
        return constants(rest...);
    else
        return where(is_constant(v), same_dtype(v, var<"w">)) && constants(rest...);
}

template <fixed_string Name, class Sides, class Where>
constexpr auto fold_rule(Sides const& sides, Where const& only) {
    return rule<Name>(sides, only && where(var<"w">.in(rule_sets::single_or_double)))
        .finite_only()
        .approx(1e-5, 1e-4)
        .terminates_because("a product, a sum or a norm goes, and what is new is of constants");
}

//=== batch norm ===//

// What it multiplies by.
template <class Gamma>
constexpr auto norm_scale(Gamma gamma) {
    auto const reciprocal = aten::rsqrt(aten::add.Scalar(var<"variance">, var<"eps">));
    if constexpr (std::is_null_pointer_v<Gamma>)
        return reciprocal;
    else
        return aten::mul.Tensor(reciprocal, gamma);
}

// The bias of the convolution, (bias - mean) * scale + beta.
template <class Bias, class Scale, class Beta>
constexpr auto normalized_bias(Bias bias, Scale const& scale, Beta beta) {
    auto const scaled = [&] {
        if constexpr (std::is_null_pointer_v<Bias>)
            return aten::neg(aten::mul.Tensor(var<"mean">, scale));
        else
            return aten::mul.Tensor(aten::sub.Tensor(bias, var<"mean">), scale);
    }();
    if constexpr (std::is_null_pointer_v<Beta>)
        return scaled;
    else
        return aten::add.Tensor(scaled, beta);
}

// The square root is of something.
constexpr bool eps_is_positive(match const& m) { return m["eps"].kind() == arg_kind::real && m["eps"].real() >= 1e-12; }

template <fixed_string Name, class Kind, class Gamma, class Beta, class Bias>
constexpr auto fold_norm(Kind kind, Gamma gamma, Beta beta, Bias bias) {
    auto const normalized = out<0>(one_use(aten::_native_batch_norm_legit_no_training(
        one_use(convolution_with(kind, var<"w">, bias)), gamma, beta, var<"mean">, var<"variance">, any, var<"eps">)));
    auto const scale = norm_scale(gamma);
    return fold_rule<Name>(normalized >>
                               convolution_with(kind, scaled_filter(kind, scale), normalized_bias(bias, scale, beta)),
                           constants(var<"w">, var<"mean">, var<"variance">, gamma, beta, bias) && kernel_shape(kind) &&
                               where(that<"eps is positive">(&eps_is_positive)));
}

// Folds a batch norm in inference into the `conv2d` before it, in a program that is not decomposed.
template <fixed_string Name, class Gamma, class Beta, class Bias>
constexpr auto fold_norm_of_conv2d(Gamma gamma, Beta beta, Bias bias) {
    auto const convolution = [](auto const& w, auto const& b) {
        return aten::conv2d(var<"x">, w, b, var<"stride">, var<"padding">, var<"dilation">, var<"groups">);
    };
    auto const scale = norm_scale(gamma);
    return fold_rule<Name>(aten::batch_norm(one_use(convolution(var<"w">, bias)), gamma, beta, var<"mean">,
                                            var<"variance">, false, any, var<"eps">, any) >>
                               convolution(scaled_filter(std::false_type{}, scale), normalized_bias(bias, scale, beta)),
                           constants(var<"w">, var<"mean">, var<"variance">, gamma, beta, bias) &&
                               kernel_shape(std::false_type{}) && where(that<"eps is positive">(&eps_is_positive)));
}

//=== products and sums ===//

template <fixed_string Name, class Kind, class Bias>
constexpr auto fold_factor(Kind kind, Bias bias) {
    auto const scaled_bias = [&] {
        if constexpr (std::is_null_pointer_v<Bias>)
            return nullptr;
        else
            return aten::mul.Tensor(bias, aten::view_copy(var<"m">, ints(-1)));
    }();
    return fold_rule<Name>(aten::mul.Tensor(one_use(convolution_with(kind, var<"w">, bias)), var<"m">) >>
                               convolution_with(kind, scaled_filter(kind, var<"m">), scaled_bias),
                           constants(var<"w">, var<"m">, bias) && kernel_shape(kind) && per_channel());
}

template <class Bias>
constexpr auto convolution_plus(Bias const& bias) {
    return aten::convolution(var<"x">, var<"w">, bias, var<"stride">, var<"padding">, var<"dilation">,
                             var<"transposed">, var<"output_padding">, var<"groups">);
}

constexpr auto per_column() {
    return where(rank(var<"w">) == 2, rank(var<"m">) == 1, dim(var<"m">, 0) == dim(replaced, -1));
}

} // namespace detail

namespace rule_sets {

/// A variable of the rules below.
/// @{
inline constexpr auto gamma = var<"gamma">;
inline constexpr auto beta = var<"beta">;
inline constexpr auto m = var<"m">;
/// @}

/// Batch norm in inference after a convolution that nothing else uses becomes part of its weights, which
/// `constant_prop` then computes: it multiplies by gamma / sqrt(variance + eps), and gamma, beta and bias may be None.
template <class Use = void, auto b = b, auto gamma = gamma, auto beta = beta>
inline constexpr auto fold_batch_norm = rules<"fold_batch_norm">(
    detail::fold_norm<"fold-batch-norm">(std::false_type{}, gamma, beta, b),
    detail::fold_norm<"fold-batch-norm-without-bias">(std::false_type{}, gamma, beta, nullptr),
    detail::fold_norm<"fold-plain-batch-norm">(std::false_type{}, nullptr, nullptr, b),
    detail::fold_norm<"fold-plain-batch-norm-without-bias">(std::false_type{}, nullptr, nullptr, nullptr),
    detail::fold_norm<"fold-batch-norm-transposed">(std::true_type{}, gamma, beta, b),
    detail::fold_norm<"fold-batch-norm-transposed-without-bias">(std::true_type{}, gamma, beta, nullptr),
    detail::fold_norm<"fold-plain-batch-norm-transposed">(std::true_type{}, nullptr, nullptr, b),
    detail::fold_norm<"fold-plain-batch-norm-transposed-without-bias">(std::true_type{}, nullptr, nullptr, nullptr),
    detail::fold_norm_of_conv2d<"fold-batch-norm-of-conv2d">(gamma, beta, b),
    detail::fold_norm_of_conv2d<"fold-batch-norm-of-conv2d-without-bias">(gamma, beta, nullptr),
    detail::fold_norm_of_conv2d<"fold-plain-batch-norm-of-conv2d">(nullptr, nullptr, b),
    detail::fold_norm_of_conv2d<"fold-plain-batch-norm-of-conv2d-without-bias">(nullptr, nullptr, nullptr));

/// A constant per channel that a convolution is multiplied by, or that is added to it, becomes part of its weights.
template <class Use = void, auto w = w, auto b = b, auto m = m>
inline constexpr auto fold_into_convolution = rules<"fold_into_convolution">(
    detail::fold_factor<"fold-factor">(std::false_type{}, b),
    detail::fold_factor<"fold-factor-without-bias">(std::false_type{}, nullptr),
    detail::fold_factor<"fold-factor-transposed">(std::true_type{}, b),
    detail::fold_factor<"fold-factor-transposed-without-bias">(std::true_type{}, nullptr),
    detail::fold_rule<"fold-summand">(aten::add.Tensor(one_use(detail::convolution_plus(b)), m) >>
                                          detail::convolution_plus(aten::add.Tensor(b, aten::view_copy(m, ints(-1)))),
                                      detail::constants(w, m, b) && detail::per_channel()),
    detail::fold_rule<"fold-summand-without-bias">(aten::add.Tensor(one_use(detail::convolution_plus(nullptr)), m) >>
                                                       detail::convolution_plus(aten::view_copy(m, ints(-1))),
                                                   detail::constants(w, m) && detail::per_channel()));

/// A constant per column that a linear layer is multiplied by, or that is added to it, becomes part of its weights.
template <class Use = void, auto x = x, auto w = w, auto b = b, auto m = m>
inline constexpr auto fold_into_linear = rules<"fold_into_linear">(
    detail::fold_rule<"fold-factor-of-linear">(
        aten::mul.Tensor(one_use(aten::linear(x, w, b)), m) >>
            aten::linear(x, aten::mul.Tensor(w, aten::view_copy(m, ints(-1, 1))), aten::mul.Tensor(b, m)),
        detail::constants(w, b, m) && detail::per_column() && where(rank(b) == 1, dim(w, 0) == dim(m, 0))),
    detail::fold_rule<"fold-factor-of-linear-without-bias">(
        aten::mul.Tensor(one_use(aten::linear(x, w)), m) >>
            aten::linear(x, aten::mul.Tensor(w, aten::view_copy(m, ints(-1, 1)))),
        detail::constants(w, m) && detail::per_column() && where(dim(w, 0) == dim(m, 0))),
    detail::fold_rule<"fold-summand-of-linear">(
        aten::add.Tensor(one_use(aten::linear(x, w, b)), m) >> aten::linear(x, w, aten::add.Tensor(b, m)),
        detail::constants(w, b, m) && detail::per_column() && where(rank(b) == 1, dim(w, 0) == dim(m, 0))),
    detail::fold_rule<"fold-summand-of-linear-without-bias">(
        aten::add.Tensor(one_use(aten::linear(x, w)), m) >> aten::linear(x, w, m),
        detail::constants(w, m) && detail::per_column() && where(dim(w, 0) == dim(m, 0))),
    detail::fold_rule<"fold-factor-of-addmm">(aten::mul.Tensor(one_use(aten::addmm(b, x, w)), m) >>
                                                  aten::addmm(aten::mul.Tensor(b, m), x, aten::mul.Tensor(w, m)),
                                              detail::constants(w, b, m) && detail::per_column() &&
                                                  where(rank(b) == 1, dim(w, 1) == dim(m, 0))),
    detail::fold_rule<"fold-summand-of-addmm">(
        aten::add.Tensor(one_use(aten::addmm(b, x, w)), m) >> aten::addmm(aten::add.Tensor(b, m), x, w),
        detail::constants(w, b, m) && detail::per_column() && where(rank(b) == 1, dim(w, 1) == dim(m, 0))));

/// Phase fold: constants that follow a convolution or a linear layer become part of its weights. The calls on
/// constants alone that this leaves are what `constant_prop` evaluates.
template <class Use = void>
inline constexpr auto fold = rules<"fold">(fold_batch_norm<Use>, fold_into_convolution<Use>, fold_into_linear<Use>);

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR std::optional<vec<std::int64_t>> static_sizes(tensor_spec const* t) {
    if (t == nullptr)
        return std::nullopt;
    vec<std::int64_t> sizes;
    for (sym_int const& size : t->sizes) {
        if (size.is_symbolic())
            return std::nullopt;
        sizes.push_back(size.value());
    }
    return sizes;
}

GRAFT_CONSTEXPR bool w_has_groups(match const& m) {
    auto const sizes = static_sizes(tensor_of(m.val("w")));
    std::int64_t const groups = groups_of(m);
    return sizes && sizes->size() > 2 && groups > 0 && (*sizes)[0] % groups == 0;
}

GRAFT_CONSTEXPR arg grouped_sizes(match const& m) {
    vec<std::int64_t> sizes = *static_sizes(tensor_of(m.val("w")));
    sizes[0] /= groups_of(m);
    sizes.insert(sizes.begin(), groups_of(m));
    return literal_sizes(sizes);
}

GRAFT_CONSTEXPR arg per_grouped_channel(match const& m) {
    vec<std::int64_t> sizes(m.val("w")->tensor.dim() + 1, 1);
    sizes[0] = groups_of(m);
    sizes[2] = m.val("w")->tensor.sizes[1].value();
    return literal_sizes(sizes);
}

GRAFT_CONSTEXPR bool has_channels(match const& m) {
    tensor_spec const *const w = tensor_of(m.val("w")), *const root = tensor_of(m.val());
    return w != nullptr && root != nullptr && w->dim() == root->dim() && w->dim() > 2;
}

// What is known of the convolution that is matched.
constexpr tensor_spec const* matched_convolution(match const& m) {
    for (node_id const n : m.nodes)
        if (m.owner->target(n).name == aten::convolution.default_.info().name)
            return tensor_of(m.owner->val(n));
    return nullptr;
}

GRAFT_CONSTEXPR bool is_per_channel(match const& m) {
    tensor_spec const *const factor = tensor_of(m.val("m")), *const convolved = matched_convolution(m);
    if (factor == nullptr || convolved == nullptr || !has_channels(m) || factor->dim() > convolved->dim() ||
        factor->dim() + 1 < convolved->dim())
        return false;
    std::size_t const channel = factor->dim() + 1 - convolved->dim();
    for (std::size_t d = 0; d < factor->dim(); ++d)
        if (!surely_equal(factor->sizes[d], d == channel ? convolved->sizes[1] : sym_int{1}))
            return false;
    return true;
}

} // namespace graft::detail
#endif
