#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

/// How numbers are integers: `(integer - zero_point) * scale`, of a range and dtype.
struct quantization {
    double scale = 1; ///< a step of one integer
    /// The integer that stands for 0, and the bounds of the integers.
    /// @{
    std::int64_t zero_point = 0, quant_min = 0, quant_max = 0;
    /// @}
    graft::dtype dtype = graft::dtype::undefined; ///< of the integers

    bool operator==(quantization const&) const = default;
};

/// Makes the program take these of the user's inputs, counted from 0, as the integers that it quantizes them to;
/// exir's `QuantizeInputs`. Every use of such an input must quantize it, and all in one way. Returns how, in the
/// order of `indices`.
GRAFT_INLINE vec<quantization> quantize_inputs(exported_program& program, view<std::size_t const> indices);

/// Makes the program return these of its results, counted from 0 without mutations, as the integers that it
/// dequantizes them from; exir's `QuantizeOutputs`. Returns how, in the order of `indices`.
GRAFT_INLINE vec<quantization> quantize_outputs(exported_program& program, view<std::size_t const> indices);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/quantized_decomposed.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>

namespace graft {
namespace detail {

// How a call of `quantize_per_tensor` or `dequantize_per_tensor` reads or writes integers.
inline quantization quantization_of(graph const& g, node_id n) {
    if (g.arg_count(n) != 6 || g.arg(n, 1).kind() != arg_kind::real || g.arg(n, 5).kind() != arg_kind::dtype)
        raise(errc::unsupported, "the node '", g.name(n), "' does not have its scale and range as numbers");
    for (std::size_t i = 2; i < 5; ++i)
        if (g.arg(n, i).kind() != arg_kind::integer)
            raise(errc::unsupported, "the node '", g.name(n), "' does not have its scale and range as numbers");
    return {g.arg(n, 1).real(), g.arg(n, 2).integer(), g.arg(n, 3).integer(), g.arg(n, 4).integer(),
            g.arg(n, 5).dtype()};
}

} // namespace detail

GRAFT_INLINE vec<quantization> quantize_inputs(exported_program& program, view<std::size_t const> indices) {
    graph& g = program.graph();
    vec<input_spec const*> const inputs = program.signature.inputs_of(input_kind::user_input);
    vec<quantization> found;
    for (std::size_t const i : indices) {
        if (i >= inputs.size())
            raise(errc::invalid_argument, "quantize_inputs: there is no input ", i, ", only ", inputs.size());
        node_id const input = g.at(inputs[i]->name);
        vec<quantization> uses;
        g.for_each_use(input, [&](node_id user) {
            if (g.target(user).op != &quantized_decomposed::quantize_per_tensor.default_.info())
                raise(errc::invalid_argument, "quantize_inputs: the input '", inputs[i]->name,
                      "' is used as it is by '", g.name(user), "'");
            uses.push_back(detail::quantization_of(g, user));
        });
        for (quantization const& use : uses)
            if (use != uses.front())
                raise(errc::invalid_argument, "quantize_inputs: the input '", inputs[i]->name,
                      "' is quantized in several ways");
        if (uses.empty())
            raise(errc::invalid_argument, "quantize_inputs: the input '", inputs[i]->name, "' is not used");
        found.push_back(uses.front());
    }
    for (std::size_t k = 0; k < indices.size(); ++k) {
        node_id const input = g.at(inputs[indices[k]]->name);
        value_spec val = *g.val(input);
        if (val.tensor.dtype == found[k].dtype)
            continue; // named twice
        val.tensor.dtype = found[k].dtype;
        g.set_val(input, std::move(val));
        for (node_id const user : g.users(input)) {
            g.replace_all_uses_with(user, input);
            g.erase_node(user);
        }
    }
    update_output_names(program);
    return found;
}

GRAFT_INLINE vec<quantization> quantize_outputs(exported_program& program, view<std::size_t const> indices) {
    graph& g = program.graph();
    node_id const last = g.back();
    arg results = to_arg(g.arg(last, 0));
    vec<std::size_t> places;
    for (std::size_t i = 0; i < program.signature.outputs.size(); ++i)
        if (program.signature.outputs[i].is_returned())
            places.push_back(i);
    vec<quantization> found;
    for (std::size_t const i : indices) {
        if (i >= places.size() || places[i] >= results.items.size())
            raise(errc::invalid_argument, "quantize_outputs: there is no output ", i, ", only ", places.size());
        arg& result = results.items[places[i]];
        auto const n = static_cast<node_id>(result.bits);
        if (result.kind != arg_kind::node ||
            g.target(n).op != &quantized_decomposed::dequantize_per_tensor.default_.info())
            raise(errc::invalid_argument, "quantize_outputs: output ", i, " is not dequantized");
        found.push_back(detail::quantization_of(g, n));
        result = to_arg(g.arg(n, 0));
    }
    vec<node_id> left;
    g.for_each_input(last, [&](node_id n) { left.push_back(n); });
    g.set_arg(last, 0, std::move(results));
    for (node_id const n : left)
        if (g.contains(n) && g.op(n) == opcode::call_function && g.use_count(n) == 0)
            g.erase_node(n);
    update_output_names(program);
    return found;
}

} // namespace graft
#endif
