#include "../../examples/graft_opt/options.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::string refused(std::vector<std::string> const& arguments) {
    try {
        static_cast<void>(parse_options(arguments));
    } catch (usage_error const& e) {
        return e.why;
    }
    return "(taken)";
}

TEST_CASE("options: --run needs no inputs, but what is expected is of some") {
    CHECK(parse_options({"a.pt2", "--run"}).inputs.empty());
    CHECK(parse_options({"a.pt2", "--run", "--inputs", "b.safetensors"}).inputs == "b.safetensors");
    CHECK(refused({"a.pt2", "--run", "--expect", "c.safetensors"}) == "--expect needs --inputs");
    CHECK(refused({"a.pt2", "--run", "--inputs", "b.safetensors", "--expect", "c.safetensors"}) == "(taken)");
    CHECK(refused({"--run"}) == "no model is given");
    CHECK(refused({"a.pt2", "--rnu"}) == "there is no option '--rnu'");
}

} // namespace
