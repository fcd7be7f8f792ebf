#pragma once

#include <graft/core/dtype.hpp>
#include <graft/meta/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// What `lint` can find in a set of rules.
enum class rule_fault : std::uint8_t {
    unbound,         ///< the right side uses a variable that the left does not bind
    arity,           ///< a call leaves out an argument that has no default
    dtype,           ///< the sides have different dtypes, or the right side is refused, where the left side matches
    shape,           ///< the sides have different sizes where the left side matches
    constraint,      ///< the right side has a call whose dtypes the dialect does not admit, those of the left it does
    duplicate,       ///< two rules match the same
    shadowed,        ///< a rule is never reached: one before it matches whatever it matches
    duplicates_work, ///< others may keep alive what the right side computes again
    termination,     ///< the rule may go on for ever
    maybe_shadowed,  ///< a note: a rule is reached only where a predicate of one before it fails
    overlap,         ///< a note: two rules of one priority may match at one node
    unchecked,       ///< a note: of the dtypes and sizes of a rule nothing is known here
};

/// True when a finding of this kind is a fault, false when it is a note.
[[nodiscard]] constexpr bool is_fault(rule_fault kind) { return kind < rule_fault::maybe_shadowed; }

/// A tensor, or a number without sizes, that shows a fault.
struct sample_value {
    static constexpr std::size_t max_rank = 6; ///< the most dimensions of a sample

    std::string_view name;                      ///< of the variable; empty for a number of the pattern
    graft::dtype dtype = dtype::undefined;      ///< of its elements
    bool tensor = true;                         ///< no number
    std::uint8_t rank = 0;                      ///< how many of `sizes` count
    std::array<std::int16_t, max_rank> sizes{}; ///< an extent for each dimension
};

/// One finding of `lint` in a set of rules: what, where, and the facts that show it.
struct rule_finding {
    static constexpr std::size_t max_samples = 4; ///< the most samples of a finding

    rule_fault kind{}; ///< what was found
    /// The rule, and for `duplicate`, `shadowed` and `overlap` the one before it.
    /// @{
    std::string_view rule, other;
    /// @}
    std::string_view variable;                       ///< or argument
    std::string_view op;                             ///< where one is at fault
    std::int64_t delta = 0;                          ///< how the rule may change the weight of a graph
    std::array<sample_value, max_samples> samples{}; ///< what the variables are where the sides differ
    std::size_t sample_count = 0;                    ///< how many of `samples` count
    /// What the sides then are; the right side is undefined where it is refused.
    /// @{
    sample_value left, right;
    /// @}
};

/// The finding in one sentence, with what to do about it.
[[nodiscard]] inline std::string text(rule_finding const& f);

namespace detail {

inline std::string quoted(std::string_view name) { return "'" + std::string{name} + "'"; }

inline std::string sizes_text(sample_value const& v) {
    std::string text = "[";
    for (std::size_t i = 0; i < v.rank && i < sample_value::max_rank; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(v.sizes[i]);
    return text + "]";
}

inline std::string samples_text(rule_finding const& f) {
    std::string text;
    for (std::size_t i = 0; i < f.sample_count; ++i) {
        sample_value const& s = f.samples[i];
        text += (i == 0 ? " where " : " and ") + (s.name.empty() ? std::string{"the number"} : quoted(s.name)) + " is ";
        if (f.kind == rule_fault::shape)
            text += s.tensor ? "of the sizes " + sizes_text(s) : "a number";
        else
            text += (s.tensor ? "" : "a number of ") + std::string{fx_name(s.dtype)};
    }
    return text;
}

inline std::string unsound_text(rule_finding const& f) {
    bool const dtypes = f.kind == rule_fault::dtype;
    std::string text = quoted(f.rule);
    if (f.right.dtype == dtype::undefined)
        text += " makes a call that is refused" + samples_text(f) + "; exclude it in where(): ";
    else if (dtypes)
        text += " turns " + std::string{fx_name(f.left.dtype)} + " into " + std::string{fx_name(f.right.dtype)} +
                samples_text(f) + "; exclude it in where(): ";
    else
        text += " turns sizes of " + sizes_text(f.left) + " into " + sizes_text(f.right) + samples_text(f) +
                "; exclude it in where(): ";
    std::string const v = f.variable.empty() ? "x" : std::string{f.variable};
    return text + (dtypes ? "has_dtype(" + v + ", ...) or same_dtype(" + v + ", replaced)"
                          : "rank(" + v + ") == ... or same_shape(" + v + ", replaced)");
}

} // namespace detail

inline std::string text(rule_finding const& f) {
    using detail::quoted;
    switch (f.kind) {
    case rule_fault::unbound:
        return "the right side of " + quoted(f.rule) + " uses " + quoted(f.variable) +
               ", which its left side does not bind; bind it there or write a literal";
    case rule_fault::arity:
        return quoted(f.rule) + " calls " + std::string{f.op} + " without " + quoted(f.variable) +
               ", which has no default; give it";
    case rule_fault::dtype:
    case rule_fault::shape: return detail::unsound_text(f);
    case rule_fault::constraint:
        return quoted(f.rule) + " makes a call of " + std::string{f.op} + " whose dtypes the dialect does not admit" +
               detail::samples_text(f) + "; exclude it in where(): has_dtype(" +
               (f.variable.empty() ? "x" : std::string{f.variable}) + ", ...)";
    case rule_fault::duplicate:
        return quoted(f.rule) + " matches the same as " + quoted(f.other) + "; remove one of them";
    case rule_fault::shadowed:
        return quoted(f.rule) + " is never reached: " + quoted(f.other) +
               " is tried before it and matches whatever it matches; give it a higher priority with .prio(), or put it "
               "first";
    case rule_fault::duplicates_work:
        return quoted(f.rule) + " may leave " + std::string{f.op} +
               " beside what it makes of it, where others use the value; write one_use() around it, or "
               ".may_duplicate() if that is meant";
    case rule_fault::termination:
        return quoted(f.rule) + " may go on for ever: it changes the weight of a graph by " + std::to_string(f.delta) +
               " and lowers no other measure that the other rules keep; write one_use() around what it replaces, give "
               "its ops a weight, or say why it ends with .terminates_because()";
    case rule_fault::maybe_shadowed:
        return quoted(f.rule) + " is reached only where a predicate of " + quoted(f.other) +
               ", which is tried before it, fails";
    case rule_fault::overlap:
        return quoted(f.rule) + " and " + quoted(f.other) +
               " may match at one node and have one priority, so that the latter wins; say which with .prio()";
    case rule_fault::unchecked:
        return "the dtypes and sizes of " + quoted(f.rule) + " are not checked: " +
               (f.op.empty() ? std::string{"no sample makes it match"} : "nothing is known of " + std::string{f.op});
    }
    return {};
}

/// What `lint` found in a set of rules: faults and notes, rule by rule.
class rule_report {
public:
    constexpr rule_report() = default;
    /// Of these findings.
    constexpr explicit rule_report(vec<rule_finding> findings) : findings_(std::move(findings)) {}

    /// True when there is no fault; notes do not count.
    [[nodiscard]] constexpr bool ok() const {
        for (rule_finding const& f : findings_)
            if (is_fault(f.kind))
                return false;
        return true;
    }

    /// How many findings are of this kind.
    [[nodiscard]] constexpr std::size_t count(rule_fault kind) const {
        std::size_t found = 0;
        for (rule_finding const& f : findings_)
            found += f.kind == kind;
        return found;
    }

    [[nodiscard]] constexpr vec<rule_finding> const& findings() const { return findings_; } ///< Rule by rule.

private:
    vec<rule_finding> findings_;
};

/// A line each: the faults, then the notes.
[[nodiscard]] inline std::string text(rule_report const& report) {
    std::string all;
    for (bool const faults : {true, false})
        for (rule_finding const& f : report.findings())
            if (is_fault(f.kind) == faults)
                all += (faults ? "" : "note: ") + text(f) + "\n";
    return all;
}

} // namespace graft
