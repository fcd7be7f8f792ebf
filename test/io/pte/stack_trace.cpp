#include <graft/io/pte/stack_trace.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("pte_stack_trace: frames have a file, a line, a function and what is written there") {
    auto const frames = parse_stack_trace("  File \"/a b/model.py\", line 12, in forward\n    return self.fc(x)\n"
                                          "  File \"nn.py\", line 3, in inner\n");
    REQUIRE(frames.size() == 2);
    CHECK(frames[0] == pte_frame{"/a b/model.py", "forward", "return self.fc(x)", 12});
    CHECK(frames[1] == pte_frame{"nn.py", "inner", "", 3});
}

TEST_CASE("pte_stack_trace: a text without frames has none") {
    CHECK(parse_stack_trace("").empty());
    CHECK(parse_stack_trace("Traceback\nFile x\n\n").empty());
    CHECK(parse_stack_trace("File \"x.py\", line ").size() == 1);
}

} // namespace
