// graft-opt: reads a .pt2, lowers it, prints, verifies, plans and runs it; every capability on real input.
// Run: test/data/models/digits_cnn/model.pt2 --verify --to-edge --verify --to-backend --verify --plan --run --inputs test/data/models/digits_cnn/test.safetensors
// Run: test/data/models/digits_cnn/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/digits_cnn/inputs.safetensors --expect test/data/models/digits_cnn/outputs.safetensors
// Run: test/data/models/digits_cnn/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/digits_cnn/inputs.case1.safetensors --expect test/data/models/digits_cnn/outputs.case1.safetensors
// Run: test/data/models/digits_cnn/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/digits_cnn/inputs.case2.safetensors --expect test/data/models/digits_cnn/outputs.case2.safetensors
// Run: test/data/models/mlp/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/mlp/inputs.safetensors --expect test/data/models/mlp/outputs.safetensors
// Run: test/data/models/mlp/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/mlp/inputs.case1.safetensors --expect test/data/models/mlp/outputs.case1.safetensors
// Run: test/data/models/dynamic_mlp/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/dynamic_mlp/inputs.safetensors --expect test/data/models/dynamic_mlp/outputs.safetensors
// Run: test/data/models/dynamic_mlp/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/dynamic_mlp/inputs.case1.safetensors --expect test/data/models/dynamic_mlp/outputs.case1.safetensors
// Run: test/data/models/dynamic_mlp/model.pt2 --verify --to-edge --verify --to-backend --verify --run --inputs test/data/models/dynamic_mlp/inputs.case2.safetensors --expect test/data/models/dynamic_mlp/outputs.case2.safetensors
// Run: test/data/models/control_flow/model.pt2 --verify --print-ir --print-ir=lossless
// Run: test/data/models/digits_cnn/model.pt2 --to-edge --passes=to_out_variant --plan --run --inputs test/data/models/digits_cnn/inputs.safetensors --expect test/data/models/digits_cnn/outputs.safetensors
// Run: test/data/models/dynamic_mlp/model.pt2 --passes=decompose,eliminate_dead_code --print-ir-before-all --print-ir-after-all --plan --run --inputs test/data/models/dynamic_mlp/test.safetensors
// Run: test/data/models/digits_cnn/model.pt2 --to-backend --print-pass-order --print-diff --time-passes
// Run: test/data/models/mlp/model.pt2 --match test/data/graphs/linear_relu.txt --replace test/data/graphs/linear_relu.txt test/data/graphs/linear_clamp.txt --verify --run --inputs test/data/models/mlp/inputs.safetensors --expect test/data/models/mlp/outputs.safetensors
// Run: test/data/own_op/model.pt2 --verify --to-edge --verify --to-backend --verify --plan --run --inputs test/data/own_op/inputs.safetensors --expect test/data/own_op/outputs.safetensors
// Run: test/data/own_op/unknown.pt2 --verify --to-edge --verify --to-backend --verify --plan --print-ir -o .build/unknown.pt2
// Run: --list-rules
// Run: test/data/models/mlp/model.pt2 --to-edge --rules --rule-stats --run --inputs test/data/models/mlp/inputs.safetensors --expect test/data/models/mlp/outputs.safetensors
// Run: test/data/models/digits_cnn/model.pt2 --to-edge --rules=canonical --rules=fold --passes=constant_prop --explain permute-permute --at relu --run --inputs test/data/models/digits_cnn/inputs.safetensors --expect test/data/models/digits_cnn/outputs.safetensors
// Run: test/data/models/dynamic_mlp/model.pt2 --to-backend --run
// Run: test/data/pte/mlp.pte --run
// Run: test/data/models/digits_cnn/model.pt2 --to-backend --plan --run --profile --inputs test/data/models/digits_cnn/inputs.safetensors
// Run: test/data/models/mlp/model.pt2 --source-partitions=Linear,relu --partition=linear,aten.relu.default --to-edge --partition=addmm,aten::permute_copy
#include "checking.hpp"
#include "files.hpp"
#include "library.hpp"
#include "lowering.hpp"
#include "matching.hpp"
#include "options.hpp"
#include "partitioning.hpp"
#include "planning.hpp"
#include "pte.hpp"
#include "rewriting.hpp"
#include "run.hpp"
#include "table.hpp"

#include <graft/core/fresh_memory.hpp>
#include <graft/io/pt2/writer.hpp>
#include <graft/ir/text/dot.hpp>
#include <graft/pass/print_diff.hpp>
#include <graft/runtime/thread_pool.hpp>
#include <graft/runtime/unsupported.hpp>
#include <graft/transform/rules/catalogue.hpp>

#include <iostream>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace graft;

void print_fx(graph_module const& module, std::string const& path) {
    std::cout << fx_text(module.graph) << '\n';
    for (submodule const& s : module.submodules) {
        std::cout << path << s.name << ":\n";
        print_fx(s.module, path + s.name + ".");
    }
}

/// Runs what can run: the lowered program, and the one it was read from where that has a kernel for everything.
bool run(exported_program const& original, exported_program const& current, bool lowered, options const& o) {
    auto const missing = unsupported_calls(current, graft_opt_library());
    if (!missing.empty()) {
        std::cout << "run: " << missing.size() << " calls are not supported yet\n" << text(missing);
        return false;
    }
    auto const missing_before = unsupported_calls(original, graft_opt_library());
    if (!missing_before.empty())
        std::cout << "run: before lowering, " << missing_before.size() << " calls could not run\n";
    std::cout << std::flush;
    return run_and_compare(missing_before.empty() ? &original : nullptr, lowered ? &current : nullptr, o);
}

/// The stages that come before this one.
std::span<stage const> before(stage const& s, options const& o) {
    return std::span(o.stages).first(static_cast<std::size_t>(&s - o.stages.data()));
}

/// Does one stage; false when the program failed it.
bool apply(stage const& s, lowered_program& current, exported_program const& original, bool& lowered,
           options const& o) {
    switch (s.what) {
    case stage::to_edge:
    case stage::to_backend:
    case stage::passes:
        lower(current, s, o);
        lowered = true;
        return true;
    case stage::rules:
        std::cout << rewrite_with(current.program, s.argument, o.rule_stats);
        lowered = true;
        return true;
    case stage::explain: std::cout << explain_rule(current.program, s.argument, s.second); return true;
    case stage::verify: {
        verdict const found = verify(current, o.strict);
        std::cout << "verify: " << found.text;
        return found.good;
    }
    case stage::partition: std::cout << partitions_text(current.program.graph(), s.argument); return true;
    case stage::source_partitions:
        std::cout << source_partitions_text(current.program.graph(), s.argument);
        return true;
    case stage::match: std::cout << matches_text(current.program.graph(), s.argument); return true;
    case stage::replace:
        std::cout << replace_in(current.program, s.argument, s.second);
        lowered = true;
        return true;
    case stage::print_ir:
        if (s.argument == "lossless")
            std::cout << graphs_text(current.program);
        else
            print_fx(current.program.module, "");
        return true;
    case stage::dot: write_file(s.argument, dot(current.program.graph(), o.model)); return true;
    case stage::plan: std::cout << plan_text(current.program, s.argument, o); return true;
    case stage::write_text:
        if (s.argument.ends_with(".pt2"))
            write_pt2(s.argument, current.program);
        else if (s.argument.ends_with(".pte"))
            write_program(s.argument, current.program, o);
        else
            write_file(s.argument, graphs_text(current.program));
        return true;
    case stage::check: {
        exported_program const reference = read_program(s.argument);
        return check_program(reference, original, current.program, before(s, o), o, std::cout);
    }
    case stage::diff: throw usage_error{"--diff compares two .pte"};
    case stage::run: break;
    }
    return run(original, current.program, lowered, o);
}

int run_stages(options const& o) {
    thread_pool threads(o.threads);
    parallel_scope const scope(&threads);
    std::optional<fresh_memory> filled;
    if (o.fresh_memory)
        filled.emplace(*o.fresh_memory);
    if (o.model.ends_with(".pte"))
        return run_pte_stages(o) ? 0 : 1;
    exported_program const original = read_program(o.model);
    lowered_program current{original, level_of(original)};
    bool lowered = false, good = true;
    std::cout << "read: " << o.model << ", " << original.graph().size() << " nodes, "
              << original.state_dict.size() + original.constants.size() << " tensors of state\n";
    for (stage const& s : o.stages)
        good = apply(s, current, original, lowered, o) && good;
    return good ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> const arguments(argv + 1, argv + argc);
    if (arguments == std::vector<std::string>{"--help"}) {
        std::cout << usage();
        return 0;
    }
    if (arguments == std::vector<std::string>{"--list-rules"}) {
        std::cout << rule_sets::catalogue();
        return 0;
    }
    try {
        if (arguments.size() == 2 && arguments[0] == "--table")
            return print_table(arguments[1]) ? 0 : 1;
        return run_stages(parse_options(arguments));
    } catch (usage_error const& e) {
        std::cerr << "graft-opt: " << e.why << "\nRun graft-opt --help for the options.\n";
        return 2;
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
