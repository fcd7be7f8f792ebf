#pragma once

#include <graft/config.hpp>
#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/argument.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

namespace graft {

class run_value;
using run_values = scratch_vector<run_value>; ///< Several values.

/// What a node computes when its graph runs: None, a tensor, a number, several values, or a graph that it names.
class run_value {
public:
    run_value() = default;
    /// A value of that kind.
    /// @{
    run_value(graft::tensor t) : content_(std::move(t)) {}
    run_value(scalar number) : content_(number) {}
    run_value(run_values items) : content_(std::move(items)) {}
    run_value(vec<graft::tensor> tensors) : content_(run_values(tensors.begin(), tensors.end())) {}
    run_value(graph_module const& m) : content_(&m) {}
    /// @}

    /// True for a value of that kind.
    /// @{
    [[nodiscard]] bool is_none() const { return content_.index() == 0; }
    [[nodiscard]] bool is_tensor() const { return holds<graft::tensor>(); }
    [[nodiscard]] bool is_number() const { return holds<scalar>(); }
    [[nodiscard]] bool is_list() const { return holds<run_values>(); }
    /// @}

    /// The tensor; any other value is an error, and so for the functions below.
    [[nodiscard]] graft::tensor const& tensor() const { return get<graft::tensor>("a tensor"); }
    /// The value; one of another kind is an error.
    /// @{
    [[nodiscard]] scalar number() const { return get<scalar>("a number"); }
    [[nodiscard]] run_values const& items() const { return get<run_values>("a list"); }
    [[nodiscard]] graph_module const& module() const { return *get<graph_module const*>("a graph"); }
    /// @}
    /// The truth of a number or of a tensor with one element.
    [[nodiscard]] bool truth() const { return is_tensor() ? tensor().item().to<bool>() : number().to<bool>(); }

    /// The value as an argument of an op; it refers to the tensors.
    [[nodiscard]] argument<graft::tensor> as_argument() const;

    /// What kind of value it is, in the words of an error message.
    [[nodiscard]] std::string_view what() const {
        constexpr std::string_view words[] = {"None", "a tensor", "a number", "a list", "a graph"};
        return words[content_.index()];
    }

private:
    template <class T>
    [[nodiscard]] bool holds() const {
        return std::holds_alternative<T>(content_);
    }
    template <class T>
    [[nodiscard]] T const& get(std::string_view wanted) const {
        if (!holds<T>())
            raise(errc::invalid_argument, "a value is ", what(), ", not ", wanted);
        return std::get<T>(content_);
    }

    std::variant<std::monostate, graft::tensor, scalar, run_values, graph_module const*> content_;
};

/// What an argument of a node stands for; `value(node)` is the value of a node. A kind of argument that only ops take
/// is an error.
template <class Value>
[[nodiscard]] run_value value_of_argument(arg_ref a, Value const& value) {
    switch (a.kind()) {
    case arg_kind::none: return {};
    case arg_kind::node: return value(a.node());
    case arg_kind::boolean: return scalar(a.boolean());
    case arg_kind::integer: return scalar(a.integer());
    case arg_kind::real: return scalar(a.real());
    case arg_kind::list:
    case arg_kind::tuple: {
        run_values items;
        for (std::size_t i = 0; i < a.size(); ++i)
            items.push_back(value_of_argument(a[i], value));
        return items;
    }
    default: raise(errc::unsupported, "an argument of this kind has no value when a graph runs");
    }
}

/// What the positional arguments of node `n` stand for.
template <class Value>
[[nodiscard]] run_values values_of_arguments(graph const& g, node_id n, Value const& value) {
    run_values values;
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        values.push_back(value_of_argument(g.arg(n, i), value));
    return values;
}

/// The item of a list at a key, which counts from the end when it is negative, as in Python.
[[nodiscard]] GRAFT_INLINE run_value const& item_of(run_value const& list, run_value const& key);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstdint>

namespace graft {

GRAFT_INLINE argument<graft::tensor> run_value::as_argument() const {
    if (is_tensor())
        return tensor();
    if (is_number())
        return number();
    if (is_none())
        return std::nullopt;
    raise(errc::invalid_argument, what(), " is no argument of an op");
}

GRAFT_INLINE run_value const& item_of(run_value const& list, run_value const& key) {
    auto const count = static_cast<std::int64_t>(list.items().size()), i = key.number().to<std::int64_t>();
    if (i < -count || i >= count)
        raise(errc::invalid_argument, "item ", i, " of ", count, " values");
    return list.items()[static_cast<std::size_t>(i < 0 ? i + count : i)];
}

} // namespace graft
#endif
