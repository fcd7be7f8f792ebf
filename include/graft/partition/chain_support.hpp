#pragma once

#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace graft {

namespace detail {

// Several supports as one: all of them must agree, or one of them is enough.
class support_list {
public:
    support_list(bool all, vec<any_operator_support> parts) : all_(all), parts_(std::move(parts)) {}

    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const {
        auto const agrees = [&](any_operator_support const& part) { return part.is_node_supported(g, n); };
        return all_ ? std::all_of(parts_.begin(), parts_.end(), agrees)
                    : std::any_of(parts_.begin(), parts_.end(), agrees);
    }

    // Of the first that declines.
    [[nodiscard]] std::string why_not_supported(graph const& g, node_id n) const {
        for (any_operator_support const& part : parts_)
            if (!part.is_node_supported(g, n))
                return part.why_not_supported(g, n);
        return "nothing is supported";
    }

    [[nodiscard]] support_list prepare(graph const& g) const {
        support_list prepared(all_, {});
        for (any_operator_support const& part : parts_)
            prepared.parts_.push_back(part.prepare(g));
        return prepared;
    }

private:
    bool all_;
    vec<any_operator_support> parts_;
};

} // namespace detail

/// Supports what all of the supports do, asking them in order; everything when there are none.
template <operator_support... S>
[[nodiscard]] detail::support_list chain(S... supports) {
    return {true, {any_operator_support(std::move(supports))...}};
}

/// Supports what any of the supports does; nothing when there are none.
template <operator_support... S>
[[nodiscard]] detail::support_list any_chain(S... supports) {
    return {false, {any_operator_support(std::move(supports))...}};
}

} // namespace graft
