#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/hash.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

inline constexpr std::uint64_t getitem_hash = fnv1a("operator.getitem");

// The op that a node of a pattern calls, by the hash of its name; 0 for none.
constexpr std::uint64_t op_hash(pattern_node const& n) {
    if (n.op != nullptr)
        return n.op->hash;
    bool const takes_item = n.kind == pattern_kind::item || n.kind == pattern_kind::all_outs;
    return takes_item ? getitem_hash : 0;
}

// Writes the ops of a side to `out`, each once, and returns how many; there must be room for one per node.
// `needed` leaves out those that a match can do without.
constexpr std::size_t write_ops(pattern_side side, bool needed, std::uint64_t* out) {
    pattern_node const* const nodes = side.data();
    std::size_t const size = side.size();
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
        pattern_node const& n = nodes[i];
        if (needed && (n.kind == pattern_kind::one_of || n.kind == pattern_kind::negation)) {
            i = end_of(side, i) - 1;
            continue;
        }
        if (needed && n.kind == pattern_kind::chain) { // only its last child has to be there
            i = last_child(side, i) - 1;
            continue;
        }
        std::uint64_t const hash = op_hash(n);
        if (hash == 0)
            continue;
        out[count] = hash;
        std::size_t first = 0;
        while (out[first] != hash)
            ++first;
        count += first == count;
    }
    return count;
}

} // namespace graft::detail

namespace graft {

/// One rule as views into its set.
struct rule_view {
    std::string_view name; ///< the rule's
    /// Both sides in pre-order.
    /// @{
    view<pattern_node const> lhs, rhs;
    /// @}
    view<constraint const> conditions;      ///< all of which must hold
    view<std::string_view const> variables; ///< the names, by number
    rule_options options;                   ///< what it says of itself
    /// Hashes of ops: a match has all of these; the right side's.
    /// @{
    view<std::uint64_t const> needs = {}, makes = {};
    /// @}

    /// Both say the same, under the same name.
    friend constexpr bool operator==(rule_view const& a, rule_view const& b) {
        return a.name == b.name && have_same(a.lhs, b.lhs) && have_same(a.rhs, b.rhs) &&
               have_same(a.conditions, b.conditions) && have_same(a.variables, b.variables) && a.options == b.options;
    }

private:
    template <class T>
    static constexpr bool have_same(view<T> a, view<T> b) {
        bool same = a.size() == b.size();
        for (std::size_t i = 0; same && i < a.size(); ++i)
            same = a[i] == b[i];
        return same;
    }
};

namespace detail {

// By pointer, since a constant expression pays for each call within a span.
template <class T>
constexpr void copy_items(T const* from, std::size_t count, T* to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = from[i];
}

} // namespace detail

/// Rules in order of preference, flat: a literal type that knows only its sizes.
template <std::size_t Rules, std::size_t Nodes, std::size_t Constraints, std::size_t Variables>
class rule_set {
public:
    /// How many it has room for.
    /// @{
    static constexpr std::size_t rule_count = Rules, node_count = Nodes, constraint_count = Constraints,
                                 variable_count = Variables;
    /// @}

    std::string_view name; ///< by which passes are told apart; empty where none is given

    [[nodiscard]] constexpr std::size_t size() const { return rules_; } ///< How many rules it has.

    /// The rules that promise at least this: what a pass that allows no more may use.
    [[nodiscard]] constexpr rule_set filter(contract const& allowed) const {
        rule_set kept;
        kept.name = name;
        for (std::size_t i = 0; i < rules_; ++i)
            if (implies((*this)[i].options.promise, allowed))
                kept.append((*this)[i]);
        return kept;
    }

    /// Rule `i`; valid as long as the set.
    [[nodiscard]] constexpr rule_view operator[](std::size_t i) const {
        row const& r = rows_[i];
        return {r.name,
                {nodes_.data() + r.nodes, r.lhs},
                {nodes_.data() + r.nodes + r.lhs, r.rhs},
                {constraints_.data() + r.constraints, r.constraint_count},
                {variables_.data() + r.variables, r.variable_count},
                r.options,
                {ops_.data() + r.nodes, r.needs},
                {ops_.data() + r.nodes + r.lhs, r.makes}};
    }

    /// Adds a rule behind the others; the sizes of the set must have room for it.
    constexpr void append(rule_view const& rule) {
        std::uint64_t* const ops = ops_.data() + nodes_used_;
        std::size_t needs = rule.needs.size(), makes = rule.makes.size();
        if (needs == 0) { // of a rule that comes from a set they are known
            needs = detail::write_ops(rule.lhs, true, ops);
            makes = detail::write_ops(rule.rhs, false, ops + rule.lhs.size());
        } else {
            detail::copy_items(rule.needs.data(), needs, ops);
            detail::copy_items(rule.makes.data(), makes, ops + rule.lhs.size());
        }
        rows_[rules_] = {rule.name,       nodes_used_,           rule.lhs.size(),
                         rule.rhs.size(), constraints_used_,     rule.conditions.size(),
                         variables_used_, rule.variables.size(), needs,
                         makes,           rule.options};
        ++rules_;
        take(rule.lhs, nodes_.data(), nodes_used_);
        take(rule.rhs, nodes_.data(), nodes_used_);
        take(rule.conditions, constraints_.data(), constraints_used_);
        take(rule.variables, variables_.data(), variables_used_);
    }

private:
    template <class T>
    static constexpr void take(view<T const> items, T* all, std::size_t& used) {
        detail::copy_items(items.data(), items.size(), all + used);
        used += items.size();
    }

    struct row {
        std::string_view name;
        std::size_t nodes = 0, lhs = 0, rhs = 0, constraints = 0, constraint_count = 0, variables = 0,
                    variable_count = 0, needs = 0, makes = 0;
        rule_options options;
    };

    std::array<row, Rules> rows_{};
    std::array<pattern_node, Nodes> nodes_{};
    std::array<std::uint64_t, Nodes> ops_{}; // of each side, from where its nodes begin
    std::array<constraint, Constraints> constraints_{};
    std::array<std::string_view, Variables> variables_{};
    std::size_t rules_ = 0, nodes_used_ = 0, constraints_used_ = 0, variables_used_ = 0;
};

/// What takes rules was given something else.
template <class SET>
struct no_rules {
    static_assert(never_type<SET>, "graft: SET is no rule; give a rule, rules(...) or a rule_list: of lhs >> rhs "
                                   "rule<\"name\">(lhs >> rhs) makes a rule. [E-RUL-8]");
};

namespace detail {

template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
constexpr rule_view view_of(rule_value<L, R, C, V> const& r) {
    return {r.name, {r.lhs.data(), L}, {r.rhs.data(), R}, {r.conditions.data(), C}, {r.variables.data(), V}, r.options};
}

template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
constexpr rule_set<1, L + R, C, V> to_rule_set(rule_value<L, R, C, V> const& r) {
    rule_set<1, L + R, C, V> set;
    set.append(view_of(r));
    return set;
}
template <std::size_t Rules, std::size_t Nodes, std::size_t C, std::size_t V>
constexpr auto const& to_rule_set(rule_set<Rules, Nodes, C, V> const& set) {
    return set;
}

// A list of rules whose number is known when the program runs.
template <class T>
    requires requires(T const& list) {
        { list[list.size() - 1] } -> std::convertible_to<rule_view>;
    }
constexpr T const& to_rule_set(T const& list) {
    return list;
}

// A rule, a set of rules or a list of rules.
template <class T>
concept some_rules = requires(T const& set) { to_rule_set(set); };

// The first of the types that are no rules, or void.
template <class... T>
struct first_no_rules {
    using type = void;
};
template <class First, class... Rest>
struct first_no_rules<First, Rest...>
    : std::conditional_t<some_rules<First>, first_no_rules<Rest...>, std::type_identity<First>> {};

// The rules one by one; the set must live as long.
template <class Set>
constexpr vec<rule_view> views_of(Set const& set) {
    vec<rule_view> views(set.size());
    for (std::size_t i = 0; i < views.size(); ++i)
        views[i] = set[i];
    return views;
}
template <class Set>
vec<rule_view> views_of(Set const&& temporary) = delete;

template <class T>
using rule_set_of = std::remove_cvref_t<decltype(to_rule_set(std::declval<T const&>()))>;

// The sizes of a set, or of the set that a rule would be, which need not be made for that.
template <class T>
struct set_sizes : set_sizes<rule_set_of<T>> {};
template <std::size_t Rules, std::size_t Nodes, std::size_t C, std::size_t V>
struct set_sizes<rule_set<Rules, Nodes, C, V>> {
    static constexpr std::size_t rules = Rules, nodes = Nodes, constraints = C, variables = V;
};
template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
struct set_sizes<rule_value<L, R, C, V>> : set_sizes<rule_set<1, L + R, C, V>> {};

// Arrays rather than folds: clang 16 folds no more than 256 operands.
template <std::size_t N>
consteval std::size_t sum(std::array<std::size_t, N> const& all) {
    std::size_t total = 0;
    for (std::size_t const one : all)
        total += one;
    return total;
}

template <class... Parts>
using joined_rule_set = rule_set<sum(std::array<std::size_t, sizeof...(Parts)>{set_sizes<Parts>::rules...}),
                                 sum(std::array<std::size_t, sizeof...(Parts)>{set_sizes<Parts>::nodes...}),
                                 sum(std::array<std::size_t, sizeof...(Parts)>{set_sizes<Parts>::constraints...}),
                                 sum(std::array<std::size_t, sizeof...(Parts)>{set_sizes<Parts>::variables...})>;

template <class Set, std::size_t L, std::size_t R, std::size_t C, std::size_t V>
constexpr int append_rules(Set& all, rule_value<L, R, C, V> const& r) {
    all.append(view_of(r));
    return 0;
}
template <class Set, std::size_t Rules, std::size_t Nodes, std::size_t C, std::size_t V>
constexpr int append_rules(Set& all, rule_set<Rules, Nodes, C, V> const& set) {
    for (std::size_t i = 0; i < set.size(); ++i)
        all.append(set[i]);
    return 0;
}

} // namespace detail

/// The rules, and the rules of the sets, in this order: of those of one priority an earlier one is tried first.
template <class... Parts>
[[nodiscard]] constexpr auto rules(Parts const&... parts) {
    using wrong = typename detail::first_no_rules<Parts...>::type;
    if constexpr (std::is_void_v<wrong>) {
        detail::joined_rule_set<Parts...> all;
        [[maybe_unused]] int const appended[] = {0, detail::append_rules(all, parts)...};
        return all;
    } else {
        static_cast<void>(requires { sizeof(no_rules<wrong>); });
        return rule_set<0, 0, 0, 0>{};
    }
}
/// The rules under a name, as a pass of them is called: `rules<"mine">(...)`.
template <fixed_string Name, class... Parts>
[[nodiscard]] constexpr auto rules(Parts const&... parts) {
    auto all = rules(parts...);
    all.name = Name.view();
    return all;
}

} // namespace graft
