#include <graft/io/pte/detail/plan_builder.hpp>

#include <graft/io/pte/print.hpp>
#include <graft/symbolic/expression.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

TEST_CASE("pte_plan_builder: values that nothing writes to are there once") {
    pte_plan_builder out("f");
    CHECK(out.integer(1) == out.integer(1));
    CHECK(out.integer(1) != out.real(1.0));
    CHECK(out.boolean(true) != out.integer(1));
    CHECK(out.real(0.0) != out.real(-0.0));
    CHECK(out.none() == out.none());
    CHECK(out.integers({0, 1}) == out.integers({0, 1}));
    CHECK(out.add(std::int64_t{1}) != out.integer(1));
}

TEST_CASE("pte_plan_builder: calls are written with operators, and tensors get a place") {
    pte_plan_builder out("f");
    tensor_spec const spec = make_spec(dtype::f32, {4});
    std::int32_t const a = out.tensor(spec), b = out.tensor(spec), c = out.tensor(spec);
    out.call("aten::relu.out", {a, b, b});
    out.call("aten::relu.out", {b, c, c});
    std::size_t const over = out.jump_unless(out.boolean(true));
    out.move(a, b);
    out.land(over);
    pte_plan const plan = out.finish(16, false);
    CHECK(plan.operators.size() == 1);
    CHECK(text(plan, plan.chains[0].instructions[2]) == "unless %3 go to 4");
    CHECK(plan.buffer_sizes == std::vector<std::int64_t>{0, 32});
    CHECK(std::get<pte_tensor>(plan.values[0]).allocation == std::get<pte_tensor>(plan.values[2]).allocation);
    CHECK(plan.chains[0].stack_traces.empty());
}

TEST_CASE("pte_plan_builder: a tensor has its largest sizes, one without has no place") {
    symbol const s("s0"), u("u0");
    std::vector<symbol_range> const ranges{{s, {1, 8}}};
    pte_plan_builder out("f", ranges);
    std::int32_t const bounded = out.tensor(make_spec(dtype::i64, {sym_int(s), 3})),
                       unbounded = out.tensor(make_spec(dtype::f32, {sym_int(u)}));
    out.call("aten::x.out", {bounded, unbounded});
    CHECK(out.storage_of(unbounded) == pte_plan_builder::no_storage);
    pte_plan const plan = out.finish(16, false);
    CHECK(text(plan.values[0]) == "i64[8, 3] at most memory 1 at 0");
    CHECK(text(plan.values[1]) == "f32[0] unbounded");
}

TEST_CASE("pte_plan_builder: a view lies where its base does and keeps it in use") {
    pte_plan_builder out("f");
    std::int32_t const base = out.tensor(make_spec(dtype::f32, {2, 2})),
                       view = out.view(make_spec(dtype::f32, {4}), base),
                       other = out.tensor(make_spec(dtype::f32, {4}));
    out.call("make", {base});
    out.call("view", {base, view});
    out.call("make", {other});
    out.call("use", {view});
    pte_plan const plan = out.finish(16, true);
    auto const place = [&](std::int32_t v) {
        return std::get<pte_tensor>(plan.values[static_cast<std::size_t>(v)]).allocation;
    };
    CHECK(place(base) == place(view));
    CHECK(place(base) != place(other));
    CHECK(plan.chains[0].stack_traces.size() == 4);
}

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

bool apart(memory_plan const& plan, std::size_t a, std::size_t b) {
    return plan.offsets[a] + plan.size(a) <= plan.offsets[b] || plan.offsets[b] + plan.size(b) <= plan.offsets[a];
}

TEST_CASE("pte_lifetimes: storages that are never in use at once share their place") {
    pte_lifetimes uses;
    auto const a = uses.add(64), b = uses.add(64), c = uses.add(64);
    uses.touch_before(a);
    uses.advance();
    uses.touch(a);
    uses.touch(b);
    uses.advance();
    uses.touch(b);
    uses.touch(c);
    memory_plan const plan = uses.plan(16);
    CHECK(plan.planned_bytes == 128);
    CHECK(plan.offsets[a] == plan.offsets[c]);
    CHECK(apart(plan, a, b));
    CHECK(apart(plan, b, c));
}

TEST_CASE("pte_lifetimes: what is read in a loop and comes from before it stays to the loop's end") {
    pte_lifetimes uses;
    auto const before = uses.add(16), early = uses.add(16), late = uses.add(16);
    uses.advance();
    uses.touch(before);
    uses.begin_loop();
    uses.advance();
    uses.touch(before);
    uses.touch(early);
    uses.advance();
    uses.touch(late);
    uses.end_loop();
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, before, late));
    CHECK(plan.offsets[early] == plan.offsets[late]);
}

TEST_CASE("pte_lifetimes: through nested loops a storage stays to the end of the outermost one after its beginning") {
    pte_lifetimes uses;
    auto const outside = uses.add(16), between = uses.add(16), after_inner = uses.add(16), after = uses.add(16);
    uses.advance();
    uses.touch(outside);
    uses.begin_loop();
    uses.advance();
    uses.touch(between);
    uses.begin_loop();
    uses.advance();
    uses.touch(outside);
    uses.touch(between);
    uses.end_loop();
    uses.advance();
    uses.touch(after_inner);
    uses.end_loop();
    uses.advance();
    uses.touch(after);
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, outside, after_inner));
    CHECK(plan.planned_bytes == 32);
    CHECK(plan.offsets[between] == plan.offsets[after_inner]);
}

TEST_CASE("pte_lifetimes: what is kept shares its place with nothing later") {
    pte_lifetimes uses;
    auto const kept = uses.add(8), later = uses.add(8);
    uses.touch_before(kept);
    uses.keep(kept);
    for (int i = 0; i < 5; ++i)
        uses.advance();
    uses.touch(later);
    uses.require(later, 100);
    memory_plan const plan = uses.plan(16);
    CHECK(apart(plan, kept, later));
    CHECK(plan.planned_bytes == 16 + 112);
}

} // namespace
