// Run: test/data/models/digits_cnn/model.pt2 --plan --plan-for=inputs,buffers --plan-alignment=64 --plan=.build/digits_cnn.svg --to-backend --passes=reorder_for_memory --plan --run --inputs test/data/models/digits_cnn/inputs.safetensors --expect test/data/models/digits_cnn/outputs.safetensors
// Run: test/data/models/mlp/model.pt2 --to-edge --plan-in-place --plan --run --inputs test/data/models/mlp/inputs.safetensors --expect test/data/models/mlp/outputs.safetensors
#include "planning.hpp"

#include "files.hpp"

#include <graft/ir/text/print_value.hpp>
#include <graft/memory/exact.hpp>
#include <graft/memory/in_place.hpp>
#include <graft/memory/plan.hpp>
#include <graft/memory/plan_svg.hpp>
#include <graft/memory/report.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

using namespace graft;

namespace {

memory_plan make(exported_program const& program, lifetime_options const& planned, std::uint64_t alignment,
                 bool in_place) {
    std::vector<lifetime> const values = find_bounded(program, planned).planned;
    if (!in_place)
        return plan_exact(values, alignment);
    in_place_lifetimes const merged = merge_in_place(program.graph(), values);
    return split_places(plan_exact(merged.values, alignment), merged);
}

/// The bytes for these values of a graph and, while control flow calls other graphs, for the largest of those.
std::uint64_t module_bytes(graph_module const& module, std::vector<lifetime> values, symbol_ranges ranges) {
    graph const& g = module.graph;
    lifetime_options options{.inputs = false};
    options.skip_unbounded = true;
    std::uint32_t position = 0;
    for (node_id const n : g.nodes()) {
        std::uint64_t most = 0;
        g.for_each_input(n, [&](node_id input) {
            graph_module const* const called =
                g.op(input) == opcode::get_attr ? module.find(g.target(input).name) : nullptr;
            if (called != nullptr)
                most = std::max(most,
                                module_bytes(*called, find_lifetimes(called->graph, options, ranges).values, ranges));
        });
        if (most != 0)
            values.push_back({n, std::numeric_limits<std::uint32_t>::max(), position, position, most});
        ++position;
    }
    return plan_exact(values).planned_bytes;
}

/// What the plan leaves to the sizes that are met when the program runs.
std::string sizes_met(exported_program const& program, lifetime_options const& planned) {
    std::vector<node_id> const met = find_bounded(program, planned).met;
    if (met.empty())
        return {};
    graph const& g = program.graph();
    return "by sizes met    " + std::to_string(met.size()) + (met.size() == 1 ? " value" : " values") +
           ", the first: %" + std::string{g.name(met[0])} + ", " + text(*g.val(met[0])) + '\n';
}

} // namespace

std::uint64_t bytes_with_branches(exported_program const& program) {
    return module_bytes(program.module, find_bounded(program).planned, program.range_constraints);
}

memory_plan plan_of(exported_program const& program, bool in_place) { return make(program, {}, 16, in_place); }

std::string plan_text(exported_program const& program, std::string const& file, options const& o) {
    memory_plan const plan = make(program, o.planned, o.plan_alignment, o.plan_in_place);
    if (!file.empty())
        write_file(file, svg(program.graph(), plan, o.model));
    std::string const sizes = text(plan) + sizes_met(program, o.planned);
    return program.module.submodules.empty()
               ? sizes
               : sizes + "with branches " + std::to_string(bytes_with_branches(program)) + " bytes\n";
}
