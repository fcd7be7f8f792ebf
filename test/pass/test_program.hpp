#pragma once

#include <graft/ir/program.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/pass/pass.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace graft_test {

/// A program of two calls in a row, with a submodule of one.
inline graft::exported_program make_program() {
    graft::exported_program program;
    program.graph() = graft::parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %first : f32[2] = call_function[target=first](args = (%x,), kwargs = {})
    %second : f32[2] = call_function[target=second](args = (%first,), kwargs = {})
    return (%second,)
)");
    program.module.submodules.push_back({"inner",
                                         {graft::parse(R"(graph():
    %y : f32[2] = placeholder[target=y]
    %third : f32[2] = call_function[target=third](args = (%y,), kwargs = {})
    return (%third,)
)"),
                                          {}}});
    return program;
}

/// A pass that appends its name to the log and then does what `act` does.
inline graft::any_pass logged(
    std::vector<std::string>& log, std::string name,
    std::function<bool(graft::exported_program&)> act = [](graft::exported_program&) { return false; }) {
    return graft::make_pass(name, [&log, name, act = std::move(act)](graft::exported_program& program) {
        log.push_back(name);
        return act(program);
    });
}

/// Makes the first call of the graph a call of this target.
inline bool retarget(graft::exported_program& program, std::string_view target) {
    graft::graph& g = program.graph();
    g.set_target(g.at("first"), g.intern_target(target));
    return true;
}

} // namespace graft_test
