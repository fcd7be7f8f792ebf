#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/called_op.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/symbol_values.hpp>
#include <graft/meta/scoped_assign.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/control_flow.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/library.hpp>
#include <graft/runtime/missed_write.hpp>
#include <graft/runtime/node_action.hpp>
#include <graft/runtime/run_number.hpp>
#include <graft/runtime/run_value.hpp>
#include <graft/symbolic/substitute.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// The values of the nodes of a graph while it runs, each dropped after its last use; O(uses) in all.
template <class Value>
class node_values {
public:
    /// Of a graph that outlives it and does not change.
    explicit node_values(graph const& g) : graph_(&g), values_(g.capacity()), uses_left_(g.capacity(), 0) {
        for (node_id const n : g.nodes())
            uses_left_[n] = g.use_count(n);
    }

    /// Raises when the node has not run or its value has been dropped.
    [[nodiscard]] Value const& operator[](node_id n) const {
        if (!values_[n])
            raise(errc::invalid_argument, "the node '", graph_->name(n), "' is used where it has no value");
        return *values_[n];
    }

    /// Records what `n` gives and drops what it was the last to use; what nothing uses is not kept.
    void set(node_id n, Value value) {
        if (uses_left_[n] != 0) {
            values_[n] = std::move(value);
            ++held_;
        }
        graph_->for_each_input(n, [this](node_id input) {
            if (--uses_left_[input] == 0) {
                values_[input].reset();
                --held_;
            }
        });
    }

    /// Changes the value of a node that is still to be used.
    void replace(node_id n, Value value) {
        if (values_[n])
            values_[n] = std::move(value);
    }

    /// How many values are held now.
    [[nodiscard]] std::size_t held() const { return held_; }

private:
    graph const* graph_;
    vec<std::optional<Value>> values_;
    vec<std::size_t> uses_left_;
    std::size_t held_ = 0;
};

/// Runs graphs node by node, FX's `Interpreter`: a `Derived` overrides what a kind of node gives and calls the
/// function that it has here for the rest. Calls run on kernels, control flow runs its graphs, and values are
/// dropped after their last use. Nothing is prepared: `executor` is for running a program often.
///
/// Tensors are used where they lie, so that results may be views of inputs, and calls in place write to them.
template <class Derived>
class interpreter {
public:
    explicit interpreter(kernel_library library) : library_(library) {} ///< With these kernels.

    /// What the graph returns for these inputs, one for each placeholder; an error names node and stack trace.
    run_value run(graph_module const& module, run_values inputs) {
        if (frame_ == nullptr)
            require_no_missed_write(module);
        frame current{&module, std::move(inputs), 0, node_values<run_value>(module.graph)};
        scoped_assign const scope(frame_, &current);
        run_value result;
        for (node_id const n : module.graph.nodes())
            current.values.set(n, at_node(module.graph, n, [&] {
                                   run_value made = self().run_node(n);
                                   if (module.graph.op(n) == opcode::output)
                                       result = made;
                                   return made;
                               }));
        if (current.inputs_used != current.inputs.size())
            raise(errc::invalid_argument, "the graph takes ", current.inputs_used, " inputs, not ",
                  current.inputs.size());
        return result;
    }

    /// What the program returns for the user's inputs, which must fit its signature.
    run_values run(exported_program const& program, view<tensor const> inputs) {
        static_cast<void>(symbol_values(program, inputs));
        scoped_assign<exported_program const*> const scope(program_, &program);
        return detail::as_list(run(program.module, all_inputs(program, inputs)));
    }

    //=== what a derived class may override: what node `n` of `g()` gives ===//

    /// What a node gives: calls the function below of the node's kind.
    run_value run_node(node_id n) {
        switch (g().op(n)) {
        case opcode::placeholder: return self().placeholder(n);
        case opcode::get_attr: return self().get_attr(n);
        case opcode::call_function: return self().call_function(n);
        case opcode::call_module: return self().call_module(n);
        case opcode::call_method: return self().call_method(n);
        case opcode::output: return self().output(n);
        case opcode::erased: break;
        }
        raise(errc::internal, "a node that has been erased is run");
    }
    /// The next input, or the default value.
    run_value placeholder(node_id n) {
        if (frame_->inputs_used < frame_->inputs.size())
            return frame_->inputs[frame_->inputs_used++];
        if (g().arg_count(n) == 0)
            raise(errc::invalid_argument, "there is no input for '", g().name(n), "', only ", frame_->inputs.size(),
                  " are given");
        return arg(n, 0);
    }
    /// A graph of the module, or a tensor of the program.
    run_value get_attr(node_id n) {
        std::string_view const name = g().target(n).name;
        if (graph_module const* const m = frame_->module->find(name))
            return *m;
        if (program_ != nullptr)
            for (auto const* const state : {&program_->state_dict, &program_->constants})
                if (auto const found = state->find(std::string{name}); found != state->end())
                    return found->second;
        raise(errc::invalid_argument, "there is no attribute '", name, "'");
    }
    /// Runs a kernel, a function on numbers, or control flow.
    run_value call_function(node_id n) {
        node_action const action = action_of(g(), n);
        switch (action) {
        case node_action::kernel: return call_operator(n);
        case node_action::item: return item_of(arg(n, 0), arg(n, 1));
        case node_action::memory: return detail::memory_of(g(), n);
        case node_action::reading: return run_reading(*called_op(g().target(n)), args(n));
        case node_action::function: return run_function(*called_sym_target(g().target(n)), args(n));
        case node_action::assertion: return detail::check_assertion(arg(n, 0), g().arg(n, 1)), run_value{};
        case node_action::statement: return {};
        default: break;
        }
        if (!is_control_flow(action))
            raise(errc::unsupported, g().target(n).name, ": there is no way to run it");
        return run_control_flow(
            action, [this](graph_module const& m, run_values inputs) { return self().run(m, std::move(inputs)); },
            args(n));
    }
    /// Runs the submodule of that name.
    run_value call_module(node_id n) {
        graph_module const* const m = frame_->module->find(g().target(n).name);
        if (m == nullptr)
            raise(errc::invalid_argument, "there is no submodule '", g().target(n).name, "'");
        return self().run(*m, args(n));
    }
    /// Is an error: methods of tensors have no kernels.
    run_value call_method(node_id n) {
        raise(errc::unsupported, "the method '", g().target(n).name, "' of a tensor has no kernel");
    }
    run_value output(node_id n) { return arg(n, 0); } ///< What the graph returns.

protected:
    /// The graph that runs.
    [[nodiscard]] graph const& g() const { return frame_->module->graph; }
    /// The value of a node that has run and is still used.
    [[nodiscard]] run_value const& value(node_id n) const { return frame_->values[n]; }
    /// Positional argument `i` of a node, and all of them.
    [[nodiscard]] run_value arg(node_id n, std::size_t i) const {
        return value_of_argument(g().arg(n, i), [this](node_id input) { return value(input); });
    }
    /// All positional arguments of a node.
    [[nodiscard]] run_values args(node_id n) const {
        return values_of_arguments(g(), n, [this](node_id input) { return value(input); });
    }

private:
    struct frame {
        graph_module const* module;
        run_values inputs;
        std::size_t inputs_used;
        node_values<run_value> values;
    };

    [[nodiscard]] Derived& self() { return static_cast<Derived&>(*this); }

    [[nodiscard]] run_value call_operator(node_id n) const {
        auto const tensor_of = [this](node_id input) -> tensor const& { return value(input).tensor(); };
        auto const number_of = [this](node_id input) { return value(input).as_argument(); };
        call<tensor> const bound = bind_arguments<tensor>(g(), n, tensor_of, number_of);
        vec<tensor> results = evaluate(bound, library_);
        if (bound.op().returns.empty()) {
            for_each_result_in_memory(g(), n, results.size(), [&](node_id memory, std::size_t i) {
                frame_->values.replace(memory, results.at(i));
            });
            return {};
        }
        bool const single = bound.op().returns.size() == 1 && !bound.op().returns[0].list;
        return single ? run_value{std::move(results.at(0))} : run_value{std::move(results)};
    }

    [[nodiscard]] static run_values all_inputs(exported_program const& program, view<tensor const> given) {
        std::map<std::string_view, run_value> by_name;
        std::size_t next = 0;
        for (input_spec const& spec : program.signature.inputs)
            if (spec.kind == input_kind::user_input)
                by_name.emplace(spec.name, given[next++]);
            else if (tensor const* const state = program.find_state(spec))
                by_name.emplace(spec.name, *state);
        run_values inputs;
        graph const& g = program.graph();
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::placeholder) {
                auto const found = by_name.find(g.name(n));
                if (found == by_name.end())
                    raise(errc::invalid_argument, "the program has no tensor for its input '", g.name(n), "'");
                inputs.push_back(found->second);
            }
        return inputs;
    }

    kernel_library library_;
    frame* frame_ = nullptr;
    exported_program const* program_ = nullptr;
};

/// The interpreter that overrides nothing.
struct plain_interpreter : interpreter<plain_interpreter> {
    using interpreter::interpreter; ///< as of `interpreter`
};

} // namespace graft
