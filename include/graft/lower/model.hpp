#pragma once

#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/tree.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace graft {

/// The dialect that a program is in, as far as it has been lowered.
enum class level { aten, edge, backend };

/// How far a program has been lowered, as its verifiers and its calls say. O(nodes).
[[nodiscard]] inline level level_of(exported_program const& program) {
    if (program.verifiers.size() != 1 || program.verifiers.front() != "EDGE")
        return level::aten;
    graph const& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.target(n).dialect == dialect_tag::backend)
            return level::backend;
    return level::edge;
}

struct cpu_ops;

/// How a `model` is made ready.
struct model_options {
    /// Lowers the program to the Backend dialect, whose ops are the fastest.
    bool lower = true;
    /// Puts intermediate values where a memory plan says, but for those of symbolic size that have no bound or one too
    /// large: `find_bounded`.
    bool plan = true;
    /// How many threads the kernels divide their work over; the bits of the results are the same for any number.
    std::size_t threads = 1;
};

} // namespace graft

namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// A program that is ready to run: read, lowered, planned, and given kernels. Each of these steps is a function of its
/// own as well: `read_pt2`, `to_edge_passes`, `to_backend_passes`, `plan_exact`, `executor`. `Ops` is the dialect whose
/// ops and kernels it knows.
template <class Ops = cpu_ops>
class basic_model {
public:
    /// Reads a `.pt2`. Raises where it cannot be read or cannot run, naming the calls without a kernel.
    explicit basic_model(std::string const& path, model_options const& options = {});
    /// Lowers, plans and binds a program that was read. Raises where it cannot run, naming the calls without a kernel.
    explicit basic_model(exported_program program, model_options const& options = {});
    /// The model that was moved from can only be destroyed or assigned to.
    /// @{
    basic_model(basic_model&&) noexcept;
    basic_model& operator=(basic_model&&) noexcept;
    /// @}
    ~basic_model();

    /// The outputs of the program, one for each leaf of what the module returned, for its inputs in their order; of a
    /// step of training the loss is one of them, and the gradients follow. What the program changes, a buffer or an
    /// input, is changed. Raises where an input has another dtype or other sizes than the program takes. Not for two
    /// threads at once.
    [[nodiscard]] vec<tensor> operator()(view<tensor const> inputs);
    /// What the module returned, nested as it was, for arguments nested as Python takes them: the positional ones, and
    /// others by name in any order. Arguments that are nested in another way are an error that shows both trees.
    [[nodiscard]] tree<tensor> call(vec<tree<tensor>> args, vec<tree<tensor>::item> kwargs = {});

    /// The program that runs.
    [[nodiscard]] exported_program const& program() const;
    /// Where its intermediate values lie; empty where `model_options::plan` was false.
    [[nodiscard]] memory_plan const& plan() const;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

using model = basic_model<>; ///< A program that is ready to run, with the ops and kernels of this library.

} // namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/lower/model.ipp>
#else
extern template class graft::basic_model<graft::cpu_ops>;
#endif
