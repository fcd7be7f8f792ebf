#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// A new call of an op, with the metadata of `like` and what it gives: `add_call_like(g, n, aten::clone, {x})`.
inline node_id add_call_like(graph& g, node_id like, call_target const& op, vec<arg> const& args,
                             vec<kwarg> const& kwargs = {}) {
    node_id const n = g.call_function(*op.op(), args, kwargs);
    g.copy_meta(like, n);
    infer(g, n);
    return n;
}

} // namespace graft
