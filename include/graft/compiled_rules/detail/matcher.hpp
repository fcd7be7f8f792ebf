#pragma once

#include <graft/compiled_rules/detail/tree.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/hash.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/detail/holds.hpp>
#include <graft/rewrite/detail/match_programs.hpp>
#include <graft/rewrite/effect_regions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// What is worked out of a set of rules while compiling.
template <auto const& Set>
struct compiled_set {
    static constexpr auto const& plan = plan_of<Set>;

    template <std::size_t Rule>
    static constexpr rule_view rule = Set[Rule];

    // An op by the hash of its name.
    struct known_op {
        std::uint64_t hash = 0;
        std::string_view name;
        std::uint16_t number = 0;
    };
    static constexpr auto ops = [] {
        std::array<known_op, plan.op_count> all{};
        for (std::size_t i = 1; i < all.size(); ++i)
            all[i] = {plan.ops[i].hash, plan.ops[i].name, static_cast<std::uint16_t>(i)};
        std::sort(all.begin(), all.end(), [](known_op const& a, known_op const& b) { return a.hash < b.hash; });
        return all;
    }();

    // A literal that a rule asks for.
    struct literal_use {
        std::uint16_t rule = 0, literal = 0;
    };
    static constexpr std::size_t literal_uses = [] {
        std::size_t count = 0;
        for (plan_node const& n : plan.nodes)
            count += n.kind == pattern_kind::literal && n.symbol != 0;
        return count;
    }();
    static constexpr auto literals_of_rules = [] {
        std::array<literal_use, literal_uses> all{};
        std::size_t count = 0;
        for (std::uint16_t rule = 0; rule < Set.size(); ++rule)
            for (std::size_t i = 0; i < plan.rules[rule].size; ++i)
                if (plan_node const& n = plan.nodes[plan.rules[rule].begin + i]; n.kind == pattern_kind::literal)
                    all[count++] = {rule, static_cast<std::uint16_t>(n.symbol - plan.first_literal())};
        return all;
    }();
    static constexpr auto literals = [] {
        std::array<constant const*, plan.literal_count> all{};
        std::copy_n(plan.literals.begin(), all.size(), all.begin());
        return all;
    }();
};

// Matches the rules of a set that is known while compiling: one function of nested choices for each root op. It says
// what the interpreter would say, and asks it about rules, and calls, that are not direct. An attempt allocates
// nothing.
template <auto const& Set>
class compiled_matcher {
public:
    // Rules are given by their positions: others never match in the graph.
    constexpr compiled_matcher(graph& g, effect_regions const& regions, view<std::uint32_t const> rules)
        : g_(g), regions_(regions), literals_(tables::literals.size(), operand{}) {
        targets_.fill(no_target);
        learn_targets();
        vec<std::uint8_t> used(Set.size(), 0);
        for (std::uint32_t const rule : rules)
            used[rule] = 1;
        for (auto const& use : tables::literals_of_rules)
            if (used[use.rule] != 0)
                learn_literal(use.literal);
    }

    // Calls `found.matches(rule, bound, nodes)` for every rule that matches at a node, in order of preference, and
    // `found.asks(rule)` for one that the interpreter has to look at, until one of them returns true.
    template <class Found>
    constexpr bool match_at(node_id n, Found& found) {
        if constexpr (plan.root_ops == 0) {
            return false;
        } else if constexpr (plan.root_ops == 1) {
            return is_call_of(n, 1) && in_trees<1, 0>(n, found);
        } else {
            std::uint32_t const op = op_of(n);
            return op - 1u < plan.root_ops && at_root<1, plan.root_ops + 1>(op, n, found);
        }
    }

    // Numbers the targets that have come to the graph since the last call.
    constexpr void learn_targets() {
        for (auto id = static_cast<std::uint32_t>(op_of_target_.size()); id < g_.target_count(); ++id) {
            op_of_target_.push_back(find_op(g_.target_at(id)));
            if (op_of_target_.back() != 0)
                targets_[op_of_target_.back()] = id;
        }
    }

private:
    using tables = compiled_set<Set>;
    static constexpr std::uint32_t no_target = 0xffffffff;
    static constexpr auto const& plan = tables::plan;

    struct known_default {
        schema_argument const* parameter = nullptr;
        operand value;
    };

    template <std::size_t Rule>
    struct frame {
        std::array<node_id, plan.rules[Rule].calls> nodes{};
        std::array<operand, Set[Rule].variables.size()> bound{};
    };

    //=== what the graph has ===//

    static constexpr std::uint16_t find_op(target_info const& target) {
        bool const is_hashed = target.op != nullptr && target.op->name == target.name;
        std::uint64_t const hash = is_hashed ? target.op->hash : fnv1a(target.name);
        auto const found = std::lower_bound(tables::ops.begin(), tables::ops.end(), hash,
                                            [](auto const& op, std::uint64_t wanted) { return op.hash < wanted; });
        return found != tables::ops.end() && found->name == target.name ? found->number : std::uint16_t{0};
    }

    constexpr void learn_literal(std::uint16_t literal) {
        if (literals_[literal] != operand{})
            return;
        literals_[literal] = to_operand(g_, *tables::literals[literal]);
        std::uint32_t const id = literals_[literal].id();
        if (id >= literal_numbers_.size())
            literal_numbers_.resize(id + 1, 0);
        literal_numbers_[id] = static_cast<std::uint16_t>(plan.first_literal() + literal);
    }

    [[nodiscard]] constexpr std::uint32_t op_of(node_id n) const {
        std::uint32_t const target = raw(g_).target_id(n);
        return raw(g_).op(n) == opcode::call_function && target < op_of_target_.size() ? op_of_target_[target] : 0;
    }

    // Whether a node is a call of the op of this number: one comparison with its target, which costs less than to look
    // the op of the target up.
    [[nodiscard]] constexpr bool is_call_of(node_id n, std::uint16_t op) const {
        return raw(g_).op(n) == opcode::call_function && raw(g_).target_id(n) == targets_[op];
    }

    // The number of the op that an argument is a call of, or of the literal that it is.
    [[nodiscard]] constexpr std::uint32_t symbol_of(operand value) const {
        if (value.is_node())
            return op_of(value.id());
        return value.is_literal() && value.id() < literal_numbers_.size() ? literal_numbers_[value.id()] : 0;
    }

    [[nodiscard]] constexpr bool has_arguments(node_id n, std::size_t count) const {
        return raw(g_).arg_count(n) == count && raw(g_).kwarg_count(n) == 0;
    }

    template <std::uint16_t Op>
    [[nodiscard]] constexpr operand argument(node_id n, std::size_t slot) {
        return slot < raw(g_).arg_count(n) ? raw(g_).operand_at(n, slot)
                                           : other_argument(n, plan.ops[Op].op->arguments[slot]);
    }
    // An argument that is not given by position; a default is made a literal of the graph once.
    constexpr operand other_argument(node_id n, schema_argument const& parameter) {
        for (std::size_t i = 0; i < raw(g_).kwarg_count(n); ++i)
            if (raw(g_).kwarg_key(n, i) == parameter.name)
                return raw(g_).kwarg(n, i).value();
        for (known_default const& d : defaults_)
            if (d.parameter == &parameter)
                return d.value;
        defaults_.push_back({&parameter, to_operand(g_, default_constant(parameter))});
        return defaults_.back().value;
    }

    //=== which rules to try ===//

    template <std::size_t Low, std::size_t High, class Found>
    constexpr bool at_root(std::uint32_t op, node_id n, Found& found) {
        if constexpr (High - Low == 1) {
            return in_trees<Low, 0>(n, found);
        } else {
            constexpr std::size_t middle = Low + (High - Low) / 2;
            return op < middle ? at_root<Low, middle>(op, n, found) : at_root<middle, High>(op, n, found);
        }
    }

    // The trees of an op one after the other; there are several where it is the root of hundreds of rules.
    template <std::uint16_t Op, std::size_t Begin, class Found>
    constexpr bool in_trees(node_id n, Found& found) {
        constexpr tree_part part = part_of<tables::plan, Op, Begin>;
        if constexpr (part.rows == 0) {
            return false;
        } else {
            std::array<node_id, tree_of<tables::plan, Op, Begin>.place_count> places{n};
            return follow<tree_of<tables::plan, Op, Begin>, 0>(places, found) || in_trees<Op, part.end>(n, found);
        }
    }

    template <auto const& Tree, std::size_t State, class Places, class Found>
    constexpr bool follow(Places& places, Found& found) {
        constexpr tree_state s = Tree.states[State];
        if constexpr (s.place == tree_state::no_place) {
            return try_all<Tree, s.begin, s.begin + s.count>(places[0], found);
        } else {
            constexpr tree_place place = Tree.places[s.place];
            operand const value = argument<s.parent_op>(places[place.parent], place.slot);
            if (value.is_node())
                places[s.place] = value.id();
            return decide<Tree, State>(value, places, found);
        }
    }

    // Goes on by what the value is that a state asks about.
    template <auto const& Tree, std::size_t State, class Places, class Found>
    constexpr bool decide(operand value, Places& places, Found& found) {
        constexpr tree_state s = Tree.states[State];
        constexpr tree_edge first = Tree.edges[s.begin];
        if constexpr (s.count == 1 && first.symbol < plan.first_literal()) {
            return value.is_node() && is_call_of(value.id(), first.symbol) ? follow<Tree, first.next>(places, found)
                                                                           : follow<Tree, s.otherwise>(places, found);
        } else {
            std::uint32_t const symbol = symbol_of(value);
            bool done = false;
            if (is_answer<Tree, State>(symbol) && choose<Tree, s.begin, s.begin + s.count>(symbol, places, found, done))
                return done;
            return follow<Tree, s.otherwise>(places, found);
        }
    }

    // A bit for each symbol that an edge of the state has.
    template <auto const& Tree, std::size_t State>
    static constexpr auto answers = [] {
        std::array<std::uint64_t, (plan.op_count + plan.literal_count + 63) / 64> bits{};
        tree_state const s = Tree.states[State];
        for (std::size_t i = s.begin; i < std::size_t{s.begin} + s.count; ++i) {
            std::uint16_t const symbol = Tree.edges[i].symbol;
            bits[symbol / 64] |= std::uint64_t{1} << symbol % 64;
        }
        return bits;
    }();

    // False where no edge has the symbol; of a few edges that is found out by comparing.
    template <auto const& Tree, std::size_t State>
    [[nodiscard]] static constexpr bool is_answer(std::uint32_t symbol) {
        if constexpr (Tree.states[State].count < 4)
            return true;
        else
            return (answers<Tree, State>[symbol / 64] >> symbol % 64 & 1u) != 0;
    }

    // True when one of the edges has the symbol; `done` is then what came of it.
    template <auto const& Tree, std::size_t Low, std::size_t High, class Places, class Found>
    constexpr bool choose(std::uint32_t symbol, Places& places, Found& found, bool& done) {
        if constexpr (High - Low == 1) {
            constexpr tree_edge e = Tree.edges[Low];
            if (symbol != e.symbol)
                return false;
            done = follow<Tree, e.next>(places, found);
            return true;
        } else {
            constexpr std::size_t middle = Low + (High - Low) / 2;
            return symbol < Tree.edges[middle].symbol ? choose<Tree, Low, middle>(symbol, places, found, done)
                                                      : choose<Tree, middle, High>(symbol, places, found, done);
        }
    }

    template <auto const& Tree, std::size_t Low, std::size_t High, class Found>
    constexpr bool try_all(node_id root, Found& found) {
        if constexpr (High == Low) {
            return false;
        } else if constexpr (High - Low == 1) {
            constexpr tree_try t = Tree.tries[Low];
            return try_rule<t.rule, t.orders>(root, found);
        } else {
            constexpr std::size_t middle = Low + (High - Low) / 2;
            return try_all<Tree, Low, middle>(root, found) || try_all<Tree, middle, High>(root, found);
        }
    }

    //=== one rule ===//

    template <std::size_t Rule, unsigned Orders, class Found>
    constexpr bool try_rule(node_id root, Found& found) {
        if constexpr (!plan.rules[Rule].direct) {
            return found.asks(Rule);
        } else {
            frame<Rule> f;
            f.nodes[0] = root;
            switch (step<Rule, Orders, 0, 0>(f)) {
            case program_answer::yes: return found.matches(Rule, f.bound, f.nodes);
            case program_answer::unsure: return found.asks(Rule);
            case program_answer::no: break;
            }
            return false;
        }
    }

    // Whether some order among `orders` begins with these bits, of which `open` are still to come.
    static constexpr bool begins(unsigned orders, unsigned bits, unsigned open) {
        for (unsigned order = 0; order < 8; ++order)
            if ((orders >> order & 1u) != 0 && order >> open == bits >> open)
                return true;
        return false;
    }

    static constexpr bool is_exchanged(plan_rule const& r, plan_node const& n, unsigned order) {
        return n.parent_order != plan_node::none && (order >> (r.orders - 1u - n.parent_order) & 1u) != 0;
    }

    // The nodes of the pattern from `At` on; `Order` has a bit for each call whose operands are exchanged.
    template <std::size_t Rule, unsigned Orders, std::size_t At, unsigned Order>
    [[gnu::always_inline]] constexpr program_answer step(frame<Rule>& f) const {
        constexpr plan_rule r = plan.rules[Rule];
        if constexpr (At == r.size) {
            return holds_all<Rule, r.checks, r.check_count>(f) ? program_answer::yes : program_answer::no;
        } else {
            constexpr plan_node n = plan.nodes[r.begin + At];
            if constexpr (At == 0) {
                if (!has_arguments(f.nodes[0], n.arguments))
                    return program_answer::unsure;
            } else if constexpr (n.kind != pattern_kind::any) {
                constexpr std::size_t slot = is_exchanged(r, n, Order) ? 1u - n.slot : n.slot;
                operand const value = raw(g_).operand_at(f.nodes[n.parent], slot);
                program_answer const here = one<Rule, At>(f, value);
                if (here != program_answer::yes)
                    return here;
            }
            if constexpr (n.check_count > 0)
                if (!holds_all<Rule, n.checks, n.check_count>(f))
                    return program_answer::no;
            if constexpr (n.order == plan_node::none) {
                return step<Rule, Orders, At + 1, Order>(f);
            } else {
                constexpr unsigned open = r.orders - 1u - n.order;
                constexpr unsigned exchanged = Order | 1u << open;
                program_answer first = program_answer::no;
                if constexpr (begins(Orders, Order, open))
                    first = step<Rule, Orders, At + 1, Order>(f);
                if constexpr (begins(Orders, exchanged, open))
                    if (first == program_answer::no)
                        return step<Rule, Orders, At + 1, exchanged>(f);
                return first;
            }
        }
    }

    // One node of the pattern.
    template <std::size_t Rule, std::size_t At>
    [[gnu::always_inline]] constexpr program_answer one(frame<Rule>& f, operand value) const {
        constexpr plan_node n = plan.nodes[plan.rules[Rule].begin + At];
        bool matches = true;
        if constexpr (n.kind == pattern_kind::literal) {
            matches = value == literals_[n.symbol - plan.first_literal()];
        } else if constexpr (n.kind == pattern_kind::variable && n.first) {
            f.bound[n.variable] = value;
        } else if constexpr (n.kind == pattern_kind::variable) {
            matches = value == f.bound[n.variable];
        } else {
            if (!value.is_node() || !is_call_of(value.id(), n.symbol) || !regions_.same(value.id(), f.nodes[0]))
                return program_answer::no;
            if (!has_arguments(value.id(), n.arguments))
                return program_answer::unsure;
            if constexpr (n.one_use)
                matches = raw(g_).use_count(value.id()) == 1;
            else if constexpr (n.one_user)
                matches = raw(g_).has_one_user(value.id());
            f.nodes[n.to] = value.id();
        }
        return matches ? program_answer::yes : program_answer::no;
    }

    template <std::size_t Rule, std::size_t Begin, std::size_t Count>
    [[gnu::always_inline]] constexpr bool holds_all(frame<Rule> const& f) const {
        if constexpr (Count == 0) {
            return true;
        } else {
            constexpr rule_view rule = tables::template rule<Rule>;
            match const m{&g_, f.nodes[0], rule.variables, f.bound, {}, f.nodes};
            return holds(rule.conditions[plan.checks[Begin]], m) && holds_all<Rule, Begin + 1, Count - 1>(f);
        }
    }

    graph& g_;
    effect_regions const& regions_;
    vec<std::uint16_t> op_of_target_, literal_numbers_;  // by target, and by literal of the graph
    std::array<std::uint32_t, plan.op_count> targets_{}; // by op, `no_target` where the graph has none
    vec<operand> literals_;                              // by literal of the rules
    vec<known_default> defaults_;                        // that have been asked for
};

} // namespace graft::detail
