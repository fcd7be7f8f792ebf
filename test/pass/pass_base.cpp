#include <graft/pass/pass_base.hpp>

#include "test_program.hpp"

#include <graft/pass/pass.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace {

using strings = std::vector<std::string>;

// Notes what is called on which program.
class noting : public graft::pass_base {
public:
    explicit noting(strings& log) : pass_base("noting"), log_(log) {}

    void expects(graft::exported_program const& program) const override { note("expects", program); }
    graft::pass_result call(graft::exported_program& program) const override {
        note("call", program);
        return {graft_test::retarget(program, "other")};
    }
    void ensures(graft::exported_program const& program) const override { note("ensures", program); }

private:
    void note(std::string const& what, graft::exported_program const& program) const {
        graft::graph const& g = program.graph();
        log_.push_back(what + " " + std::string{g.target(g.at("first")).name});
    }

    strings& log_;
};

struct unconditional : graft::pass_base {
    unconditional() : pass_base("unconditional") {}
    graft::pass_result call(graft::exported_program&) const override { return {}; }
};

struct demanding : unconditional {
    void expects(graft::exported_program const& program) const override {
        if (!program.graph().find("fifth"))
            throw std::runtime_error("no %fifth");
    }
};

static_assert(graft::graph_pass<noting>);
static_assert(graft::graph_pass<unconditional>);

} // namespace

TEST_CASE("pass_base: the conditions see what the pass is given and what it left, each once") {
    strings log;
    graft::exported_program program = graft_test::make_program();
    CHECK(noting{log}(program).modified);
    CHECK(log == strings{"expects first", "call first", "ensures other"});

    log.clear();
    graft::any_pass const pass = noting{log};
    CHECK(pass.name == "noting");
    CHECK(pass(program).modified);
    CHECK(log == strings{"expects other", "call other", "ensures other"});
}

TEST_CASE("pass_base: conditions are optional, and one that fails keeps the pass from running") {
    graft::exported_program program = graft_test::make_program();
    CHECK_FALSE(graft::any_pass{unconditional{}}(program).modified);
    CHECK_THROWS_WITH(graft::any_pass{demanding{}}(program), "no %fifth");
}
