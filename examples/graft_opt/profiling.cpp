#include "profiling.hpp"

#include "files.hpp"
#include "library.hpp"
#include "planning.hpp"

#include <graft/meta/vec.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/node_cost.hpp>
#include <graft/runtime/profile.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

/// A line of the table.
struct line {
    std::string name, op;
    std::int64_t nodes = 0;
    double seconds = 0; // of a run
    node_cost cost{};

    void add(double more, node_cost const& c) {
        ++nodes;
        seconds += more;
        cost.operations += c.operations;
        cost.bytes += c.bytes;
    }
};

void print(std::vector<line> const& lines, char const* title, double all, std::size_t most) {
    std::printf("  %10s %6s %9s %7s %9s %6s  %s\n", "ms", "%", "GFLOP/s", "GB/s", "KB", "nodes", title);
    line rest;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        line const& l = lines[i];
        if (i >= most) {
            rest.seconds += l.seconds;
            rest.nodes += l.nodes;
            continue;
        }
        std::printf("  %10.4f %6.1f %9.1f %7.1f %9.0f %6lld  %s%s%s\n", l.seconds * 1e3, 100 * l.seconds / all,
                    l.cost.operations / l.seconds / 1e9, l.cost.bytes / l.seconds / 1e9, l.cost.bytes / 1024,
                    static_cast<long long>(l.nodes), l.name.c_str(), l.name.empty() || l.op.empty() ? "" : "  ",
                    l.op.c_str());
    }
    if (rest.nodes != 0)
        std::printf("  %10.4f %6.1f %9s %7s %9s %6lld  others\n", rest.seconds * 1e3, 100 * rest.seconds / all, "", "",
                    "", static_cast<long long>(rest.nodes));
}

void print_tables(run_profile const& profile, exported_program const& program, sym_bindings const& bindings) {
    std::vector<line> nodes;
    std::map<std::string_view, line> ops;
    double all = 0;
    graph const& g = program.graph();
    for (run_profile::node_time const& t : profile.times()) {
        node_cost const cost = cost_of(g, t.node, bindings);
        all += t.least;
        nodes.push_back({std::string{g.name(t.node)}, std::string{g.target(t.node).name}});
        nodes.back().add(t.least, cost);
        ops[g.target(t.node).name].add(t.least, cost);
    }
    auto const slower = [](line const& a, line const& b) { return a.seconds > b.seconds; };
    std::vector<line> by_op;
    for (auto& [name, l] : ops) {
        l.op = name;
        by_op.push_back(l);
    }
    std::stable_sort(by_op.begin(), by_op.end(), slower);
    std::stable_sort(nodes.begin(), nodes.end(), slower);
    std::printf("profile: %zu runs, the fastest of each node together %.4f ms\n", profile.runs().size(), all * 1e3);
    print(by_op, "op", all, by_op.size());
    print(nodes, "node", all, 20);
}

} // namespace

std::vector<double> times_of(executor& run, std::span<tensor const> inputs, std::size_t least, double enough,
                             run_profile* profile) {
    std::vector<double> seconds;
    vec<tensor> outputs;
    double all = 0;
    while (seconds.size() < least || (all < enough && seconds.size() < 2000)) {
        std::vector<tensor> const given = clone_all(inputs);
        run.reset();
        auto const begin = run_profile::clock::now();
        run.run(given, outputs, profile);
        seconds.push_back(std::chrono::duration<double>(run_profile::clock::now() - begin).count());
        all += seconds.back();
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

void profile_program(exported_program const& program, std::span<tensor const> inputs, std::string const& trace) {
    memory_plan const plan = plan_of(program);
    executor run(program, graft_opt_library(), &plan);
    vec<tensor> outputs;
    run.run(clone_all(inputs), outputs); // touches memory for the first time
    std::vector<double> const seconds = times_of(run, inputs, 10, 0.5);
    std::printf("speed: %zu runs, the fastest %.4f ms, the median %.4f ms\n", seconds.size(), seconds.front() * 1e3,
                seconds[seconds.size() / 2] * 1e3);
    run_profile profile;
    static_cast<void>(times_of(run, inputs, 10, 0.5, &profile));
    print_tables(profile, program, symbol_values(program, inputs));
    std::fflush(stdout);
    if (!trace.empty())
        write_file(trace, chrome_trace(profile, program.graph()));
}
