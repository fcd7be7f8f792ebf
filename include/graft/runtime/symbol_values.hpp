#pragma once

#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/symbol_values.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/substitute.hpp>

#include <algorithm>

namespace graft {

namespace detail {

/// True when both bind the same symbols to the same values.
inline bool same_values(sym_bindings const& a, sym_bindings const& b) {
    return std::equal(
        a.all().begin(), a.all().end(), b.all().begin(), b.all().end(),
        [](sym_binding const& x, sym_binding const& y) { return x.name == y.name && x.value == y.value; });
}

} // namespace detail

/// The values of the program's symbolic sizes for these user inputs, in the order of the signature.
/// A wrong number of inputs, a dtype, rank or size that does not fit, or a size out of range is an error.
[[nodiscard]] inline sym_bindings symbol_values(exported_program const& program, view<tensor const> inputs) {
    vec<input_shape> shapes;
    shapes.reserve(inputs.size());
    for (tensor const& t : inputs)
        shapes.push_back({t.dtype(), t.sizes()});
    return symbol_values(program, shapes);
}

} // namespace graft
