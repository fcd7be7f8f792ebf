#pragma once

#include <graft/core/tensor.hpp>
#include <graft/core/visit_dtype.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/contract.hpp>
#include <graft/rulecheck/side_difference.hpp>
#include <graft/runtime/random_tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace graft::detail {

// The tensor with each number that is not an integer one unit in its last place off, up or down.
[[nodiscard]] inline tensor rounded_differently(tensor const& from, random_source& random) {
    tensor result = from.contiguous().clone();
    visit_dtype(result.dtype(), [&]<class T>() {
        if constexpr (real_element<T> && !std::integral<T>)
            for (std::int64_t i = 0; i < result.numel(); ++i) {
                T& element = result.data<T>()[i];
                double const unit = static_cast<double>(std::numeric_limits<T>::epsilon());
                element = T(static_cast<double>(element) * (random.chance(50) ? 1 + unit : 1 - unit));
            }
    });
    return result;
}

// True when no element is infinite or nan.
[[nodiscard]] inline bool is_finite_throughout(tensor const& t) {
    tensor const dense = t.contiguous();
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
    explicit side_rounding(tensor left) : left_(left.contiguous()), moves_(static_cast<std::size_t>(left_.numel())) {}

    // Takes in the left side of operands that are rounded differently.
    void add(tensor const& other) {
        tensor const o = other.contiguous();
        visit(o, [&](std::size_t i, double l, double r) {
            double const apart = std::abs(l - r);
            moves_[i] = std::isnan(apart) ? std::numeric_limits<double>::infinity() : std::max(moves_[i], apart);
        });
    }

    // True where the right side is outside of the promise by no more than a few such movements; infinities and nan have
    // to agree as promised.
    [[nodiscard]] bool allows(tensor const& right, contract const& promise) const {
        constexpr double times = 8;
        tensor const r = right.contiguous();
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
