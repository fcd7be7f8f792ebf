#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/substitute.hpp>

#include <cstdint>

namespace graft {

/// The dtype and the sizes of a tensor that a program is given.
struct input_shape {
    graft::dtype dtype = graft::dtype::undefined; ///< of its elements
    view<std::int64_t const> sizes;               ///< an extent for each dimension
};

/// The values of the program's symbolic sizes for user inputs of these shapes, in the order of the signature.
/// A wrong number of inputs, a dtype, rank or size that does not fit, or a size out of range is an error; that a size is
/// at least 2 is what torch.export supposes of every size that it is not told of, so, as there, 0 and 1 are let through.
[[nodiscard]] GRAFT_INLINE sym_bindings symbol_values(exported_program const& program, view<input_shape const> inputs);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/range.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <cstddef>
#    include <string>

namespace graft {
namespace detail {

[[noreturn]] inline void refuse_input(input_spec const& spec, std::string const& why) {
    raise(errc::invalid_argument, "input '", spec.name, "' ", why);
}

// Binds the symbols that stand alone for a size of one input, and checks the sizes that are numbers.
inline void bind_input(input_spec const& spec, tensor_spec const& expected, input_shape const& given,
                       sym_bindings& bindings) {
    if (given.dtype != expected.dtype)
        refuse_input(spec, "has dtype " + std::string{torch_name(given.dtype)} + ", not " +
                               std::string{torch_name(expected.dtype)});
    if (given.sizes.size() != expected.dim())
        refuse_input(spec, "has " + std::to_string(given.sizes.size()) + " dimensions, not " +
                               std::to_string(expected.dim()));
    for (std::size_t i = 0; i < expected.dim(); ++i) {
        sym_int const wanted = substitute(expected.sizes[i], bindings);
        sym_atom const* const atom = wanted.atom();
        if (atom != nullptr && atom->function == sym_function::symbol)
            bindings.set(atom->name, given.sizes[i]);
        else if (!wanted.is_symbolic() && wanted.value() != given.sizes[i])
            refuse_input(spec, "has size " + std::to_string(given.sizes[i]) + " in dimension " + std::to_string(i) +
                                   ", not " + std::to_string(wanted.value()));
    }
}

inline void check_ranges(vec<symbol_range> const& ranges, sym_bindings const& bindings) {
    constexpr std::int64_t supposed = 2;
    for (symbol_range const& r : ranges) {
        sym_int const* const bound = bindings.find(r.name);
        if (bound == nullptr)
            continue;
        bool const less = r.range.min && *r.range.min > supposed && bound->value() < *r.range.min;
        if (less || (r.range.max && bound->value() > *r.range.max))
            raise(errc::invalid_argument, "the size ", r.name.name(), " = ", bound->value(),
                  " is outside the range the program was exported for");
    }
}

} // namespace detail

GRAFT_INLINE sym_bindings symbol_values(exported_program const& program, view<input_shape const> inputs) {
    sym_bindings bindings;
    vec<input_spec const*> const specs = program.signature.inputs_of(input_kind::user_input);
    if (specs.size() != inputs.size())
        raise(errc::invalid_argument, "the program takes ", specs.size(), " inputs, not ", inputs.size());
    // Twice: a size such as 2*s0 can be checked once s0 is known from a later input.
    for (int round = 0; round < 2; ++round)
        for (std::size_t i = 0; i < specs.size(); ++i) {
            auto const n = program.graph().find(specs[i]->name);
            value_spec const* const val = n ? program.graph().val(*n) : nullptr;
            if (val != nullptr && val->is_tensor())
                detail::bind_input(*specs[i], val->tensor, inputs[i], bindings);
        }
    detail::check_ranges(program.range_constraints, bindings);
    return bindings;
}

} // namespace graft
#endif
