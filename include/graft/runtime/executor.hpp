#pragma once

#include <graft/config.hpp>
#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/tree.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/detail/compiled_graph.hpp>
#include <graft/runtime/library.hpp>
#include <graft/runtime/thread_pool.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

class run_profile;

/// Runs a program on kernels: a flat list of calls with resolved arguments, made once per set of sizes.
///
/// Weights are used where they lie. State that the program changes is the executor's own and lasts from run to run;
/// inputs that it changes are changed where they lie, as in PyTorch. After a few runs with inputs of the same sizes a
/// run takes no memory from the system, unless a size that depends on elements is another. The program, the library and
/// the plan must outlive the executor. A program with regions runs as `inline_regions` makes it, with a library that
/// can prepare them, and without the plan, which is of other nodes.
class executor {
public:
    /// Raises when a call of the program cannot run; `unsupported_calls` lists them all.
    executor(exported_program const& program, kernel_library library, memory_plan const* plan = nullptr);
    /// A temporary would be gone before it is used, and does not compile.
    template <temporary<exported_program> Temporary, class... Rest>
    executor(Temporary&& gone, Rest&&... rest) : executor(std::as_const(gone), static_cast<Rest&&>(rest)...) {
        static_assert(never_type<Temporary>,
                      "graft: the program must outlive the executor: keep it in a variable and give that [E-USE-1]");
    }

    /// What was moved from can only be destroyed or assigned to.
    /// @{
    executor(executor&&) = default;
    executor& operator=(executor&&) = default;
    /// @}

    /// The program's outputs for these user inputs, each in memory of its own; an output that is a Python
    /// constant is an undefined tensor.
    [[nodiscard]] vec<tensor> run(view<tensor const> inputs) {
        vec<tensor> outputs;
        run(inputs, outputs);
        return outputs;
    }

    /// Writes the program's outputs for these user inputs to `outputs`, whose tensors are used again where dtype and
    /// sizes are the same, as after an earlier run.
    void run(view<tensor const> inputs, vec<tensor>& outputs);
    /// As without a profile, which is told what each node took, if there is one: include `graft/runtime/profile.hpp`.
    void run(view<tensor const> inputs, vec<tensor>& outputs, run_profile* profile);
    /// Writes the program's outputs for these inputs to a `std::vector`, as to a `vec`; where that raises, the vector
    /// has the tensors that it had.
    template <class C, std::same_as<run_profile>... Profile>
        requires detail::vec_target<C, tensor>
    void run(view<tensor const> inputs, C& outputs, Profile*... profile) {
        vec<tensor> same(outputs.begin(), outputs.end());
        run(inputs, same, profile...);
        outputs.assign(same.begin(), same.end());
    }

    /// Runs the program as Python calls it: with nested positional arguments, and with others by name in any order.
    /// Gives what the module returned, nested as it was; a constant of it is a tensor without dimensions, and None an
    /// undefined one. Arguments that are nested in another way than the program takes them are an error that shows both
    /// trees.
    [[nodiscard]] tree<tensor> call(vec<tree<tensor>> args, vec<tree<tensor>::item> kwargs = {});

    /// Lets kernels divide their work over so many threads, of which the caller is one; outputs stay the same bit for
    /// bit. At first there is one.
    void use_threads(std::size_t threads) { threads_ = threads > 1 ? std::make_unique<thread_pool>(threads) : nullptr; }

    /// Gives the state that runs have changed its first values again.
    void reset() {
        for (changed_state_entry const& c : changed_)
            write_to(state_[c.index].tensor, *c.first);
    }

    /// The parameters and buffers that the program changes, by name, as the last run left them.
    [[nodiscard]] vec<std::pair<std::string_view, tensor>> changed_state() const {
        vec<std::pair<std::string_view, tensor>> all;
        for (changed_state_entry const& c : changed_)
            all.emplace_back(c.name, state_[c.index].tensor);
        return all;
    }

    /// The bytes of intermediate values, as planned.
    [[nodiscard]] std::size_t arena_bytes() const { return environment_.arena.size(); }

private:
    // A tensor of the program's state that runs may change: where it is among all, and its first value.
    struct changed_state_entry {
        std::string_view name;
        std::size_t index;
        tensor const* first;
    };

    [[nodiscard]] graph const& g() const { return program_->graph(); }

    // True when these inputs have the dtypes and sizes of the last ones.
    [[nodiscard]] bool fit(view<tensor const> inputs) const;

    void compile(view<tensor const> inputs);

    // Between the inputs and the outputs `run_graph` runs the compiled graph.
    template <class Run>
    void run_with(view<tensor const> inputs, vec<tensor>& outputs, Run const& run_graph);

    // Finds the nodes of inputs and of what outputs change. State that the program writes to is copied.
    void find_inputs();

    void find_state(input_spec const& spec, node_id n, bool changes);

    // The kind of input that an output changes, and whether there is any.
    [[nodiscard]] static std::pair<input_kind, bool> input_of(output_spec const& out);

    static void write(tensor const& from, tensor& to) {
        if (to.defined() && from.defined() && to.dtype() == from.dtype() && to.sizes() == from.sizes())
            kernel::copy(from, to);
        else
            to = from.clone();
    }
    static void write_to(tensor to, tensor const& from) { kernel::copy(from, to); }

    std::unique_ptr<exported_program> inlined_; // null for a program without regions
    exported_program const* program_;
    detail::run_environment environment_;
    vec<node_id> inputs_, outputs_;                // by position in the signature; no_node where the graph has none
    vec<std::pair<std::size_t, node_id>> changes_; // the output with the new value of an input
    vec<detail::known_input> state_;
    vec<changed_state_entry> changed_;
    vec<std::pair<dtype, dim_vector>> shapes_; // of the last inputs
    std::optional<detail::compiled_graph> compiled_;
    std::unique_ptr<thread_pool> threads_;
    std::unique_ptr<block_cache> scratch_ = std::make_unique<block_cache>(); // what kernels need for the time of a run
};

/// Copies of tensors, for inputs that a program may change.
[[nodiscard]] inline vec<tensor> clone_all(view<tensor const> tensors) {
    vec<tensor> copies;
    for (tensor const& t : tensors)
        copies.push_back(t.clone());
    return copies;
}

/// The program's outputs for these inputs; the inputs and the program's state stay as they are.
[[nodiscard]] inline vec<tensor> run_once(exported_program const& program, kernel_library library,
                                          view<tensor const> inputs) {
    return executor(program, library).run(clone_all(inputs));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/verify_signature.hpp>
#    include <graft/ir/call_tree.hpp>
#    include <graft/ir/compare.hpp>
#    include <graft/partition/detail/inline_regions.hpp>
#    include <graft/runtime/interpreter.hpp>
#    include <graft/runtime/unsupported.hpp>

#    include <algorithm>
#    include <map>

namespace graft {
namespace detail {

// The program with its regions inlined; null where it has none.
[[nodiscard]] inline std::unique_ptr<exported_program> without_regions(exported_program const& program,
                                                                       kernel_library const& library) {
    if (!has_regions(program.module))
        return nullptr;
    auto inlined = std::make_unique<exported_program>(program);
    inline_regions_in(inlined->module, library.prepare_regions);
    update_output_names(*inlined);
    return inlined;
}

} // namespace detail

GRAFT_INLINE executor::executor(exported_program const& program, kernel_library library, memory_plan const* plan)
    : inlined_(detail::without_regions(program, library)), program_(inlined_ ? inlined_.get() : &program),
      environment_{program_, library, {}, inlined_ ? nullptr : plan, {}} {
    require_none(verify_signature(*program_));
    if (auto const missing = unsupported_calls(*program_, library); !missing.empty())
        raise(errc::unsupported, "the program cannot run:\n", text(missing), unknown_op_help(*program_, library));
    if (environment_.plan != nullptr)
        environment_.arena = storage::allocate(plan->planned_bytes);
    for (output_spec const& spec : program_->signature.outputs)
        outputs_.push_back(g().find(spec.name).value_or(no_node));
    find_inputs();
}

template <class Run>
void executor::run_with(view<tensor const> inputs, vec<tensor>& outputs, Run const& run_graph) {
    if (!compiled_ || !fit(inputs))
        compile(inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs_[i] != no_node)
            compiled_->set(inputs_[i], inputs[i]);
    parallel_scope const scope(threads_ ? threads_.get() : parallel_scope::current());
    block_cache::scope const scratch(*scratch_);
    run_graph(*compiled_);
    outputs.resize(outputs_.size());
    for (std::size_t i = 0; i < outputs_.size(); ++i)
        if (outputs_[i] == no_node)
            outputs[i] = tensor{};
        else
            write((*compiled_)[outputs_[i]], outputs[i]);
    for (auto const& [output, input] : changes_)
        write_to((*compiled_)[input], outputs[output]);
}

GRAFT_INLINE void executor::run(view<tensor const> inputs, vec<tensor>& outputs) {
    run_with(inputs, outputs, [](detail::compiled_graph& compiled) { compiled.run(); });
}

GRAFT_INLINE tree<tensor> executor::call(vec<tree<tensor>> args, vec<tree<tensor>::item> kwargs) {
    return nested_results(*program_, run(flat_arguments(*program_, std::move(args), std::move(kwargs))));
}

GRAFT_INLINE bool executor::fit(view<tensor const> inputs) const {
    return std::equal(
        inputs.begin(), inputs.end(), shapes_.begin(), shapes_.end(),
        [](tensor const& t, auto const& shape) { return t.dtype() == shape.first && t.sizes() == shape.second; });
}

GRAFT_INLINE void executor::compile(view<tensor const> inputs) {
    sym_bindings bindings = symbol_values(*program_, inputs);
    shapes_.clear();
    if (!compiled_ || !detail::same_values(bindings, environment_.bindings)) {
        compiled_.reset();
        scratch_ = std::make_unique<block_cache>(); // what other sizes took is not kept
        environment_.bindings = std::move(bindings);
        vec<detail::known_input> known = state_;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs_[i] != no_node)
                known.push_back({inputs_[i], inputs[i]});
        compiled_.emplace(program_->module, environment_, known);
    }
    for (tensor const& t : inputs)
        shapes_.emplace_back(t.dtype(), t.sizes());
}

GRAFT_INLINE void executor::find_inputs() {
    std::map<std::pair<input_kind, std::string_view>, std::size_t> mutations;
    for (std::size_t i = 0; i < outputs_.size(); ++i)
        if (auto const [kind, changes] = input_of(program_->signature.outputs[i]); changes)
            mutations[{kind, program_->signature.outputs[i].target}] = i;
    detail::write_finder writes(g());
    for (input_spec const& spec : program_->signature.inputs) {
        node_id const n = g().find(spec.name).value_or(no_node);
        bool const by_user = spec.kind == input_kind::user_input;
        auto const mutation = mutations.find({spec.kind, by_user ? spec.name : spec.target});
        if (mutation != mutations.end() && n != no_node)
            changes_.emplace_back(mutation->second, n);
        if (by_user)
            inputs_.push_back(n);
        else
            find_state(spec, n, n != no_node && (mutation != mutations.end() || writes.is_written(n)));
    }
}

GRAFT_INLINE void executor::find_state(input_spec const& spec, node_id n, bool changes) {
    tensor const* const state = program_->find_state(spec);
    if (state == nullptr || n == no_node)
        return;
    if (changes)
        changed_.push_back({spec.target, state_.size(), state});
    state_.push_back({n, changes ? state->clone() : *state, true, !changes});
}

GRAFT_INLINE std::pair<input_kind, bool> executor::input_of(output_spec const& out) {
    switch (out.kind) {
    case output_kind::buffer_mutation: return {input_kind::buffer, true};
    case output_kind::parameter_mutation: return {input_kind::parameter, true};
    case output_kind::user_input_mutation: return {input_kind::user_input, true};
    default: return {input_kind::token, false};
    }
}

} // namespace graft
#endif
