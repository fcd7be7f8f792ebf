// expect: graft: the graph must outlive the partitioner
#include <graft/partition/group_based_partitioner.hpp>

graft::graph make_graph();
graft::graph kept;

#if defined(GRAFT_EXPECT_ERROR)
graft::group_based_partitioner partitioner(make_graph(), graft::support_targets({}));
#else
graft::group_based_partitioner partitioner(kept, graft::support_targets({}));
#endif
