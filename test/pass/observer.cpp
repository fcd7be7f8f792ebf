#include <graft/pass/observer.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

TEST_CASE("pass_observer: an observer may have either side only") {
    graft::exported_program const program = graft_test::make_program();
    std::size_t nodes = 0;
    graft::pass_observer const observer{[&](graft::pass_event const& event) { nodes = event.program.graph().size(); },
                                        {}};
    observer.before({"fold", 0, 0, program});
    CHECK(nodes == 4);
    CHECK_FALSE(observer.after);
}
