#pragma once

#include <graft/config.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/registry.hpp>
#include <graft/rewrite/phase.hpp>
#include <graft/runtime/library.hpp>
#include <graft/transform/decompose_options.hpp>

#include <string_view>

namespace graft {

// Templates, so that only who calls them pays for the tables of rules; under separate compilation they are ready.

/// Every pass of this library over whole programs, by name: `to_edge` and its steps, what makes Backend programs, and
/// those before a `.pte` is written. Those that depend on constants alone are evaluated with `library`, whose
/// tables must outlive the passes; `to_edge` lowers with `options`.
template <class Use = void>
[[nodiscard]] pass_registry lowering_passes(kernel_library const& library, decompose_options const& options = {});

/// The rules that a pass of `lowering_passes` consists of, but for what it does before or behind them: of "decompose",
/// "quant_fusion", "backend_rules" and "find_composites". Null for any other name.
template <class Use = void>
[[nodiscard]] any_phase const* rules_of_pass(std::string_view pass);

/// What `to_backend_passes` may do.
struct to_backend_options {
    /// Whether the program is to be run by ExecuTorch, which has none of the kernels of this library's own ops.
    bool for_executorch = false;
};

/// What takes an ATen program to the Edge dialect.
template <class Use = void>
[[nodiscard]] pass_manager to_edge_passes(decompose_options const& options = {});

/// What takes an Edge program to the Backend dialect: batch norms go into the weights before them, products, layers of
/// bytes and attention become ops with a kernel of their own, images are laid out with the channels last, and what
/// depends on constants alone is computed. The passes and the constraints that order them may be added to.
template <class Use = void>
[[nodiscard]] pass_manager to_backend_passes(kernel_library const& library, to_backend_options const& options = {});

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/lower/lowering_passes.ipp>
#endif
#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::pass_registry graft::lowering_passes<>(kernel_library const&, decompose_options const&);
extern template graft::any_phase const* graft::rules_of_pass<>(std::string_view);
extern template graft::pass_manager graft::to_edge_passes<>(decompose_options const&);
extern template graft::pass_manager graft::to_backend_passes<>(kernel_library const&, to_backend_options const&);
#endif
