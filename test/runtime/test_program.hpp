#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/value.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// Builds a program: state first, then the user's inputs, calls by calling ops with the values, then `finish`.
class program_builder {
public:
    graft::exported_program program;

    [[nodiscard]] graft::graph& g() { return program.graph(); }

    graft::value parameter(std::string const& name, graft::tensor const& t) {
        program.state_dict[name] = t;
        return state(graft::input_kind::parameter, "p_" + name, name, t);
    }
    graft::value buffer(std::string const& name, graft::tensor const& t, bool persistent = true) {
        (persistent ? program.state_dict : program.constants)[name] = t;
        graft::value const v = state(graft::input_kind::buffer, "b_" + name, name, t);
        program.signature.inputs.back().persistent = persistent;
        return v;
    }
    graft::value constant(std::string const& name, graft::tensor const& t) {
        program.constants[name] = t;
        return state(graft::input_kind::constant_tensor, "c_" + name, name, t);
    }
    graft::value input(std::string const& name, graft::value_spec spec) {
        return add({.name = name, .target = {}, .value = {}}, std::move(spec));
    }

    /// A node for result `i` of a call that has several.
    graft::value item(graft::value list, int i) {
        return {&g(), g().call_function("operator.getitem", {graft::arg::node(list.id), i})};
    }

    /// The next output: the new value of a buffer.
    void mutate(std::string const& buffer, graft::value v) {
        outputs_.push_back(v);
        program.signature.outputs.push_back(
            {.kind = graft::output_kind::buffer_mutation, .name = {}, .target = buffer, .value = {}});
    }

    /// The program that returns these values after the mutations; everything is inferred.
    graft::exported_program finish(std::vector<graft::value> const& results,
                                   std::vector<graft::symbol_range> ranges = {}) {
        for (graft::value const v : results) {
            outputs_.push_back(v);
            program.signature.outputs.push_back({.name = {}, .target = {}, .value = {}});
        }
        for (std::size_t i = 0; i < outputs_.size(); ++i)
            program.signature.outputs[i].name = outputs_[i].name();
        output(g(), outputs_);
        program.range_constraints = std::move(ranges);
        infer_all(g(), program.range_constraints);
        mark_constants(program);
        return program;
    }

private:
    graft::value state(graft::input_kind kind, std::string const& name, std::string const& target,
                       graft::tensor const& t) {
        return add({.kind = kind, .name = name, .target = target, .value = {}}, spec_of(t));
    }
    graft::value add(graft::input_spec spec, graft::value_spec val) {
        graft::value const v = placeholder(g(), spec.name);
        g().set_val(v.id, std::move(val));
        spec.name = v.name();
        program.signature.inputs.push_back(std::move(spec));
        return v;
    }

    std::vector<graft::value> outputs_;
};

/// Gives the node the stack trace that torch would record.
inline void set_stack_trace(graft::graph& g, graft::node_id n, std::string_view text) {
    graft::arg trace{graft::arg_kind::dict, {text}};
    trace.keys = {"stack_trace"};
    g.set_meta(n, trace);
}

/// An f32 tensor of these sizes.
inline graft::value_spec f32_spec(std::vector<graft::sym_int> sizes) {
    return graft::make_spec(graft::dtype::f32, std::move(sizes));
}

} // namespace graft_test
