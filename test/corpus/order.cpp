#include "checks.hpp"
#include "pass_order.hpp"

#include <graft/core/error.hpp>
#include <graft/pass/constraint.hpp>
#include <graft/pass/schedule.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

using nlohmann::json;

struct answer {
    std::vector<std::string> order;
    std::string error;
};

answer order_of(corpus::test_case const& c) {
    std::vector<std::string> const listed = corpus::listed_passes(c);
    std::vector<std::string_view> const names(listed.begin(), listed.end());
    std::vector<graft::pass_constraint> const constraints = corpus::pass_constraints(c);
    answer result;
    try {
        if (c.option<std::string>("mode", "solve") == "validate") {
            graft::validate_constraints(names, constraints);
            result.order = listed;
        } else {
            for (std::size_t const i : graft::schedule(names, constraints))
                result.order.push_back(listed[i]);
        }
    } catch (graft::error const& e) {
        result.error = e.sentence();
    }
    return result;
}

} // namespace

std::string corpus::check_order(test_case const& c) {
    json const expected = c.json("expect");
    answer const got = order_of(c);
    bool const fails = expected.is_object();
    if (fails ? !got.error.empty() : got.error.empty() && json(got.order) == expected)
        return "";
    bool const fx_is_right = fails || expected.size() == listed_passes(c).size();
    if (confuses_fx(c) && (fails || !fx_is_right) && got.error.empty() && is_right_order(got.order, c))
        return "";
    return difference(expected.dump(), got.error.empty() ? json(got.order).dump() : got.error);
}
