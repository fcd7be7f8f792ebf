#pragma once

#include "case.hpp"

#include <graft/pass/constraint.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace corpus {

/// The passes of a case as listed.
inline std::vector<std::string> listed_passes(test_case const& c) {
    return c.options.at("passes").get<std::vector<std::string>>();
}

inline std::vector<graft::pass_constraint> pass_constraints(test_case const& c) {
    std::vector<graft::pass_constraint> constraints;
    for (nlohmann::json const& pair : c.option("constraints", nlohmann::json::array()))
        constraints.push_back(graft::this_before_that(pair.at(0), pair.at(1)));
    return constraints;
}

/// True when some pass is listed twice and there are constraints; FX then loses one of its runs, or sees a cycle
/// where there is none.
inline bool confuses_fx(test_case const& c) {
    std::vector<std::string> passes = listed_passes(c);
    std::sort(passes.begin(), passes.end());
    return std::adjacent_find(passes.begin(), passes.end()) != passes.end() && !pass_constraints(c).empty();
}

/// True when the order has every pass as often as it is listed and keeps every constraint, found by trying.
inline bool is_right_order(std::vector<std::string> const& order, test_case const& c) {
    std::vector<std::string> const listed = listed_passes(c);
    if (!std::is_permutation(order.begin(), order.end(), listed.begin(), listed.end()))
        return false;
    for (graft::pass_constraint const& rule : pass_constraints(c))
        if (rule.before != rule.after)
            for (auto at = order.begin(); at != order.end(); ++at)
                if (*at == rule.after && std::find(at, order.end(), rule.before) != order.end())
                    return false;
    return true;
}

} // namespace corpus
