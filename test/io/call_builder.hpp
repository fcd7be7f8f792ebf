#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/program.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// Builds a program node by node: inputs have specs, calls the values that their meta functions give.
struct call_builder {
    graft::exported_program program;

    call_builder() { program.verifiers = {"ATEN"}; }

    graft::graph& g() { return program.graph(); }

    graft::arg input(std::string const& name, graft::tensor_spec spec) {
        graft::node_id const n = g().placeholder(name);
        g().set_val(n, std::move(spec));
        program.signature.inputs.push_back({graft::input_kind::user_input, name, {}, true, false, {}});
        return graft::arg::node(n);
    }
    graft::arg call(std::string_view op, std::vector<graft::arg> const& args,
                    std::vector<graft::kwarg> const& kwargs = {}) {
        graft::op_info const* const known = graft::find_known_op<>(op);
        graft::node_id const n =
            known == nullptr ? g().call_function(op, args, kwargs) : g().call_function(*known, args, kwargs);
        if (known != nullptr)
            graft::infer(g(), n);
        return graft::arg::node(n);
    }
    graft::arg item(graft::arg const& of, int index) {
        graft::arg const made = call("operator.getitem", {of, index});
        graft::value_spec const* const val = g().val(static_cast<graft::node_id>(of.bits));
        g().set_val(static_cast<graft::node_id>(made.bits), val->items.at(static_cast<std::size_t>(index)));
        return made;
    }
    graft::exported_program& output(std::vector<graft::arg> const& results) {
        g().output(graft::arg::tuple(results));
        for (graft::arg const& result : results)
            program.signature.outputs.push_back({graft::output_kind::user_output,
                                                 std::string(g().name(static_cast<graft::node_id>(result.bits))),
                                                 {},
                                                 {}});
        return program;
    }
};

} // namespace graft_test
