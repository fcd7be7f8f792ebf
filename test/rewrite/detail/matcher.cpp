// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/detail/matcher.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>

#include "../random_graph.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;
constexpr auto p = var<"p">;

constexpr auto odd_alpha = [](match const& m) {
    return m["p"].kind() == arg_kind::integer && m["p"].integer() % 2 == 1;
};
constexpr auto in_order = [](match const& m) { return m["x"].value().id() < m["y"].value().id(); };

// Patterns that need backtracking, sharing, defaults, lists, results and conditions; the right sides do not matter.
constexpr auto patterns =
    rules(rule<"two-products">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x),
          rule<"nested">(toy::mul(toy::add(x, toy::mul(y, z)), x) >> x), rule<"same">(toy::sub(toy::add(x, y), x) >> y),
          rule<"ordered">(toy::add(x, y) >> x, where(in_order)),
          rule<"deep-order">(toy::mul(toy::add(x, y), z) >> x, where(in_order)),
          rule<"alpha">(toy::add(x, any, "alpha"_a = p) >> x, where(odd_alpha)),
          rule<"once">(toy::add(one_use(toy::mul(x, y)), z) >> x),
          rule<"once-variable">(toy::mul(one_use(x), toy::neg(y)) >> x), rule<"literal">(toy::fma(x, 2, any) >> x),
          rule<"list">(toy::cat(list(x, toy::neg(y)), 1) >> x), rule<"list-default">(toy::cat(list(x, x)) >> x),
          rule<"item">(out<1>(toy::minmax(toy::mul(x, 2))) >> x),
          rule<"item-below">(toy::add(out<0>(toy::minmax(x)), out<1>(toy::minmax(x))) >> x));

using bindings = std::map<std::string_view, operand>;

// Every way in which a pattern matches, by the definition: all orders of all commutative calls, the given one first.
class reference {
public:
    reference(graph& g, rule_view const& rule) : g_(g), rule_(rule) {}

    std::vector<bindings> matches(node_id root) {
        std::vector<bindings> found;
        for (bindings const& b : node(0, operand::node(root), {}, true)) {
            std::vector<operand> bound;
            for (std::string_view const name : rule_.variables)
                bound.push_back(b.at(name));
            match const m{&g_, root, rule_.variables, bound};
            bool hold = true;
            for (constraint const& c : rule_.conditions)
                hold = hold && detail::holds(c, m);
            if (hold)
                found.push_back(b);
        }
        return found;
    }

private:
    std::vector<bindings> node(std::size_t at, operand value, bindings b, bool is_root = false) {
        pattern_node const& n = rule_.lhs[at];
        bool const shared = n.one_use && !is_root && (!value.is_node() || g_.use_count(value.id()) != 1);
        if (shared)
            return {};
        switch (n.kind) {
        case pattern_kind::any: return {b};
        case pattern_kind::variable:
            if (!b.emplace(n.name, value).second && b.at(n.name) != value)
                return {};
            return {b};
        case pattern_kind::literal: return value == to_operand(g_, n.value) ? std::vector{b} : std::vector<bindings>{};
        case pattern_kind::list: return list_items(at, value, b);
        case pattern_kind::item: return item(at, value, b);
        case pattern_kind::call: return call(at, value, b);
        default: break;
        }
        return {};
    }

    std::vector<std::size_t> children(std::size_t at) const {
        std::vector<std::size_t> all;
        for (std::size_t child = at + 1; child < at + static_cast<std::size_t>(rule_.lhs[at].size);
             child += static_cast<std::size_t>(rule_.lhs[child].size))
            all.push_back(child);
        return all;
    }

    // All ways in which children match values, one after the other.
    std::vector<bindings> all_of(std::vector<std::size_t> const& children, std::vector<operand> const& values,
                                 bindings const& b) {
        std::vector<bindings> ways{b};
        for (std::size_t i = 0; i < children.size(); ++i) {
            std::vector<bindings> next;
            for (bindings const& way : ways)
                for (bindings const& more : node(children[i], values[i], way))
                    next.push_back(more);
            ways = next;
        }
        return ways;
    }

    std::vector<bindings> list_items(std::size_t at, operand value, bindings const& b) {
        arg_ref const a = g_.view(value);
        auto const items = children(at);
        if ((a.kind() != arg_kind::list && a.kind() != arg_kind::tuple) || a.size() != items.size())
            return {};
        std::vector<operand> values;
        for (std::size_t i = 0; i < a.size(); ++i)
            values.push_back(a[i].value());
        return all_of(items, values, b);
    }

    std::vector<bindings> item(std::size_t at, operand value, bindings const& b) {
        if (!value.is_node() || g_.target(value.id()).name != "operator.getitem" ||
            g_.arg(value.id(), 1).integer() != rule_.lhs[at].value.bits)
            return {};
        for (node_id const user : g_.users(g_.arg(value.id(), 0).node()))
            if (!g_.users(user).empty() && !asks_for(g_.arg(user, 1).integer()))
                return {};
        return node(at + 1, g_.arg(value.id(), 0).value(), b);
    }

    // Whether the pattern, which has but one call of several results, asks for this one.
    bool asks_for(std::int64_t result) const {
        for (pattern_node const& n : rule_.lhs)
            if (n.kind == pattern_kind::item && n.value.bits == result)
                return true;
        return false;
    }

    std::vector<bindings> call(std::size_t at, operand value, bindings const& b) {
        op_info const& op = *rule_.lhs[at].op;
        if (!value.is_node() || g_.target(value.id()).op != &op)
            return {};
        auto const all = children(at);
        std::vector<operand> given;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            auto const a = g_.schema_arg(value.id(), slot);
            operand const otherwise = to_operand(g_, default_constant(op.arguments[slot]));
            given.push_back(a ? a->value() : otherwise);
            bool mentioned = false;
            for (std::size_t const child : all)
                mentioned = mentioned || rule_.lhs[child].slot == static_cast<int>(slot);
            if (!mentioned && given.back() != otherwise)
                return {};
        }
        std::vector<operand> values;
        for (std::size_t const child : all)
            values.push_back(given[static_cast<std::size_t>(rule_.lhs[child].slot)]);
        std::vector<bindings> ways = all_of(all, values, b);
        if (op.commutative && all.size() == 2) {
            std::swap(values[0], values[1]);
            for (bindings const& way : all_of(all, values, b))
                ways.push_back(way);
        }
        return ways;
    }

    graph& g_;
    rule_view rule_;
};

TEST_CASE("matcher: it matches where the definition does, and binds what comes first by the definition") {
    std::vector<std::size_t> found(patterns.size(), 0);
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        graph g = graft_test::random_graph(seed, 10 + seed % 50, false);
        CAPTURE(fx_text(g));
        detail::prepared_rules const rules{g, detail::views_of(patterns)};
        detail::matcher<> matcher{g, rules};
        for (node_id const n : g.nodes())
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                CAPTURE(g.name(n));
                CAPTURE(patterns[i].name);
                auto const expected = reference{g, patterns[i]}.matches(n);
                bool const matches = matcher.match_rule(i, n);
                REQUIRE(matches == !expected.empty());
                if (!matches)
                    continue;
                ++found[i];
                match const m = matcher.view(i, n);
                for (auto const& [name, value] : expected.front())
                    REQUIRE((m[name].value() == value));
                REQUIRE(matcher.nodes.front() == n);
            }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        CAPTURE(patterns[i].name);
        CHECK(found[i] > 3);
    }
}

TEST_CASE("matcher: the matched nodes are the calls and items of the pattern, the root first") {
    graph g;
    value const a = placeholder(g, "a");
    value const m = toy::mul(a, 2);
    value const both = toy::minmax(m);
    value const item{&g, g.call_function("operator.getitem", {arg::node(both.id), 1})};
    auto const set = graft::rules(rule<"r">(out<1>(toy::minmax(toy::mul(x, p))) >> x));
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    REQUIRE(matcher.match_rule(0, item.id));
    CHECK(matcher.nodes == std::vector{item.id, both.id, m.id});
    CHECK(matcher.view(0, item.id)["x"].node() == a.id);
    CHECK(matcher.view(0, item.id)["p"].integer() == 2);
    CHECK_FALSE(matcher.match_rule(0, both.id));
    CHECK_FALSE(matcher.match_rule(0, a.id));
}

TEST_CASE("matcher: of a failed match nothing is left for the next") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const bad = toy::sub(toy::add(a, b), toy::neg(a));
    value const good = toy::sub(toy::add(a, b), b);
    auto const set = graft::rules(rule<"r">(toy::sub(toy::add(x, y), x) >> y));
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    CHECK_FALSE(matcher.match_rule(0, bad.id));
    REQUIRE(matcher.match_rule(0, good.id));
    CHECK(matcher.view(0, good.id)["x"].node() == b.id);
    CHECK(matcher.view(0, good.id)["y"].node() == a.id);
    CHECK(matcher.nodes.size() == 2);
}

TEST_CASE("matcher: tuples match lists of the same items") {
    graph g;
    value const a = placeholder(g, "a");
    node_id const n = g.call_function(toy::cat_t::info(), {arg::tuple({arg::node(a.id), arg::node(a.id)})});
    auto const set = graft::rules(rule<"r">(toy::cat(list(x, x)) >> x));
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    CHECK(matcher.match_rule(0, n));
}

constexpr bool works_in_constants() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const s = toy::add(b, toy::mul(2, a));
    auto const set = graft::rules(rule<"r">(toy::add(toy::mul(x, 2), y) >> y));
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    return matcher.match_rule(0, s.id) && matcher.view(0, s.id)["x"].node() == a.id &&
           matcher.view(0, s.id)["y"].node() == b.id;
}
static_assert(works_in_constants());

} // namespace
