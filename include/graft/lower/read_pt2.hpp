#pragma once

#include <graft/ir/program.hpp>

#include <string>

namespace graft {

struct cpu_ops;

/// Reads a program that `torch.export.save` or `write_pt2` wrote, whose calls may be of any op of the dialect `Ops` or
/// of its out-variants; other ops are kept as they are. The file stays mapped as long as a weight of it is in use.
/// Raises where the file is none, naming the byte or the JSON path.
template <class Ops = cpu_ops>
[[nodiscard]] exported_program read_pt2(std::string const& path);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/io/pt2/reader.hpp>
#    include <graft/lower/cpu_ops.hpp>

template <class Ops>
graft::exported_program graft::read_pt2(std::string const& path) {
    return read_pt2(path, pt2_options{.find_op = find_cpu_op<Ops>, .model = {}});
}
#else
extern template graft::exported_program graft::read_pt2<graft::cpu_ops>(std::string const&);
#endif
