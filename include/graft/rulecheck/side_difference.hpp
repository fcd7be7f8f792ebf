#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/contract.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/runtime/random_tensor.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace graft {

/// How far the elements of two tensors of one dtype and of the same sizes are apart.
struct side_difference {
    /// Relative parts that a tolerance may have; `absolute` says what is then needed beside each.
    static constexpr std::array<double, 6> relative{1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};

    bool sign_of_zero = false;                      ///< zeros of different sign
    bool not_finite = false;                        ///< one is infinite or nan, and the other is not the same
    bool integers = false;                          ///< integers or bools that differ, which no contract describes
    std::uint64_t ulp = 0;                          ///< units in the last place of finite numbers
    std::array<double, relative.size()> absolute{}; ///< absolute parts, one for each of `relative`
    std::int64_t outside = 0;                       ///< elements that the promise does not allow
    std::int64_t first = -1;                        ///< of them, in row-major order

    [[nodiscard]] bool agrees() const { return outside == 0; } ///< True when the promise allows all elements.

    /// Takes in what another pair of tensors shows.
    void add(side_difference const& other);

    /// The tightest contract that allows all of it, or nothing: then the values have little to do with each other.
    [[nodiscard]] std::optional<contract> tightest() const;
};

/// Compares what both sides of a rule gave, element by element and in units of their own dtype, and holds it to
/// the promise. Both parts of complex numbers do, but for numbers of which a part is nan: these are one. Other
/// dtypes or sizes are an error.
[[nodiscard]] GRAFT_INLINE side_difference compare_sides(tensor const& left, tensor const& right,
                                                         contract const& promise);

/// A contract as a rule says it, `.sign_of_zero().ulp(2)`; of the exact one `exact`.
[[nodiscard]] GRAFT_INLINE std::string text(contract const& c);

} // namespace graft

namespace graft::detail {

// The tensor with each number that is not an integer one unit in its last place off, up or down.
[[nodiscard]] inline tensor rounded_differently(tensor const& from, random_source& random) {
    tensor result = from.contiguous().clone();
    tensor const parts = real_parts(result);
    visit_dtype(parts.dtype(), [&]<class T>() {
        if constexpr (real_element<T> && !std::integral<T>)
            for (std::int64_t i = 0; i < parts.numel(); ++i) {
                T& element = parts.data<T>()[i];
                double const unit = static_cast<double>(std::numeric_limits<T>::epsilon());
                element = T(static_cast<double>(element) * (random.chance(50) ? 1 + unit : 1 - unit));
            }
    });
    return result;
}

// True when no element is infinite or nan.
[[nodiscard]] inline bool is_finite_throughout(tensor const& t) {
    tensor const dense = real_parts(t);
    bool finite = true;
    visit_dtype(dense.dtype(), [&]<class T>() {
        if constexpr (real_element<T> && !std::integral<T>)
            for (std::int64_t i = 0; i < dense.numel(); ++i)
                finite = finite && std::isfinite(static_cast<double>(dense.data<T>()[i]));
    });
    return finite;
}

// How far each element of the left side moves when its operands are rounded differently.
class side_rounding {
public:
    explicit side_rounding(tensor const& left)
        : left_(real_parts(left)), moves_(static_cast<std::size_t>(left_.numel())) {}

    // Takes in the left side of operands that are rounded differently.
    void add(tensor const& other) {
        tensor const o = real_parts(other);
        visit(o, [&](std::size_t i, double l, double r) {
            double const apart = std::abs(l - r);
            moves_[i] = std::isnan(apart) ? std::numeric_limits<double>::infinity() : std::max(moves_[i], apart);
        });
    }

    // True where the right side is outside of the promise by no more than a few such movements; infinities and nan have
    // to agree as promised.
    [[nodiscard]] bool allows(tensor const& right, contract const& promise) const {
        constexpr double times = 8;
        tensor const r = real_parts(right);
        bool allowed = true;
        visit(r, [&](std::size_t i, double left, double other) {
            double const apart = std::abs(left - other);
            bool const equal = left == other || (std::isnan(left) && std::isnan(other));
            bool const finite = std::isfinite(left) && std::isfinite(other);
            allowed =
                allowed && (equal || (finite ? apart <= promise.atol + promise.rtol * std::abs(left) + times * moves_[i]
                                             : promise.finite_only));
        });
        return allowed;
    }

private:
    template <class F>
    void visit(tensor const& other, F&& f) const {
        visit_dtype(left_.dtype(), [&]<class T>() {
            if constexpr (real_element<T>)
                for (std::int64_t i = 0; i < left_.numel(); ++i)
                    f(static_cast<std::size_t>(i), static_cast<double>(left_.data<T>()[i]),
                      static_cast<double>(other.data<T>()[i]));
        });
    }

    tensor left_;
    vec<double> moves_;
};

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/text.hpp>

#    include <cmath>
#    include <cstddef>

namespace graft {

GRAFT_INLINE void side_difference::add(side_difference const& other) {
    sign_of_zero = sign_of_zero || other.sign_of_zero;
    not_finite = not_finite || other.not_finite;
    integers = integers || other.integers;
    ulp = std::max(ulp, other.ulp);
    for (std::size_t i = 0; i < absolute.size(); ++i)
        absolute[i] = std::max(absolute[i], other.absolute[i]);
    outside += other.outside;
}

GRAFT_INLINE std::optional<contract> side_difference::tightest() const {
    constexpr std::uint64_t most_ulp = 64;
    contract c;
    c.ignores_sign_of_zero = sign_of_zero;
    c.finite_only = not_finite;
    if (integers)
        return std::nullopt;
    if (ulp <= most_ulp) {
        c.ulp = static_cast<std::uint32_t>(ulp);
        return c;
    }
    for (std::size_t i = 0; i < relative.size(); ++i)
        if (absolute[i] <= 10 * relative[i]) {
            c.atol = absolute[i];
            c.rtol = relative[i];
            return c;
        }
    return std::nullopt;
}

namespace detail {

template <real_element T>
class element_comparison {
public:
    element_comparison(contract const& promise, side_difference& seen) : promise_(promise), seen_(seen) {}

    // True when the promise allows the two; what is different is recorded either way.
    bool agree(T left, T right) {
        if constexpr (std::integral<T>)
            return left == right || integers_agree(left, right);
        else
            return reals_agree(left, right);
    }

private:
    bool integers_agree(T left, T right) {
        seen_.integers = true;
        double const l = static_cast<double>(left), apart = std::abs(l - static_cast<double>(right));
        return !std::is_same_v<T, bool> &&
               (apart <= promise_.ulp || apart <= promise_.atol + promise_.rtol * std::abs(l));
    }

    bool reals_agree(T left, T right) {
        double const l = static_cast<double>(left), r = static_cast<double>(right);
        if (std::isnan(l) && std::isnan(r))
            return true;
        if (l == r) {
            if (std::signbit(l) == std::signbit(r))
                return true;
            seen_.sign_of_zero = true;
            return promise_.ignores_sign_of_zero || promise_.atol > 0;
        }
        if (!std::isfinite(l) || !std::isfinite(r)) {
            seen_.not_finite = true;
            return promise_.finite_only;
        }
        std::uint64_t const units = ulp_distance(left, right);
        double const apart = std::abs(l - r);
        seen_.ulp = std::max(seen_.ulp, units);
        for (std::size_t i = 0; i < seen_.absolute.size(); ++i)
            seen_.absolute[i] = std::max(seen_.absolute[i], apart - side_difference::relative[i] * std::abs(l));
        return units <= promise_.ulp || apart <= promise_.atol + promise_.rtol * std::abs(l);
    }

    contract const& promise_;
    side_difference& seen_;
};

} // namespace detail

GRAFT_INLINE side_difference compare_sides(tensor const& left, tensor const& right, contract const& promise) {
    if (left.dtype() != right.dtype() || left.sizes() != right.sizes())
        raise(errc::invalid_argument, "sides that differ in dtype or sizes have no elements to compare");
    tensor const l = detail::real_parts(left), r = detail::real_parts(right);
    side_difference seen;
    visit_dtype(l.dtype(), [&]<class T>() {
        if constexpr (real_element<T>) {
            detail::element_comparison<T> comparison(promise, seen);
            std::int64_t const parts = is_complex(left.dtype()) ? 2 : 1;
            for (std::int64_t i = 0; i < left.numel(); ++i) {
                T const *const a = l.data<T>() + i * parts, *const b = r.data<T>() + i * parts;
                bool const both_nan = parts == 2 && (a[0] != a[0] || a[1] != a[1]) && (b[0] != b[0] || b[1] != b[1]);
                bool agrees = true;
                for (std::int64_t part = 0; part < parts && !both_nan; ++part)
                    agrees = comparison.agree(a[part], b[part]) && agrees;
                if (!agrees && seen.outside++ == 0)
                    seen.first = i;
            }
        }
    });
    return seen;
}

GRAFT_INLINE std::string text(contract const& c) {
    std::string out;
    if (c.ignores_sign_of_zero)
        out += ".sign_of_zero()";
    if (c.finite_only)
        out += ".finite_only()";
    if (c.ulp != 0)
        out += ".ulp(" + std::to_string(c.ulp) + ")";
    if (c.atol != 0 || c.rtol != 0) {
        out += ".approx(";
        append_real(out, c.atol);
        out += ", ";
        append_real(out, c.rtol);
        out += ")";
    }
    return out.empty() ? "exact" : out;
}

} // namespace graft
#endif
