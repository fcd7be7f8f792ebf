#include <graft/ir/node_names.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace graft;

namespace {

struct named_nodes {
    string_table strings;
    target_table targets;
    detail::node_names names;
    node_id last = 0;

    std::string add(std::string_view wanted, naming how) {
        std::uint32_t const name = names.create(strings, wanted, how);
        names.give(name, ++last);
        return std::string(strings[name]);
    }
    std::string add_call(std::string_view target) {
        std::uint32_t const name = names.create(strings, targets, targets.intern(strings, target), true);
        names.give(name, ++last);
        return std::string(strings[name]);
    }
    node_id find(std::string_view name) const { return names.find(strings.find(name)); }
};

TEST_CASE("node_names: a name taken verbatim may be illegal, or that of a node that is gone") {
    named_nodes all;
    CHECK(all.add("input", naming::fresh) == "input_1");
    CHECK(all.add("input", naming::verbatim) == "input");
    CHECK(all.add("x", naming::fresh) == "x");
    all.names.release(all.strings.find("x"));
    CHECK(all.find("x") == no_node);
    CHECK(all.add("x", naming::fresh) == "x_1");
    CHECK(all.add("x", naming::verbatim) == "x");
    CHECK(all.find("x") == all.last);
}

TEST_CASE("node_names: a name that a node has is not taken verbatim; numbers are counted on from those taken") {
    named_nodes all;
    CHECK(all.add("add_5", naming::verbatim) == "add_5");
    CHECK(all.add("add_5", naming::verbatim) == "add_6");
    CHECK(all.add("add", naming::verbatim) == "add");
    CHECK(all.add("add", naming::fresh) == "add_7");
}

TEST_CASE("node_names: calls of a function are named after it, each time the same way") {
    named_nodes all;
    CHECK(all.add_call("aten::addMM.out") == "add_mm_out");
    CHECK(all.add_call("aten::addMM.out") == "add_mm_out_1");
    CHECK(all.add_call("operator.getitem") == "getitem");
    CHECK(all.add_call("aten::addMM.out") == "add_mm_out_2");
    CHECK(all.find("getitem") == 3);
}

} // namespace
