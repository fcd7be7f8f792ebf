#include <graft/debug/bisect_values.hpp>

#include <graft/debug/bisect_rewrites.hpp>
#include <graft/pass/manager.hpp>

#include "../runtime/planted.hpp"
#include "../runtime/tensors.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

} // namespace

TEST_CASE("same_outputs: true for the reference, false for other values, within the tolerance asked for") {
    planted_program const planted(4, 6);
    same_outputs const same(planted.program, planted.inputs, planted_library);
    CHECK(same(planted.program));
    exported_program changed = planted.program;
    changed.state_dict["w"] = tensor::full({4}, dtype::f32, 0.76);
    CHECK_FALSE(same(changed));
    CHECK(same_outputs(planted.program, planted.inputs, planted_library, tolerance{10, 0})(changed));
    changed.signature.outputs.clear();
    changed.graph().set_arg(changed.graph().back(), 0, arg::tuple({}));
    CHECK_FALSE(same(changed));
}

TEST_CASE("find_differing_node: nothing differs in a copy") {
    planted_program const planted(4, 6);
    same_outputs const same(planted.program, planted.inputs, planted_library);
    CHECK_FALSE(find_differing_node(planted.program, planted.program, same));
}

TEST_CASE("find_differing_node: the first of several nodes is found, with how far its values are off") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const a = aten::neg(x), m = aten::relu(x), c = aten::add.Tensor(a, m);
    exported_program const right = b.finish({c});
    exported_program wrong = right;
    graph& g = wrong.graph();
    g.set_target(m.id, g.target_id(a.id));
    same_outputs const same(right, {f32({2}, {1, -2})}, planted_library);
    auto const found = find_differing_node(right, wrong, same);
    REQUIRE(found);
    CHECK(found->name == m.name());
    CHECK(found->values.max_abs == 2);
    CHECK(found->values.mismatches == 2);
}

TEST_CASE("find_differing_node: values of other sizes differ, and it is said why") {
    planted_program const planted(4, 6);
    same_outputs const same(planted.program, planted.inputs, planted_library);
    program_builder b;
    value const w = b.parameter("w", tensor::full({4}, dtype::f32, 0.75));
    value v = b.input("x", f32_spec({2, 4}));
    exported_program const other = b.finish({aten::add.Tensor(v, w)});
    same_outputs const wide(other, {tensor::zeros({2, 4}, dtype::f32)}, planted_library);
    program_builder b2;
    value const w2 = b2.parameter("w", tensor::full({4}, dtype::f32, 0.75));
    b2.input("x", f32_spec({2, 4}));
    exported_program const narrow = b2.finish({aten::add.Tensor(w2, w2)});
    auto const found = find_differing_node(other, narrow, wide);
    REQUIRE(found);
    CHECK(found->values.elements == 0);
    CHECK(found->reason == "the tensors compared differ in size");
}

TEST_CASE("bisect: from a wrong output to the pass, the rewrite and the node") {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        planted_program const planted(seed, 30);
        limited_rewrite const rewriting = limit_rewrites(planted_rules::set);
        pass_manager const manager{{make_pass("clean", [](graph&) { return false; }),
                                    make_pass("simplify", [&](exported_program& p) { return rewriting.run(p, 0); }),
                                    make_pass("tidy", [](graph&) { return false; })},
                                   {this_before_that("tidy", "simplify")}};
        same_outputs const same(planted.program, planted.inputs, planted_library);

        auto const pass = find_failing_pass(planted.program, manager.ordered_passes(), same);
        REQUIRE(pass);
        CHECK(pass->name == "simplify");
        auto const rewritten = find_failing_rewrite(pass->before, rewriting, same);
        REQUIRE(rewritten);
        CHECK(rewritten->rule == "wrong");
        CHECK(rewritten->node == planted.culprit);
        auto const node = find_differing_node(rewritten->before, rewritten->after, same);
        REQUIRE(node);
        CHECK(node->name == planted.culprit);
        CHECK(node->values.mismatches == 4);
    }
}

namespace {

template <class T, std::size_t N>
tensor row(std::array<T, N> const& items) {
    return tensor::from<T>({static_cast<std::int64_t>(N)}, items);
}

} // namespace

TEST_CASE("measure: equal tensors are infinitely far above their noise") {
    tensor const t = row(std::array{1.f, -2.f, std::numeric_limits<float>::infinity()});
    CHECK(text(measure(t, t)) == "mse 0, max abs 0, 0 ulp, snr inf dB");
    CHECK(measure(t, t).values.agrees());
}

TEST_CASE("measure: a difference is told in every measure") {
    output_difference const d = measure(row(std::array{3.f, 4.f}), row(std::array{3.f, 4.5f}));
    CHECK(d.values.max_abs == 0.5);
    CHECK(d.values.mse == 0.125);
    CHECK(d.ulp == 1u << 20); // half of 4 is an eighth of the numbers between 4 and 8
    CHECK(d.signal_to_noise == doctest::Approx(20));
    CHECK_FALSE(d.values.agrees());
    CHECK(measure(row(std::array{3.f, 4.f}), row(std::array{3.f, 4.5f}), tolerance{0.5, 0}).values.agrees());
}

TEST_CASE("measure: neighbours are one unit apart, also across zero, and integers none") {
    float const least = std::numeric_limits<float>::denorm_min();
    CHECK(measure(row(std::array{1.f}), row(std::array{std::nextafter(1.f, 2.f)})).ulp == 1);
    CHECK(measure(row(std::array{-least}), row(std::array{least})).ulp == 2);
    using integers = std::array<std::int64_t, 2>;
    output_difference const d = measure(row(integers{10, 0}), row(integers{9, 0}));
    CHECK(d.ulp == 0);
    CHECK(d.signal_to_noise == doctest::Approx(20));
}
