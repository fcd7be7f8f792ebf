#pragma once

#include <graft/pattern/constraint.hpp>

#include <cstdint>

namespace graft {

namespace detail {

template <class S>
struct rank_of {
    [[nodiscard]] friend constexpr auto operator==(rank_of, int wanted) {
        return one_constraint(constraint_kind::rank, S{}, wanted);
    }
    [[nodiscard]] friend constexpr auto operator>=(rank_of, int least) {
        return one_constraint(constraint_kind::min_rank, S{}, least);
    }
    [[nodiscard]] friend constexpr auto operator<=(rank_of, int most) {
        return one_constraint(constraint_kind::max_rank, S{}, most);
    }
};

template <class S>
struct size_of {
    std::int64_t dim = 0;

    [[nodiscard]] friend constexpr auto operator==(size_of a, std::int64_t wanted) {
        return one_constraint(constraint_kind::size, S{}, wanted, a.dim);
    }
};

template <class A, class B>
[[nodiscard]] constexpr auto operator==(size_of<A> a, size_of<B> b) {
    return pair_constraint(constraint_kind::same_size, A{}, B{}, a.dim, b.dim);
}

template <class S>
struct numel_of {
    [[nodiscard]] friend constexpr auto operator==(numel_of, std::int64_t wanted) {
        return one_constraint(constraint_kind::numel, S{}, wanted);
    }
};

} // namespace detail

/// `rank(x) == 4`, `>=` or `<=`: the number of dimensions.
template <condition_subject S>
[[nodiscard]] constexpr detail::rank_of<S> rank(S) {
    return {};
}

/// `dim(x, -1) == 4`, `dim(x, 1) == dim(w, 0)`: the size of a dimension; symbolic sizes must be known to be equal.
template <condition_subject S>
[[nodiscard]] constexpr detail::size_of<S> dim(S, std::int64_t dimension) {
    return {dimension};
}

/// `numel(w) == 1`: the number of elements.
template <condition_subject S>
[[nodiscard]] constexpr detail::numel_of<S> numel(S) {
    return {};
}

/// The sizes of both are known to be equal.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto same_shape(A a, B b) {
    return detail::pair_constraint(constraint_kind::same_shape, a, b);
}

/// The first is known to have the sizes of the second when broadcast to it.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto broadcasts_to(A a, B b) {
    return detail::pair_constraint(constraint_kind::broadcasts_to, a, b);
}

/// Both are known to have one dtype and the same sizes.
template <condition_subject A, condition_subject B>
[[nodiscard]] constexpr auto same_meta(A a, B b) {
    return same_dtype(a, b) && same_shape(a, b);
}

//=== what is no variable ===//

/// Refused while it compiles: a condition is about a variable or `replaced`.
/// @{
template <class T>
[[nodiscard]] constexpr auto rank(T) {
    return rank(detail::reject_subject<T>());
}
template <class T>
[[nodiscard]] constexpr auto dim(T, std::int64_t dimension) {
    return dim(detail::reject_subject<T>(), dimension);
}
template <class T>
[[nodiscard]] constexpr auto numel(T) {
    return numel(detail::reject_subject<T>());
}
/// @}

} // namespace graft
