// Header-only: what holds in constants needs bodies.
#include <graft/compiled_rules/compiled_rules.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>

#include "../rewrite/chaining_rules.hpp"
#include "../rewrite/formula.hpp"
#include "../rewrite/random_graph.hpp"
#include "../rewrite/random_rules.hpp"
#include "../sanitized.hpp"

#include <cstddef>
#include <span>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

template <auto const& Set>
std::size_t check_steps(std::size_t seeds, bool step_by_step) {
    std::size_t rewrites = 0;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed)
        for (sweep const order : {sweep::forward, sweep::backward, sweep::shuffled}) {
            CAPTURE(seed);
            graph g = random_graph(seed, 10 + seed % 50, seed % 4 == 0), h = g;
            CAPTURE(fx_text(g));
            std::vector<node_id> skip;
            for (node_id const n : g.nodes())
                if (seed % 3 == 0 && (n + seed) % 4 == 0 && g.op(n) == opcode::call_function)
                    skip.push_back(n);
            graph const before = g;
            rewrite_options const options{.order = order, .seed = seed, .skip = skip};
            unobserved nobody;
            rewrite_steps by_interpreter{g, Set, options, nobody};
            rewrite_steps by_code{h, compiled<Set>, options, nobody};
            if (step_by_step)
                while (!by_interpreter.step().converged) {
                    REQUIRE(by_code.step().per_rule == by_interpreter.step(0).per_rule);
                    REQUIRE(text(g) == text(h));
                }
            REQUIRE(by_code.rest().converged);
            REQUIRE(by_interpreter.rest().per_rule == by_code.rest().per_rule);
            REQUIRE(text(g) == text(h));
            REQUIRE(lint(h).empty());
            for (node_id const n : skip)
                REQUIRE((!h.contains(n) || h.target(n).name == before.target(n).name));
            rewrites += by_code.rest().rewrites;
        }
    return rewrites;
}

TEST_CASE("compiled_rules: they make the same steps as the interpreter, and leave the same graph") {
    CHECK(check_steps<chaining>(graft_test::cases(60), true) > graft_test::cases(300));
    CHECK(check_steps<chaining>(graft_test::cases(200), false) > graft_test::cases(1000));
    CHECK(check_steps<random_set<7, 16>>(graft_test::cases(40), true) > graft_test::cases(50));
    CHECK(check_steps<random_set<8, 16>>(graft_test::cases(40), true) > graft_test::cases(50));
}

struct counter {
    static constexpr bool on = true;
    std::size_t applied = 0;
    void begin(graph const&, std::span<std::string_view const>) {}
    void failed(std::uint32_t, node_id, mismatch) {}
    void matched(std::uint32_t, std::span<node_id const>) {}
    void ended(std::uint32_t, outcome end, std::span<node_id const>) { applied += end == outcome::applied; }
};

TEST_CASE("compiled_rules: an observer sees what it sees without code") {
    graph g = random_graph(5, 60, false), h = g;
    counter seen;
    CHECK(rewrite(g, compiled<chaining>, {}, seen).rewrites == seen.applied);
    CHECK(rewrite(h, chaining).rewrites == seen.applied);
    CHECK(g == h);
}

constexpr std::size_t in_constants() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    output(g, {toy::add(a, toy::neg(toy::neg(toy::neg(b))))});
    return rewrite(g, compiled<chaining>).rewrites;
}
static_assert(in_constants() == 2);

TEST_CASE("compiled_rules: a set that goes on for ever is stopped and named, too") {
    static constexpr auto turns = rules(rule<"there">(toy::add(x, y) >> toy::sub(x, toy::neg(y))),
                                        rule<"back">(toy::sub(x, toy::neg(y)) >> toy::add(x, y)));
    graph g = graph_of([](value a, value b, value) { return toy::add(a, b); });
    rewrite_result const result = rewrite(g, compiled<turns>);
    CHECK(result.repeats);
    CHECK(result.cycle.size() == 2);
}

} // namespace
