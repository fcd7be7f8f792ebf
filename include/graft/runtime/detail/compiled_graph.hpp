#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/late_call.hpp>
#include <graft/runtime/library.hpp>
#include <graft/runtime/node_action.hpp>
#include <graft/runtime/permuted_result.hpp>
#include <graft/runtime/run_environment.hpp>
#include <graft/runtime/run_number.hpp>
#include <graft/runtime/run_value.hpp>
#include <graft/schema/call.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace graft {
class run_profile;
}

namespace graft::detail {

/// What the inputs of a step were like when it ran last: its numbers, and the dtypes, sizes and strides of its tensors.
class seen_inputs {
public:
    void begin() {
        at_ = 0;
        same_ = true;
        see(0); // so that a step without inputs is new as well, once
    }
    void add(scalar number) {
        see(static_cast<std::int64_t>(number.kind()));
        if (number.is_complex())
            see(std::bit_cast<std::int64_t>(number.imaginary_part()));
        bool const real = number.is_real() || number.is_complex();
        see(real ? std::bit_cast<std::int64_t>(number.real_part()) : number.to<std::int64_t>());
    }
    void add(tensor const& t) {
        see(t.defined() ? static_cast<std::int64_t>(t.dtype()) : -1);
        see(static_cast<std::int64_t>(t.dim()));
        for (std::int64_t const size : t.sizes())
            see(size);
        for (std::int64_t const stride : t.strides())
            see(stride);
    }
    /// True when all that was added since `begin` is what was added the time before.
    [[nodiscard]] bool repeat() {
        same_ = same_ && at_ == words_.size();
        words_.resize(at_);
        return same_;
    }

private:
    void see(std::int64_t word) {
        same_ = same_ && at_ < words_.size() && words_[at_] == word;
        if (at_ == words_.size())
            words_.push_back(word);
        words_[at_++] = word;
    }

    vec<std::int64_t> words_;
    std::size_t at_ = 0;
    bool same_ = false;
};

/// What is known of a placeholder before the graph runs: its tensor, or one of the same dtype and sizes.
struct known_input {
    node_id node;
    graft::tensor tensor;
    bool stays = false;    // it is this tensor in every run
    bool constant = false; // whose elements never change
};

/// A graph as a flat list of steps for inputs of fixed sizes. A call whose sizes are known is its kernel with resolved
/// arguments and results; views of memory that stays are made once. What depends on the elements of a tensor is bound
/// and allocated when it runs, and again when its numbers and sizes are others than in the run before.
class compiled_graph {
public:
    /// `inputs` are what is known of placeholders. Raises where the graph cannot run.
    compiled_graph(graph_module const& module, run_environment const& environment, vec<known_input> const& inputs = {});

    compiled_graph(compiled_graph&&) = default;
    compiled_graph& operator=(compiled_graph&&) = default;

    /// The tensor of a placeholder for the runs to come, of the dtype and sizes it was compiled for. For a number
    /// it is a tensor with one element.
    void set(node_id n, tensor const& t) {
        if (infos_[n].is_number && infos_[n].late)
            values_[n].number = t.item();
        else
            put(n, t);
    }

    /// The tensor of a node; after `run`, of any.
    [[nodiscard]] tensor const& operator[](node_id n) const { return values_[n].tensor; }

    void run() {
        for (step& s : steps_)
            at_node(g(), s.node, [&] { execute(s); });
    }

    /// Runs the graph, and tells the profile what each node took. Its body is in `profile.hpp`.
    void run(run_profile& profile);

    /// What the graph returns for these inputs, one for each placeholder, in memory of its own.
    [[nodiscard]] run_values run(run_values const& inputs);

private:
    struct step {
        node_id node;
        node_action action;
        kernel_function kernel = nullptr; // null: arguments are bound when the step runs
        std::optional<call<tensor>> arguments{};
        vec<tensor> results{};
        permuted_results permuted{};
        bool moves = false;            // the kernel sets where its results lie
        prepared_kernel prepared{};    // runs in the place of the kernel, if there is one
        vec<compiled_graph*> graphs{}; // that control flow calls
        reading_function read = nullptr;
        sym_target const* function = nullptr;
        std::optional<late_call> late{};
        seen_inputs seen{};
    };
    struct slot {
        graft::tensor tensor;
        scalar number;
    };
    struct info {
        compiled_graph* graph = nullptr; // that the node names
        bool is_number = false;
        bool late = false;     // a number, or a value of unknown kind, that is known only when the graph runs
        bool fixed = false;    // a tensor of the dtype and sizes that others were compiled for
        bool stays = false;    // a tensor in the same memory in every run
        bool constant = false; // and of the same elements
        vec<std::pair<node_id, std::size_t>> items{}; // the nodes that take a result of this one
        vec<tensor> results{};                        // of a call that has several, until it runs
    };

    [[nodiscard]] graph const& g() const { return module_->graph; }

    //=== before a run ===//

    void compile(node_id n, run_environment const& environment);

    void compile_control_flow(node_id n, node_action action);

    void add_number(node_id n, node_action action);

    // A number that the sizes of the inputs determine is known before the graph runs.
    void compile_number(node_id n, sym_bindings const& bindings);

    void compile_attribute(node_id n, run_environment const& environment);

    // What the inputs of a graph are like when it is called.
    [[nodiscard]] static vec<known_input> likely_inputs(graph const& g, run_environment const& environment);

    void compile_call(node_id n, run_environment const& environment);

    void compile_memory(node_id n, run_environment const& environment);

    // True for a call that gives the same in every run, which nothing changes; it is made once.
    [[nodiscard]] bool is_constant_call(node_id n);

    [[nodiscard]] constant_arguments constants_of(node_id n) const;

    // Where the results lie; false when their sizes are not known yet. A kernel writes row by row, so that a result in
    // another order is made of what it writes.
    bool place_results(node_id n, run_environment const& environment, bool planned, step& s) const;

    // Lays the results of a kernel as their values say.
    void settle(step& s);

    // True for a call that only shows, in another form, a tensor that stays: it has been made once and for all.
    bool is_lasting_view(step& s);

    void compile_item(node_id n, run_environment const& environment);

    //=== during a run ===//

    void execute(step& s);

    // True when a step is given the numbers and sizes of the run before; a function on elements never is.
    [[nodiscard]] bool repeats(step& s);

    void publish(node_id n, vec<tensor> const& results) {
        if (results.size() == 1)
            put(n, results.front());
        for (auto const& [item, result] : infos_[n].items)
            take_item(item, results, result);
    }

    void take_item(node_id n, vec<tensor> const& results, std::size_t result) {
        if (result >= results.size())
            raise(errc::invalid_argument, "node '", g().name(n), "' takes an item that is not there");
        put(n, results[result]);
    }

    void fix(node_id n, tensor const& t) {
        values_[n].tensor = t;
        infos_[n].fixed = t.defined();
    }

    // Raises for a value that those which use it were not compiled for.
    void put(node_id n, tensor const& t);

    void assign(node_id n, run_value const& v);

    [[nodiscard]] call<tensor> bind(node_id n) const;

    [[nodiscard]] run_value value(node_id n) const;
    [[nodiscard]] run_value arg(node_id n, std::size_t i) const {
        return value_of_argument(g().arg(n, i), [this](node_id input) { return value(input); });
    }
    [[nodiscard]] run_values args(node_id n) const {
        return values_of_arguments(g(), n, [this](node_id input) { return value(input); });
    }

    graph_module const* module_;
    kernel_library library_;
    vec<slot> values_; // by node; arguments of steps point into it
    vec<info> infos_;  // by node
    vec<step> steps_;
    std::unique_ptr<write_finder> writes_; // while the graph is compiled
    vec<node_id> inputs_;
    vec<std::unique_ptr<compiled_graph>> graphs_;
};

/// The sizes for these values of symbols; nothing where one depends on others.
[[nodiscard]] GRAFT_INLINE std::optional<dim_vector> known_sizes(tensor_spec const& spec, sym_bindings const& bindings);

/// A tensor of the dtype, sizes and, where they are known, strides that a value will have, so that what it goes into
/// can be prepared; an undefined one where sizes are not known.
[[nodiscard]] GRAFT_INLINE tensor likely_tensor(value_spec const* val, sym_bindings const& bindings);

/// A tensor like this one under the strides of a spec, as a view of another one may have; the tensor itself where it
/// has them or they are not known.
[[nodiscard]] GRAFT_INLINE tensor laid_out(tensor const& made, tensor_spec const& spec, sym_bindings const& bindings);

/// Raises unless `results`, which were placed where a program says that they are, have the dtypes and sizes that the op
/// gives for these arguments: a kernel writes what its arguments call for. What the program leaves out is allocated.
///
/// False where sizes depend on elements, so that the results have to be made when the call runs.
[[nodiscard]] GRAFT_INLINE bool settle_results(call<tensor> const& c, vec<tensor>& results);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/runtime/detail/compiled_graph.ipp>
#endif
