#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/lint_rule.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

//=== diagnostics: instantiated only to report, the arguments are the facts ===//

/// That a variable of a rule is a tensor, or a number, of this dtype.
template <fixed_string VARIABLE, dtype DTYPE>
struct given_dtype {};

/// That a variable of a rule is a tensor of these sizes.
template <fixed_string VARIABLE, int... SIZES>
struct given_sizes {};

/// What uses the replaced value would get another dtype; found by `lint`.
template <fixed_string RULE, dtype LEFT, dtype RIGHT, class... GIVEN>
struct rule_changes_dtype {
    static_assert(never_type<GIVEN...>, "graft: RULE changes the dtype from LEFT to RIGHT (undefined: the right side "
                                        "is refused) where GIVEN; exclude it in where(). [E-LNT-1]");
};

/// What uses the replaced value would get other sizes; found by `lint`.
template <fixed_string RULE, class LEFT, class RIGHT, class... GIVEN>
struct rule_changes_sizes {
    static_assert(never_type<GIVEN...>, "graft: RULE changes the sizes from LEFT to RIGHT where GIVEN; exclude it in "
                                        "where(). [E-LNT-2]");
};

/// A program that keeps to the dialect would no longer; found by `lint` with a dtype constraint.
template <fixed_string RULE, fixed_string OP, class... GIVEN>
struct rule_leaves_dialect {
    static_assert(never_type<GIVEN...>, "graft: RULE calls OP with dtypes that the dialect does not admit where GIVEN; "
                                        "exclude it in where(). [E-LNT-9]");
};

/// One of two rules is never applied, as they match the same; found by `lint`.
template <fixed_string RULE, fixed_string BEFORE>
struct rule_twice {
    static_assert(never<RULE, BEFORE>, "graft: RULE matches the same as BEFORE; remove one of them. [E-LNT-3]");
};

/// A rule is never applied, as another always comes first; found by `lint`.
template <fixed_string RULE, fixed_string BEFORE>
struct rule_never_reached {
    static_assert(never<RULE, BEFORE>, "graft: RULE is never reached: BEFORE is tried first and matches whatever it "
                                       "matches; give it a higher priority with .prio(). [E-LNT-4]");
};

/// A value that others use stays, and is computed again beside it; found by `lint`.
template <fixed_string RULE, fixed_string OP>
struct rule_repeats_work {
    static_assert(never<RULE, OP>, "graft: RULE may leave OP beside what it makes of it, where others use the value; "
                                   "write one_use() around it, or .may_duplicate(). [E-LNT-5]");
};

/// Nothing shows that applying the rule comes to an end; found by `lint`.
template <fixed_string RULE, int WEIGHT_ADDED>
struct rule_may_not_end {
    static_assert(never<RULE, WEIGHT_ADDED>, "graft: RULE may go on for ever: it lowers no measure that the other "
                                             "rules keep; write one_use() around what it replaces, or "
                                             ".terminates_because(). [E-LNT-6]");
};

/// A call of the right side cannot be made; found by `lint`.
template <fixed_string RULE, fixed_string OP, fixed_string ARGUMENT>
struct rule_leaves_out_argument {
    static_assert(never<RULE, OP, ARGUMENT>, "graft: RULE calls OP without ARGUMENT, which has no default; "
                                             "give it. [E-LNT-7]");
};

/// A right side has a variable that stands for nothing; found by `lint`.
template <fixed_string RULE, fixed_string VARIABLE>
struct rule_uses_unbound_variable {
    static_assert(never<RULE, VARIABLE>, "graft: the right side of RULE uses VARIABLE, which its left side does not "
                                         "bind; bind it there. [E-LNT-8]");
};

namespace detail {

// The first findings of one rule, in a constant.
struct stored_findings {
    static constexpr std::size_t most = 3;

    std::array<rule_finding, most> items{};
    std::size_t count = 0;
};

// RULES may be one rule, or a set.
template <auto const& RULES>
inline constexpr auto one_rule_set = to_rule_set(RULES);
template <auto const& RULES>
constexpr auto const& set_of_rules() {
    if constexpr (std::is_lvalue_reference_v<decltype(to_rule_set(RULES))>)
        return RULES;
    else
        return one_rule_set<RULES>;
}
template <auto const& RULES>
inline constexpr auto const& checked_set = set_of_rules<RULES>();

template <auto const& RULES>
constexpr auto take_fingerprints() {
    std::array<rule_fingerprint, checked_set<RULES>.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = fingerprint_of(checked_set<RULES>[i]);
    return all;
}

template <auto const& RULES>
inline constexpr auto fingerprints_of = take_fingerprints<RULES>();

// One constant evaluation for each rule: together they are too long for one. None of these functions is consteval,
// since clang evaluates a call of one twice.
template <auto const& RULES, constraint_table TABLE, std::size_t I>
constexpr stored_findings find_faults() {
    vec<rule_finding> findings;
    lint_rule(checked_set<RULES>, I, proofs_of<checked_set<RULES>>[I], fingerprints_of<RULES>.data(), TABLE, findings,
              [](rule_view const&, vec<rule_finding>&) {});
    stored_findings stored;
    for (bool const faults : {true, false})
        for (rule_finding const& f : findings)
            if (is_fault(f.kind) == faults && stored.count < stored_findings::most)
                stored.items[stored.count++] = f;
    return stored;
}

template <auto const& RULES, constraint_table TABLE, std::size_t I>
inline constexpr stored_findings faults_in = find_faults<RULES, TABLE, I>();

// clang prints 32 characters of a template argument.
template <auto const& F, std::string_view rule_finding::*Text>
inline constexpr auto shown = fixed_slice<std::min<std::size_t>((F.*Text).size(), 28)>(F.*Text);

// A copy: clang takes no part of an object as a template argument.
template <auto const& RULES, constraint_table TABLE, std::size_t I, std::size_t N>
inline constexpr rule_finding finding_in = faults_in<RULES, TABLE, I>.items[N];

template <auto const& RULES, constraint_table TABLE, std::size_t I, std::size_t N>
struct fault {
    static constexpr rule_finding const& f = finding_in<RULES, TABLE, I, N>;

    template <std::string_view rule_finding::*Text>
    static constexpr auto text = shown<f, Text>;

    template <std::size_t S>
    static constexpr auto name = fixed_slice<std::min<std::size_t>(f.samples[S].name.size(), 28)>(f.samples[S].name);

    template <std::array<std::int16_t, sample_value::max_rank> Sizes, fixed_string Name, std::size_t... D>
    static given_sizes<Name, Sizes[D]...> sizes_of(std::index_sequence<D...>);
    template <std::array<std::int16_t, sample_value::max_rank> Sizes, std::size_t Rank, fixed_string Name>
    using sizes_type = decltype(sizes_of<Sizes, Name>(std::make_index_sequence<Rank>{}));

    template <std::size_t... S>
    static consteval bool report_types(std::index_sequence<S...>) {
        constexpr auto rule = shown<f, &rule_finding::rule>;
        if constexpr (f.kind == rule_fault::constraint)
            return requires {
                sizeof(rule_leaves_dialect<rule, text<&rule_finding::op>, given_dtype<name<S>, f.samples[S].dtype>...>);
            } || true;
        else if constexpr (f.kind == rule_fault::dtype)
            return requires {
                sizeof(
                    rule_changes_dtype<rule, f.left.dtype, f.right.dtype, given_dtype<name<S>, f.samples[S].dtype>...>);
            } || true;
        else
            return requires {
                sizeof(rule_changes_sizes<rule, sizes_type<f.left.sizes, f.left.rank, "left">,
                                          sizes_type<f.right.sizes, f.right.rank, "right">,
                                          sizes_type<f.samples[S].sizes, f.samples[S].rank, name<S>>...>);
            } || true;
    }

    // As few calls deep as can be: a compiler tells of each.
    static consteval bool report() {
        if constexpr (I == checked_set<RULES>.size())
            return true;
        else if constexpr (f.kind == rule_fault::dtype || f.kind == rule_fault::shape ||
                           f.kind == rule_fault::constraint)
            return report_types(std::make_index_sequence<f.sample_count>{});
        else if constexpr (f.kind == rule_fault::duplicate)
            return requires { sizeof(rule_twice<text<&rule_finding::rule>, text<&rule_finding::other>>); } || true;
        else if constexpr (f.kind == rule_fault::shadowed)
            return requires { sizeof(rule_never_reached<text<&rule_finding::rule>, text<&rule_finding::other>>); } ||
                   true;
        else if constexpr (f.kind == rule_fault::duplicates_work)
            return requires { sizeof(rule_repeats_work<text<&rule_finding::rule>, text<&rule_finding::op>>); } || true;
        else if constexpr (f.kind == rule_fault::termination)
            return requires { sizeof(rule_may_not_end<text<&rule_finding::rule>, static_cast<int>(f.delta)>); } || true;
        else if constexpr (f.kind == rule_fault::arity)
            return requires {
                sizeof(rule_leaves_out_argument<text<&rule_finding::rule>, text<&rule_finding::op>,
                                                text<&rule_finding::variable>>);
            } || true;
        else
            return requires {
                sizeof(rule_uses_unbound_variable<text<&rule_finding::rule>, text<&rule_finding::variable>>);
            } || true;
    }
};

constexpr bool has_fault(stored_findings const& found) { return found.count > 0 && is_fault(found.items[0].kind); }

// The first rule that has a fault, or how many rules there are.
template <auto const& RULES, constraint_table TABLE, std::size_t... I>
consteval std::size_t first_faulty(std::index_sequence<I...>) {
    bool const faulty[] = {has_fault(faults_in<RULES, TABLE, I>)..., true};
    return static_cast<std::size_t>(std::find(std::begin(faulty), std::end(faulty), true) - std::begin(faulty));
}

template <auto const& RULES, constraint_table TABLE>
inline constexpr std::size_t faulty_rule =
    first_faulty<RULES, TABLE>(std::make_index_sequence<checked_set<RULES>.size()>{});

template <auto const& RULES, constraint_table TABLE, std::size_t... I>
constexpr rule_report join_findings(std::index_sequence<I...>) {
    vec<rule_finding> all;
    stored_findings const* const each[] = {&faults_in<RULES, TABLE, I>..., nullptr};
    for (stored_findings const* const one : each)
        for (std::size_t i = 0; one != nullptr && i < one->count; ++i)
            all.push_back(one->items[i]);
    return rule_report{std::move(all)};
}

} // namespace detail

/// What `lint(rules)` finds in a constant expression, at most three findings a rule, with one constant evaluation for
/// each rule: for sets that are too large for one. `RULES` is a constant at namespace scope, `TABLE`
/// that of a dialect, such as `edge_constraint`, or null.
template <auto const& RULES, constraint_table TABLE = nullptr>
[[nodiscard]] constexpr rule_report lint() {
    return detail::join_findings<RULES, TABLE>(std::make_index_sequence<detail::checked_set<RULES>.size()>{});
}

/// True, and otherwise an error that names rule, variable and remedy: `static_assert(passes_lint<rules>);`.
template <auto const& RULES, constraint_table TABLE = nullptr>
inline constexpr bool passes_lint = detail::fault<RULES, TABLE, detail::faulty_rule<RULES, TABLE>, 0>::report();

} // namespace graft
