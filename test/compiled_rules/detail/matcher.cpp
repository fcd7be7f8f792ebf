// Header-only: what holds in constants needs bodies.
#include <graft/compiled_rules/detail/matcher.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>
#include <graft/rewrite/detail/matcher.hpp>
#include <graft/rewrite/rule_index.hpp>

#include "../../rewrite/every_rule.hpp"
#include "../../rewrite/random_graph.hpp"
#include "../../rewrite/random_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

// A match: the rule, then what its variables and calls are.
using found_match = std::vector<std::uint32_t>;

found_match match_of(std::uint32_t rule, std::span<operand const> bound, std::span<node_id const> nodes) {
    found_match m{rule};
    for (operand const o : bound)
        m.push_back(o.is_literal() ? ~o.id() : o.id());
    m.insert(m.end(), nodes.begin(), nodes.end());
    return m;
}

// All matches at a node, found by code and by the interpreter.
template <auto const& Set>
class both {
public:
    explicit both(graph& g)
        : rules_(g, detail::views_of(Set)), index_(g, rules_), interpreter_(g, rules_),
          compiled_(g, rules_.regions, all_of_them()) {}

    std::vector<found_match> by_code(node_id n) {
        found_.clear();
        root_ = n;
        static_cast<void>(compiled_.match_at(n, *this));
        return found_;
    }
    std::vector<found_match> by_interpreter(node_id n) {
        found_.clear();
        root_ = n;
        for (std::uint32_t const rule : index_.rules_at(n))
            static_cast<void>(asks(rule));
        return found_;
    }

    bool matches(std::uint32_t rule, std::span<operand const> bound, std::span<node_id const> nodes) {
        ++by_code_alone;
        found_.push_back(match_of(rule, bound, nodes));
        return false;
    }
    bool asks(std::uint32_t rule) {
        if (interpreter_.match_rule(rule, root_))
            found_.push_back(
                match_of(rule, std::span{interpreter_.bound}.first(Set[rule].variables.size()), interpreter_.nodes));
        return false;
    }

    std::size_t by_code_alone = 0;

private:
    static std::vector<std::uint32_t> all_of_them() {
        std::vector<std::uint32_t> all(Set.size());
        for (std::uint32_t i = 0; i < all.size(); ++i)
            all[i] = i;
        return all;
    }

    detail::prepared_rules rules_;
    detail::rule_index index_;
    detail::matcher<> interpreter_;
    detail::compiled_matcher<Set> compiled_;
    std::vector<found_match> found_;
    node_id root_ = no_node;
};

template <auto const& Set>
void check_agreement(std::uint32_t seeds) {
    std::size_t matches = 0, by_code_alone = 0;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        graph g = random_graph(seed, 20 + seed % 60, seed % 3 == 0);
        CAPTURE(fx_text(g));
        both<Set> matchers{g};
        for (node_id const n : g.nodes()) {
            CAPTURE(g.name(n));
            auto const expected = matchers.by_interpreter(n);
            REQUIRE((matchers.by_code(n) == expected));
            matches += expected.size();
        }
        by_code_alone += matchers.by_code_alone;
    }
    CHECK(matches > seeds / 4);
    CHECK(by_code_alone > 0);
}

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;
constexpr auto in_order = [](match const& m) { return m["x"].value().id() < m["y"].value().id(); };

constexpr auto written =
    rules(rule<"two-products">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x),
          rule<"nested">(toy::mul(toy::add(x, toy::mul(y, z)), x) >> x), rule<"same">(toy::sub(toy::add(x, y), x) >> y),
          rule<"ordered">(toy::add(x, y) >> x, where(in_order)),
          rule<"late">(toy::mul(toy::add(x, y), z) >> x, where(in_order)),
          rule<"once">(toy::add(one_use(toy::mul(x, y)), z) >> x), rule<"literal">(toy::fma(x, 2, any) >> x),
          rule<"list">(toy::cat(list(x, toy::neg(y)), 1) >> x),
          rule<"through">(toy::neg(through(toy::neg)(toy::relu(x))) >> x),
          rule<"item">(out<1>(toy::minmax(toy::mul(x, 2))) >> x),
          rule<"four-orders">(toy::mul(toy::add(toy::mul(x, 1), toy::mul(y, 2)), toy::add(x, y)) >> x),
          rule<"roots">(roots(toy::neg(x), toy::relu(x)) >> roots(x, toy::relu(x))),
          rule<"first">(toy::add(x, toy::neg(y)) >> x).prio(5), rule<"last">(toy::add(x, any) >> x).prio(-5));

TEST_CASE("compiled_matcher: it finds what the interpreter finds, in the same order, and binds the same") {
    check_agreement<written>(300);
    check_agreement<every_rule>(100);
}

TEST_CASE("compiled_matcher: the same for rules that nobody has written") {
    check_agreement<random_set<1, 6>>(40);
    check_agreement<random_set<2, 12>>(40);
    check_agreement<random_set<3, 12>>(40);
    check_agreement<random_set<4, 12>>(40);
    check_agreement<random_set<5, 24>>(40);
    check_agreement<random_set<6, 24>>(40);
}

constexpr auto lone = rules(rule<"lone">(toy::mul(toy::add(x, y), y) >> x));
constexpr auto none = rules();

struct counting {
    std::size_t direct = 0, asked = 0;
    bool stop = true;
    constexpr bool matches(std::uint32_t, std::span<operand const>, std::span<node_id const>) { return ++direct, stop; }
    constexpr bool asks(std::uint32_t) { return ++asked, stop; }
};

constexpr std::size_t matches_in_constants() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    output(g, {toy::mul(b, toy::add(a, b)), toy::mul(a, b)});
    detail::effect_regions const regions{g};
    std::vector<std::uint32_t> const reached(1, 0);
    detail::compiled_matcher<lone> matcher{g, regions, reached};
    counting found;
    for (node_id const n : g.nodes())
        static_cast<void>(matcher.match_at(n, found));
    return found.direct;
}
static_assert(matches_in_constants() == 1);

TEST_CASE("compiled_matcher: calls with keywords or defaults are left to the interpreter") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const plain = toy::mul(toy::add(a, b), b), explicit_default = toy::mul(toy::add(a, b, "alpha"_a = 1), b);
    output(g, {plain, explicit_default});
    detail::effect_regions const regions{g};
    detail::compiled_matcher<lone> matcher{g, regions, std::vector<std::uint32_t>{0}};
    counting found;
    CHECK(matcher.match_at(plain.id, found));
    CHECK(found.direct == 1);
    CHECK(found.asked == 0);
    CHECK(matcher.match_at(explicit_default.id, found));
    CHECK(found.asked == 1);
    CHECK_FALSE(matcher.match_at(a.id, found));
}

TEST_CASE("compiled_matcher: no rules match nowhere") {
    graph g = random_graph(1, 20, false);
    detail::effect_regions const regions{g};
    detail::compiled_matcher<none> matcher{g, regions, {}};
    counting found;
    for (node_id const n : g.nodes())
        CHECK_FALSE(matcher.match_at(n, found));
}

constexpr auto literal_first = rules(rule<"literal-first">(toy::mul(2, toy::relu(var<"x">)) >> var<"x">));

TEST_CASE("compiled_matcher: a rule whose ops the graph lacks is asked about no literal") {
    graph g;
    value const a = placeholder(g, "a");
    value const product = toy::mul(a, 2);
    output(g, {product});
    detail::effect_regions const regions{g};
    detail::compiled_matcher<literal_first> matcher{g, regions, {}};
    struct {
        bool matches(std::uint32_t, std::span<operand const>, std::span<node_id const>) { return true; }
        bool asks(std::uint32_t) { return true; }
    } found;
    CHECK_FALSE(matcher.match_at(product.id, found));
}

} // namespace
