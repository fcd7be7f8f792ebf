#include <graft/runtime/profile.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>

#include "tensors.hpp"
#include "test_program.hpp"

#include <thread>
#include <vector>

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

TEST_CASE("profile: an executor tells a profile what each node took, and does without one") {
    graft_test::program_builder b;
    value const x = b.input("x", make_spec(dtype::f32, {2}));
    value const once = aten::neg(x), twice = aten::neg(once);
    exported_program const p = b.finish({twice});
    constexpr auto kernels = kernel_set<decltype(aten::neg.default_)>;
    executor run(p, {kernel_table{kernels}, {}});
    std::vector<tensor> const inputs{graft_test::f32({2}, {1, -2})};
    run_profile profile, *const none = nullptr;
    vec<tensor> first;
    std::vector<tensor> second;
    run.run(inputs, first, &profile);
    run.run(inputs, second, &profile);
    CHECK(profile.runs().size() == 2);
    CHECK(profile.events().size() == 4);
    CHECK(profile.events()[0].node == once.id);
    CHECK(profile.events()[3].node == twice.id);
    CHECK(profile.events()[3].run == 1);
    run.run(inputs, first, none);
    run.run(inputs, second);
    CHECK(profile.events().size() == 4);
    CHECK(graft_test::show(first[0]) == "f32[2]: 1 -2");
    CHECK(graft_test::show(second[0]) == "f32[2]: 1 -2");
}

TEST_CASE("profile: a trace has a bar for each event") {
    std::string const trace = chrome_trace(two_runs(), g);
    CHECK(trace.starts_with("[\n{\"name\":\"a\",\"cat\":\"aten::neg\",\"ph\":\"X\",\"pid\":0,\"tid\":0,\"ts\":"));
    CHECK(trace.ends_with("\"args\":{\"run\":1}}\n]\n"));
    CHECK(chrome_trace({}, g) == "[]\n");
}

} // namespace
