#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Writes a program without complex numbers: a tensor of them becomes a real one with a last dimension of 2 more, its
/// parts, as `view_as_real` lays them out, and calls become calls on those; Fourier transforms become products with
/// matrices, which are new constants. For runtimes whose kernels take real numbers only.
///
/// Complex parameters, buffers and constants become pairs, too, and so do inputs and results of the program: who calls
/// it gives and gets `view_as_real` of what there was. The program must be functional, as `to_edge` leaves it, with
/// composite ops decomposed. A call of complex numbers that has no such form is an error of the code `unsupported` that
/// names the node, and the program stays as it was. Squares of absolute values must be finite: `abs` is the root of
/// their sum. Returns how many calls were written anew.
struct complex_to_real_pass {
    static constexpr std::string_view name = "complex_to_real"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;    ///< runs it
};
inline constexpr complex_to_real_pass complex_to_real{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/transform/detail/pair_writer.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE std::size_t complex_to_real_pass::operator()(exported_program& program) const {
    if (!detail::has_complex_values(program.module))
        return 0;
    exported_program work = program;
    std::size_t const count = detail::pair_writer(work).run();
    program = std::move(work);
    return count;
}

} // namespace graft
#endif
