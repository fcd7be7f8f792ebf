// expect: graft: not a pass: FUNCTION is to take graft::exported_program& or graft::graph&, to be const and copyable
#include <graft/pass/manager.hpp>

void add(graft::pass_manager& manager) {
#if defined(GRAFT_EXPECT_ERROR)
    manager.add_pass([](int nodes) { return nodes > 0; });
#else
    manager.add_pass({"count", [](graft::graph& g) { return g.size() > 0; }});
#endif
}
