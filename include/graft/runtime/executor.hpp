#pragma once

#include <graft/ir/at_node.hpp>
#include <graft/ir/bind_arguments.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/plan.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/library.hpp>
#include <graft/runtime/symbol_values.hpp>
#include <graft/runtime/unsupported.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graft {

/// Runs a program on kernels: a flat list of calls with resolved arguments, made once per set of sizes.
/// The program, the library and the plan must outlive the executor; weights are used where they lie.
class executor {
public:
    /// Raises when a call of the program cannot run; `unsupported_calls` lists them all.
    executor(exported_program const& program, kernel_library library, memory_plan const* plan = nullptr)
        : program_(&program), library_(library), plan_(plan) {
        if (auto const missing = unsupported_calls(program, library); !missing.empty())
            raise(errc::unsupported, "the program cannot run:\n", text(missing));
    }

    executor(executor&&) = default;
    executor& operator=(executor&&) = default;

    /// The program's outputs for these user inputs, each in memory of its own; an output that is a Python
    /// constant is an undefined tensor.
    [[nodiscard]] std::vector<tensor> run(std::span<tensor const> inputs) {
        sym_bindings bindings = symbol_values(*program_, inputs);
        if (!ready_ || !detail::same_values(bindings, bindings_))
            prepare(std::move(bindings));
        bind_inputs(inputs);
        for (instruction& i : instructions_)
            execute(i);
        return collect_outputs();
    }

    /// The bytes of intermediate values, as planned.
    [[nodiscard]] std::size_t arena_bytes() const { return arena_.size(); }

private:
    struct instruction {
        node_id node = no_node;
        kernel_function kernel = nullptr;  // null: the op runs by its pattern
        bound_op const* bound = nullptr;
        call<tensor> arguments;
        std::vector<tensor> results;
    };
    // `operator.getitem` names one result of an instruction.
    struct alias {
        node_id node;
        std::size_t instruction, result;
    };

    [[nodiscard]] graph const& g() const { return program_->graph(); }

    void prepare(sym_bindings bindings) {
        ready_ = false;
        bindings_ = std::move(bindings);
        instructions_.clear();
        aliases_.assign(g().capacity(), {});
        values_.assign(g().capacity(), tensor{});
        instruction_of_.assign(g().capacity(), none);
        if (plan_ != nullptr && arena_.size() != plan_->planned_bytes)
            arena_ = storage::allocate(plan_->planned_bytes);
        bind_state();
        for (node_id const n : g().nodes())
            if (g().op(n) == opcode::call_function && !detail::is_size(g(), n))
                g().target(n).is_op() ? add_call(n) : add_item(n);
        ready_ = true;
    }

    void bind_state() {
        for (input_spec const& spec : program_->signature.inputs) {
            node_id const n = g().find(spec.name);
            tensor const* const state = program_->find_state(spec);
            bool const needs_state = spec.kind == input_kind::parameter ||
                                     spec.kind == input_kind::buffer ||
                                     spec.kind == input_kind::constant_tensor;
            if (needs_state && state == nullptr)
                raise(errc::invalid_argument, "the program has no tensor for its input '", spec.name, "'");
            if (state != nullptr && n != no_node)
                values_[n] = *state;
        }
    }

    void add_call(node_id n) {
        op_info const& op = *g().target(n).op;
        auto const tensor_of = [this](node_id input) -> tensor const& { return values_[input]; };
        auto const number_of = [this](node_id input) -> argument<tensor> {
            value_spec const* const val = g().val(input);
            if (val == nullptr)
                raise(errc::invalid_argument, "the node '", g().name(input), "' has no value");
            return substitute(val->integer, bindings_);
        };
        instruction i{n, library_.kernels.find(op), nullptr,
                      bind_arguments<tensor>(g(), n, tensor_of, number_of), {}};
        if (i.kernel == nullptr)
            i.bound = library_.find_bound(op);
        value_spec const& val = *g().val(n);
        if (val.is_list())
            for (std::size_t r = 0; r < val.items.size(); ++r)
                i.results.push_back(place(n, r, val.items[r].tensor));
        else
            i.results.push_back(place(n, 0, val.tensor));
        instruction_of_[n] = instructions_.size();
        if (i.results.size() == 1 && !val.is_list())
            values_[n] = i.results.front();
        instructions_.push_back(std::move(i));
    }

    // `items` of a call with several results; they are set when it has run.
    void add_item(node_id n) {
        node_id const whole = g().arg(n, 0).node();
        std::size_t const at = instruction_of_[whole];
        auto const result = static_cast<std::size_t>(g().arg(n, 1).integer());
        if (at == none || result >= instructions_[at].results.size())
            raise(errc::invalid_argument, "node '", g().name(n), "' takes an item that is not there");
        aliases_[whole].push_back({n, at, result});
        values_[n] = instructions_[at].results[result];
    }

    // The tensor of a result: at its planned place in the arena, or with storage of its own.
    [[nodiscard]] tensor place(node_id n, std::size_t result, tensor_spec const& spec) {
        std::vector<std::int64_t> sizes;
        for (sym_int const& size : spec.sizes)
            sizes.push_back(evaluate(size, bindings_));
        std::optional<std::size_t> const offset =
            plan_ == nullptr ? std::nullopt : plan_->offset(n, result);
        if (!offset)
            return tensor::empty(std::move(sizes), spec.dtype);
        auto const bytes =
            static_cast<std::size_t>(checked_mul(numel(sizes), static_cast<std::int64_t>(
                                                                   element_size(spec.dtype))));
        if (*offset + bytes > arena_.size())
            raise(errc::internal, "the plan has no room for node '", g().name(n), "'");
        std::vector<std::int64_t> strides = contiguous_strides(sizes);
        std::shared_ptr<std::byte> const begin(arena_.owner(), arena_.data() + *offset);
        return {begin, bytes, spec.dtype, std::move(sizes), std::move(strides), 0};
    }

    void bind_inputs(std::span<tensor const> inputs) {
        std::size_t next = 0;
        for (input_spec const& spec : program_->signature.inputs)
            if (spec.kind == input_kind::user_input) {
                node_id const n = g().find(spec.name);
                if (n != no_node)
                    values_[n] = inputs[next];
                ++next;
            }
    }

    void execute(instruction& i) {
        at_node(g(), i.node, [&] {
            if (i.kernel != nullptr)
                i.kernel(i.arguments, i.results);
            else
                i.results = evaluate_pattern(*i.bound, i.arguments, library_.kernels);
        });
        values_[i.node] = i.results.empty() ? tensor{} : i.results.front();
        for (alias const& a : aliases_[i.node])
            values_[a.node] = i.results[a.result];
    }

    [[nodiscard]] std::vector<tensor> collect_outputs() const {
        std::vector<tensor> outputs;
        for (output_spec const& spec : program_->signature.outputs) {
            node_id const n = spec.name.empty() ? no_node : g().find(spec.name);
            outputs.push_back(n == no_node ? tensor{} : values_[n].clone());
        }
        return outputs;
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    exported_program const* program_;
    kernel_library library_;
    memory_plan const* plan_;
    sym_bindings bindings_;
    bool ready_ = false;
    storage arena_;
    std::vector<tensor> values_;  // by node; arguments of instructions point into it
    std::vector<std::vector<alias>> aliases_;
    std::vector<std::size_t> instruction_of_;
    std::vector<instruction> instructions_;
};

} // namespace graft
