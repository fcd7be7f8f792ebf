// expect: graft: a pass without a name: make_pass."name", function. makes one of FUNCTION
#include <graft/pass/manager.hpp>

bool changes_nothing(graft::graph&) { return false; }

void add(graft::pass_manager& manager) {
#if defined(GRAFT_EXPECT_ERROR)
    manager.add_pass(changes_nothing);
#else
    manager.add_pass(graft::make_pass("changes_nothing", changes_nothing));
#endif
}
