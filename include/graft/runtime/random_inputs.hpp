#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/random_tensor.hpp>
#include <graft/symbolic/substitute.hpp>

#include <cstdint>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_INLINE tensor random_input(tensor_spec const& spec, sym_bindings const& bindings,
                                               random_source& random);

} // namespace detail

/// Inputs of the user for a program, in the order of its signature: sizes out of its range constraints, ordinary
/// numbers, integers from 0 to 3. What is no tensor is left undefined. The same seed gives the same inputs.
[[nodiscard]] GRAFT_INLINE vec<tensor> random_inputs(exported_program const& program, std::uint64_t seed);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/dim_vector.hpp>
#    include <graft/symbolic/range.hpp>

#    include <algorithm>
#    include <concepts>
#    include <utility>

namespace graft {
namespace detail {

// A size for a symbol out of its range: small, and seldom 0 or 1, of which programs often think differently.
[[nodiscard]] inline std::int64_t random_size(exported_program const& program, symbol const& name,
                                              random_source& random) {
    sym_range const range = bounds(sym_int(name), program.range_constraints);
    std::int64_t least = std::max<std::int64_t>(range.min.value_or(0), 0);
    std::int64_t const most = std::min(range.max.value_or(least + 16), least + 16);
    least = std::min(std::max<std::int64_t>(least, 2), std::max(least, most));
    return random.between(least, std::max(least, most));
}

GRAFT_INLINE tensor random_input(tensor_spec const& spec, sym_bindings const& bindings, random_source& random) {
    dim_vector sizes;
    for (sym_int const& size : spec.sizes)
        sizes.push_back(substitute(size, bindings).value());
    tensor made = random_tensor(std::move(sizes), spec.dtype, element_mix::ordinary, random);
    // Integers are often places in a table: small ones, not negative, are in most.
    visit_dtype(spec.dtype, [&]<class T>() {
        if constexpr (std::integral<T> && !std::same_as<T, bool>)
            for (std::int64_t i = 0; i < made.numel(); ++i)
                made.data<T>()[i] = static_cast<T>(random.below(4));
    });
    return made;
}

} // namespace detail

GRAFT_INLINE vec<tensor> random_inputs(exported_program const& program, std::uint64_t seed) {
    random_source random(seed);
    vec<tensor_spec const*> specs;
    sym_bindings bindings;
    for (input_spec const* const input : program.signature.inputs_of(input_kind::user_input)) {
        auto const n = program.graph().find(input->name);
        specs.push_back(n ? detail::tensor_of(program.graph().val(*n)) : nullptr);
        if (specs.back() == nullptr)
            continue;
        for (sym_int const& size : specs.back()->sizes)
            for (symbol const& s : size.symbols())
                if (bindings.find(s) == nullptr)
                    bindings.set(s, detail::random_size(program, s, random));
    }
    vec<tensor> inputs;
    for (tensor_spec const* const spec : specs)
        inputs.push_back(spec == nullptr ? tensor{} : detail::random_input(*spec, bindings, random));
    return inputs;
}

} // namespace graft
#endif
