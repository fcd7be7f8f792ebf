#include "checks.hpp"

#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/ir/text/print.hpp>

#include <set>
#include <sstream>

namespace {

std::set<std::string> banned_packets(corpus::test_case const& c) {
    auto const banned = c.option("banned_ops", nlohmann::json("none"));
    if (banned.is_array())
        return banned.get<std::set<std::string>>();
    std::set<std::string> packets;
    if (banned == "default") {
        std::istringstream lines(corpus::data_file("cse_default_banned.txt"));
        for (std::string line; std::getline(lines, line);)
            packets.insert(line);
    }
    return packets;
}

} // namespace

std::string corpus::check_cse(test_case const& c) {
    graft::graph g = read_graph(c.section("graph"));
    auto const packets = banned_packets(c);
    auto const banned = [&](graft::node_id n) {
        std::string const target = target_text(g, n);
        op_facts const* const facts = g.op(n) == graft::opcode::call_function ? ops().facts(target) : nullptr;
        return packets.contains(facts == nullptr ? target : facts->packet);
    };
    return expecting_error(c, [&] {
        std::size_t const merged = graft::eliminate_common_subexpressions(g, banned, graft::argument_equality::python);
        std::string const wrong = difference(c.section("expect"), graft::fx_text(g));
        return wrong.empty()
                   ? difference(c.json("expect_modified").dump(), merged > 0 ? "true" : "false", "expect_modified")
                   : wrong;
    });
}
