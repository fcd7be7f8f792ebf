// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/root_placement.hpp>

#include <graft/ir/value.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"
#include "formula.hpp"
#include "random_graph.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

std::vector<node_id> order_of(graph const& g) {
    std::vector<node_id> all;
    for (node_id const n : g.nodes())
        all.push_back(n);
    return all;
}

TEST_CASE("root_placement: new values stand before the first root when what they use stands there") {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::neg(a), r = toy::relu(a);
    detail::root_placement placement{g};
    CHECK(placement.place(std::array{r.id, n.id}, std::array{a.id}) == n.id);
    CHECK(placement.place(std::array{r.id, n.id}, {}) == n.id);
    CHECK(placement.moved.empty());
}

TEST_CASE("root_placement: users of a root that stand before what is used are moved behind it") {
    graph g;
    value const a = placeholder(g, "a");
    value const first = toy::neg(a), user = toy::relu(first), second = toy::grow(user);
    value const w = toy::relu(a), last = toy::sub(a, w);
    detail::root_placement placement{g};
    CHECK(placement.place(std::array{first.id, last.id}, std::array{a.id, w.id}) == user.id);
    CHECK(placement.moved == std::vector{user.id, second.id});
    CHECK(order_of(g) == std::vector{a.id, first.id, w.id, user.id, second.id, last.id});
}

TEST_CASE("root_placement: there is no place where what is used depends on a root, is one, or an effect would move") {
    graph g;
    value const a = placeholder(g, "a");
    value const first = toy::neg(a), w = toy::relu(first), last = toy::sub(a, w);
    detail::root_placement placement{g};
    CHECK_FALSE(placement.place(std::array{first.id, last.id}, std::array{w.id}));
    CHECK_FALSE(placement.place(std::array{first.id, last.id}, std::array{a.id, first.id}));
    graph h;
    value const b = placeholder(h, "b");
    value const root = toy::neg(b), noise = toy::dropout(root, 0.5, true), v = toy::relu(b), end = toy::sub(b, v);
    static_cast<void>(noise);
    detail::root_placement other{h};
    CHECK_FALSE(other.place(std::array{root.id, end.id}, std::array{v.id}));
}

//=== rules with several roots ===//

constexpr auto both = rule<"both">(roots(toy::sub(x, y), toy::sub(x, z)) >>
                                   roots(toy::neg(toy::fma(x, y, z)), toy::relu(toy::fma(x, y, z))));

TEST_CASE("roots: values with a variable in common are replaced together, by values that share what is the same") {
    CHECK(rewritten(
              [](value a, value b, value c) {
                  return std::vector{toy::sub(a, b), toy::sub(a, c)};
              },
              both) == "neg(fma(a, b, c)), relu(fma(a, b, c)); 3");
    CHECK(rewritten(
              [](value a, value b, value c) {
                  value const first = toy::relu(toy::sub(a, b));
                  return std::vector{first, toy::sub(a, toy::neg(c))};
              },
              both) == "relu(neg(fma(a, b, neg(c)))), relu(fma(a, b, neg(c))); 5");
}

TEST_CASE("roots: one value alone, or two with nothing in common, do not match") {
    CHECK(unchanged([](value a, value b, value) { return toy::sub(a, b); }, both));
    CHECK(unchanged([](value a, value b, value c) { return std::vector{toy::sub(a, b), toy::sub(b, c)}; }, both));
    CHECK(unchanged(
        [](value a, value b, value) {
            value const s = toy::sub(a, b);
            return toy::add(s, s);
        },
        both));
}

TEST_CASE("roots: a value that depends on the other one keeps the rule away") {
    CHECK(unchanged(
        [](value a, value b, value) {
            value const s = toy::sub(a, b);
            return std::vector{s, toy::sub(a, toy::neg(s))};
        },
        both));
    CHECK(unchanged(
        [](value a, value b, value) {
            value const s = toy::sub(a, b);
            return std::vector{s, toy::sub(a, s)};
        },
        both));
}

TEST_CASE("roots: subpatterns in common are one node, so that all results of a call are replaced") {
    auto const item = [](value whole, int i) {
        return value{whole.owner, whole.owner->call_function("operator.getitem", {arg::node(whole.id), i})};
    };
    constexpr auto apart =
        rule<"apart">(roots(out<0>(toy::minmax(x)), out<1>(toy::minmax(x))) >> roots(toy::neg(x), toy::relu(x)));
    CHECK(rewritten(
              [&](value a, value, value) {
                  value const m = toy::minmax(a);
                  return toy::sub(item(m, 1), item(m, 0));
              },
              apart) == "sub(relu(a), neg(a)); 3");
    CHECK(unchanged([&](value a, value, value) { return item(toy::minmax(a), 1); }, apart));
    CHECK(unchanged(
        [&](value a, value b, value) {
            return std::vector{item(toy::minmax(a), 0), item(toy::minmax(b), 1)};
        },
        apart));
}

TEST_CASE("roots: a bound value may take the place of one, but an output no input") {
    constexpr auto keep = rule<"keep">(roots(toy::neg(x), toy::relu(x)) >> roots(x, toy::grow(x)));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return std::vector{toy::sub(toy::neg(a), b), toy::relu(a)};
              },
              keep) == "sub(a, b), grow(a); 2");
    CHECK(unchanged([](value a, value, value) { return std::vector{toy::neg(a), toy::relu(a)}; }, keep));
}

TEST_CASE("roots: two outputs do not become one, unless the rule may do that") {
    constexpr auto one = rule<"one">(roots(toy::neg(x), toy::relu(x)) >> roots(toy::grow(x), toy::grow(x)));
    auto const outputs = [](value a, value, value) { return std::vector{toy::neg(a), toy::relu(a)}; };
    CHECK(unchanged(outputs, one));
    CHECK(rewritten(outputs, one.may_alias()) == "grow(a), grow(a); 1");
    CHECK(rewritten([](value a, value, value) { return toy::sub(toy::neg(a), toy::relu(a)); }, one) ==
          "sub(grow(a), grow(a)); 2");
}

TEST_CASE("roots: three values, conditions and uses") {
    constexpr auto three = rule<"three">(roots(toy::neg(x), toy::sub(x, y), toy::relu(y)) >>
                                             roots(toy::grow(x), toy::grow(y), toy::grow(toy::neg(y))),
                                         where([](match const& m) { return m["x"].node() != m["y"].node(); }));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return std::vector{toy::relu(b), toy::sub(a, b), toy::neg(a)};
              },
              three) == "grow(neg(b)), grow(b), grow(a); 4");
    CHECK(unchanged(
        [](value a, value, value) {
            return std::vector{toy::relu(a), toy::sub(a, a), toy::neg(a)};
        },
        three));
    constexpr auto inside =
        rule<"inside">(roots(toy::neg(toy::grow(x)), toy::relu(toy::grow(x))) >> roots(toy::neg(x), toy::relu(x)));
    auto const used = [](value a, value, value) {
        value const g = toy::grow(a);
        return std::vector{toy::neg(g), toy::relu(g), g};
    };
    CHECK(unchanged(used, inside.fuse()));
    CHECK(rewritten(used, inside) == "neg(a), relu(a), grow(a); 3");
}

TEST_CASE("roots: a rewrite that changes a dtype or size is undone as a whole") {
    constexpr auto wrong = rule<"wrong">(roots(toy::neg(x), toy::relu(x)) >> roots(toy::relu(x), toy::grow(x)));
    graph g = graph_of([](value a, value, value) { return std::vector{toy::neg(a), toy::relu(a)}; });
    for (node_id const n : g.nodes())
        if (g.op(n) != opcode::output)
            g.set_val(n, make_spec(dtype::f32, {2}));
    rewrite_result const result = rewrite(g, wrong);
    CHECK(result.rewrites == 0);
    CHECK(result.unsound > 0);
    CHECK(formula(g) == "neg(a), relu(a)");
    CHECK(g.size() == 6);
}

TEST_CASE("roots: pairs merge until none is left, whatever the order of the sweep") {
    constexpr auto merge =
        rule<"merge">(roots(toy::mul(x, y), toy::mul(x, z)) >> roots(toy::permute(toy::cat(list(x, y, z)), ints(0)),
                                                                     toy::permute(toy::cat(list(x, y, z)), ints(1))));
    for (sweep const order : {sweep::forward, sweep::backward}) {
        graph g = graph_of([](value a, value b, value c) {
            std::vector<value> results;
            for (int i = 0; i < 40; ++i)
                results.push_back(toy::mul(a, toy::add(i % 2 == 0 ? b : c, i)));
            return results;
        });
        rewrite_result const result = rewrite(g, merge, {.order = order});
        CHECK(result.rewrites == 20);
        CHECK(result.converged);
        CHECK(lint(g).empty());
    }
}

TEST_CASE("roots: origins and the stack trace are those of what was matched") {
    graph g = graph_of([](value a, value b, value c) { return std::vector{toy::sub(a, b), toy::sub(a, c)}; });
    CHECK(rewrite(g, both).rewrites == 1);
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            CHECK(g.origins(n).size() == 2);
}

constexpr bool works_in_constants() {
    graph g = graph_of([](value a, value b, value c) { return std::vector{toy::sub(a, b), toy::sub(a, c)}; });
    return rewrite(g, rules(both)).rewrites == 1 && lint(g).empty();
}
static_assert(works_in_constants());

// Asks about all pairs of neighbours; true when every answer is right.
bool is_right(graph const& g, detail::program_order& order) {
    for (node_id n = g.back(); g.prev(n) != no_node; n = g.prev(n))
        if (!order.before(g.prev(n), n) || order.before(n, g.prev(n)) || order.before(n, n))
            return false;
    return true;
}

TEST_CASE("program_order: it stays right while nodes come, go and move") {
    std::mt19937 random{7};
    graph g;
    value const a = placeholder(g, "a");
    std::vector<node_id> all;
    for (int i = 0; i < 20; ++i)
        all.push_back(toy::neg(a).id);
    detail::program_order order{g};
    CHECK(is_right(g, order));
    for (int step = 0; step < 400; ++step) {
        node_id const at = all[random() % all.size()];
        node_id const other = all[random() % all.size()];
        if (step % 3 == 0) {
            order.forget(at);
            g.move_before(at, other);
        } else {
            auto const scope = inserting_before(g, at);
            all.push_back(toy::neg(a).id);
        }
        if (step % 7 == 0) {
            std::size_t const gone = random() % all.size();
            g.erase_node(all[gone]);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(gone));
        }
        if (step % 5 == 0)
            CHECK(is_right(g, order));
    }
    CHECK(is_right(g, order));
}

TEST_CASE("program_order: where there is no room left between two nodes all get new labels") {
    graph g;
    value const a = placeholder(g, "a");
    node_id const first = toy::neg(a).id, last = toy::neg(a).id;
    detail::program_order order{g};
    CHECK(order.before(first, last));
    for (int i = 0; i < 100; ++i) {
        auto const scope = inserting_before(g, last);
        node_id const n = toy::neg(a).id;
        REQUIRE(order.before(n, last));
        REQUIRE(order.before(first, n));
    }
    CHECK(is_right(g, order));
}

} // namespace
