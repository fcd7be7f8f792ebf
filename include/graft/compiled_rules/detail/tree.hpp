#pragma once

#include <graft/compiled_rules/detail/plan.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graft::detail {

// An argument of a call at another place; place 0 is the root.
struct tree_place {
    std::uint8_t parent = 0, slot = 0;
};
// Asks for the symbol at a place; without one, it ends.
struct tree_state {
    static constexpr std::uint8_t no_place = 0xff;

    std::uint8_t place = no_place;
    std::uint16_t parent_op = 0;        // of which the place is an argument
    std::uint16_t begin = 0, count = 0; // its edges in order of their symbols; of an end its tries
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

// Roots of one op that have a tree of their own: those from `begin` on, by rank, up to `end`, where there are more than
// one constant evaluation can tell apart. How many rows they have, which are their rules in all orders of their
// operands; and at most how many tests those make.
struct tree_part {
    static constexpr std::size_t most_rows = 1024;

    std::size_t begin = 0, end = 0, rows = 0, tests = 0;
};
template <class Plan>
constexpr tree_part next_part(Plan const& plan, std::uint16_t op, std::size_t begin) {
    tree_part part{begin, begin};
    plan_root const* const roots = plan.roots.data();
    plan_rule const* const rules = plan.rules.data();
    for (; part.end < plan.root_count; ++part.end)
        if (roots[part.end].op == op) {
            plan_rule const& r = rules[roots[part.end].rule];
            std::size_t const orders = std::size_t{1} << r.orders;
            if (part.rows + orders > tree_part::most_rows)
                break;
            part.rows += orders;
            part.tests += r.size * orders;
        }
    return part;
}

// Loops over pointers, since what costs in a constant expression are calls.
template <class Plan, std::size_t Rows, std::size_t Tests>
class tree_maker {
public:
    constexpr tree_maker(Plan const& plan, std::uint16_t op, tree_part const& part)
        : nodes_(plan.nodes.data()), rules_(plan.rules.data()) {
        plan_root const* const roots = plan.roots.data();
        for (std::size_t i = part.begin; i < part.end; ++i)
            if (roots[i].op == op)
                add_rows(roots[i]);
        for (std::size_t i = 1; i < row_count_; ++i)
            rows_[i - 1].next = static_cast<std::uint16_t>(i);
        build(0, 1);
    }

    decision_tree<Rows> tree;

private:
    static constexpr std::size_t no_test = static_cast<std::size_t>(-1);
    static constexpr std::uint16_t no_row = 0xffff;
    static constexpr std::size_t most_rows = Rows + decision_tree<Rows>::max_copies;
    static constexpr std::size_t symbols = Plan::max_symbols;

    struct test {
        std::uint8_t place = 0;
        std::uint16_t symbol = 0, parent_op = 0;
    };
    // Of a list of rows in order of preference.
    struct row {
        std::uint16_t rule = 0;
        std::uint8_t order = 0;
        std::uint32_t begin = 0, end = 0; // its tests
        std::uint16_t next = no_row;
    };
    struct row_list {
        std::uint16_t first = no_row, last = no_row;
    };

    constexpr void add_rows(plan_root const& root) {
        plan_rule const& r = rules_[root.rule];
        for (std::uint8_t order = 0; order < 1u << r.orders; ++order) {
            auto const begin = static_cast<std::uint32_t>(test_count_);
            if (nodes_[r.begin + root.at].kind == pattern_kind::call)
                add_tests(r, root.at, 0, order);
            rows_[row_count_++] = {root.rule, order, begin, static_cast<std::uint32_t>(test_count_), no_row};
        }
    }

    constexpr void add_tests(plan_rule const& r, std::size_t at, std::uint8_t parent, std::uint8_t order) {
        plan_node const* const nodes = nodes_ + r.begin;
        plan_node const& n = nodes[at];
        if (n.either_order && n.order == plan_node::none)
            return;
        bool const exchanged = n.either_order && (order >> (r.orders - 1u - n.order) & 1u) != 0;
        for (std::size_t child = at + 1; child < at + n.size; child += nodes[child].size) {
            plan_node const& c = nodes[child];
            if (c.symbol == 0)
                continue;
            auto const slot = static_cast<std::uint8_t>(exchanged ? 1 - c.slot : c.slot);
            std::uint8_t const place = place_of(parent, slot);
            if (place == tree_state::no_place)
                continue;
            tests_[test_count_++] = {place, c.symbol, n.symbol};
            if (c.kind == pattern_kind::call)
                add_tests(r, child, place, order);
        }
    }

    constexpr std::uint8_t place_of(std::uint8_t parent, std::uint8_t slot) {
        tree_place* const places = tree.places.data();
        for (std::size_t i = 1; i < tree.place_count; ++i)
            if (places[i].parent == parent && places[i].slot == slot)
                return static_cast<std::uint8_t>(i);
        if (tree.place_count == tree.max_places)
            return tree_state::no_place;
        places[tree.place_count] = {parent, slot};
        return static_cast<std::uint8_t>(tree.place_count++);
    }

    // The test that most rows make of those whose parent has been asked about, or `no_test`.
    [[nodiscard]] constexpr std::size_t best_test(std::uint16_t first, std::uint64_t asked) const {
        std::uint32_t votes[decision_tree<Rows>::max_places] = {};
        std::size_t best = no_test;
        tree_place const* const places = tree.places.data();
        for (std::uint16_t r = first; r != no_row; r = rows_[r].next)
            for (std::uint32_t i = rows_[r].begin; i < rows_[r].end; ++i) {
                std::uint8_t const place = tests_[i].place;
                if ((asked >> place & 1u) != 0 || (asked >> places[place].parent & 1u) == 0)
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

    [[nodiscard]] constexpr bool has_several_rules(std::uint16_t first) const {
        std::uint16_t r = first;
        while (r != no_row && rows_[r].rule == rows_[first].rule)
            r = rows_[r].next;
        return r != no_row;
    }

    // A state for the rows of a list.
    constexpr std::uint16_t build(std::uint16_t first, std::uint64_t asked) {
        auto const at = static_cast<std::uint16_t>(tree.state_count++);
        std::size_t const best = has_several_rules(first) ? best_test(first, asked) : no_test;
        if (best == no_test || !split(at, first, tests_[best], asked))
            end(at, first);
        return at;
    }

    // False, and nothing done, where that would copy too many rows.
    constexpr bool split(std::uint16_t at, std::uint16_t first, test const& by, std::uint64_t asked) {
        tree_edge* const edges = tree.edges.data() + tree.edge_count;
        std::size_t count = 0, rest_count = 0;
        for (std::uint16_t r = first; r != no_row; r = rows_[r].next)
            if (std::uint16_t const symbol = symbol_asked(rows_[r], by.place); symbol == 0)
                ++rest_count;
            else if (edge_of_[symbol] == 0)
                insert(edges, count++, symbol);
        for (std::size_t i = 0; i < count; ++i)
            edge_of_[edges[i].symbol] = 0;
        if (tree.state_count + count + 1 > tree.max_states || copies_ + count * rest_count > tree.max_copies)
            return false;
        copies_ += count * rest_count;
        tree_state& s = tree.states.data()[at];
        s = {by.place, by.parent_op, static_cast<std::uint16_t>(tree.edge_count), static_cast<std::uint16_t>(count), 0};
        tree.edge_count += count;
        asked |= std::uint64_t{1} << by.place;
        std::uint16_t const rest = distribute(first, by.place, edges, count);
        for (std::size_t i = 0; i < count; ++i)
            edges[i].next = build(edges[i].next, asked);
        s.otherwise = rest == no_row ? no_rules() : build(rest, asked);
        return true;
    }

    // Edges are kept in order of their symbols, which mostly come in order.
    constexpr void insert(tree_edge* edges, std::size_t count, std::uint16_t symbol) {
        edge_of_[symbol] = 1;
        for (; count > 0 && edges[count - 1].symbol > symbol; --count)
            edges[count] = edges[count - 1];
        edges[count].symbol = symbol;
    }

    // Gives each edge the first of its rows, and returns the first of those that do not ask, of which each edge has a
    // copy.
    constexpr std::uint16_t distribute(std::uint16_t first, std::uint8_t place, tree_edge* edges, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            edge_of_[edges[i].symbol] = static_cast<std::uint16_t>(i);
            edges[i].next = last_[i] = no_row;
        }
        row_list rest;
        for (std::uint16_t r = first, next = no_row; r != no_row; r = next) {
            next = rows_[r].next;
            rows_[r].next = no_row;
            if (std::uint16_t const symbol = symbol_asked(rows_[r], place); symbol != 0) {
                append(edges[edge_of_[symbol]].next, last_[edge_of_[symbol]], r);
                continue;
            }
            append(rest.first, rest.last, r);
            for (std::size_t i = 0; i < count; ++i) {
                rows_[row_count_] = rows_[r];
                rows_[row_count_].next = no_row;
                append(edges[i].next, last_[i], static_cast<std::uint16_t>(row_count_++));
            }
        }
        for (std::size_t i = 0; i < count; ++i)
            edge_of_[edges[i].symbol] = 0;
        return rest.first;
    }

    constexpr void append(std::uint16_t& first, std::uint16_t& last, std::uint16_t r) {
        (last == no_row ? first : rows_[last].next) = r;
        last = r;
    }

    constexpr std::uint16_t no_rules() { return static_cast<std::uint16_t>(tree.state_count++); }

    constexpr void end(std::uint16_t at, std::uint16_t first) {
        tree_try* const tries = tree.tries.data();
        std::size_t const begin = tree.try_count;
        for (std::uint16_t r = first; r != no_row; r = rows_[r].next) {
            if (tree.try_count == begin || tries[tree.try_count - 1].rule != rows_[r].rule)
                tries[tree.try_count++] = {rows_[r].rule, 0};
            tries[tree.try_count - 1].orders |= static_cast<std::uint8_t>(1u << rows_[r].order);
        }
        tree.states.data()[at].begin = static_cast<std::uint16_t>(begin);
        tree.states.data()[at].count = static_cast<std::uint16_t>(tree.try_count - begin);
    }

    plan_node const* nodes_;
    plan_rule const* rules_;
    row rows_[most_rows] = {};
    test tests_[Tests + 1] = {};
    std::uint16_t edge_of_[symbols] = {}; // of the state that is being split, by symbol
    std::uint16_t last_[symbols] = {};    // by edge, the last of its rows
    std::size_t row_count_ = 0, test_count_ = 0, copies_ = 0;
};

// The tree of a root op for the roots from one on.
template <auto const& Plan, std::uint16_t Op, std::size_t Begin>
inline constexpr tree_part part_of = next_part(Plan, Op, Begin);

template <auto const& Plan, std::uint16_t Op, std::size_t Begin = 0>
inline constexpr auto tree_of =
    tree_maker<std::remove_cvref_t<decltype(Plan)>, part_of<Plan, Op, Begin>.rows, part_of<Plan, Op, Begin>.tests>{
        Plan, Op, part_of<Plan, Op, Begin>}
        .tree;

} // namespace graft::detail
