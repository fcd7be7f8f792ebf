#pragma once

#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/program.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/library.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace graft {

namespace detail {

// Evaluates what depends on constants alone and makes new constants of it.
class constant_propagator {
public:
    constant_propagator(exported_program& program, kernel_library library)
        : program_(program), library_(library), results_(program.graph().capacity()) {}

    std::size_t run() {
        graph& g = program_.graph();
        for (input_spec const& spec : program_.signature.inputs)
            if (node_id const n = g.find(spec.name); n != no_node && g.is_constant(n))
                results_[n] = {*program_.find_state(spec)};
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function && is_foldable(n))
                fold(n);
        std::size_t const folded = replace_used();
        eliminate_dead_code(g);
        update_output_names(program_);
        return folded;
    }

private:
    [[nodiscard]] bool is_foldable(node_id n) const {
        graph const& g = program_.graph();
        bool constant = g.val(n) != nullptr && !is_impure(g, n), any = false;
        g.for_each_input(n, [&](node_id input) {
            any = true;
            constant = constant && input < results_.size() && !results_[input].empty();
        });
        target_info const target = g.target(n);
        return constant && any && (target.op != nullptr ? library_.supports(*target.op)
                                                        : target.name == "operator.getitem");
    }

    void fold(node_id n) {
        graph const& g = program_.graph();
        if (!g.target(n).is_op()) {
            auto const item = static_cast<std::size_t>(g.arg(n, 1).integer());
            results_[n] = {results_[g.arg(n, 0).node()].at(item)};
            return;
        }
        auto const tensor_of = [this](node_id input) -> tensor const& {
            return results_[input].front();
        };
        results_[n] = evaluate(bind_arguments<tensor>(g, n, tensor_of), library_);
    }

    // Folded values that something else uses become placeholders before the user's inputs.
    std::size_t replace_used() {
        graph& g = program_.graph();
        std::vector<input_spec>& inputs = program_.signature.inputs;
        auto const first_input = std::find_if(inputs.begin(), inputs.end(), [](input_spec const& s) {
            return s.kind == input_kind::user_input;
        });
        node_id before = first_input == inputs.end() ? no_node : g.find(first_input->name);
        for (node_id const n : g.nodes())
            if (before == no_node && g.op(n) != opcode::placeholder)
                before = n;
        auto const scope = inserting_before(g, before);
        std::vector<input_spec> made;
        std::size_t const end = results_.size();
        for (node_id n = 0; n < end; ++n) {
            if (results_[n].size() != 1 || !g.contains(n) || g.op(n) != opcode::call_function ||
                g.val(n)->is_list())
                continue;
            bool used = false;
            g.for_each_use(n, [&](node_id user) {
                used = used || user >= end || results_[user].empty();
            });
            if (used)
                made.push_back(replace_by_constant(n, results_[n].front()));
        }
        inputs.insert(first_input, made.begin(), made.end());
        return made.size();
    }

    input_spec replace_by_constant(node_id folded, tensor const& value) {
        graph& g = program_.graph();
        node_id const n = g.placeholder("_prop_tensor_constant" + std::to_string(next_++));
        g.set_val(n, value.spec());
        g.set_constant(n, true);
        g.copy_meta(folded, n);
        node_id const source[] = {folded};
        g.add_origins(n, g.intern_string("constant_prop"), source);
        g.replace_all_uses_with(folded, n);
        std::string const name{g.name(n)};
        std::string target = name;
        while (program_.constants.contains(target))
            target += '_';
        program_.constants[target] = value;
        return {.kind = input_kind::constant_tensor, .name = name, .target = target, .value = {}};
    }

    exported_program& program_;
    kernel_library library_;
    std::vector<std::vector<tensor>> results_;  // by node; empty for what is not constant
    std::size_t next_ = 0;
};

} // namespace detail

/// Evaluates every call that depends on constants alone and puts its value in the program as a constant;
/// returns how many values were put in. Calls without arguments that are nodes, such as `full`, stay.
inline std::size_t constant_prop(exported_program& program, kernel_library const& library) {
    return detail::constant_propagator{program, library}.run();
}

} // namespace graft
