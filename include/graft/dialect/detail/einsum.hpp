#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail {

/// The names of dimensions in the order of an operand: letters, and -1, -2, ... for those of `...` from the right.
using einsum_labels = vec<int>;

/// An equation of `einsum`: the names in every operand and in the result.
struct einsum_equation {
    vec<einsum_labels> operands;
    einsum_labels result;
};

[[nodiscard]] constexpr bool has_label(einsum_labels const& labels, int label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// The names in one part of an equation; `dims` of them are hidden by `...`.
template <class V>
[[nodiscard]] constexpr einsum_labels parse_einsum_part(composing<V> const& k, std::string_view part, int dims) {
    einsum_labels labels;
    bool hidden = false;
    for (std::size_t i = 0; i < part.size(); ++i) {
        char const c = part[i];
        if (c == ' ')
            continue;
        bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool const dots = c == '.' && part.substr(i, 3) == "..." && !hidden;
        k.require(letter || dots, "'equation' has a character that is neither a letter nor part of one '...'");
        if (letter)
            labels.push_back(c);
        for (int d = dots ? dims : 0; d > 0; --d)
            labels.push_back(-d);
        hidden = hidden || dots;
        i += dots ? 2 : 0;
    }
    return labels;
}

/// The equation read for operands of these ranks; a result that is not given has every name that occurs once.
template <class V>
[[nodiscard]] constexpr einsum_equation parse_einsum(composing<V> const& k, std::string_view text,
                                                     vec<V> const& operands) {
    std::size_t const arrow = text.find("->");
    std::string_view left = text.substr(0, arrow);
    einsum_equation equation;
    int widest = 0;
    vec<int> count(256, 0);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        std::size_t const comma = left.find(',');
        k.require((comma == left.npos) == (i + 1 == operands.size()), "'equation' has not one part for each tensor");
        std::string_view const part = left.substr(0, comma);
        int letters = 0;
        for (char const c : part)
            letters += c != ' ' && c != '.';
        auto const rank = static_cast<int>(k.rank(operands[i]));
        int const dims = part.find('.') == part.npos ? 0 : rank - letters;
        k.require(dims >= 0 && letters + dims == rank, "'equation' names ", letters, " dimensions of a tensor of ",
                  rank);
        equation.operands.push_back(parse_einsum_part(k, part, dims));
        for (int const label : equation.operands.back())
            ++count[static_cast<std::size_t>(label < 0 ? 0 : label)];
        widest = std::max(widest, dims);
        left = left.substr(comma == left.npos ? left.size() : comma + 1);
    }
    if (arrow == text.npos) {
        for (int d = widest; d > 0; --d)
            equation.result.push_back(-d);
        for (int letter = 'A'; letter <= 'z'; ++letter)
            if (count[static_cast<std::size_t>(letter)] == 1)
                equation.result.push_back(letter);
        return equation;
    }
    equation.result = parse_einsum_part(k, text.substr(arrow + 2), widest);
    for (std::size_t i = 0; i < equation.result.size(); ++i) {
        int const label = equation.result[i];
        k.require(label < 0 || count[static_cast<std::size_t>(label)] > 0,
                  "'equation' has a name in its result that no tensor has");
        for (std::size_t j = 0; j < i; ++j)
            k.require(equation.result[j] != label, "'equation' has a name twice in its result");
    }
    return equation;
}

/// An operand of `einsum` on the way: each of its dimensions has a name of its own.
template <class V>
struct einsum_factor {
    V value;
    einsum_labels labels;

    [[nodiscard]] constexpr std::int64_t find(int label) const {
        return std::find(labels.begin(), labels.end(), label) - labels.begin();
    }
};

/// The factor with a diagonal for every name that it has twice.
template <class V>
[[nodiscard]] constexpr einsum_factor<V> with_own_names(composing<V> const& k, V value, einsum_labels labels) {
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (std::size_t j = labels.size() - 1; j > i; --j)
            if (labels[j] == labels[i]) {
                int const label = labels[i];
                auto const a = static_cast<std::int64_t>(i), b = static_cast<std::int64_t>(j);
                k.require(!certainly_differ(k.size(value, a), k.size(value, b)),
                          "'equation' has one name for dimensions of different sizes");
                value = k(aten::diagonal, V(value), 0, a, b);
                labels.erase(labels.begin() + b);
                labels.erase(labels.begin() + a);
                labels.push_back(label);
                return with_own_names(k, std::move(value), std::move(labels));
            }
    return {std::move(value), std::move(labels)};
}

/// The factor summed over the dimensions whose names are not wanted.
template <class V>
constexpr void sum_all_but(composing<V> const& k, einsum_factor<V>& factor, einsum_labels const& wanted) {
    vec<sym_int> over;
    einsum_labels left;
    for (std::size_t d = 0; d < factor.labels.size(); ++d) {
        if (has_label(wanted, factor.labels[d]))
            left.push_back(factor.labels[d]);
        else
            over.push_back(static_cast<std::int64_t>(d));
    }
    if (!over.empty())
        factor.value = k(aten::sum.dim_IntList, V(factor.value), over, false); // of integers an i64
    factor.labels = std::move(left);
}

/// The factor with these dimensions in this order, new ones of size 1 for those that it has not.
template <class V>
[[nodiscard]] constexpr V arranged(composing<V> const& k, einsum_factor<V> const& factor, einsum_labels const& as) {
    vec<sym_int> order;
    for (int const label : as)
        if (has_label(factor.labels, label))
            order.push_back(factor.find(label));
    V result = k(aten::permute, factor.value, order);
    for (std::size_t d = 0; d < as.size(); ++d)
        if (!has_label(factor.labels, as[d]))
            result = k(aten::unsqueeze, V(result), static_cast<std::int64_t>(d));
    return result;
}

/// Puts the names that the result has into its order, in front of the others.
constexpr void order_as(einsum_labels& labels, einsum_labels const& result) {
    std::size_t next = 0;
    for (int const label : result)
        for (std::size_t i = next; i < labels.size(); ++i)
            if (labels[i] == label) {
                std::rotate(labels.begin() + static_cast<std::ptrdiff_t>(next),
                            labels.begin() + static_cast<std::ptrdiff_t>(i),
                            labels.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                ++next;
                break;
            }
}

/// The product of two factors, summed over the names that only they have and that are not wanted.
template <class V>
[[nodiscard]] constexpr einsum_factor<V> einsum_product(composing<V> const& k, einsum_factor<V> a, einsum_factor<V> b,
                                                        einsum_labels const& wanted, einsum_labels const& result) {
    // A dimension of size 1 broadcasts: it is summed away where the other factor has a larger one.
    auto const is_one = [&](einsum_factor<V> const& f, int label) {
        return has_label(f.labels, label) && k.size(f.value, f.find(label)) == 1;
    };
    auto const squeeze = [&](einsum_factor<V>& f, einsum_factor<V> const& other) {
        for (int const label : einsum_labels(f.labels))
            if (is_one(f, label) && has_label(other.labels, label) && !is_one(other, label)) {
                f.value = k(aten::squeeze.dim, V(f.value), f.find(label));
                f.labels.erase(f.labels.begin() + f.find(label));
            }
    };
    squeeze(a, b);
    squeeze(b, a);
    // Dimensions of size 1 are columns, and all in the order of the result, as torch's product lies in memory.
    einsum_labels batch, rows, columns, inner, ones;
    for (int const label : a.labels) {
        bool const shared = has_label(b.labels, label);
        if (shared)
            k.require(!certainly_differ(k.size(a.value, a.find(label)), k.size(b.value, b.find(label))),
                      "'equation' has one name for dimensions of different sizes");
        if (shared && !has_label(wanted, label))
            inner.push_back(label);
        else
            (is_one(a, label) ? ones : shared ? batch : rows).push_back(label);
    }
    columns = ones;
    for (int const label : b.labels)
        if (!has_label(a.labels, label))
            columns.push_back(label);
    for (einsum_labels* const labels : {&batch, &rows, &columns})
        order_as(*labels, result);
    auto const joined = [](std::initializer_list<einsum_labels> parts) {
        einsum_labels all;
        for (einsum_labels const& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        return all;
    };
    if (inner.empty()) {
        einsum_labels all = joined({batch, rows, columns});
        graft::sort(all);
        order_as(all, result);
        return {k(aten::mul.Tensor, arranged(k, a, all), arranged(k, b, all)), all};
    }
    // What the result has first are the rows.
    auto const place = [&](int label) { return std::find(result.begin(), result.end(), label) - result.begin(); };
    bool const turned = !rows.empty() && !columns.empty() && place(columns.back()) < place(rows.front());
    auto const volume = [&](einsum_factor<V> const& f, einsum_labels const& labels) {
        sym_int product = 1;
        for (int const label : labels)
            if (has_label(f.labels, label))
                product *= k.size(f.value, f.find(label));
        return product;
    };
    vec<sym_int> sizes;
    einsum_labels columns_of_b;
    for (int const label : columns)
        if (has_label(b.labels, label))
            columns_of_b.push_back(label);
    einsum_labels const all = turned ? joined({batch, columns, rows}) : joined({batch, rows, columns});
    for (int const label : all)
        sizes.push_back(has_label(a.labels, label) ? k.size(a.value, a.find(label)) : k.size(b.value, b.find(label)));
    sym_int const m = volume(a, batch), n = volume(a, rows), i = volume(a, inner), p = volume(b, columns);
    auto const product = [&](einsum_labels const& of_a, vec<sym_int> const& as_a, einsum_labels const& of_b,
                             vec<sym_int> const& as_b) {
        V const from_a = k(aten::reshape, arranged(k, a, of_a), as_a);
        V const from_b = k(aten::reshape, arranged(k, b, of_b), as_b);
        return turned ? k(aten::bmm, from_b, from_a) : k(aten::bmm, from_a, from_b);
    };
    V const whole =
        turned
            ? product(joined({batch, ones, inner, rows}), {m, i, n}, joined({batch, columns_of_b, inner}), {m, p, i})
            : product(joined({batch, rows, ones, inner}), {m, n, i}, joined({batch, inner, columns_of_b}), {m, i, p});
    return {k(aten::reshape, whole, sizes), all};
}

/// The sum of products that the equation means, two operands at a time from the left.
template <class V>
[[nodiscard]] constexpr V einsum(composing<V> const& k, std::string_view text, vec<V> const& operands) {
    k.require(!operands.empty(), "'tensors' must not be empty");
    einsum_equation const equation = parse_einsum(k, text, operands);
    einsum_factor<V> product = with_own_names(k, operands[0], equation.operands[0]);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        einsum_labels wanted = equation.result;
        for (std::size_t j = i + 1; j < operands.size(); ++j)
            wanted.insert(wanted.end(), equation.operands[j].begin(), equation.operands[j].end());
        if (i > 0) {
            einsum_factor<V> next = with_own_names(k, operands[i], equation.operands[i]);
            einsum_labels both = wanted;
            both.insert(both.end(), product.labels.begin(), product.labels.end());
            sum_all_but(k, next, both);
            product = einsum_product(k, std::move(product), std::move(next), wanted, equation.result);
        }
        sum_all_but(k, product, wanted);
    }
    return arranged(k, product, equation.result);
}

} // namespace graft::detail
