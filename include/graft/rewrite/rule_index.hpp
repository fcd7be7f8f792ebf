#pragma once

#include <graft/config.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Says which rules can match at a node: one decision tree per root op, shared by all rules, whose states ask
// for the op or literal in one argument. A rule that it names may still not match; one that it leaves out cannot.
// Rules that do not ask what a state asks are among those behind every answer or, where that would be many, behind
// a branch of their own that is taken as well: so the tree grows no faster than the rules.
class rule_index {
public:
    GRAFT_CONSTEXPR rule_index(graph const& g, prepared_rules const& rules);

    // The rules that can match at a node, in order of preference.
    [[nodiscard]] GRAFT_CONSTEXPR view<std::uint32_t const> rules_at(node_id n);

    [[nodiscard]] constexpr std::size_t state_count() const { return states_.size(); }

private:
    // The rules that can match at a node whose op has the state `root`, in order of preference.
    GRAFT_CONSTEXPR view<std::uint32_t const> rules_from(std::uint32_t root, node_id n);

    static constexpr std::uint32_t no_state = 0xffffffff;
    static constexpr std::uint32_t no_position = 0xffffffff;
    static constexpr std::uint32_t no_symbol = 0;
    static constexpr std::size_t max_positions = 64;
    static constexpr std::size_t few_edges = 8; // that are looked at one after the other
    static constexpr std::size_t max_rows = 8;  // of one rule, for orders of operands

    // An argument of a call at another position; position 0 is the root.
    struct position {
        std::uint32_t parent = 0, slot = 0;
        constexpr bool operator==(position const&) const = default;
    };
    // What a rule asks of a position.
    struct test {
        std::uint32_t position = 0, symbol = 0, parameters = 0;
    };
    // A rule with one order of its operands.
    struct row {
        std::uint32_t rank = 0, begin = 0, end = 0; // its tests
    };
    struct root_row {
        std::uint16_t op = 0;
        std::uint32_t row = 0;
    };
    struct state {
        std::uint32_t position = no_position, parameters = 0, otherwise = 0;
        bool both = false;                  // `otherwise` is taken as well
        std::uint32_t begin = 0, count = 0; // its edges; of a leaf its rules
    };
    // An answer, and the state behind it.
    struct edge {
        std::uint32_t symbol = 0, next = 0;
    };

    // Follows the answers of the node from a state to a leaf; branches to be taken as well are left in `pending_`.
    GRAFT_CONSTEXPR std::uint32_t leaf_from(std::uint32_t at);

    // The state behind an answer, or `no_state`.
    [[nodiscard]] GRAFT_CONSTEXPR std::uint32_t behind(state const& s, std::uint32_t symbol) const;

    [[nodiscard]] constexpr view<std::uint32_t const> leaf(std::uint32_t at) const {
        return {leaves_.data() + states_[at].begin, states_[at].count};
    }

    // Puts rules among those found, each once, in order of preference.
    GRAFT_CONSTEXPR void add_found(view<std::uint32_t const> rules);

    static constexpr std::uint32_t literal_symbol(operand literal) { return literal.id() | 1u << 31; }

    [[nodiscard]] constexpr std::uint32_t symbol_of(operand value) const {
        if (value.is_node())
            return rules_.op_of(g_, value.id());
        return value.is_literal() ? literal_symbol(value) : no_symbol;
    }

    //=== rows ===//

    GRAFT_CONSTEXPR void add_rows(std::uint32_t rank, std::uint32_t at);

    [[nodiscard]] constexpr bool is_tested(std::uint32_t at) const {
        pattern_kind const kind = rules_.nodes[at].kind;
        return kind == pattern_kind::call || kind == pattern_kind::literal || kind == pattern_kind::item;
    }
    [[nodiscard]] constexpr bool is_tested_both_ways(std::uint32_t at) const {
        return rules_.nodes[at].swappable && (is_tested(at + 1) || is_tested(rules_.end_of(at + 1)));
    }

    GRAFT_CONSTEXPR void add_tests(std::uint32_t at, std::uint32_t parent);

    GRAFT_CONSTEXPR std::uint32_t add_position(position p);

    //=== states ===//

    // The test that a row makes of a position, or null.
    [[nodiscard]] constexpr test const* test_of(row const& r, std::uint32_t where) const {
        for (std::uint32_t i = r.begin; i < r.end; ++i)
            if (tests_[i].position == where)
                return &tests_[i];
        return nullptr;
    }

    // The position that most rows ask about of those whose parent has been asked about; no_position when none is left.
    [[nodiscard]] GRAFT_CONSTEXPR test const* best_test(vec<std::uint32_t> const& rows, std::uint64_t asked) const;

    GRAFT_CONSTEXPR std::uint32_t build(vec<std::uint32_t> const& rows, std::uint64_t asked);

    constexpr std::uint32_t empty_leaf() {
        states_.emplace_back();
        return static_cast<std::uint32_t>(states_.size() - 1);
    }

    GRAFT_CONSTEXPR void make_leaf(std::uint32_t at, vec<std::uint32_t> const& rows);

    graph const& g_;
    prepared_rules const& rules_;
    vec<std::uint32_t> order_, rank_; // the rules by rank, and the other way round
    vec<position> positions_ = vec<position>(1, position{});
    vec<row> rows_;
    vec<root_row> by_root_;
    vec<test> tests_;
    vec<state> states_;
    vec<std::uint32_t> roots_; // by op
    vec<std::uint32_t> leaves_;
    vec<std::uint32_t> pending_, found_;
    vec<edge> edges_;                            // of each state in order of their symbols
    std::array<node_id, max_positions> nodes_{}; // by position, of the node that is being asked about
    std::size_t most_states_ = 0;
    std::uint32_t order_bits_ = 0;
    bool both_ways_ = false;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

GRAFT_CONSTEXPR rule_index::rule_index(graph const& g, prepared_rules const& rules) : g_(g), rules_(rules) {
    for (std::uint32_t i = 0; i < rules.rules.size(); ++i)
        order_.push_back(i);
    graft::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
        int const x = rules.rules[a].source.options.priority, y = rules.rules[b].source.options.priority;
        return x != y ? x > y : a < b;
    });
    rank_.assign(order_.size(), 0);
    for (std::uint32_t rank = 0; rank < order_.size(); ++rank)
        rank_[order_[rank]] = rank;
    for (std::uint32_t rank = 0; rank < order_.size(); ++rank)
        add_rows(rank, rules.rules[order_[rank]].lhs);
    most_states_ = 16 * order_.size() + 64;
    roots_.assign(rules.ops.size(), no_state);
    graft::sort(by_root_,
                [](root_row const& a, root_row const& b) { return a.op != b.op ? a.op < b.op : a.row < b.row; });
    for (std::size_t begin = 0; begin < by_root_.size();) {
        std::uint16_t const op = by_root_[begin].op;
        vec<std::uint32_t> of_op;
        for (; begin < by_root_.size() && by_root_[begin].op == op; ++begin)
            of_op.push_back(by_root_[begin].row);
        roots_[op] = build(of_op, {});
    }
    rows_.clear();
    tests_.clear();
    pending_.reserve(max_positions);
    found_.reserve(order_.size());
}

GRAFT_CONSTEXPR view<std::uint32_t const> rule_index::rules_at(node_id n) {
    std::uint32_t const root = roots_[rules_.op_of(g_, n)];
    if (root == no_state)
        return {};
    return states_[root].position == no_position ? leaf(root) : rules_from(root, n);
}

GRAFT_CONSTEXPR view<std::uint32_t const> rule_index::rules_from(std::uint32_t root, node_id n) {
    nodes_[0] = n;
    pending_.clear();
    std::uint32_t at = leaf_from(root);
    if (pending_.empty())
        return leaf(at);
    found_.clear();
    add_found(leaf(at));
    while (!pending_.empty()) {
        at = pending_.back();
        pending_.pop_back();
        add_found(leaf(leaf_from(at)));
    }
    return found_;
}

GRAFT_CONSTEXPR std::uint32_t rule_index::leaf_from(std::uint32_t at) {
    while (states_[at].position != no_position) {
        state const& s = states_[at];
        position const& p = positions_[s.position];
        operand const value = rules_.argument(g_, s.parameters, nodes_[p.parent], p.slot);
        if (value.is_node())
            nodes_[s.position] = value.id();
        std::uint32_t const next = behind(s, symbol_of(value));
        if (next != no_state && s.both)
            pending_.push_back(s.otherwise);
        at = next == no_state ? s.otherwise : next;
    }
    return at;
}

GRAFT_CONSTEXPR std::uint32_t rule_index::behind(state const& s, std::uint32_t symbol) const {
    edge const* const first = edges_.data() + s.begin;
    if (s.count <= few_edges) {
        for (edge const* e = first; e != first + s.count; ++e)
            if (e->symbol == symbol)
                return e->next;
        return no_state;
    }
    edge const* const found = std::lower_bound(first, first + s.count, symbol,
                                               [](edge const& e, std::uint32_t wanted) { return e.symbol < wanted; });
    return found != first + s.count && found->symbol == symbol ? found->next : no_state;
}

GRAFT_CONSTEXPR void rule_index::add_found(view<std::uint32_t const> rules) {
    for (std::uint32_t const rule : rules) {
        std::size_t i = found_.size();
        while (i > 0 && rank_[found_[i - 1]] > rank_[rule])
            --i;
        if (i == 0 || found_[i - 1] != rule)
            found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(i), rule);
    }
}

GRAFT_CONSTEXPR void rule_index::add_rows(std::uint32_t rank, std::uint32_t at) {
    prepared_node const& root = rules_.nodes[at];
    if (root.kind == pattern_kind::one_of || root.kind == pattern_kind::roots) {
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
            add_rows(rank, child);
        return;
    }
    std::size_t swaps = 0;
    for (std::uint32_t i = at; i < rules_.end_of(at); ++i)
        swaps += is_tested_both_ways(i);
    swaps = std::size_t{1} << swaps <= max_rows ? swaps : 0;
    for (std::uint32_t order = 0; order < 1u << swaps; ++order) {
        auto const begin = static_cast<std::uint32_t>(tests_.size());
        order_bits_ = order;
        both_ways_ = swaps > 0;
        if (root.kind == pattern_kind::call)
            add_tests(at, 0);
        by_root_.push_back({root.op, static_cast<std::uint32_t>(rows_.size())});
        rows_.push_back({rank, begin, static_cast<std::uint32_t>(tests_.size())});
    }
}

GRAFT_CONSTEXPR void rule_index::add_tests(std::uint32_t at, std::uint32_t parent) {
    bool swapped = false;
    bool const skip = is_tested_both_ways(at) && !both_ways_;
    if (is_tested_both_ways(at) && both_ways_) {
        swapped = (order_bits_ & 1u) != 0;
        order_bits_ >>= 1;
    }
    for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child)) {
        prepared_node const& n = rules_.nodes[child];
        if (skip || !is_tested(child))
            continue;
        std::uint32_t const where = add_position({parent, swapped ? 1u - n.slot : n.slot});
        if (where == no_position)
            continue;
        std::uint32_t const symbol = n.kind == pattern_kind::literal ? literal_symbol(n.literal) : n.op;
        tests_.push_back({where, symbol, rules_.nodes[at].parameters});
        if (n.kind == pattern_kind::call)
            add_tests(child, where);
    }
}

GRAFT_CONSTEXPR std::uint32_t rule_index::add_position(position p) {
    for (std::uint32_t i = 1; i < positions_.size(); ++i)
        if (positions_[i] == p)
            return i;
    if (positions_.size() == max_positions)
        return no_position;
    positions_.push_back(p);
    return static_cast<std::uint32_t>(positions_.size() - 1);
}

GRAFT_CONSTEXPR rule_index::test const* rule_index::best_test(vec<std::uint32_t> const& rows,
                                                              std::uint64_t asked) const {
    std::array<std::uint32_t, max_positions> votes{};
    test const* best = nullptr;
    for (std::uint32_t const r : rows)
        for (std::uint32_t i = rows_[r].begin; i < rows_[r].end; ++i) {
            std::uint32_t const where = tests_[i].position;
            if ((asked >> where & 1u) != 0 ||
                (positions_[where].parent != 0 && (asked >> positions_[where].parent & 1u) == 0))
                continue;
            ++votes[where];
            if (best == nullptr || votes[where] > votes[best->position])
                best = &tests_[i];
        }
    return best;
}

GRAFT_CONSTEXPR std::uint32_t rule_index::build(vec<std::uint32_t> const& rows, std::uint64_t asked) {
    auto const at = static_cast<std::uint32_t>(states_.size());
    states_.emplace_back();
    bool const several = rows_[rows.front()].rank != rows_[rows.back()].rank;
    test const* const best = several && states_.size() < most_states_ ? best_test(rows, asked) : nullptr;
    if (best == nullptr) {
        make_leaf(at, rows);
        return at;
    }
    std::uint32_t const where = best->position;
    states_[at].position = where;
    states_[at].parameters = best->parameters;
    asked |= std::uint64_t{1} << where;
    vec<std::uint32_t> rest;
    vec<std::array<std::uint32_t, 2>> asking; // symbols and rows
    for (std::uint32_t const r : rows)
        if (test const* const t = test_of(rows_[r], where))
            asking.push_back({t->symbol, r});
        else
            rest.push_back(r);
    graft::sort(asking);
    std::size_t symbols = 0;
    for (std::size_t i = 0; i < asking.size(); ++i)
        symbols += i == 0 || asking[i][0] != asking[i - 1][0];
    states_[at].both = (symbols - 1) * rest.size() > rows.size();
    vec<std::uint32_t> const behind_all = states_[at].both ? vec<std::uint32_t>{} : rest;
    vec<edge> edges;
    for (std::size_t begin = 0, end = 0; begin < asking.size(); begin = end) {
        vec<std::uint32_t> chosen = behind_all;
        for (; end < asking.size() && asking[end][0] == asking[begin][0]; ++end)
            chosen.push_back(asking[end][1]);
        graft::sort(chosen);
        std::uint32_t const symbol = asking[begin][0];
        edges.push_back({symbol, build(chosen, asked)});
    }
    states_[at].begin = static_cast<std::uint32_t>(edges_.size());
    states_[at].count = static_cast<std::uint32_t>(edges.size());
    edges_.insert(edges_.end(), edges.begin(), edges.end());
    std::uint32_t const otherwise = rest.empty() ? empty_leaf() : build(rest, asked);
    states_[at].otherwise = otherwise;
    return at;
}

GRAFT_CONSTEXPR void rule_index::make_leaf(std::uint32_t at, vec<std::uint32_t> const& rows) {
    states_[at].begin = static_cast<std::uint32_t>(leaves_.size());
    std::uint32_t last = no_state;
    for (std::uint32_t const r : rows)
        if (rows_[r].rank != last) {
            last = rows_[r].rank;
            leaves_.push_back(order_[last]);
        }
    states_[at].count = static_cast<std::uint32_t>(leaves_.size()) - states_[at].begin;
}

} // namespace graft::detail
#endif
