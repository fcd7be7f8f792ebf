#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/normalization.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// _native_batch_norm_legit: the result and, if it is trained, mean and reciprocal deviation of the channels; of the
/// functional form also the running statistics as they are behind it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_batch_norm_legit(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_batch_norm_legit(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    bool const keeps = c.op().find_argument("running_mean") >= 0, training = c.boolean("training");
    if (!keeps && !training)
        detail::reject(c, "without 'training' there are no statistics");
    if (input.numel() == 0 || input.dim() < 2)
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
