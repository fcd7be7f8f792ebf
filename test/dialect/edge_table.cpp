#include <graft/dialect/edge_table.hpp>

#include <graft/dialect/parse_dtype_constraint.hpp>

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

using namespace graft;

TEST_CASE("edge_table: every constraint is well formed and every op stands in one group") {
    std::set<std::string> ops;
    for (edge_group const& group : edge_groups) {
        CAPTURE(group.ops);
        CHECK(text(parse_constraint(group.constraint).mistake) == "no mistake");
        std::istringstream names{std::string(group.ops)};
        for (std::string name; names >> name;)
            CHECK(ops.insert(name).second);
    }
    CHECK(ops.size() == 141);
}

TEST_CASE("edge_table: groups with one constraint are one group") {
    std::set<std::string_view> constraints;
    for (edge_group const& group : edge_groups)
        CHECK(constraints.insert(group.constraint).second);
}
