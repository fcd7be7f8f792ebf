#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/value_spec.hpp>
#include <graft/transform/export_pass.hpp>

#include <string_view>
#include <utility>

namespace graft {

/// Infers what is known of every value anew, in the graphs that control flow calls as well; FX's `ShapeProp`.
struct shape_prop : export_pass<shape_prop> {
    static constexpr std::string_view name = "shape_prop"; ///< by which constraints name it

    /// When given, what the user's inputs are, in order: the program becomes one for these sizes.
    vec<tensor_spec> inputs;

    shape_prop() = default;
    explicit shape_prop(vec<tensor_spec> specs) : inputs(std::move(specs)) {} ///< For inputs of these specs.

    /// A wrong number of inputs, a dtype, rank or size that does not fit, or a size out of range is an error.
    pass_result call(exported_program& program) const;

private:
    [[nodiscard]] sym_bindings bind(exported_program const& program) const;
};

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/symbol_values.hpp>

#    include <cstddef>
#    include <cstdint>

namespace graft {
namespace detail {

// The value with every bound symbol replaced.
[[nodiscard]] inline value_spec specialise(value_spec value, sym_bindings const& bindings) {
    auto const replace = [&](vec<sym_int>& sizes) {
        for (sym_int& size : sizes)
            size = substitute(size, bindings);
    };
    replace(value.tensor.sizes);
    replace(value.tensor.strides);
    value.tensor.storage_offset = substitute(value.tensor.storage_offset, bindings);
    value.integer = substitute(value.integer, bindings);
    for (value_spec& item : value.items)
        item = specialise(std::move(item), bindings);
    return value;
}

inline void specialise(graph_module& module, sym_bindings const& bindings) {
    graph& g = module.graph;
    for (node_id const n : g.nodes())
        if (value_spec const* const val = g.val(n))
            g.set_val(n, specialise(*val, bindings));
    for (graft::submodule& inner : module.submodules)
        specialise(inner.module, bindings);
}

} // namespace detail

GRAFT_INLINE pass_result shape_prop::call(exported_program& program) const {
    if (inputs.empty())
        return export_pass::call(program);
    sym_bindings const bindings = bind(program);
    exported_program attempt = program;
    detail::specialise(attempt.module, bindings);
    erase_if(attempt.range_constraints, [&](symbol_range const& r) { return bindings.find(r.name) != nullptr; });
    bool const inferred = export_pass::call(attempt).modified;
    program = std::move(attempt);
    return {inferred || !bindings.all().empty()};
}

GRAFT_INLINE sym_bindings shape_prop::bind(exported_program const& program) const {
    vec<vec<std::int64_t>> sizes(inputs.size());
    vec<input_shape> shapes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (sym_int const& size : inputs[i].sizes)
            sizes[i].push_back(size.value());
        shapes.push_back({inputs[i].dtype, sizes[i]});
    }
    return symbol_values(program, shapes);
}

} // namespace graft
#endif
