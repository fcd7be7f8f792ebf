// expect: graft: an unsigned number is no argument; write arg::node\(id\) for a node
#include <graft/ir/graph.hpp>

graft::graph make() {
    graft::graph g;
    graft::node_id const x = g.placeholder("x");
#if defined(GRAFT_EXPECT_ERROR)
    g.call_function("f", {x, 2});
#else
    g.call_function("f", {graft::arg::node(x), 2});
#endif
    return g;
}
