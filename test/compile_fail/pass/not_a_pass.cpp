// expect: graft: not a pass: FUNCTION is to take graft::exported_program& or graft::graph&, to be const and copyable, and to return nothing, bool
#include <graft/pass/pass.hpp>

#if defined(GRAFT_EXPECT_ERROR)
graft::any_pass const pass = graft::make_pass("count", [](int nodes) { return nodes > 0; });
#else
graft::any_pass const pass = graft::make_pass("count", [](graft::graph& g) { return g.size() > 0; });
#endif
