#pragma once

#include <graft/dialect/violation.hpp>
#include <graft/ir/program.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace graft {
namespace detail {

class signature_verifier {
public:
    explicit signature_verifier(exported_program const& program)
        : program_(program), log_(program.graph(), {}, found_) {}

    std::vector<violation> verify() && {
        verify_inputs();
        verify_outputs();
        return std::move(found_);
    }

private:
    void verify_inputs() {
        graph const& g = program_.graph();
        std::vector<input_spec> const& inputs = program_.signature.inputs;
        std::size_t count = 0;
        for (node_id const n : g.nodes()) {
            if (g.op(n) != opcode::placeholder)
                continue;
            if (count < inputs.size() && inputs[count].name != g.name(n))
                log_.add(n, "input ", count, " of the signature is '", inputs[count].name,
                         "', but the placeholder is '", g.name(n), "'");
            ++count;
        }
        if (count != inputs.size())
            log_.add(no_node, "the signature has ", inputs.size(), " inputs, but the graph ",
                     count, " placeholders");
        for (input_spec const& input : inputs)
            verify_state(input);
    }

    void verify_state(input_spec const& input) {
        bool const needs_state = input.kind == input_kind::parameter ||
                                 input.kind == input_kind::buffer ||
                                 input.kind == input_kind::constant_tensor;
        if (!needs_state)
            return;
        if (input.target.empty())
            log_.add(no_node, "the ", name(input.kind), " input '", input.name,
                     "' has no target");
        else if (program_.find_state(input) == nullptr)
            log_.add(no_node, "the ", name(input.kind), " '", input.target, "' of the input '",
                     input.name, "' is not in the ",
                     in_state_dict(input) ? "state dict" : "constants");
        if (input.kind == input_kind::buffer && !input.persistent &&
            program_.state_dict.contains(input.target))
            log_.add(no_node, "the buffer '", input.target,
                     "' is not persistent, but in the state dict");
    }

    static bool in_state_dict(input_spec const& input) {
        return input.kind == input_kind::parameter ||
               (input.kind == input_kind::buffer && input.persistent);
    }

    void verify_outputs() {
        graph const& g = program_.graph();
        node_id const last = g.back();
        if (last == no_node || g.op(last) != opcode::output)
            return;
        std::vector<output_spec> const& outputs = program_.signature.outputs;
        bool const several = g.arg_count(last) == 1 && is_aggregate(g.arg(last, 0).kind());
        std::size_t const count = several ? g.arg(last, 0).size() : g.arg_count(last);
        if (count != outputs.size())
            log_.add(last, "the signature has ", outputs.size(),
                     " outputs, but the graph returns ", count);
        for (std::size_t i = 0; i < outputs.size() && i < count; ++i)
            verify_output(last, i, several ? g.arg(last, 0)[i] : g.arg(last, 0), outputs[i]);
        for (std::size_t i = 1; i < outputs.size(); ++i)
            if (is_mutation(outputs[i]) && outputs[i - 1].kind == output_kind::user_output)
                log_.add(no_node, "the mutation of '", outputs[i].target,
                         "' stands behind a user output");
    }

    static bool is_mutation(output_spec const& output) {
        return output.kind == output_kind::buffer_mutation ||
               output.kind == output_kind::parameter_mutation ||
               output.kind == output_kind::user_input_mutation;
    }

    void verify_output(node_id last, std::size_t i, arg_ref given, output_spec const& output) {
        graph const& g = program_.graph();
        std::string_view const is = given.is_node() ? g.name(given.node()) : std::string_view{};
        if (is != output.name)
            log_.add(last, "output ", i, " of the signature is '", output.name,
                     "', but the graph returns '", is, "'");
        if (is_mutation(output) && !has_mutated(output))
            log_.add(no_node, "output ", i, " is the new value of '", output.target,
                     "', which is no ", mutated_word(output), " of the program");
    }

    static std::string_view mutated_word(output_spec const& output) {
        return output.kind == output_kind::buffer_mutation      ? "buffer"
               : output.kind == output_kind::parameter_mutation ? "parameter"
                                                                : "user input";
    }

    bool has_mutated(output_spec const& output) const {
        return std::any_of(
            program_.signature.inputs.begin(), program_.signature.inputs.end(),
            [&](input_spec const& input) {
                switch (output.kind) {
                case output_kind::buffer_mutation:
                    return input.kind == input_kind::buffer && input.target == output.target;
                case output_kind::parameter_mutation:
                    return input.kind == input_kind::parameter && input.target == output.target;
                default:
                    return input.kind == input_kind::user_input && input.name == output.target;
                }
            });
    }

    exported_program const& program_;
    std::vector<violation> found_;
    violation_log log_;
};

} // namespace detail

/// Everything in which the signature of a program disagrees with its graph and its state.
[[nodiscard]] inline std::vector<violation> verify_signature(exported_program const& program) {
    return detail::signature_verifier(program).verify();
}

} // namespace graft
