#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/phase.hpp>

#include <string>

namespace graft::rule_sets {

// Templates, so that only who calls them pays for evaluating all tables; under separate compilation they are ready.

/// What `for_each_phase` visits, in its order; the canonical phase, which is to be applied again at the end, is called
/// "canon".
template <class Void = void>
[[nodiscard]] graft::view<any_phase const> phases();

/// The rules that are in no phase, for those who ask for them.
template <class Void = void>
[[nodiscard]] any_phase const& optional_rules();

/// Every rule that graft has, phase by phase, in the form of `text(rule)`: name, both sides, conditions, and after
/// `with` how exact it is where it is not exact.
template <class Void = void>
[[nodiscard]] std::string catalogue();

} // namespace graft::rule_sets

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/rule_text/rule_text.hpp>
#    include <graft/transform/rules/all.hpp>

#    include <algorithm>
#    include <string_view>

namespace graft::rule_sets {

template <class Void>
graft::view<any_phase const> phases() {
    static vec<any_phase> const all = [] {
        vec<any_phase> visited;
        for_each_phase<Void>([&](auto const& of) {
            visited.push_back({of.name, detail::views_of(of.rules), of.order});
        });
        return visited;
    }();
    return all;
}

template <class Void>
any_phase const& optional_rules() {
    static constexpr auto set = rules(relaxed<Void>, global_pool<Void>, quantized_arithmetic<Void>);
    static any_phase const all{"optional", detail::views_of(set)};
    return all;
}

template <class Void>
std::string catalogue() {
    std::string out;
    auto const add = [&](std::string_view title, any_phase const& of) {
        out += out.empty() ? "" : "\n";
        out += "# " + std::string{title} + ": " + std::to_string(of.rules.size()) + " rules\n" + text(of.rules);
    };
    for (std::string_view const name : {"canon", "fold", "recompose", "quant"}) {
        graft::view<any_phase const> const all = phases<Void>();
        any_phase const& one =
            *std::find_if(all.begin(), all.end(), [&](any_phase const& of) { return of.name == name; });
        add("phase " + std::string{name} + (one.order == sweep::backward ? ", users before operands" : ""), one);
    }
    add("in no phase, for those who ask for them", optional_rules<Void>());
    return out;
}

} // namespace graft::rule_sets
#else
extern template graft::view<graft::any_phase const> graft::rule_sets::phases<>();
extern template graft::any_phase const& graft::rule_sets::optional_rules<>();
extern template std::string graft::rule_sets::catalogue<>();
#endif
