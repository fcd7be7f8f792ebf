// expect: graft: the graph must outlive the index
#include <graft/ir/find_nodes.hpp>

graft::graph make_graph();
graft::graph kept;

#if defined(GRAFT_EXPECT_ERROR)
graft::node_index nodes{make_graph()};
#else
graft::node_index nodes{kept};
#endif
