#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/transform/detail/prepare_regions.hpp>

#include <string_view>

namespace graft {

/// Puts the graphs of regions in the place of the calls that run them: what `torch.no_grad()`, `torch.autocast`,
/// `torch.utils.checkpoint`, `nested_compile_region`, `strict_mode` and `hints_wrapper` leave in a program. The casts
/// that autocast on the CPU makes become calls of `to`, and so do those of `out_dtype`, whose op takes its place; the
/// others say nothing of the results. Returns whether there was any. Raises, with the program as it was, where a call
/// does not fit its graph. O(nodes) a level of regions in regions.
struct inline_regions_pass {
    static constexpr std::string_view name = "inline_regions"; ///< by which constraints name it
    /// Runs it, after `prepare` has put into each module what its regions say.
    bool operator()(exported_program& program, void (*prepare)(graph_module&)) const;
    /// Runs it; a template, so that only who calls it pays for what autocast casts.
    template <class Composites = detail::autocast_composites>
    bool operator()(exported_program& program) const {
        return (*this)(program, detail::prepare_regions<Composites>);
    }
};
inline constexpr inline_regions_pass inline_regions{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/partition/detail/inline_regions.hpp>
#    include <utility>

namespace graft {

GRAFT_INLINE bool inline_regions_pass::operator()(exported_program& program, void (*prepare)(graph_module&)) const {
    if (!detail::has_regions(program.module))
        return false;
    exported_program attempt = program;
    detail::inline_regions_in(attempt.module, prepare);
    update_output_names(attempt);
    program = std::move(attempt);
    return true;
}

} // namespace graft
#endif
