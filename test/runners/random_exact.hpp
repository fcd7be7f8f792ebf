#pragma once

#include "random_ops.hpp"
#include "random_world.hpp"

#include <graft/ir/graph.hpp>

#include <array>
#include <cmath>
#include <string_view>

namespace graft_test {

/// True of an op that gives exact results for numbers with few digits, in whatever order it computes them.
inline bool is_exact_op(graft::op_info const& op) {
    using graft::op_tags;
    constexpr std::array<std::string_view, 62> exact{
        "add",       "sub",     "rsub",    "mul",   "neg",    "abs",      "relu",   "hardtanh",  "clamp",
        "clip",      "maximum", "minimum", "max",   "min",    "amax",     "amin",   "aminmax",   "fmax",
        "fmin",      "where",   "masked",  "cat",   "concat", "stack",    "hstack", "vstack",    "dstack",
        "sum",       "cumsum",  "mm",      "bmm",   "matmul", "linear",   "dot",    "mv",        "einsum",
        "conv",      "_conv",   "floor",   "ceil",  "round",  "trunc",    "sign",   "square",    "threshold",
        "heaviside", "tril",    "triu",    "index", "gather", "scatter",  "take",   "embedding", "roll",
        "flip",      "clone",   "copy",    "fill",  "full",   "_to_copy", "to",     "pad"};
    std::string_view const name = functional_packet(op);
    if (name.starts_with("addcdiv") || name.ends_with("_mean") || name.starts_with("round_decimals"))
        return false;
    return has(op.tags, op_tags::view) || name.ends_with("_copy") || name.ends_with("_scatter") ||
           begins_with_any(name, exact);
}

/// True of a value that has the same elements in every world: of whole numbers or truths, or an exact result of exact
/// operands that has few digits.
inline bool is_exact_value(graft::graph const& g, graft::node_id n, random_world const& world, graft::tensor const& t) {
    if (!graft::is_floating_point(t.dtype()) && !graft::is_complex(t.dtype()))
        return true;
    graft::op_info const* const op = g.target(n).op;
    bool exact = op != nullptr && is_exact_op(*op);
    g.for_each_input(n, [&](graft::node_id input) {
        for_each_tensor(world.at(input), [&](graft::tensor const& of) { exact = exact && world.exact(of); });
    });
    if (!exact)
        return false;
    double const limit = graft::element_size(graft::real_part(t.dtype())) > 2 ? 4096
                         : t.dtype() == graft::dtype::f16                     ? 16
                                                                              : 2;
    for_each_element(t, [&](auto const& element) {
        double const x = static_cast<double>(element);
        exact = exact && std::abs(x) <= limit && x * 64 == std::floor(x * 64);
    });
    return exact;
}

} // namespace graft_test
