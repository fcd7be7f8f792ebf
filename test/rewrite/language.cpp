// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/driver.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "formula.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

//=== alternatives ===//

TEST_CASE("language: one_of matches what one of its patterns does, the first that can") {
    constexpr auto either = rule<"either">(toy::grow(one_of(toy::neg(x), toy::relu(x))) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::grow(toy::neg(a))); }, either) == "neg(a); 1");
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::grow(toy::relu(a))); }, either) == "neg(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::grow(toy::grow(a))); }, either));
    constexpr auto first = rule<"first">(toy::grow(one_of(toy::neg(x), x)) >> toy::relu(x));
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::neg(a)); }, first) == "relu(a); 1");
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::grow(a)); }, first, 2) == "relu(relu(a)); 2");
}

TEST_CASE("language: an alternative is taken back when what follows does not match") {
    constexpr auto later = rule<"later">(toy::sub(one_of(toy::neg(x), x), x) >> toy::relu(x));
    CHECK(rewritten([](value a, value, value) { return toy::sub(toy::neg(a), a); }, later) == "relu(a); 1");
    CHECK(rewritten(
              [](value a, value, value) {
                  value const n = toy::neg(a);
                  return toy::sub(n, n);
              },
              later) == "relu(neg(a)); 2");
    CHECK(unchanged([](value a, value b, value) { return toy::sub(toy::neg(a), b); }, later));
}

TEST_CASE("language: under a tag the right side has what stands for each alternative") {
    constexpr auto mirrored =
        rule<"mirrored">(toy::grow(one_of<"t">(toy::neg(x), toy::relu(x))) >> one_of<"t">(toy::relu(toy::grow(x)), x));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::grow(toy::neg(a))); }, mirrored) ==
          "neg(relu(grow(a))); 3");
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::grow(toy::relu(a))); }, mirrored) == "neg(a); 1");
    constexpr auto chosen = rule<"chosen">(toy::grow(one_of<"t">(toy::neg(x), toy::relu(x))) >> toy::neg(x),
                                           where([](match const& m) { return m["t"].integer() == 1; }));
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::relu(a)); }, chosen) == "neg(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::grow(toy::neg(a)); }, chosen));
}

TEST_CASE("language: a set of ops is matched, and kept on the right, also at the root") {
    constexpr auto sink =
        rule<"sink">(toy::grow(ops<"f">(toy::neg, toy::relu)(x)) >> ops<"f">(toy::neg, toy::relu)(toy::grow(x)));
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::relu(a)); }, sink) == "relu(grow(a)); 2");
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::neg(a)); }, sink) == "neg(grow(a)); 2");
    constexpr auto twice = rule<"twice">(ops<"f">(toy::neg, toy::relu)(ops<"f">(toy::neg, toy::relu)(x)) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::relu(toy::relu(a))); }, twice) == "grow(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::relu(toy::neg(a)); }, twice));
    constexpr auto sums = rule<"sums">(ops(toy::add, toy::sub)(x, toy::neg(y)) >> toy::mul(x, y));
    CHECK(rewritten([](value a, value b, value) { return toy::add(toy::neg(b), a); }, sums) == "mul(a, b); 1");
    CHECK(rewritten([](value a, value b, value) { return toy::sub(a, toy::neg(b)); }, sums) == "mul(a, b); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::sub(toy::neg(b), a); }, sums));
}

TEST_CASE("language: an optional call is there or not") {
    constexpr auto relu = rule<"relu">(toy::relu(maybe(toy::cast)(toy::neg(x))) >> toy::grow(x));
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::neg(a)); }, relu) == "grow(a); 1");
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::cast(toy::neg(a), "dtype"_a = dtype::f16)); },
                    relu) == "grow(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::relu(toy::cast(toy::cast(toy::neg(a)))); }, relu));
}

TEST_CASE("language: a chain of calls is seen through up to eight, the longest way first") {
    constexpr auto behind = rule<"behind">(toy::relu(through(toy::cast, toy::neg)(x)) >> toy::grow(x));
    auto const chain = [](int calls) {
        return [calls](value a, value, value) {
            for (int i = 0; i < calls; ++i)
                a = i % 2 == 0 ? toy::cast(a) : toy::neg(a);
            return toy::relu(a);
        };
    };
    CHECK(rewritten(chain(0), behind) == "grow(a); 1");
    CHECK(rewritten(chain(3), behind) == "grow(a); 1");
    CHECK(rewritten(chain(8), behind) == "grow(a); 1");
    CHECK(rewritten(chain(10), behind) == "grow(neg(cast(a))); 3");
    constexpr auto again = rule<"again">(toy::sub(through(toy::neg)(x), x) >> toy::grow(x));
    CHECK(rewritten(
              [](value a, value, value) {
                  value const n = toy::neg(a);
                  return toy::sub(toy::neg(toy::neg(n)), n);
              },
              again) == "grow(neg(a)); 2");
}

//=== negation and uses ===//

TEST_CASE("language: not_ matches what its pattern does not, and binds nothing") {
    constexpr auto plain = rule<"plain">(toy::sub(x, not_(toy::neg(any))) >> toy::grow(x));
    CHECK(unchanged([](value a, value b, value) { return toy::sub(a, toy::neg(b)); }, plain));
    CHECK(rewritten([](value a, value b, value) { return toy::sub(a, b); }, plain) == "grow(a); 1");
    CHECK(rewritten([](value a, value, value) { return toy::sub(a, 2); }, plain) == "grow(a); 1");
    constexpr auto other = rule<"other">(toy::sub(not_(toy::neg(x)), x) >> toy::relu(x));
    CHECK(unchanged([](value a, value, value) { return toy::sub(toy::neg(a), a); }, other));
    CHECK(rewritten([](value a, value b, value) { return toy::sub(toy::neg(b), a); }, other) == "relu(a); 1");
    constexpr auto own = rule<"own">(toy::fma(not_(toy::sub(z, z)), x, any) >> toy::relu(x));
    CHECK(unchanged([](value a, value b, value c) { return toy::fma(toy::sub(a, a), b, c); }, own));
    CHECK(rewritten([](value a, value b, value c) { return toy::fma(toy::sub(a, b), b, c); }, own) == "relu(b); 1");
    constexpr auto orders = rule<"orders">(toy::sub(x, not_(toy::mul(y, 2))) >> toy::grow(x));
    CHECK(unchanged([](value a, value b, value) { return toy::sub(a, toy::mul(2, b)); }, orders));
}

TEST_CASE("language: an internal value has no user outside of the match") {
    constexpr auto inside = rule<"inside">(toy::add(internal(toy::neg(x)), toy::relu(x)) >> toy::grow(x));
    CHECK(rewritten([](value a, value, value) { return toy::add(toy::neg(a), toy::relu(a)); }, inside) == "grow(a); 1");
    auto const outside = [](value a, value, value) {
        value const n = toy::neg(a);
        return toy::sub(toy::add(n, toy::relu(a)), n);
    };
    CHECK(unchanged(outside, inside));
    constexpr auto shared = rule<"shared">(toy::sub(toy::relu(internal(x)), toy::grow(x)) >> toy::mul(x, x));
    CHECK(rewritten(
              [](value a, value, value) {
                  value const n = toy::neg(a);
                  return toy::sub(toy::relu(n), toy::grow(n));
              },
              shared) == "mul(neg(a), neg(a)); 2");
}

TEST_CASE("language: with fused no interior value has a user outside") {
    constexpr auto all = rule<"all">(fused(toy::relu(toy::neg(toy::grow(x)))) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::relu(toy::neg(toy::grow(a)))); }, all) ==
          "neg(a); 1");
    CHECK(unchanged(
        [](value a, value, value) {
            value const g = toy::grow(a);
            return toy::sub(toy::relu(toy::neg(g)), g);
        },
        all));
}

TEST_CASE("language: a value that becomes internal later matches then") {
    constexpr auto inside = rule<"inside">(toy::relu(internal(toy::neg(x))) >> toy::grow(x));
    constexpr auto drop = rule<"drop">(toy::sub(x, any) >> x);
    graph g = graph_of([](value a, value, value) {
        value const n = toy::neg(a);
        return toy::mul(toy::relu(n), toy::sub(a, n));
    });
    CHECK(rewrite(g, rules(inside, drop)).rewrites == 2);
    CHECK(formula(g) == "mul(grow(a), a)");
}

TEST_CASE("language: what a call does not mention may be anything with any_attributes, and order can count") {
    constexpr auto open = rule<"open">(toy::neg(any_attributes(toy::cast(x))) >> x);
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::neg(toy::cast(a, "dtype"_a = dtype::f16))); },
                    open) == "relu(a); 1");
    constexpr auto left = rule<"left">(ordered(toy::add(toy::neg(x), y)) >> toy::sub(y, x));
    CHECK(rewritten([](value a, value b, value) { return toy::add(toy::neg(a), b); }, left) == "sub(b, a); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::add(b, toy::neg(a)); }, left));
}

TEST_CASE("language: one use is one argument of one node, one user any number of its arguments") {
    constexpr auto use = rule<"use">(toy::sub(one_use(toy::neg(x)), y) >> toy::mul(x, y));
    constexpr auto user = rule<"user">(toy::sub(one_user(toy::neg(x)), y) >> toy::mul(x, y));
    auto const twice = [](value a, value, value) {
        value const n = toy::neg(a);
        return toy::sub(n, n);
    };
    CHECK(unchanged(twice, use));
    CHECK(rewritten(twice, user) == "mul(a, neg(a)); 2");
    CHECK(unchanged(
        [](value a, value b, value) {
            value const n = toy::neg(a);
            return toy::relu(toy::add(n, toy::sub(n, b)));
        },
        user));
}

TEST_CASE("language: with fuse no interior value of a rule has a user outside") {
    constexpr auto inner = rule<"inner">(toy::relu(toy::neg(toy::grow(x))) >> x);
    auto const shared = [](value a, value, value) {
        value const g = toy::grow(a);
        return toy::sub(toy::relu(toy::neg(g)), g);
    };
    CHECK(unchanged(shared, inner.fuse()));
    CHECK(rewritten(shared, inner) == "sub(a, grow(a)); 2");
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::relu(toy::neg(toy::grow(a)))); }, inner.fuse()) ==
          "neg(a); 1");
}

TEST_CASE("language: a dtype is one of a named set") {
    constexpr auto floats = rule<"floats">(toy::neg(toy::neg(x)) >> x, where(x.in(floating_dtypes)));
    auto const of = [](dtype d) {
        return [d](value a, value, value) {
            a.owner->set_val(a.id, make_spec(d, {2}));
            return toy::relu(toy::neg(toy::neg(a)));
        };
    };
    CHECK(rewritten(of(dtype::bf16), floats) == "relu(a); 1");
    CHECK(unchanged(of(dtype::i32), floats));
    constexpr auto numbers = rule<"numbers">(toy::neg(toy::neg(x)) >> x, where(x.in(numeric_dtypes)));
    CHECK(rewritten(of(dtype::i32), numbers) == "relu(a); 1");
    CHECK(unchanged(of(dtype::boolean), numbers));
}

TEST_CASE("language: captured numbers and attributes go into what the right side computes") {
    constexpr auto sum =
        rule<"sum">(toy::mul(toy::mul(x, number(y)), number(z)) >>
                    toy::mul(x, compute([](match const& m) { return arg{m["y"].integer() * m["z"].integer()}; })));
    CHECK(rewritten([](value a, value, value) { return toy::mul(toy::mul(a, 3), 5); }, sum) == "mul(a, 15); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::mul(toy::mul(a, 3), b); }, sum));
    constexpr auto flip = rule<"flip">(toy::neg(toy::split(x, y)) >>
                                       toy::split(x, compute(y, [](arg_ref a) { return arg{-a.integer()}; })));
    CHECK(rewritten([](value a, value, value) { return toy::neg(toy::split(a, 3)); }, flip) == "split(a, -3); 1");
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::split(a, 3, 1)); }, flip));
}

TEST_CASE("language: unmentioned results of a matched call are not used") {
    constexpr auto least = rule<"least">(out<0>(toy::minmax(x)) >> toy::neg(x));
    constexpr auto freed = rule<"freed">(toy::sub(x, out<1>(any_attributes(toy::minmax(y)))) >> toy::grow(x));
    auto const item = [](value whole, int i) {
        return value{whole.owner, whole.owner->call_function("operator.getitem", {arg::node(whole.id), i})};
    };
    auto const both = [&](value a, value b, value) {
        value const m = toy::minmax(a);
        return std::vector{item(m, 0), toy::sub(b, item(m, 1))};
    };
    CHECK(unchanged(both, least));
    constexpr auto drop = rule<"drop">(toy::sub(x, any) >> toy::relu(x));
    graph g = graph_of(both);
    CHECK(rewrite(g, rules(least, drop)).rewrites == 2);
    CHECK(formula(g) == "neg(a), relu(b)");
    CHECK(unchanged(both, freed));
}

//=== lists ===//

TEST_CASE("language: all results of a call, in order, as many as it has") {
    constexpr auto join = rule<"join">(toy::cat(all_outs(toy::split(x, y))) >> toy::neg(x));
    auto const parts = [](std::vector<int> const& indices, std::size_t count) {
        return [=](value a, value, value) {
            value const s = toy::split(a, 2);
            s.owner->set_val(
                s.id, value_spec::of_list(std::vector<value_spec>(count, value_spec{make_spec(dtype::f32, {2})})));
            std::vector<value> items;
            for (int const i : indices)
                items.push_back({s.owner, s.owner->call_function("operator.getitem", {arg::node(s.id), i})});
            return toy::relu(toy::cat(items));
        };
    };
    CHECK(rewritten(parts({0, 1, 2}, 3), join) == "relu(neg(a)); 2");
    CHECK(rewritten(parts({0}, 1), join) == "relu(neg(a)); 2");
    CHECK(unchanged(parts({0, 1}, 3), join));
    CHECK(unchanged(parts({0, 2, 1}, 3), join));
    CHECK(unchanged(parts({0, 0}, 2), join));
    CHECK(unchanged([](value a, value b, value) { return toy::cat(std::vector{a, b}); }, join));
    CHECK(unchanged(
        [](value a, value, value) {
            value const s = toy::split(a, 2);
            return toy::cat(
                std::vector{value{s.owner, s.owner->call_function("operator.getitem", {arg::node(s.id), 0})}});
        },
        join));
}

TEST_CASE("language: the rest of a list is what the other patterns leave, wherever it stands") {
    auto const three = [](value a, value b, value c) { return toy::cat(std::vector{toy::neg(a), b, c}); };
    constexpr auto head = rule<"head">(toy::cat(list(toy::neg(x), rest<"r">)) >> toy::cat(list(rest<"r">, x), 1));
    CHECK(rewritten(three, head) == "cat([b, c, a], 1); 1");
    CHECK(rewritten([](value a, value, value) { return toy::cat(std::vector{toy::neg(a)}); }, head) ==
          "cat([a], 1); 1");
    CHECK(unchanged([](value a, value, value) { return toy::cat(std::vector{a}); }, head));
    constexpr auto middle = rule<"middle">(toy::cat(list(x, rest<"r">, y)) >> toy::cat(list(y, rest<"r">, x), 1));
    CHECK(rewritten(three, middle) == "cat([c, b, neg(a)], 1); 2");
    CHECK(unchanged([](value a, value, value) { return toy::cat(std::vector{a}); }, middle));
    constexpr auto long_tail =
        rule<"long">(toy::cat(list(x, rest<"r">)) >> x, where([](match const& m) { return m.items("r").size() == 2; }));
    CHECK(rewritten([&](value a, value b, value c) { return toy::neg(three(a, b, c)); }, long_tail) ==
          "neg(neg(a)); 2");
    CHECK(unchanged([](value a, value b, value) { return toy::neg(toy::cat(std::vector{a, b})); }, long_tail));
}

TEST_CASE("language: each matches all items of a list, with one meaning of every variable") {
    constexpr auto same = rule<"same">(toy::cat(list(each(x))) >> x);
    CHECK(rewritten(
              [](value a, value, value) {
                  return toy::neg(toy::cat(std::vector{a, a, a}));
              },
              same) == "neg(a); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::neg(toy::cat(std::vector{a, a, b})); }, same));
    CHECK(unchanged([](value a, value, value) { return toy::neg(toy::add(a, toy::cat(std::vector<value>{a}, 1))); },
                    same));
    constexpr auto hoist =
        rule<"hoist">(toy::cat(list(each(toy::mul(rest<"r">, y)))) >> toy::mul(toy::cat(list(rest<"r">)), y));
    CHECK(rewritten(
              [](value a, value b, value c) {
                  return toy::cat(std::vector{toy::mul(a, c), toy::mul(b, c), toy::mul(a, c)});
              },
              hoist) == "mul(cat([a, b, a]), c); 2");
    CHECK(unchanged(
        [](value a, value b, value c) {
            return toy::cat(std::vector{toy::mul(a, c), toy::mul(b, toy::neg(b))});
        },
        hoist));
    constexpr auto lower =
        rule<"lower">(toy::neg(toy::cat(list(rest<"r">))) >> toy::cat(list(each(toy::neg(rest<"r">)))));
    CHECK(rewritten(
              [](value a, value b, value) {
                  return toy::neg(toy::cat(std::vector{a, b}));
              },
              lower) == "cat([neg(a), neg(b)]); 3");
}

TEST_CASE("language: a tree of one op matches whatever its form and order") {
    constexpr auto three = rule<"three">(flat(toy::add, toy::neg(x), toy::relu(y), z) >> toy::fma(x, y, z));
    auto const forms = std::array{+[](value n, value r, value c) { return toy::add(toy::add(n, r), c); },
                                  +[](value n, value r, value c) { return toy::add(c, toy::add(n, r)); },
                                  +[](value n, value r, value c) { return toy::add(toy::add(r, c), n); },
                                  +[](value n, value r, value c) { return toy::add(r, toy::add(c, n)); }};
    for (auto const form : forms)
        CHECK(rewritten([&](value a, value b, value c) { return form(toy::neg(a), toy::relu(b), c); }, three) ==
              "fma(a, b, c); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::add(toy::neg(a), toy::relu(b)); }, three));
    CHECK(unchanged(
        [](value a, value b, value c) { return toy::add(toy::add(toy::neg(a), toy::relu(b)), toy::add(c, c)); },
        three));
    CHECK(unchanged(
        [](value a, value b, value c) { return toy::add(toy::add(toy::neg(a), toy::relu(b), "alpha"_a = 2), c); },
        three));
}

TEST_CASE("language: a tree is not taken apart where another node uses a part of it") {
    constexpr auto pair = rule<"pair">(flat(toy::add, toy::neg(x), y) >> toy::sub(y, x));
    graph g = graph_of([](value a, value b, value c) {
        value const inner = toy::add(b, c);
        return std::vector{toy::add(toy::neg(a), inner), inner};
    });
    CHECK(rewrite(g, pair).rewrites == 1);
    CHECK(formula(g) == "sub(add(b, c), a), add(b, c)");
}

TEST_CASE("language: the other leaves of a tree are the rest, and stay a tree") {
    constexpr auto some =
        rule<"some">(flat(toy::add, toy::mul(x, y), rest<"r">) >> flat(toy::add, toy::fma(x, y, 0), rest<"r">));
    CHECK(rewritten([](value a, value b, value c) { return toy::add(toy::add(c, toy::mul(a, b)), toy::neg(c)); },
                    some) == "add(add(fma(a, b, 0), c), neg(c)); 4");
    constexpr auto alone = rule<"alone">(flat(toy::add, toy::neg(x), toy::neg(y), rest<"r">) >>
                                         flat(toy::add, toy::neg(toy::add(x, y)), rest<"r">));
    CHECK(rewritten([](value a, value b, value) { return toy::add(toy::neg(a), toy::neg(b)); }, alone) ==
          "neg(add(a, b)); 2");
    constexpr auto gone = rule<"gone">(flat(toy::add, x, toy::neg(x), rest<"r">) >> flat(toy::add, 0, rest<"r">));
    CHECK(rewritten([](value a, value b, value c) { return toy::add(toy::add(a, toy::add(b, c)), toy::neg(b)); },
                    gone) == "add(add(0, a), c); 2");
}

TEST_CASE("language: a tree of more than sixteen leaves does not match") {
    constexpr auto any_tree = rule<"any">(toy::relu(flat(toy::add, toy::neg(x), y, rest<"r">)) >> toy::grow(x));
    auto const tree = [](int leaves) {
        return [leaves](value a, value b, value) {
            value sum = toy::neg(a);
            for (int i = 1; i < leaves; ++i)
                sum = toy::add(sum, b);
            return toy::relu(sum);
        };
    };
    CHECK(rewritten(tree(16), any_tree) == "grow(a); 1");
    CHECK(unchanged(tree(17), any_tree));
}

//=== rules ===//

TEST_CASE("language: a rule of a higher priority is tried first, of one priority the earlier one") {
    constexpr auto to_neg = rule<"to-neg">(toy::relu(x) >> toy::neg(x));
    constexpr auto to_grow = rule<"to-grow">(toy::relu(x) >> toy::grow(x));
    auto const relu = [](value a, value, value) { return toy::relu(a); };
    CHECK(rewritten(relu, rules(to_neg, to_grow)) == "neg(a); 1");
    CHECK(rewritten(relu, rules(to_neg, to_grow.prio(1))) == "grow(a); 1");
    CHECK(rewritten(relu, rules(to_neg.prio(-1), to_grow)) == "grow(a); 1");
    CHECK(rewritten(relu, rules(to_neg.prio(2), to_grow.prio(1))) == "neg(a); 1");
}

TEST_CASE("language: backward the largest pattern wins, forward the first") {
    constexpr auto small = rule<"small">(toy::neg(toy::relu(x)) >> toy::grow(x));
    constexpr auto large = rule<"large">(toy::neg(toy::neg(toy::relu(x))) >> x);
    auto const run = [&](sweep order) {
        graph g = graph_of([](value a, value, value) { return toy::relu(toy::neg(toy::neg(toy::relu(a)))); });
        CHECK(rewrite(g, rules(small, large), {.order = order}).converged);
        return formula(g);
    };
    CHECK(run(sweep::forward) == "relu(neg(grow(a)))");
    CHECK(run(sweep::backward) == "relu(a)");
}

TEST_CASE("language: patterns are composed by plain functions") {
    constexpr auto gate = [](auto v) { return toy::relu(toy::neg(v)); };
    constexpr auto gated = rule<"gated">(toy::mul(x, gate(x)) >> toy::grow(x));
    CHECK(rewritten([](value a, value, value) { return toy::mul(toy::relu(toy::neg(a)), a); }, gated) == "grow(a); 1");
    CHECK(unchanged([](value a, value b, value) { return toy::mul(toy::relu(toy::neg(a)), b); }, gated));
}

constexpr bool works_in_constants() {
    graph g = graph_of([](value a, value b, value c) {
        value const tree = toy::add(toy::add(c, toy::neg(a)), toy::relu(toy::cast(b)));
        return toy::cat(std::vector{tree, toy::sub(a, b)});
    });
    constexpr auto set =
        rules(rule<"tree">(flat(toy::add, toy::neg(x), toy::relu(maybe(toy::cast)(y)), rest<"r">) >>
                           flat(toy::add, toy::mul(x, y), rest<"r">)),
              rule<"list">(toy::cat(list(rest<"r">, ops<"f">(toy::sub, toy::mul)(x, not_(toy::neg(any))))) >>
                           toy::cat(list(ops<"f">(toy::sub, toy::mul)(x, x), rest<"r">), 1)));
    return rewrite(g, set).rewrites == 2 && lint(g).empty();
}
static_assert(works_in_constants());

} // namespace
