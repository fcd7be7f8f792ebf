#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstdint>

namespace graft {

/// A symbol and what to put in its place.
struct sym_binding {
    symbol name;   ///< what is replaced
    sym_int value; ///< by what
};

/// Values for symbols, looked up by name in logarithmic time.
class sym_bindings {
public:
    constexpr sym_bindings() = default;

    /// Binds the symbol, or binds it anew.
    GRAFT_CONSTEXPR void set(symbol const& name, sym_int value);

    /// The value of the symbol, or null.
    [[nodiscard]] constexpr sym_int const* find(symbol const& name) const {
        auto const at = const_cast<sym_bindings*>(this)->find_place(name);
        return at != sorted_.end() && at->name == name ? &at->value : nullptr;
    }

    /// All bindings, sorted by name.
    [[nodiscard]] constexpr vec<sym_binding> const& all() const { return sorted_; }

private:
    constexpr vec<sym_binding>::iterator find_place(symbol const& name) {
        return std::lower_bound(sorted_.begin(), sorted_.end(), name,
                                [](sym_binding const& b, symbol const& s) { return b.name < s; });
    }

    vec<sym_binding> sorted_;
};

/// The expression with every bound symbol replaced, simplified anew.
[[nodiscard]] GRAFT_CONSTEXPR sym_int substitute(sym_int const& value, sym_bindings const& bindings);

/// The value under these bindings; a symbol without one, or a real function, is an error.
[[nodiscard]] GRAFT_CONSTEXPR std::int64_t evaluate(sym_int const& value, sym_bindings const& bindings);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/fold.hpp>

#    include <optional>
#    include <utility>

namespace graft {

GRAFT_CONSTEXPR void sym_bindings::set(symbol const& name, sym_int value) {
    auto const at = find_place(name);
    if (at != sorted_.end() && at->name == name)
        at->value = std::move(value);
    else
        sorted_.insert(at, {name, std::move(value)});
}

GRAFT_CONSTEXPR sym_int substitute(sym_int const& value, sym_bindings const& bindings) {
    vec<sym_int> summands{value.constant()};
    for (sym_term const& term : value.terms()) {
        sym_int product = term.coefficient;
        for (sym_factor const& factor : term.factors) {
            sym_atom const& atom = factor.atom;
            if (atom.function != sym_function::symbol) {
                vec<sym_int> operands;
                for (sym_int const& operand : atom.operands)
                    operands.push_back(substitute(operand, bindings));
                product *= pow(apply(atom.function, std::move(operands)), factor.exponent);
            } else if (sym_int const* bound = bindings.find(atom.name)) {
                product *= pow(*bound, factor.exponent);
            } else {
                product *= pow(atom.name, factor.exponent);
            }
        }
        summands.push_back(std::move(product));
    }
    return sym_int::sum(summands);
}

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::int64_t evaluate_atom(sym_atom const& atom, sym_bindings const& bindings);

} // namespace detail

GRAFT_CONSTEXPR std::int64_t evaluate(sym_int const& value, sym_bindings const& bindings) {
    std::int64_t sum = value.constant();
    for (sym_term const& term : value.terms()) {
        std::int64_t product = term.coefficient;
        for (sym_factor const& factor : term.factors)
            product = checked_mul(product, checked_pow(detail::evaluate_atom(factor.atom, bindings), factor.exponent));
        sum = checked_add(sum, product);
    }
    return sum;
}

namespace detail {

GRAFT_CONSTEXPR_INLINE std::int64_t evaluate_atom(sym_atom const& atom, sym_bindings const& bindings) {
    if (atom.function == sym_function::symbol) {
        sym_int const* bound = bindings.find(atom.name);
        if (bound == nullptr)
            raise(errc::invalid_argument, "the symbol ", atom.name.name(), " has no value");
        return bound->value();
    }
    vec<std::int64_t> operands;
    for (sym_int const& operand : atom.operands)
        operands.push_back(evaluate(operand, bindings));
    std::optional<std::int64_t> const result = fold(atom.function, operands);
    if (!result)
        raise(errc::unsupported, "a size with the function ", name(atom.function), " has no integer value");
    return *result;
}

} // namespace detail
} // namespace graft
#endif
