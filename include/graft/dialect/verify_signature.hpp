#pragma once

#include <graft/config.hpp>
#include <graft/dialect/violation.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// Everything in which the signature of a program disagrees with its graph and its state.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_signature(exported_program const& program);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/print_value.hpp>
#    include <graft/symbolic/spec_of.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <set>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

class signature_verifier {
public:
    explicit signature_verifier(exported_program const& program)
        : program_(program), log_(program.graph(), {}, found_) {}

    vec<violation> verify() && {
        verify_inputs();
        verify_outputs();
        return std::move(found_);
    }

private:
    void verify_inputs() {
        graph const& g = program_.graph();
        vec<input_spec> const& inputs = program_.signature.inputs;
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
            log_.add(no_node, "the signature has ", inputs.size(), " inputs, but the graph ", count, " placeholders");
        std::set<std::string_view> names;
        for (input_spec const& input : inputs) {
            if (!names.insert(input.name).second)
                log_.add(no_node, "two inputs of the signature are called '", input.name, "'");
            verify_state(input);
        }
        verify_owners();
    }

    // Every tensor of the state is that of an input.
    void verify_owners() {
        std::set<std::string_view> in_state, in_constants;
        for (input_spec const& input : program_.signature.inputs)
            if (has_state(input))
                (input.in_state_dict() ? in_state : in_constants).insert(input.target);
        for (auto const& [target, value] : program_.state_dict)
            if (!in_state.contains(target))
                log_.add(no_node, "the tensor '", target, "' of the state dict belongs to no input");
        for (auto const& [target, value] : program_.constants)
            if (!in_constants.contains(target))
                log_.add(no_node, "the tensor '", target, "' of the constants belongs to no input");
    }

    static bool has_state(input_spec const& input) {
        return input.kind == input_kind::parameter || input.kind == input_kind::buffer ||
               input.kind == input_kind::constant_tensor;
    }

    void verify_state(input_spec const& input) {
        if (!has_state(input))
            return;
        if (input.target.empty())
            log_.add(no_node, "the ", name(input.kind), " input '", input.name, "' has no target");
        else if (program_.find_state(input) == nullptr)
            log_.add(no_node, "the ", name(input.kind), " '", input.target, "' of the input '", input.name,
                     "' is not in the ", input.in_state_dict() ? "state dict" : "constants");
        else
            verify_tensor(input, spec_of(*program_.find_state(input)));
        if (input.kind == input_kind::buffer && !input.persistent && program_.state_dict.contains(input.target))
            log_.add(no_node, "the buffer '", input.target, "' is not persistent, but in the state dict");
    }

    void verify_tensor(input_spec const& input, tensor_spec const& stored) {
        graph const& g = program_.graph();
        auto const n = g.find(input.name);
        tensor_spec const* const val = n ? tensor_of(g.val(*n)) : nullptr;
        if (val != nullptr && (val->dtype != stored.dtype || !(val->sizes == stored.sizes)))
            log_.add(*n, "the stored tensor '", input.target, "' is ", text(make_spec(stored.dtype, stored.sizes)),
                     ", but the input is ", text(make_spec(val->dtype, val->sizes)));
    }

    void verify_outputs() {
        graph const& g = program_.graph();
        node_id const last = g.back();
        if (last == no_node || g.op(last) != opcode::output)
            return;
        vec<output_spec> const& outputs = program_.signature.outputs;
        bool const several = g.arg_count(last) == 1 && is_aggregate(g.arg(last, 0).kind());
        std::size_t const count = several ? g.arg(last, 0).size() : g.arg_count(last);
        if (count != outputs.size())
            log_.add(last, "the signature has ", outputs.size(), " outputs, but the graph returns ", count);
        for (std::size_t i = 0; i < outputs.size() && i < count; ++i)
            verify_output(last, i, several ? g.arg(last, 0)[i] : g.arg(last, 0), outputs[i]);
        std::set<std::pair<output_kind, std::string_view>> mutated;
        for (output_spec const& output : outputs)
            if (output.is_mutation() && !mutated.emplace(output.kind, output.target).second)
                log_.add(no_node, "two outputs are the new value of '", output.target, "'");
        for (std::size_t i = 1; i < outputs.size(); ++i)
            if (outputs[i].is_mutation() && outputs[i - 1].is_returned())
                log_.add(no_node, "the mutation of '", outputs[i].target, "' stands behind a user output");
    }

    void verify_output(node_id last, std::size_t i, arg_ref given, output_spec const& output) {
        graph const& g = program_.graph();
        std::string_view const is = given.is_node() ? g.name(given.node()) : std::string_view{};
        if (is != output.name)
            log_.add(last, "output ", i, " of the signature is '", output.name, "', but the graph returns '", is, "'");
        if ((output.is_mutation() || output.is_gradient()) && !has_target(output))
            log_.add(no_node, "output ", i, " is the ", output.is_gradient() ? "gradient" : "new value", " of '",
                     output.target, "', which is no ", target_word(output), " of the program");
    }

    // What the target of an output has to be.
    static input_kind target_kind(output_spec const& output) {
        switch (output.kind) {
        case output_kind::buffer_mutation: return input_kind::buffer;
        case output_kind::parameter_mutation:
        case output_kind::gradient_to_parameter: return input_kind::parameter;
        default: return input_kind::user_input;
        }
    }

    static std::string_view target_word(output_spec const& output) {
        input_kind const kind = target_kind(output);
        return kind == input_kind::buffer ? "buffer" : kind == input_kind::parameter ? "parameter" : "user input";
    }

    bool has_target(output_spec const& output) const {
        input_kind const kind = target_kind(output);
        return std::any_of(program_.signature.inputs.begin(), program_.signature.inputs.end(),
                           [&](input_spec const& input) {
                               bool const by_name = kind == input_kind::user_input;
                               return input.kind == kind && (by_name ? input.name : input.target) == output.target;
                           });
    }

    exported_program const& program_;
    vec<violation> found_;
    violation_log log_;
};

} // namespace detail

GRAFT_INLINE vec<violation> verify_signature(exported_program const& program) {
    return detail::signature_verifier(program).verify();
}

} // namespace graft
#endif
