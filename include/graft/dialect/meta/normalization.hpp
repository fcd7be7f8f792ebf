#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

/// The result of a batch norm, whose input has channels in dimension 1.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec batch_normalized(call<tensor_spec> const& c);

/// The dimension at which the normalized shape begins, which is the end of the sizes of
/// `input`.
[[nodiscard]] GRAFT_CONSTEXPR std::size_t first_normalized(call<tensor_spec> const& c,
                                                           dtype_domain domain = dtype_domain::floating_point);

/// Requires groups of the channels of images whose sizes are 'N', 'C' and 'HxW'.
GRAFT_CONSTEXPR void require_given_groups(call<tensor_spec> const& c);

} // namespace detail

/// batch_norm.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_batch_norm(call<tensor_spec> const& c) {
    return detail::batch_normalized(c);
}

/// _native_batch_norm_legit_no_training: the result and, as nothing is saved, two empty
/// vectors.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_batch_norm_no_training(call<tensor_spec> const& c);

namespace detail {

/// The epsilon of rms_norm where it is given none: that of the dtype in which it is computed.
[[nodiscard]] constexpr double rms_epsilon(dtype d) {
    return real_part(d) == dtype::f64 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
}

} // namespace detail

/// rms_norm.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_rms_norm(call<tensor_spec> const& c);

/// layer_norm.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_layer_norm(call<tensor_spec> const& c);

/// native_layer_norm: the result, and mean and reciprocal deviation of what was normalized
/// together.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_native_layer_norm(call<tensor_spec> const& c);

/// group_norm.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_group_norm(call<tensor_spec> const& c);

/// native_group_norm: the result, and mean and reciprocal deviation of each group.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_native_group_norm(call<tensor_spec> const& c);

/// _softmax, _log_softmax: `half_to_float` is for accelerators only.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_softmax_kernel(call<tensor_spec> const& c);

/// softmax, log_softmax: converted to `dtype` first.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_softmax(call<tensor_spec> const& c);

/// _native_batch_norm_legit: the result and, if it is trained, mean and reciprocal deviation of the channels; of the
/// functional form also the running statistics as they are behind it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_batch_norm_legit(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/math.hpp>

#    include <array>
#    include <utility>

namespace graft {
namespace detail {

/// Requires that the tensor, if it is given, is a vector of this size.
constexpr void require_vector(call<tensor_spec> const& c, char const* argument, sym_int const& size) {
    tensor_spec const* vector = c.optional_tensor(argument);
    if (vector != nullptr && (vector->dim() != 1 || certainly_differ(vector->sizes[0], size)))
        reject(c, "'", argument, "' is ", shape_text(vector->sizes), ", not [", text(size), "]");
}

GRAFT_CONSTEXPR tensor_spec batch_normalized(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    require_domain(c, dtype_domain::floating_point, input.dtype);
    if (input.numel() == 0)
        return new_tensor(input, input.dtype, input.sizes);
    if (input.dim() < 2)
        reject(c, "'input' must have at least 2 dimensions, not ", input.dim());
    for (char const* argument : {"weight", "bias", "running_mean", "running_var"})
        if (c.op().find_argument(argument) >= 0)
            require_vector(c, argument, input.sizes[1]);
    // What is computed element by element of the input and of one number for each channel.
    vec<sym_int> channels(input.dim(), 1);
    channels[1] = input.sizes[1];
    dtype const computed = computing_dtype(input.dtype);
    std::array const operands{converted(input, computed), new_tensor(input, computed, std::move(channels))};
    return combined(input.dtype, operands);
}

GRAFT_CONSTEXPR std::size_t first_normalized(call<tensor_spec> const& c, dtype_domain domain) {
    tensor_spec const& input = c.tensor("input");
    require_domain(c, domain, input.dtype);
    vec<sym_int> const& shape = c.integers("normalized_shape");
    bool fits = !shape.empty() && shape.size() <= input.dim();
    for (std::size_t i = 1; fits && i <= shape.size(); ++i)
        fits = !certainly_differ(shape[shape.size() - i], input.sizes[input.dim() - i]);
    if (!fits)
        reject(c, "'normalized_shape' ", shape_text(shape), " is not the end of 'input' ", shape_text(input.sizes));
    for (char const* argument : {"weight", "bias"})
        if (tensor_spec const* given = c.op().find_argument(argument) < 0 ? nullptr : c.optional_tensor(argument))
            if (certainly_differ(given->sizes, shape))
                reject(c, "'", argument, "' is ", shape_text(given->sizes), ", not ", shape_text(shape));
    return input.dim() - shape.size();
}

/// What is saved of a normalization for its gradient: of the dtype of the weight, where there
/// is one.
[[nodiscard]] constexpr tensor_spec saved_statistics(call<tensor_spec> const& c, vec<sym_int> sizes) {
    tensor_spec const& input = c.tensor("input");
    tensor_spec const* weight = c.optional_tensor("weight");
    return new_tensor(input, weight == nullptr ? input.dtype : weight->dtype, std::move(sizes));
}

/// Requires that 'num_groups' divides the channels of 'input'.
GRAFT_CONSTEXPR_INLINE void require_groups(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    require_domain(c, dtype_domain::floating_point, input.dtype);
    sym_int const& groups = c.integer("num_groups");
    if (input.dim() < 2 || known_lt(0, groups) == false)
        reject(c, "'input' ", shape_text(input.sizes), " has no ", text(groups), " groups");
    if (certainly_differ(mod(input.sizes[1], groups), 0))
        reject(c, "'num_groups' ", text(groups), " does not divide the channels of 'input' ", shape_text(input.sizes));
}

GRAFT_CONSTEXPR void require_given_groups(call<tensor_spec> const& c) {
    for (char const* const name : {"N", "C", "HxW"})
        if (known_lt(c.integer(name), 0) == true)
            reject(c, "'", name, "' is ", text(c.integer(name)));
    sym_int const &channels = c.integer("C"), &groups = c.integer("group");
    if (known_lt(0, groups) == false || certainly_differ(mod(channels, groups), 0))
        reject(c, "'group' ", text(groups), " does not divide 'C' ", text(channels));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_batch_norm_no_training(call<tensor_spec> const& c) {
    tensor_spec const result = detail::batch_normalized(c);
    // Of the dtype of all that is given for the channels.
    tensor_spec const none = detail::new_tensor(c.tensor("input"), c.tensor("running_mean").dtype, {0});
    return value_spec::of_list({result, none, none});
}

namespace detail {

// The sizes of the numbers that are the same for all elements from a dimension on.
[[nodiscard]] constexpr vec<sym_int> leading_sizes(tensor_spec const& of, std::size_t first) {
    vec<sym_int> sizes = of.sizes;
    for (std::size_t d = first; d < sizes.size(); ++d)
        sizes[d] = 1;
    return sizes;
}

// What is computed of the contiguous input and of statistics of what is normalized together.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec layer_normalized(call<tensor_spec> const& c, std::size_t first) {
    tensor_spec const input = made_contiguous(c.tensor("input"));
    std::array const operands{input, new_tensor(input, input.dtype, leading_sizes(input, first))};
    return combined(input.dtype, operands);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_rms_norm(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    static_cast<void>(detail::first_normalized(c, dtype_domain::inexact));
    return detail::new_tensor(input, input.dtype, input.sizes);
}

GRAFT_CONSTEXPR value_spec meta_layer_norm(call<tensor_spec> const& c) {
    return detail::layer_normalized(c, detail::first_normalized(c));
}

GRAFT_CONSTEXPR value_spec meta_native_layer_norm(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    std::size_t const first = detail::first_normalized(c);
    tensor_spec const statistics = detail::saved_statistics(c, detail::leading_sizes(input, first));
    tensor_spec const result = detail::layer_normalized(c, first);
    return value_spec::of_list({result, statistics, statistics});
}

GRAFT_CONSTEXPR value_spec meta_group_norm(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    detail::require_groups(c);
    for (std::size_t d = 1; d < input.dim(); ++d)
        if (input.sizes[d] == 0)
            detail::reject(c, "'input' ", detail::shape_text(input.sizes), " has no elements of channels");
    for (char const* argument : {"weight", "bias"})
        detail::require_vector(c, argument, input.sizes[1]);
    if (suggests_channels_last(input))
        return detail::new_image(input, input.sizes, true);
    return detail::new_tensor(input, input.dtype, input.sizes);
}

GRAFT_CONSTEXPR value_spec meta_native_group_norm(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    detail::require_domain(c, dtype_domain::floating_point, input.dtype);
    detail::require_given_groups(c);
    if (known_lt(0, c.integer("HxW")) == false)
        detail::reject(c, "'HxW' is ", text(c.integer("HxW")));
    for (char const* argument : {"weight", "bias"})
        detail::require_vector(c, argument, c.integer("C"));
    tensor_spec result = detail::new_tensor(input, input.dtype, input.sizes);
    if (suggests_channels_last(input))
        result = detail::new_image(input, input.sizes, true);
    if (detail::certainly_differ(input.numel(), c.integer("N") * c.integer("C") * c.integer("HxW")))
        detail::reject(c, "'N', 'C' and 'HxW' do not fit 'input' ", detail::shape_text(input.sizes));
    tensor_spec const statistics = detail::saved_statistics(c, {c.integer("N"), c.integer("group")});
    return value_spec::of_list({result, statistics, statistics});
}

GRAFT_CONSTEXPR value_spec meta_softmax_kernel(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain_of_elements(c, dtype_domain::floating_point, self.dtype);
    static_cast<void>(detail::dim_argument(c, "dim", self.dim()));
    bool const widened = c.boolean("half_to_float");
    if (widened && self.dtype != dtype::f16)
        detail::reject(c, "'half_to_float' is set and 'self' is ", torch_name(self.dtype));
    return detail::new_tensor(self, widened ? dtype::f32 : self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_softmax(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::dim_argument(c, "dim", self.dim()));
    dtype const d = c.dtype("dtype").value_or(self.dtype);
    detail::require_domain_of_elements(c, dtype_domain::floating_point, d);
    return detail::new_tensor(self, d, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_batch_norm_legit(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    bool const keeps = c.op().find_argument("running_mean") >= 0, training = c.boolean("training");
    if (!keeps && !training)
        detail::reject(c, "without 'training' there are no statistics");
    if ((training && input.numel() == 0) || input.dim() < 2)
        detail::reject(c, "'input' ", detail::shape_text(input.sizes), " has no elements of channels");
    dtype saved = dtype::undefined;
    for (char const* argument : {"weight", "bias", "running_mean", "running_var"}) {
        if (c.op().find_argument(argument) < 0 || !c.has(argument))
            continue;
        dtype const d = c.tensor(argument).dtype;
        bool const wide = is_floating_point(input.dtype) && element_size(input.dtype) == 2 && d == dtype::f32;
        if ((d != input.dtype && !wide) || (saved != dtype::undefined && d != saved))
            detail::reject(c, "'", argument, "' is ", torch_name(d), ", but 'input' ", torch_name(input.dtype));
        saved = d;
    }
    tensor_spec const result = detail::batch_normalized(c);
    tensor_spec const statistics = detail::new_tensor(input, saved == dtype::undefined ? input.dtype : saved,
                                                      {training ? input.sizes[1] : sym_int(0)});
    vec<value_spec> values{result, statistics, statistics};
    if (c.op().returns.size() > values.size())
        for (char const* argument : {"running_mean", "running_var"})
            values.emplace_back(
                detail::new_tensor(c.tensor(argument), c.tensor(argument).dtype, c.tensor(argument).sizes));
    return value_spec::of_list(std::move(values));
}

} // namespace graft
#endif
