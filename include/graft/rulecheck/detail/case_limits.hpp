#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/element_scalar.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/rulecheck/detail/case_attributes.hpp>
#include <graft/rulecheck/detail/case_shapes.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/runtime/random_tensor.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft::detail {

// Chooses dtypes and sizes of the tensors of a case that keep the conditions of a rule, where a condition is on
// variables; what else is asked is left to matching.
class case_limits {
public:
    // `turn` says which of the dtypes that all conditions admit is that of the case, to try one after the other.
    case_limits(view<constraint const> conditions, random_source& random, shape_source& shapes,
                std::optional<dtype> main = std::nullopt)
        : conditions_(conditions), random_(random), shapes_(shapes),
          main_(main ? *main : random.pick(main_dtypes(conditions))) {}

    // The dtypes that all conditions admit, or all on the first variable that has one; never none.
    [[nodiscard]] static vec<dtype> main_dtypes(view<constraint const> conditions) {
        vec<dtype> common = admitted(conditions, std::nullopt);
        if (common.empty())
            common = admitted(conditions, first_limited(conditions));
        return common.empty() ? vec{dtype::f32} : common;
    }

    // Whether no condition excludes the dtype.
    [[nodiscard]] static bool all_admit(view<constraint const> conditions, dtype d) {
        return std::all_of(conditions.begin(), conditions.end(), [d](constraint const& c) { return admits(c, d); });
    }

    // The dtype that most tensors of the case have.
    [[nodiscard]] dtype main() const { return main_; }

    [[nodiscard]] bool is_constant(int variable) const {
        return std::any_of(conditions_.begin(), conditions_.end(), [&](constraint const& c) {
            return c.kind == constraint_kind::is_constant && c.of.variable == variable;
        });
    }

    [[nodiscard]] dtype choose_dtype(int variable, case_place const& at, case_graph const& made) {
        if (at.argument().name == "condition")
            return dtype::boolean;
        if (at.argument().name == "indices" || at.argument().name == "index")
            return dtype::i64;
        vec<dtype> admitted(case_dtypes.begin(), case_dtypes.end());
        if (is_complex(main_))
            admitted.push_back(main_);
        for (constraint const& c : conditions_) {
            if (auto const twin = partner(c, constraint_kind::same_dtype, variable, made))
                return twin->dtype;
            if (c.of.variable == variable && variable >= 0)
                erase_if(admitted, [&](dtype d) { return !admits(c, d); });
        }
        if (admitted.empty())
            return main_;
        bool const main = std::find(admitted.begin(), admitted.end(), main_) != admitted.end();
        return main && random_.chance(85) ? main_ : random_.pick(admitted);
    }

    [[nodiscard]] dim_vector choose_sizes(int variable, case_place const& at, case_graph const& made) {
        if (variable < 0)
            return shapes_.propose(at);
        dim_vector sizes = start(variable, at, made);
        std::size_t least = 0, most = 8;
        for (constraint const& c : conditions_)
            if (c.of.variable == variable)
                limit_rank(c, least, most);
        if (sizes.size() < least || sizes.size() > most)
            sizes = shapes_.of_rank(least + random_.below(std::min<std::size_t>(most, 4) - least + 1));
        for (constraint const& c : conditions_)
            set_sizes(c, variable, made, sizes);
        return sizes;
    }

private:
    // The dtypes that all conditions admit, or all on one variable.
    [[nodiscard]] static vec<dtype> admitted(view<constraint const> conditions, std::optional<int> variable) {
        vec<dtype> all;
        for (dtype const d : case_dtypes)
            if (std::all_of(conditions.begin(), conditions.end(), [&](constraint const& c) {
                    return (variable && c.of.variable != *variable) || admits(c, d);
                }))
                all.push_back(d);
        return all;
    }
    [[nodiscard]] static int first_limited(view<constraint const> conditions) {
        for (constraint const& c : conditions)
            if (c.kind == constraint_kind::has_dtype)
                return c.of.variable;
        return -1;
    }

    [[nodiscard]] static bool admits(constraint const& c, dtype d) {
        return c.kind != constraint_kind::has_dtype || (c.value & dtype_bit(d)) != 0;
    }

    // What is known of the other tensor that a condition of this kind is about, if it is there.
    [[nodiscard]] static tensor_spec const* spec_of(std::int16_t variable, case_graph const& made) {
        if (variable < 0 || made.variables[static_cast<std::size_t>(variable)] == no_node)
            return nullptr;
        return tensor_of(made.graph.val(made.variables[static_cast<std::size_t>(variable)]));
    }
    [[nodiscard]] static tensor_spec const* partner(constraint const& c, constraint_kind kind, int variable,
                                                    case_graph const& made) {
        if (c.kind != kind || variable < 0)
            return nullptr;
        if (c.of.variable == variable)
            return spec_of(c.other.variable, made);
        return c.other.variable == variable ? spec_of(c.of.variable, made) : nullptr;
    }

    [[nodiscard]] static dim_vector numbers(vec<sym_int> const& sizes) {
        dim_vector values;
        for (sym_int const& s : sizes)
            values.push_back(s.value());
        return values;
    }

    [[nodiscard]] dim_vector start(int variable, case_place const& at, case_graph const& made) {
        for (constraint const& c : conditions_) {
            if (auto const twin = partner(c, constraint_kind::same_shape, variable, made))
                return numbers(twin->sizes);
            if (auto const other = partner(c, constraint_kind::broadcasts_to, variable, made))
                return c.of.variable == variable ? shapes_.partner(numbers(other->sizes)) : numbers(other->sizes);
        }
        // What has the shape of the result has that of its first operand more often than not.
        for (constraint const& c : conditions_)
            if (c.kind == constraint_kind::same_shape && random_.chance(50) &&
                ((c.of.variable == variable && c.other.variable == constraint::replaced) ||
                 (c.other.variable == variable && c.of.variable == constraint::replaced)))
                return at.first().value_or(shapes_.base());
        return shapes_.propose(at);
    }

    static void limit_rank(constraint const& c, std::size_t& least, std::size_t& most) {
        auto const rank = static_cast<std::size_t>(std::max<std::int64_t>(c.value, 0));
        if (c.kind == constraint_kind::rank || c.kind == constraint_kind::min_rank)
            least = std::max(least, rank);
        if (c.kind == constraint_kind::rank || c.kind == constraint_kind::max_rank)
            most = std::max(std::min(most, rank), least);
        if (c.kind == constraint_kind::size)
            least = std::max(least, static_cast<std::size_t>(c.of.dim < 0 ? -c.of.dim : c.of.dim + 1));
    }

    void set_sizes(constraint const& c, int variable, case_graph const& made, dim_vector& sizes) {
        if (c.kind == constraint_kind::numel && c.of.variable == variable) {
            for (std::int64_t& s : sizes)
                s = 1;
            if (c.value != 1 && sizes.empty())
                sizes.push_back(1);
            if (c.value != 1)
                sizes[random_.below(sizes.size())] = c.value;
        }
        if (c.kind == constraint_kind::size && c.of.variable == variable)
            set_size(sizes, c.of.dim, c.value);
        if (auto const twin = partner(c, constraint_kind::same_size, variable, made)) {
            bool const first = c.of.variable == variable;
            dim_vector const other = numbers(twin->sizes);
            std::int64_t const dim = first ? c.other.dim : c.of.dim;
            std::int64_t const from = dim < 0 ? dim + static_cast<std::int64_t>(other.size()) : dim;
            if (from >= 0 && from < static_cast<std::int64_t>(other.size()))
                set_size(sizes, first ? c.of.dim : c.other.dim, other[static_cast<std::size_t>(from)]);
        }
    }

    static void set_size(dim_vector& sizes, std::int64_t dim, std::int64_t size) {
        std::int64_t const at = dim < 0 ? dim + static_cast<std::int64_t>(sizes.size()) : dim;
        if (at >= 0 && at < static_cast<std::int64_t>(sizes.size()))
            sizes[static_cast<std::size_t>(at)] = size;
    }

    view<constraint const> conditions_;
    random_source& random_;
    shape_source& shapes_;
    dtype main_;
};

// True of arguments whose elements are not any numbers: positions, and what integers stand for.
[[nodiscard]] inline bool restricts_elements(std::string_view argument) {
    return argument == "indices" || argument == "index" || argument == "scales" || argument == "zero_points";
}

// Zeros, and positive numbers for scales.
[[nodiscard]] inline tensor restricted_elements(std::string_view argument, dim_vector const& sizes, dtype d,
                                                random_source& random) {
    tensor result = tensor::zeros(sizes, d);
    if (argument == "scales")
        visit_dtype(d, [&]<class T>() {
            if constexpr (real_element<T> && !std::integral<T>)
                for (std::int64_t i = 0; i < result.numel(); ++i)
                    result.data<T>()[i] = T(random.unit() + 0.01);
        });
    return result;
}

[[nodiscard]] inline scalar to_scalar(constant const& c) {
    return c.kind == arg_kind::boolean ? scalar(c.bits != 0)
           : c.kind == arg_kind::real  ? scalar(std::bit_cast<double>(c.bits))
                                       : scalar(c.bits);
}
[[nodiscard]] inline arg number_arg(scalar s) {
    return s.is_boolean() ? arg(s.to<bool>()) : s.is_integer() ? arg(s.to<std::int64_t>()) : arg(s.to<double>());
}
[[nodiscard]] inline arg as_real(scalar value) { return value.to<double>(); }

// All elements the number as the dtype holds it, or nothing where it does not.
[[nodiscard]] inline std::optional<tensor> filled(dim_vector const& sizes, dtype d, scalar value) {
    try {
        return tensor::full(sizes, d, value);
    } catch (error const&) {
        return std::nullopt;
    }
}
[[nodiscard]] inline scalar first_element(tensor const& t) {
    return visit_dtype(t.dtype(), [&]<class T>() { return scalar_from(*t.data<T>()); });
}

} // namespace graft::detail
