#pragma once

#include <graft/config.hpp>

#include <string>

namespace graft::rule_sets {

/// Every rule that graft has, phase by phase, in the form of `text(rule)`: name, both sides, conditions, and after
/// `with` how exact it is where it is not exact. A template, so that only who calls it pays for evaluating all tables.
template <class Void = void>
[[nodiscard]] std::string catalogue();

} // namespace graft::rule_sets

#if defined(GRAFT_TRANSFORM_BODIES)
#    include <graft/rewrite/text/rule_text.hpp>
#    include <graft/transform/rules/all.hpp>

#    include <string_view>

namespace graft::rule_sets {

template <class Void>
std::string catalogue() {
    std::string out;
    auto const add = [&](std::string_view title, auto const& set) {
        out += out.empty() ? "" : "\n";
        out += "# " + std::string{title} + ": " + std::to_string(set.size()) + " rules\n" + text(set);
    };
    auto const add_phase = [&](auto const& of) {
        add("phase " + std::string{of.name} + (of.order == sweep::backward ? ", users before operands" : ""), of.rules);
    };
    add_phase(canonical<Void>);
    add_phase(folding<Void>);
    add_phase(recomposing<Void>);
    add_phase(quantizing<Void>);
    add("in no phase, for those who ask for them", rules(relaxed<Void>, global_pool<Void>, quantized_arithmetic<Void>));
    return out;
}

} // namespace graft::rule_sets
#else
extern template std::string graft::rule_sets::catalogue<>();
#endif
