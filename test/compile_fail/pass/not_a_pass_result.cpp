// expect: graft: not a pass: .* to return nothing, bool, std::size_t, graft::pass_result, or a new program or graph
#include <graft/pass/pass.hpp>

#if defined(GRAFT_EXPECT_ERROR)
graft::any_pass const pass = graft::make_pass("count", [](graft::graph& g) { return static_cast<int>(g.size()); });
#else
graft::any_pass const pass = graft::make_pass("count", [](graft::graph& g) { return g.size() != 0; });
#endif
