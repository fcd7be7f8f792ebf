#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace graft {

/// A Python constant among the inputs or outputs of a program; monostate is None.
using constant_value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// What an input of the graph is to the program; torch.export's `InputKind`.
enum class input_kind : std::uint8_t {
    user_input,
    parameter,
    buffer,
    constant_tensor,
    custom_obj,
    token,
};

/// What an output of the graph is to the program; torch.export's `OutputKind`.
enum class output_kind : std::uint8_t {
    user_output,
    loss_output,
    buffer_mutation,
    parameter_mutation,
    gradient_to_parameter,
    gradient_to_user_input,
    user_input_mutation,
    token,
};

/// One input of the graph, in the order of its placeholders.
struct input_spec {
    input_kind kind = input_kind::user_input; ///< what it is
    std::string name;                         ///< of the placeholder
    std::string target;                       ///< of a parameter, buffer or constant: its name in the state
    bool persistent = true;                   ///< of a buffer: whether the state dict holds it
    bool is_constant_input = false;           ///< a user input that the program was exported with, fixed to `value`
    constant_value value;                     ///< of a constant input

    bool operator==(input_spec const&) const = default;

    /// True of a parameter and of a persistent buffer.
    [[nodiscard]] bool in_state_dict() const {
        return kind == input_kind::parameter || (kind == input_kind::buffer && persistent);
    }
};

/// One output of the graph, in the order of the `output` node's tuple.
struct output_spec {
    output_kind kind = output_kind::user_output; ///< what it is
    std::string name;                            ///< of the node; empty when the output is the constant `value`
    std::string target;   ///< of a mutation: the buffer, parameter or user input that takes the value
    constant_value value; ///< of an output that is a constant

    bool operator==(output_spec const&) const = default;

    /// True of what the exported module returned: a user output, or the loss, which is one of them.
    [[nodiscard]] bool is_returned() const {
        return kind == output_kind::user_output || kind == output_kind::loss_output;
    }
    /// True of the new value of a buffer, a parameter or a user input.
    [[nodiscard]] bool is_mutation() const {
        return kind == output_kind::buffer_mutation || kind == output_kind::parameter_mutation ||
               kind == output_kind::user_input_mutation;
    }
    /// True of a gradient, to a parameter or a user input.
    [[nodiscard]] bool is_gradient() const {
        return kind == output_kind::gradient_to_parameter || kind == output_kind::gradient_to_user_input;
    }
    /// True of what a run computes for the caller: what is returned, and gradients.
    [[nodiscard]] bool is_result() const { return is_returned() || is_gradient(); }
};

/// How a graph is called; torch.export's `ExportGraphSignature`.
struct graph_signature {
    vec<input_spec> inputs;   ///< in the order of the placeholders
    vec<output_spec> outputs; ///< in the order of the `output` node's tuple

    bool operator==(graph_signature const&) const = default;

    /// The specs of this kind, in order.
    [[nodiscard]] vec<input_spec const*> inputs_of(input_kind kind) const {
        vec<input_spec const*> found;
        for (input_spec const& spec : inputs)
            if (spec.kind == kind)
                found.push_back(&spec);
        return found;
    }

    /// Follows a rename of a node, in inputs and outputs alike.
    void replace_all_uses(std::string_view old_name, std::string_view new_name);
};

/// The printed form of an input's kind: `PARAMETER`.
[[nodiscard]] GRAFT_INLINE std::string_view name(input_kind kind);

/// The printed form of an output's kind: `USER_OUTPUT`.
[[nodiscard]] GRAFT_INLINE std::string_view name(output_kind kind);

/// What `str(graph_signature)` prints in Python.
[[nodiscard]] GRAFT_INLINE std::string text(graph_signature const& signature);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_INLINE void graph_signature::replace_all_uses(std::string_view old_name, std::string_view new_name) {
    for (input_spec& spec : inputs)
        if (spec.name == old_name)
            spec.name = new_name;
    for (output_spec& spec : outputs)
        if (spec.name == old_name)
            spec.name = new_name;
}

GRAFT_INLINE std::string_view name(input_kind kind) {
    constexpr std::string_view names[] = {"USER_INPUT",      "PARAMETER",  "BUFFER",
                                          "CONSTANT_TENSOR", "CUSTOM_OBJ", "TOKEN"};
    return names[static_cast<std::size_t>(kind)];
}

GRAFT_INLINE std::string_view name(output_kind kind) {
    constexpr std::string_view names[] = {"USER_OUTPUT",           "LOSS_OUTPUT",
                                          "BUFFER_MUTATION",       "PARAMETER_MUTATION",
                                          "GRADIENT_TO_PARAMETER", "GRADIENT_TO_USER_INPUT",
                                          "USER_INPUT_MUTATION",   "TOKEN"};
    return names[static_cast<std::size_t>(kind)];
}

GRAFT_INLINE std::string text(graph_signature const& signature) {
    std::string out = "\n# inputs\n";
    for (input_spec const& spec : signature.inputs) {
        out += spec.name + ": " + std::string{name(spec.kind)};
        if (!spec.target.empty())
            out += " target='" + spec.target + "'";
        if (spec.kind == input_kind::buffer)
            out += spec.persistent ? " persistent=True" : " persistent=False";
        out += '\n';
    }
    out += "\n# outputs\n";
    for (output_spec const& spec : signature.outputs) {
        out += spec.name + ": " + std::string{name(spec.kind)};
        if (!spec.target.empty())
            out += " target='" + spec.target + "'";
        out += '\n';
    }
    return out;
}

} // namespace graft
#endif
