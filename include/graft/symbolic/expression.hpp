#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/function.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

/// What is known of a symbol's value, as bits; spelled as sympy's assumptions.
enum class assumption : std::uint8_t { none = 0, positive = 1, nonnegative = 2, nonzero = 4, integer = 8, real = 16 };

/// What either assumes.
[[nodiscard]] constexpr assumption operator|(assumption a, assumption b) {
    return static_cast<assumption>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

namespace detail {

struct assumption_name {
    std::string_view text;
    assumption bit;
};

/// In the order in which torch writes them.
inline constexpr std::array<assumption_name, 5> assumption_names{{
    {"positive", assumption::positive},
    {"nonnegative", assumption::nonnegative},
    {"nonzero", assumption::nonzero},
    {"integer", assumption::integer},
    {"real", assumption::real},
}};

} // namespace detail

/// A named unknown of at most 16 characters, such as "s77" or "u0"; the name is its identity.
class symbol {
public:
    static constexpr std::size_t max_size = 16; ///< characters of a name

    constexpr symbol() = default;
    /// A symbol of this name; one that is empty or too long is an error.
    explicit constexpr symbol(std::string_view name, assumption known = assumption::positive | assumption::integer)
        : size_(static_cast<std::uint8_t>(name.size())), known_(known) {
        if (name.empty() || name.size() > max_size)
            raise(errc::invalid_argument, "the symbol name '", name, "' has not 1 to 16 characters");
        for (std::size_t i = 0; i < name.size(); ++i)
            text_[i] = name[i];
    }

    /// The name.
    [[nodiscard]] constexpr std::string_view name() const { return {text_.data(), size_}; }
    /// What is assumed of its value.
    [[nodiscard]] constexpr assumption known() const { return known_; }
    /// True when `a` is assumed of its value.
    [[nodiscard]] constexpr bool is(assumption a) const {
        return (static_cast<unsigned>(known_) & static_cast<unsigned>(a)) != 0;
    }

    /// True when the names are equal.
    friend constexpr bool operator==(symbol const& a, symbol const& b) { return a.name() == b.name(); }
    /// Compares the names.
    friend constexpr auto operator<=>(symbol const& a, symbol const& b) { return a.name() <=> b.name(); }

private:
    std::array<char, max_size> text_{};
    std::uint8_t size_ = 0;
    assumption known_ = assumption::none;
};

class sym_int;

/// What a polynomial is built over: a symbol, or a function of polynomials that is left as it
/// is.
struct sym_atom {
    symbol name;                                  ///< the symbol, where `function` is `symbol`
    sym_function function = sym_function::symbol; ///< what is applied to the operands
    vec<sym_int> operands;                        ///< none of a symbol
    std::uint32_t depth = 1;                      ///< levels of functions, this one included
    std::uint32_t nodes = 1;                      ///< atoms in it, itself included
};

/// An atom to a positive power.
struct sym_factor {
    sym_atom atom;              ///< what is multiplied
    std::uint32_t exponent = 1; ///< how often
};

/// A nonzero coefficient times a product of at least one factor; factors are sorted by atom.
struct sym_term {
    std::int64_t coefficient = 1; ///< never 0
    vec<sym_factor> factors;      ///< at least one, sorted by atom
};

namespace detail {

/// The terms of a sym_int: no more than an address as long as there are none, as of nearly every size.
class sym_terms {
public:
    constexpr sym_terms() = default;
    explicit constexpr sym_terms(vec<sym_term> terms);
    constexpr sym_terms(sym_terms const& other) {
        if (other.terms_ != nullptr)
            copy(other);
    }
    constexpr sym_terms(sym_terms&& other) noexcept : terms_(std::exchange(other.terms_, nullptr)) {}
    constexpr sym_terms& operator=(sym_terms other) noexcept {
        std::swap(terms_, other.terms_);
        return *this;
    }
    constexpr ~sym_terms() {
        if (terms_ != nullptr)
            clear();
    }

    [[nodiscard]] constexpr bool empty() const { return terms_ == nullptr; }
    [[nodiscard]] constexpr view<sym_term const> get() const;

private:
    constexpr void copy(sym_terms const& other);
    constexpr void clear();

    vec<sym_term> const* terms_ = nullptr; // owned; not empty
};

} // namespace detail

/// An integer or a polynomial with integer coefficients over symbols and opaque functions.
///
/// This header is the data; <graft/symbolic/sym_int.hpp> adds the arithmetic. The form is
/// canonical: equal polynomials are equal values, and the terms stand in the order in which
/// sympy prints them. A plain integer costs one int64 and a null pointer. Arithmetic that
/// leaves 64 bits is an error, and so is an expression of more than `max_nodes` atoms and
/// numbers or of functions nested deeper than `max_depth`.
class sym_int {
public:
    static constexpr std::size_t max_nodes = 4096; ///< the most atoms and numbers of an expression
    static constexpr std::uint32_t max_depth = 64; ///< how deep functions may be nested

    constexpr sym_int() = default;
    /// A number; one that needs more than 64 bits is an error.
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    constexpr sym_int(T value) : constant_(static_cast<std::int64_t>(value)) {
        if (value > T{0} && constant_ < 0)
            raise(errc::invalid_argument, "a size does not fit into 64 bits");
    }
    /// The symbol itself.
    GRAFT_CONSTEXPR_INLINE sym_int(symbol const& name) : sym_int(sym_atom{name, sym_function::symbol, {}}) {}

    /// The function of these operands as it stands; `apply` of sym_math.hpp simplifies first.
    GRAFT_CONSTEXPR_INLINE sym_int(sym_function function, vec<sym_int> operands)
        : sym_int(sym_atom{symbol(), function, std::move(operands)}) {}

    /// The polynomial with these terms, in any order.
    [[nodiscard]] static GRAFT_CONSTEXPR sym_int of_terms(std::int64_t constant, vec<sym_term> terms);

    /// The sum of all, at the cost of sorting their terms once.
    [[nodiscard]] static GRAFT_CONSTEXPR sym_int sum(vec<sym_int> const& summands);

    /// True when it is no plain number.
    [[nodiscard]] constexpr bool is_symbolic() const { return !terms_.empty(); }

    /// The integer; an error if it is symbolic.
    [[nodiscard]] constexpr std::int64_t value() const {
        if (is_symbolic())
            raise(errc::unsupported, "a symbolic size has no value");
        return constant_;
    }

    /// The integer, or nothing if it is symbolic.
    [[nodiscard]] constexpr std::optional<std::int64_t> maybe_value() const {
        return is_symbolic() ? std::nullopt : std::optional(constant_);
    }

    /// The summand without symbols.
    [[nodiscard]] constexpr std::int64_t constant() const { return constant_; }

    /// The summands with symbols, in canonical order; valid as long as this value.
    [[nodiscard]] constexpr view<sym_term const> terms() const {
        return terms_.empty() ? view<sym_term const>{} : terms_.get();
    }

    /// The atom, if that is all there is.
    [[nodiscard]] GRAFT_CONSTEXPR sym_atom const* atom() const;

    /// How many atoms and numbers the expression is made of: its size in memory and in print.
    [[nodiscard]] constexpr std::size_t nodes() const {
        std::size_t count = 1;
        for (sym_term const& term : terms()) {
            ++count;
            for (sym_factor const& factor : term.factors)
                count += factor.atom.nodes;
        }
        return count;
    }

    /// Every symbol that occurs, also inside functions, once, sorted by name.
    [[nodiscard]] GRAFT_CONSTEXPR vec<symbol> symbols() const;

    /// True if both are the same polynomial; false does not mean that they differ for every
    /// value.
    friend constexpr bool operator==(sym_int const& a, sym_int const& b) {
        return a.constant_ == b.constant_ && a.is_symbolic() == b.is_symbolic() &&
               (!a.is_symbolic() || compare(a, b) == 0);
    }

    /// The order in which sympy sorts expressions, not their values: < 0, 0 or > 0.
    [[nodiscard]] static GRAFT_CONSTEXPR int compare(sym_int const& a, sym_int const& b);

private:
    explicit GRAFT_CONSTEXPR sym_int(sym_atom atom);

    GRAFT_CONSTEXPR void collect_symbols(vec<symbol>& found) const;

    /// Sorts the terms and adds those of the same monomial.
    GRAFT_CONSTEXPR void set_terms(vec<sym_term> terms);

    std::int64_t constant_ = 0;
    detail::sym_terms terms_;
};

namespace detail {

constexpr sym_terms::sym_terms(vec<sym_term> terms)
    : terms_(terms.empty() ? nullptr : new vec<sym_term>(std::move(terms))) {}

constexpr view<sym_term const> sym_terms::get() const { return *terms_; }

constexpr void sym_terms::copy(sym_terms const& other) { terms_ = new vec<sym_term>(*other.terms_); }

constexpr void sym_terms::clear() { delete terms_; }

/// Symbols by name, then functions by name, by number of operands and by operands.
[[nodiscard]] GRAFT_CONSTEXPR int compare_atoms(sym_atom const& a, sym_atom const& b);

} // namespace detail

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

namespace detail {

template <class T>
[[nodiscard]] constexpr int compare_values(T const& a, T const& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

GRAFT_CONSTEXPR int compare_atoms(sym_atom const& a, sym_atom const& b) {
    bool const a_symbol = a.function == sym_function::symbol;
    bool const b_symbol = b.function == sym_function::symbol;
    if (a_symbol != b_symbol)
        return a_symbol ? -1 : 1;
    if (a_symbol)
        return compare_values(a.name, b.name);
    if (a.function != b.function)
        return compare_values(name(a.function), name(b.function));
    if (a.operands.size() != b.operands.size())
        return compare_values(a.operands.size(), b.operands.size());
    for (std::size_t i = 0; i < a.operands.size(); ++i)
        if (int const order = sym_int::compare(a.operands[i], b.operands[i]); order != 0)
            return order;
    return 0;
}

// Lexicographic: the higher power of the first atom comes first.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE int compare_monomials(sym_term const& a, sym_term const& b) {
    for (std::size_t i = 0; i < a.factors.size() && i < b.factors.size(); ++i) {
        if (int const order = compare_atoms(a.factors[i].atom, b.factors[i].atom); order != 0)
            return order;
        if (a.factors[i].exponent != b.factors[i].exponent)
            return compare_values(b.factors[i].exponent, a.factors[i].exponent);
    }
    return compare_values(b.factors.size(), a.factors.size());
}

// Where sympy sorts a term among other expressions: symbols, products, (sums,) functions.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE int sort_class(sym_term const& term) {
    if (term.factors.size() > 1)
        return 2;
    return term.factors[0].atom.function == sym_function::symbol ? 1 : 4;
}

// By class, then by number of factors, then factor by factor, then by the coefficient.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE int compare_terms(sym_term const& a, sym_term const& b) {
    if (sort_class(a) != sort_class(b))
        return compare_values(sort_class(a), sort_class(b));
    if (a.factors.size() != b.factors.size())
        return compare_values(a.factors.size(), b.factors.size());
    for (std::size_t i = 0; i < a.factors.size(); ++i) {
        if (int const order = compare_atoms(a.factors[i].atom, b.factors[i].atom); order != 0)
            return order;
        if (a.factors[i].exponent != b.factors[i].exponent)
            return compare_values(a.factors[i].exponent, b.factors[i].exponent);
    }
    return compare_values(a.coefficient, b.coefficient);
}

} // namespace detail

GRAFT_CONSTEXPR int sym_int::compare(sym_int const& a, sym_int const& b) {
    // The integer of a sum counts as its last term.
    auto const summands = [](sym_int const& x) { return x.terms().size() + (x.constant_ != 0 ? 1 : 0); };
    auto const sort_class = [&](sym_int const& x) {
        return !x.is_symbolic() ? 0 : summands(x) > 1 ? 3 : detail::sort_class(x.terms()[0]);
    };
    if (sort_class(a) != sort_class(b))
        return detail::compare_values(sort_class(a), sort_class(b));
    if (a.is_symbolic() && summands(a) != summands(b))
        return detail::compare_values(summands(a), summands(b));
    auto const left = a.terms(), right = b.terms();
    for (std::size_t i = 0; i < left.size() && i < right.size(); ++i)
        if (int const order = detail::compare_terms(left[i], right[i]); order != 0)
            return order;
    if (left.size() != right.size())
        return detail::compare_values(left.size(), right.size());
    return detail::compare_values(a.constant_, b.constant_);
}

GRAFT_CONSTEXPR void sym_int::set_terms(vec<sym_term> terms) {
    auto const before = [](sym_term const& a, sym_term const& b) { return detail::compare_monomials(a, b) < 0; };
    graft::sort(terms, before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < terms.size();) {
        sym_term sum = std::move(terms[i]);
        for (++i; i < terms.size() && detail::compare_monomials(sum, terms[i]) == 0; ++i)
            sum.coefficient = checked_add(sum.coefficient, terms[i].coefficient);
        if (sum.coefficient != 0)
            terms[kept++] = std::move(sum);
    }
    while (terms.size() > kept)
        terms.pop_back();
    terms_ = detail::sym_terms(std::move(terms));
    if (nodes() > max_nodes)
        raise(errc::unsupported, "a symbolic size is too large");
}

GRAFT_CONSTEXPR sym_int sym_int::sum(vec<sym_int> const& summands) {
    std::int64_t constant = 0;
    vec<sym_term> terms;
    for (sym_int const& summand : summands) {
        constant = checked_add(constant, summand.constant_);
        for (sym_term const& term : summand.terms())
            terms.push_back(term);
    }
    return of_terms(constant, std::move(terms));
}

GRAFT_CONSTEXPR sym_int sym_int::of_terms(std::int64_t constant, vec<sym_term> terms) {
    sym_int result(constant);
    result.set_terms(std::move(terms));
    return result;
}

GRAFT_CONSTEXPR sym_atom const* sym_int::atom() const {
    auto const all = terms();
    bool const single = constant_ == 0 && all.size() == 1 && all[0].coefficient == 1 && all[0].factors.size() == 1 &&
                        all[0].factors[0].exponent == 1;
    return single ? &all[0].factors[0].atom : nullptr;
}

GRAFT_CONSTEXPR vec<symbol> sym_int::symbols() const {
    vec<symbol> found;
    collect_symbols(found);
    graft::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

GRAFT_CONSTEXPR void sym_int::collect_symbols(vec<symbol>& found) const {
    for (sym_term const& term : terms())
        for (sym_factor const& factor : term.factors) {
            if (factor.atom.function == sym_function::symbol)
                found.push_back(factor.atom.name);
            for (sym_int const& operand : factor.atom.operands)
                operand.collect_symbols(found);
        }
}

GRAFT_CONSTEXPR sym_int::sym_int(sym_atom atom) {
    std::size_t nodes = 1;
    for (sym_int const& operand : atom.operands) {
        nodes += operand.nodes();
        for (sym_term const& term : operand.terms())
            for (sym_factor const& factor : term.factors)
                atom.depth = std::max(atom.depth, factor.atom.depth + 1);
    }
    if (atom.depth > max_depth || nodes > max_nodes)
        raise(errc::unsupported, "a symbolic size is too large");
    atom.nodes = static_cast<std::uint32_t>(nodes);
    sym_term term;
    term.factors.push_back({std::move(atom), 1});
    vec<sym_term> terms;
    terms.push_back(std::move(term));
    terms_ = detail::sym_terms(std::move(terms));
}

} // namespace graft
#endif
