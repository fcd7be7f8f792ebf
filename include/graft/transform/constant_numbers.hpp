#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/driver.hpp>

namespace graft {

/// The numbers in the constants of a program that hold nothing but one; `mark_constants` says which are constant.
[[nodiscard]] GRAFT_INLINE vec<known_number> constant_numbers(exported_program const& program);

/// Rewrites the graph of a program; `splat` and its kin see what the program's constants hold.
template <class Set, rewrite_observer Observer = unobserved>
rewrite_result rewrite(exported_program& program, Set const& set, rewrite_options options = {},
                       Observer&& observer = {}) {
    vec<known_number> const numbers = constant_numbers(program);
    options.numbers = numbers;
    rewrite_result result = rewrite(program.graph(), set, options, observer);
    update_output_names(program);
    return result;
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/element_scalar.hpp>
#    include <graft/core/tensor.hpp>

#    include <cstdint>
#    include <optional>

namespace graft {
namespace detail {

// The number that all elements are, bit by bit; nothing for no elements, and for complex ones.
inline std::optional<scalar> only_number(tensor const& t) {
    if (t.numel() == 0 || is_complex(t.dtype()))
        return std::nullopt;
    tensor const all = t.contiguous();
    return visit_dtype(t.dtype(), [&]<class T>() -> std::optional<scalar> {
        if constexpr (real_element<T>) {
            T const* const elements = all.data<T>();
            scalar const first = scalar_from(elements[0]);
            for (std::int64_t i = 1; i < all.numel(); ++i)
                if (scalar_from(elements[i]) != first)
                    return std::nullopt;
            return first;
        } else {
            return std::nullopt;
        }
    });
}

} // namespace detail

GRAFT_INLINE vec<known_number> constant_numbers(exported_program const& program) {
    vec<known_number> numbers;
    for (input_spec const& spec : program.signature.inputs) {
        auto const n = program.graph().find(spec.name);
        tensor const* const t = program.find_state(spec);
        if (!n || t == nullptr || !program.graph().is_constant(*n))
            continue;
        if (std::optional<scalar> const number = detail::only_number(*t))
            numbers.push_back({*n, *number});
    }
    return numbers;
}

} // namespace graft
#endif
