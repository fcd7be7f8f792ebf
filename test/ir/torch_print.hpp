#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace graft_test {

// The graphs of test/data/readable.
inline std::vector<std::string> const torch_print_names{
    "attributes", "chain",        "functions", "literals",        "methods", "names",     "nothing_used",
    "operators",  "placeholders", "shapes",    "several_outputs", "sources", "used_twice"};

// A graph and what torch prints of it.
class torch_print {
public:
    explicit torch_print(std::string const& name) : text_(read(name)), g(graft::parse_fx(section("graph"))) {
        std::istringstream vals(section("vals")), traces(section("traces"));
        for (std::string line; std::getline(vals, line);) {
            std::istringstream words(line);
            std::string node, dtype;
            words >> node >> dtype;
            std::vector<graft::sym_int> sizes;
            for (std::int64_t size = 0; words >> size;)
                sizes.emplace_back(size);
            g.set_val(g.at(node), graft::value_spec(graft::make_spec(graft::parse_dtype(dtype), sizes)));
        }
        for (std::string line; std::getline(traces, line);) {
            std::string trace = line.substr(line.find(' ') + 1);
            for (std::size_t at = 0; (at = trace.find("\\n", at)) != std::string::npos;)
                trace.replace(at, 2, "\n");
            graft::arg meta(graft::arg_kind::dict, {std::string_view(trace)});
            meta.keys = {"stack_trace"};
            g.set_meta(g.at(line.substr(0, line.find(' '))), meta);
        }
    }

    // The text under a heading, empty when there is none.
    [[nodiscard]] std::string section(std::string const& heading) const {
        std::size_t const begin = text_.find("--- " + heading + "\n");
        if (begin == std::string::npos)
            return {};
        std::size_t const first = begin + heading.size() + 5;
        return text_.substr(first, text_.find("\n--- ", first - 1) + 1 - first);
    }

private:
    static std::string read(std::string const& name) {
        std::ifstream in(std::string(GRAFT_TEST_DATA) + "/readable/" + name + ".txt");
        if (!in)
            graft::raise(graft::errc::file, "test/data/readable has no file of this name");
        return {std::istreambuf_iterator<char>(in), {}};
    }

    std::string text_;

public:
    graft::graph g;
};

} // namespace graft_test
