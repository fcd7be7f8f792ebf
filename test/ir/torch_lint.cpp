// `lint` and `eliminate_dead_code` beside torch's; test/data/lint says where its answers come from.
#include <graft/ir/eliminate_dead_code.hpp>

#include <graft/ir/lint.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/parse_fx.hpp>

#include <fstream>
#include <sstream>
#include <string>

namespace {

using namespace graft;

std::ifstream open(std::string const& name) {
    std::ifstream in(std::string(GRAFT_TEST_DATA "/lint/") + name);
    REQUIRE(in);
    return in;
}

// The argument and the node of the first fault, or `ok`.
std::string first_fault(graph const& g) {
    auto const findings = lint(g);
    if (findings.empty())
        return "ok";
    CHECK(findings[0].kind == lint_kind::used_before_definition);
    return std::string(g.name(findings[0].argument)) + ' ' + std::string(g.name(findings[0].node));
}

std::string kept(graph g) {
    eliminate_dead_code(g);
    std::string names;
    for (node_id const n : g.nodes())
        names += (names.empty() ? "" : " ") + std::string(g.name(n));
    return names;
}

TEST_CASE("torch lint: an op that this library describes is as pure as torch says") {
    std::ifstream in = open("ops.txt");
    std::size_t compared = 0;
    for (std::string name, purity; in >> name >> purity;) {
        op_info const* const op = find_known_op(name);
        if (op == nullptr)
            continue;
        graph g;
        CAPTURE(name);
        CHECK(is_impure(g, g.call_function(*op, {})) == (purity == "impure"));
        ++compared;
    }
    CHECK(compared > 500);
}

TEST_CASE("torch lint: the first fault of random graphs, and what dead-code elimination leaves of sound ones") {
    std::ifstream in = open("graphs.txt");
    std::string text, line;
    graph g;
    std::size_t faults = 0, sound = 0;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        std::string const rest = line.size() > first.size() ? line.substr(first.size() + 1) : "";
        if (first == "move" || first == "lint") {
            if (!text.empty())
                g = parse_fx(text, find_known_op<>);
            text.clear();
        }
        CAPTURE(line);
        if (first == "move") {
            std::string moved, before;
            words >> moved >> before;
            g.move_before(g.at(moved), g.at(before));
        } else if (first == "lint") {
            CHECK(first_fault(g) == rest);
            ++(rest == "ok" ? sound : faults);
        } else if (first == "kept") {
            CHECK(kept(g) == rest);
        } else if (!line.empty()) {
            text += line + '\n';
        }
    }
    CHECK(faults > 30);
    CHECK(sound > 50);
}

} // namespace
