#pragma once

#include <graft/config.hpp>
#include <graft/io/pte/debug_map.hpp>
#include <graft/io/pte/emit.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/io/pte/writer.hpp>
#include <graft/lower/edge_program_manager.hpp>
#include <graft/pass/manager.hpp>
#include <graft/runtime/library.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace graft {

/// How Edge or Backend programs become a program file; ExecuTorch's `ExecutorchBackendConfig`.
struct executorch_backend_config {
    /// Passes over every method on its way from the Backend dialect to the file.
    pass_manager passes{};
    /// What methods return that have no instructions, by the name of the method.
    std::map<std::string, pte_constant> constant_methods{};
    /// Evaluates what depends on constants alone once ops of graft's own are made of ops that ExecuTorch has.
    kernel_library library{};
    bool emit_stacktrace = false;                 ///< whether instructions say which line of the model they come from
    std::uint64_t memory_alignment = 16;          ///< of tensors in planned memory, in bytes
    std::uint64_t segment_alignment = 128;        ///< of each segment in the file, in bytes
    std::uint64_t constant_tensor_alignment = 16; ///< of each constant within its segment, in bytes
    /// Where to say which calls the instructions come from, or null.
    pte_debug_map* debug_map = nullptr;
};

/// A model as ExecuTorch's runtime loads it; exir's `ExecutorchProgramManager`.
class executorch_program_manager {
public:
    /// Of a program file, and how it is laid out.
    executorch_program_manager(pte_program program, pte_write_options options)
        : program_(std::move(program)), options_(options) {}

    /// The program file: methods, their instructions and memory plans, constants.
    [[nodiscard]] pte_program const& executorch_program() const { return program_; }

    /// The bytes of the file.
    [[nodiscard]] std::string buffer() const { return to_bytes(program_, options_); }

    /// Writes the file; raises, with its name, where that fails.
    void write_to_file(std::string const& path) const { write_pte(path, program_, options_); }

private:
    pte_program program_;
    pte_write_options options_;
};

/// Makes a program fit for a program file, in place: ops that are graft's own become the ops that they stand for, numbers
/// that ExecuTorch's kernels take as tensors only become tensors. What then depends on constants alone is evaluated with
/// `library`, if it has kernels. A template, so that only its users pay for the tables of rules.
template <class Use = void>
void prepare_for_executorch(exported_program& program, kernel_library const& library);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/lower/executorch.ipp>
#endif
#if defined(GRAFT_SEPARATE_COMPILATION)
extern template void graft::prepare_for_executorch<>(exported_program&, kernel_library const&);
extern template graft::edge_program_manager graft::edge_program_manager::to_backend<>(kernel_library const&) const;
extern template graft::executorch_program_manager graft::edge_program_manager::to_executorch<>() const;
extern template graft::executorch_program_manager
graft::edge_program_manager::to_executorch<>(executorch_backend_config const&) const;
#endif
