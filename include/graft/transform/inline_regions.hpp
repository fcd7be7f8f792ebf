#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <string_view>

namespace graft {

/// Puts the graphs of regions in the place of the calls that run them: what `torch.no_grad()`, `torch.autocast`,
/// `torch.utils.checkpoint`, `nested_compile_region`, `strict_mode` and `hints_wrapper` leave in a program. The casts
/// that autocast on the CPU makes become calls of `to`, and so do those of `out_dtype`, whose op takes its place; the
/// others say nothing of the results. Returns whether there was any. Raises, with the program as it was, where a call
/// does not fit its graph. O(nodes) a level of regions in regions.
struct inline_regions_pass {
    static constexpr std::string_view name = "inline_regions"; ///< by which constraints name it
    bool operator()(exported_program& program) const;          ///< runs it
};
inline constexpr inline_regions_pass inline_regions{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/partition/detail/inline_regions.hpp>
#    include <graft/transform/detail/prepare_regions.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE bool inline_regions_pass::operator()(exported_program& program) const {
    if (!detail::has_regions(program.module))
        return false;
    exported_program attempt = program;
    detail::inline_regions_in(attempt.module, detail::prepare_regions);
    update_output_names(attempt);
    program = std::move(attempt);
    return true;
}

} // namespace graft
#endif
