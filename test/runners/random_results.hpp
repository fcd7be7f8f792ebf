#pragma once

#include "../../examples/graft_opt/cases.hpp"

#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/ir/program.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/library.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace graft_test {

/// True of a graph that has numbers of two bytes.
inline bool holds_half(graft::graph const& g) {
    return std::ranges::any_of(g.nodes().begin(), g.nodes().end(), [&](graft::node_id n) {
        graft::value_spec const* const v = g.val(n);
        return v != nullptr && v->is_tensor() && graft::is_floating_point(v->tensor.dtype) &&
               graft::element_size(v->tensor.dtype) == 2;
    });
}

/// What the interpreter gives for a program and these inputs, which prepares nothing, and what it changes, by name.
inline std::map<std::string, graft::tensor> plain_results(graft::exported_program const& program,
                                                          graft::kernel_library library,
                                                          std::vector<graft::tensor> const& given) {
    graft::exported_program p = program;
    for (auto& [name, value] : p.state_dict)
        value = value.clone();
    std::vector<graft::tensor> inputs, outputs;
    for (graft::tensor const& t : given)
        inputs.push_back(t.clone());
    for (graft::run_value const& v : graft::plain_interpreter(library).run(p, inputs))
        outputs.push_back(v.tensor());
    std::map<std::string, graft::tensor> named = ::name_outputs(p, outputs);
    auto const add_changed = [&](std::string const& name, graft::tensor const& before, graft::tensor const& after) {
        if (!graft::compare(before, after, {}).agrees())
            named.try_emplace(name, after);
    };
    for (auto const& [name, value] : p.state_dict)
        add_changed("mutated_buffer." + name, program.state_dict.at(name), value);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        add_changed("mutated_input_" + std::to_string(i), given[i], inputs[i]);
    for (auto& [name, value] : named)
        value = value.clone();
    return named;
}

} // namespace graft_test
