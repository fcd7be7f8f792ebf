#include <graft/runtime/profile.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

#include <thread>

namespace {

using namespace graft;

graph const g = parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %a : f32[2] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    %b : f32[2] = call_function[target=torch.ops.aten.neg.default](args = (%a,), kwargs = {})
    return (b,)
)");

void spend(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

run_profile two_runs() {
    run_profile profile;
    for (int i = 0; i < 2; ++i)
        profile.measure_run([&] {
            profile.measure(g.at("a"), [] {});
            profile.measure(g.at("b"), [] { spend(2); });
        });
    return profile;
}

TEST_CASE("profile: nodes are added up over the runs, the slowest first") {
    run_profile const profile = two_runs();
    auto const times = profile.times();
    REQUIRE(times.size() == 2);
    CHECK(times[0].node == g.at("b"));
    CHECK(times[0].calls == 2);
    CHECK(times[0].seconds >= 2 * times[0].least);
    CHECK(times[0].least >= 0.002);
    REQUIRE(profile.runs().size() == 2);
    CHECK(profile.runs()[0] + profile.runs()[1] >= times[0].seconds + times[1].seconds);
}

TEST_CASE("profile: events follow each other, and say of which run they are") {
    run_profile const profile = two_runs();
    REQUIRE(profile.events().size() == 4);
    CHECK(profile.events()[0].begin >= 0);
    for (std::size_t i = 1; i < 4; ++i)
        CHECK(profile.events()[i].begin >= profile.events()[i - 1].end);
    CHECK(profile.events()[1].run == 0);
    CHECK(profile.events()[2].run == 1);
}

TEST_CASE("profile: a trace has a bar for each event") {
    std::string const trace = chrome_trace(two_runs(), g);
    CHECK(trace.starts_with("[\n{\"name\":\"a\",\"cat\":\"aten::neg\",\"ph\":\"X\",\"pid\":0,\"tid\":0,\"ts\":"));
    CHECK(trace.ends_with("\"args\":{\"run\":1}}\n]\n"));
    CHECK(chrome_trace({}, g) == "[]\n");
}

} // namespace
