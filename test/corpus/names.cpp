#include "checks.hpp"

#include <graft/ir/name_scope.hpp>
#include <graft/ir/string_table.hpp>

std::string corpus::check_names(test_case const& c) {
    graft::string_table strings;
    graft::name_scope names;
    nlohmann::json given = nlohmann::json::array();
    for (auto const& candidate : c.options.at("candidates"))
        given.push_back(strings[names.create(strings, candidate.get<std::string>())]);
    return difference(c.json("expect").dump(), given.dump());
}
