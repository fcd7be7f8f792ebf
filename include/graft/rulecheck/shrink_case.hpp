#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>
#include <graft/rulecheck/rule_case.hpp>

#include <cstdint>
#include <functional>

namespace graft {

namespace detail {

// Element `i` as a real number, nearly so for large integers; of complex numbers the real part.
inline double element_at(tensor const& t, std::int64_t i) {
    return visit_dtype(t.dtype(), [&]<class T>() -> double {
        if constexpr (real_element<T>)
            return static_cast<double>(t.data<T>()[i]);
        else
            return element_at(real_parts(t), 2 * i);
    });
}

// Of other sizes; the elements from `first` on fill it, over and over.
GRAFT_INLINE tensor resized(tensor const& t, dim_vector sizes, std::int64_t first = 0);

GRAFT_INLINE tensor converted(tensor const& t, dtype to);

} // namespace detail

/// The simplest case found for which `fails` still holds: fewer dimensions, sizes of 1, f32, elements of 0 and 1,
/// literals as small. The case given must fail.
[[nodiscard]] GRAFT_INLINE rule_case shrink_case(rule_case const& failing, std::function<bool(rule_case const&)> fails);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/runtime/random_tensor.hpp>

#    include <algorithm>
#    include <array>
#    include <cmath>
#    include <cstddef>
#    include <cstring>
#    include <utility>

namespace graft {
namespace detail {

template <real_element T>
T element_near(double value) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::same_as<T, bool>)
        return value != 0;
    else if constexpr (std::integral<T>)
        return value != value                                ? T(0)
               : value <= static_cast<double>(limits::min()) ? limits::min()
               : value >= static_cast<double>(limits::max()) ? limits::max()
                                                             : static_cast<T>(value);
    else
        return T(value);
}

// With another number in place `i`, which counts the parts of complex numbers.
inline tensor with_element(tensor const& t, std::int64_t i, double value) {
    tensor changed = t.clone();
    tensor const parts = real_parts(changed);
    visit_dtype(parts.dtype(), [&]<class T>() {
        if constexpr (real_element<T>)
            parts.data<T>()[i] = element_near<T>(value);
    });
    return changed;
}

GRAFT_INLINE tensor resized(tensor const& t, dim_vector sizes, std::int64_t first) {
    tensor changed = tensor::zeros(std::move(sizes), t.dtype());
    visit_dtype(t.dtype(), [&]<class T>() {
        for (std::int64_t i = 0; i < changed.numel() && t.numel() != 0; ++i)
            changed.data<T>()[i] = t.data<T>()[(first + i) % t.numel()];
    });
    return changed;
}

GRAFT_INLINE tensor converted(tensor const& t, dtype to) {
    tensor changed = tensor::zeros(t.sizes(), to);
    tensor const parts = real_parts(changed);
    std::int64_t const step = is_complex(to) ? 2 : 1;
    visit_dtype(parts.dtype(), [&]<class T>() {
        if constexpr (real_element<T>)
            for (std::int64_t i = 0; i < t.numel(); ++i)
                parts.data<T>()[i * step] = element_near<T>(element_at(t, i));
    });
    return changed;
}

// Makes a failing case simpler as long as it goes on failing.
class case_shrinker {
public:
    using test = std::function<bool(rule_case const&)>;

    case_shrinker(rule_case const& failing, test fails) : best_(failing), fails_(std::move(fails)) {}

    [[nodiscard]] rule_case shrink() {
        do {
            improved_ = false;
            simplify_choices();
            for (std::size_t i = 0; i < best_.size(); ++i)
                if (best_[i].what == case_decision::kind::tensor)
                    make_uniform(i);
            simplify_sizes();
            simplify_dtypes();
            for (std::size_t i = 0; i < best_.size(); ++i) {
                if (best_[i].what == case_decision::kind::literal)
                    simplify_literal(i);
                if (best_[i].what == case_decision::kind::tensor)
                    simplify_elements(i);
            }
        } while (improved_ && runs_ < most_runs);
        return std::move(best_);
    }

private:
    static constexpr int most_runs = 600;

    // Takes the changed case if it fails as well.
    bool accept(rule_case const& changed) {
        if (runs_ >= most_runs)
            return false;
        ++runs_;
        if (!fails_(changed))
            return false;
        best_ = changed;
        improved_ = true;
        return true;
    }
    template <class Change>
    bool try_change(Change&& change) {
        rule_case changed = best_;
        change(changed);
        return accept(changed);
    }

    void simplify_choices() {
        for (std::size_t i = 0; i < best_.size(); ++i)
            while (best_[i].what == case_decision::kind::choice && best_[i].choice > 0 &&
                   (try_change([&](rule_case& c) { c[i].choice = 0; }) ||
                    try_change([&](rule_case& c) { --c[i].choice; }))) {
            }
    }

    // All elements one of those that are there, so that sizes can change freely.
    void make_uniform(std::size_t at) {
        tensor const t = best_[at].data;
        if (is_uniform(t))
            return;
        for (std::int64_t i = 0; i < std::min<std::int64_t>(t.numel(), 24); ++i) {
            tensor const one = resized(resized(t, {1}, i), t.sizes());
            if (try_change([&](rule_case& c) { c[at].data = one; }))
                return;
        }
    }
    [[nodiscard]] static bool is_uniform(tensor const& t) {
        return visit_dtype(t.dtype(), [&]<class T>() {
            T const* const elements = t.data<T>();
            return std::all_of(elements, elements + t.numel(),
                               [&](T const& e) { return std::memcmp(&e, elements, sizeof(T)) == 0; });
        });
    }

    //=== sizes ===//

    void simplify_sizes() {
        // One size everywhere, in tensors and in lists of numbers.
        for (std::int64_t const from : {7, 3, 2, 5, 4, 0})
            for (std::int64_t const to : {1, 2})
                if (to != from && (to < from || from == 0))
                    try_change([&](rule_case& c) { replace_size(c, from, to); });
        for (bool const leading : {true, false})
            while (greatest_rank() > 0 && try_change([&](rule_case& c) { drop_dimension(c, leading); })) {
            }
        for (std::size_t i = 0; i < best_.size(); ++i) {
            if (best_[i].what != case_decision::kind::tensor)
                continue;
            while (best_[i].data.dim() > 0 && try_change([&](rule_case& c) {
                       dim_vector sizes = c[i].data.sizes();
                       sizes.erase(sizes.begin());
                       c[i].data = resized(c[i].data, sizes);
                   })) {
            }
            for (std::size_t d = 0; d < best_[i].data.dim(); ++d)
                if (best_[i].data.sizes()[d] != 1)
                    try_change([&](rule_case& c) {
                        dim_vector sizes = c[i].data.sizes();
                        sizes[d] = 1;
                        c[i].data = resized(c[i].data, sizes);
                    });
        }
    }

    static void replace_size(rule_case& c, std::int64_t from, std::int64_t to) {
        for (case_decision& d : c) {
            if (d.what == case_decision::kind::tensor) {
                dim_vector sizes = d.data.sizes();
                std::replace(sizes.begin(), sizes.end(), from, to);
                if (sizes != d.data.sizes())
                    d.data = resized(d.data, sizes);
            }
            for (arg& item : d.literal.items)
                if (item.kind == arg_kind::integer && item.bits == from)
                    item.bits = to;
        }
    }
    // Of the tensors of the greatest rank.
    void drop_dimension(rule_case& c, bool leading) const {
        std::size_t const rank = greatest_rank();
        for (case_decision& d : c) {
            if (d.what != case_decision::kind::tensor || d.data.dim() != rank)
                continue;
            dim_vector sizes = d.data.sizes();
            sizes.erase(leading ? sizes.begin() : sizes.end() - 1);
            d.data = resized(d.data, sizes);
        }
    }
    [[nodiscard]] std::size_t greatest_rank() const {
        std::size_t rank = 0;
        for (case_decision const& d : best_)
            if (d.what == case_decision::kind::tensor)
                rank = std::max(rank, d.data.dim());
        return rank;
    }

    //=== dtypes, literals and elements ===//

    void simplify_dtypes() {
        constexpr std::array simple{dtype::f32, dtype::i64, dtype::boolean};
        for (dtype const to : simple)
            if (!all_simple(to) && try_change([&](rule_case& c) {
                    for (case_decision& d : c)
                        if (d.what == case_decision::kind::tensor && d.data.dtype() != to)
                            d.data = converted(d.data, to);
                }))
                return;
        for (std::size_t i = 0; i < best_.size(); ++i)
            for (dtype const to : simple)
                if (best_[i].what == case_decision::kind::tensor) {
                    if (best_[i].data.dtype() == to ||
                        try_change([&](rule_case& c) { c[i].data = converted(c[i].data, to); }))
                        break;
                }
    }
    // True when one of the dtypes up to this one is that of all tensors.
    [[nodiscard]] bool all_simple(dtype to) const {
        return std::all_of(best_.begin(), best_.end(), [&](case_decision const& d) {
            return d.what != case_decision::kind::tensor || d.data.dtype() == to || d.data.dtype() == dtype::f32;
        });
    }

    void simplify_literal(std::size_t at) {
        arg const now = best_[at].literal;
        auto const take = [&](arg const& to) { return try_change([&](rule_case& c) { c[at].literal = to; }); };
        if (now.kind == arg_kind::list) {
            for (std::size_t i = 0; i < now.items.size(); ++i)
                if (now.items[i].kind == arg_kind::integer && now.items[i].bits < 0)
                    try_change([&](rule_case& c) {
                        c[at].literal.items[i].bits += static_cast<std::int64_t>(now.items.size());
                    });
            return;
        }
        vec<arg> simpler;
        if (now.kind == arg_kind::integer)
            simpler = {arg(0), arg(1), arg(2)};
        else if (now.kind == arg_kind::real)
            simpler = {arg(0.0), arg(1.0), arg(2.0)};
        else if (now.kind == arg_kind::boolean)
            simpler = {arg(false)};
        else if (now.kind == arg_kind::dtype)
            simpler = {arg(dtype::f32)};
        for (arg const& to : simpler)
            if ((to.kind == now.kind && to.bits == now.bits) || take(to))
                return;
    }

    // Those that their op asks for stay above zero.
    void simplify_elements(std::size_t at) {
        constexpr std::int64_t most = 16;
        auto const is_possible = [&](double value) { return value > 0 || !best_[at].fixed; };
        for (double const value : {0.0, 1.0}) {
            if (!is_possible(value))
                continue;
            tensor const filled = with_all(best_[at].data, value);
            if (same(filled, best_[at].data) || try_change([&](rule_case& c) { c[at].data = filled; }))
                return;
        }
        for (std::int64_t i = 0; i < std::min(real_parts(best_[at].data).numel(), most); ++i)
            for (double const value : {0.0, 1.0, 2.0, 3.0, 5.0, 7.0, 0.5, -1.0}) {
                if (!is_possible(value))
                    continue;
                tensor const changed = with_element(best_[at].data, i, value);
                if (same(changed, best_[at].data) || try_change([&](rule_case& c) { c[at].data = changed; }))
                    break;
            }
    }
    [[nodiscard]] static tensor with_all(tensor const& t, double value) {
        return t.numel() == 0 ? t : resized(with_element(resized(t, {1}), 0, value), t.sizes());
    }
    [[nodiscard]] static bool same(tensor const& a, tensor const& b) {
        return a.numel() == 0 || std::memcmp(a.data(), b.data(), a.nbytes()) == 0;
    }

    rule_case best_;
    test fails_;
    int runs_ = 0;
    bool improved_ = false;
};

} // namespace detail

GRAFT_INLINE rule_case shrink_case(rule_case const& failing, std::function<bool(rule_case const&)> fails) {
    return detail::case_shrinker(failing, std::move(fails)).shrink();
}

} // namespace graft
#endif
