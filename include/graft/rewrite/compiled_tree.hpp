#pragma once

#include <graft/rewrite/compiled_plan.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graft::detail {

// An argument of a call at another place; place 0 is the root.
struct tree_place {
    std::uint8_t parent = 0, slot = 0;
    constexpr bool operator==(tree_place const&) const = default;
};
// Asks for the symbol at a place; without one, it ends.
struct tree_state {
    static constexpr std::uint8_t no_place = 0xff;

    std::uint8_t place = no_place;
    std::uint16_t parent_op = 0;             // of which the place is an argument
    std::uint16_t begin = 0, count = 0;      // its edges in order of their symbols; of an end its tries
    std::uint16_t otherwise = 0;
};
struct tree_edge {
    std::uint16_t symbol = 0, next = 0;
};
// A rule, and which orders of its operands the way to it has not ruled out: a bit for each.
struct tree_try {
    std::uint16_t rule = 0;
    std::uint8_t orders = 0;
};

// The decision tree of one root op; what a state asks tells its rules apart. Rules that do not ask are behind every
// answer, as long as that keeps the tree in proportion to the rules; else they are not told apart any further.
template <std::size_t Rows>
struct decision_tree {
    static constexpr std::size_t max_places = 64;
    static constexpr std::size_t max_copies = 2 * Rows + 32;
    static constexpr std::size_t max_states = 2 * (Rows + max_copies);

    std::array<tree_place, max_places> places{};
    std::array<tree_state, max_states> states{};
    std::array<tree_edge, max_states> edges{};
    std::array<tree_try, Rows + max_copies> tries{};
    std::size_t place_count = 1, state_count = 0, edge_count = 0, try_count = 0;
};

// How many rows a root op has: its rules in all orders of their operands; and at most how many tests they make.
struct tree_size {
    std::size_t rows = 0, tests = 0;
};
template <class Plan>
constexpr tree_size measure_tree(Plan const& plan, std::uint16_t op) {
    tree_size size;
    for (std::size_t i = 0; i < plan.root_count; ++i)
        if (plan.roots[i].op == op) {
            plan_rule const& r = plan.rules[plan.roots[i].rule];
            size.rows += std::size_t{1} << r.orders;
            size.tests += std::size_t{r.size} << r.orders;
        }
    return size;
}

template <class Plan, std::size_t Rows, std::size_t Tests>
class tree_maker {
public:
    constexpr tree_maker(Plan const& plan, std::uint16_t op) : plan_(plan) {
        std::vector<std::uint16_t> all;
        for (std::size_t i = 0; i < plan.root_count; ++i)
            if (plan.roots[i].op == op)
                add_rows(plan.roots[i], all);
        build(all, 1);
    }

    decision_tree<Rows> tree;

private:
    static constexpr std::size_t no_test = static_cast<std::size_t>(-1);

    struct test {
        std::uint8_t place = 0;
        std::uint16_t symbol = 0, parent_op = 0;
    };
    struct row {
        std::uint16_t rule = 0;
        std::uint8_t order = 0;
        std::uint32_t begin = 0, end = 0;  // its tests
    };

    constexpr void add_rows(plan_root const& root, std::vector<std::uint16_t>& all) {
        plan_rule const& r = plan_.rules[root.rule];
        for (std::uint8_t order = 0; order < 1u << r.orders; ++order) {
            auto const begin = static_cast<std::uint32_t>(test_count_);
            if (plan_.nodes[r.begin + root.at].kind == pattern_kind::call)
                add_tests(r, root.at, 0, order);
            all.push_back(static_cast<std::uint16_t>(row_count_));
            rows_[row_count_++] = {root.rule, order, begin, static_cast<std::uint32_t>(test_count_)};
        }
    }

    constexpr void add_tests(plan_rule const& r, std::size_t at, std::uint8_t parent, std::uint8_t order) {
        plan_node const& n = plan_.nodes[r.begin + at];
        if (n.either_order && n.order == plan_node::none)
            return;
        bool const exchanged = n.either_order && (order >> (r.orders - 1u - n.order) & 1u) != 0;
        for (std::size_t child = at + 1; child < at + n.size; child += plan_.nodes[r.begin + child].size) {
            plan_node const& c = plan_.nodes[r.begin + child];
            if (c.symbol == 0)
                continue;
            auto const slot = static_cast<std::uint8_t>(exchanged ? 1 - c.slot : c.slot);
            std::uint8_t const place = place_of({parent, slot});
            if (place == tree_state::no_place)
                continue;
            tests_[test_count_++] = {place, c.symbol, n.symbol};
            if (c.kind == pattern_kind::call)
                add_tests(r, child, place, order);
        }
    }

    constexpr std::uint8_t place_of(tree_place wanted) {
        for (std::size_t i = 1; i < tree.place_count; ++i)
            if (tree.places[i] == wanted)
                return static_cast<std::uint8_t>(i);
        if (tree.place_count == tree.max_places)
            return tree_state::no_place;
        tree.places[tree.place_count] = wanted;
        return static_cast<std::uint8_t>(tree.place_count++);
    }

    // The test that most rows make of those whose parent has been asked about, or `no_test`.
    // g++ 12: no pointer, since one into an object that is being made compares with nothing.
    [[nodiscard]] constexpr std::size_t best_test(std::vector<std::uint16_t> const& rows, std::uint64_t asked) const {
        std::array<std::uint32_t, decision_tree<Rows>::max_places> votes{};
        std::size_t best = no_test;
        for (std::uint16_t const r : rows)
            for (std::uint32_t i = rows_[r].begin; i < rows_[r].end; ++i) {
                std::uint8_t const place = tests_[i].place;
                if ((asked >> place & 1u) != 0 || (asked >> tree.places[place].parent & 1u) == 0)
                    continue;
                ++votes[place];
                if (best == no_test || votes[place] > votes[tests_[best].place])
                    best = i;
            }
        return best;
    }

    [[nodiscard]] constexpr std::uint16_t symbol_asked(row const& r, std::uint8_t place) const {
        for (std::uint32_t i = r.begin; i < r.end; ++i)
            if (tests_[i].place == place)
                return tests_[i].symbol;
        return 0;
    }

    // A state for these rows, which are in order of preference.
    constexpr std::uint16_t build(std::vector<std::uint16_t> const& rows, std::uint64_t asked) {
        auto const at = static_cast<std::uint16_t>(tree.state_count++);
        bool const several = rows_[rows.front()].rule != rows_[rows.back()].rule;
        std::size_t const best = several ? best_test(rows, asked) : no_test;
        if (best == no_test || !split(at, rows, tests_[best], asked))
            end(at, rows);
        return at;
    }

    // False, and nothing done, where that would copy too many rows.
    constexpr bool split(std::uint16_t at, std::vector<std::uint16_t> const& rows, test const& by,
                         std::uint64_t asked) {
        std::vector<std::uint16_t> rest;
        std::vector<std::uint32_t> asking;  // symbols and rows
        for (std::uint16_t const r : rows)
            if (std::uint32_t const symbol = symbol_asked(rows_[r], by.place); symbol != 0)
                asking.push_back(symbol << 16 | r);
            else
                rest.push_back(r);
        std::sort(asking.begin(), asking.end());
        std::size_t symbols = 0;
        for (std::size_t i = 0; i < asking.size(); ++i)
            symbols += i == 0 || asking[i] >> 16 != asking[i - 1] >> 16;
        if (tree.state_count + symbols + 1 > tree.max_states || copies_ + symbols * rest.size() > tree.max_copies)
            return false;
        copies_ += symbols * rest.size();
        tree.states[at].place = by.place;
        tree.states[at].parent_op = by.parent_op;
        asked |= std::uint64_t{1} << by.place;
        std::vector<tree_edge> edges;
        for (std::size_t i = 0; i < asking.size();) {
            std::uint32_t const symbol = asking[i] >> 16;
            std::vector<std::uint16_t> chosen;
            std::size_t other = 0;
            for (; i < asking.size() && asking[i] >> 16 == symbol; ++i) {
                auto const r = static_cast<std::uint16_t>(asking[i] & 0xffffu);
                for (; other < rest.size() && rest[other] < r; ++other)
                    chosen.push_back(rest[other]);
                chosen.push_back(r);
            }
            for (; other < rest.size(); ++other)
                chosen.push_back(rest[other]);
            std::uint16_t const next = build(chosen, asked);
            edges.push_back({static_cast<std::uint16_t>(symbol), next});
        }
        tree.states[at].begin = static_cast<std::uint16_t>(tree.edge_count);
        tree.states[at].count = static_cast<std::uint16_t>(edges.size());
        for (tree_edge const& e : edges)
            tree.edges[tree.edge_count++] = e;
        std::uint16_t const otherwise = rest.empty() ? no_rules() : build(rest, asked);
        tree.states[at].otherwise = otherwise;
        return true;
    }

    constexpr std::uint16_t no_rules() { return static_cast<std::uint16_t>(tree.state_count++); }

    constexpr void end(std::uint16_t at, std::vector<std::uint16_t> const& rows) {
        std::size_t const begin = tree.try_count;
        for (std::uint16_t const r : rows) {
            if (tree.try_count == begin || tree.tries[tree.try_count - 1].rule != rows_[r].rule)
                tree.tries[tree.try_count++] = {rows_[r].rule, 0};
            tree.tries[tree.try_count - 1].orders |= static_cast<std::uint8_t>(1u << rows_[r].order);
        }
        tree.states[at].begin = static_cast<std::uint16_t>(begin);
        tree.states[at].count = static_cast<std::uint16_t>(tree.try_count - begin);
    }

    Plan const& plan_;
    std::array<row, Rows> rows_{};
    std::array<test, Tests> tests_{};
    std::size_t row_count_ = 0, test_count_ = 0, copies_ = 0;
};

} // namespace graft::detail
