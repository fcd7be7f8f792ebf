// Run: test/data/pte/mlp.pte --print-ir --run --inputs test/data/models/mlp/inputs.safetensors --expect test/data/models/mlp/outputs.safetensors
// Run: test/data/pte/control_flow_map.pte --diff test/data/pte/mlp.pte --print-ir
// Run: test/data/models/digits_cnn/model.pt2 --to-edge --to-backend --plan -o .build/digits_cnn.pte --debug-map .build/digits_cnn.pte.json
#include "pte.hpp"

#include "cases.hpp"
#include "files.hpp"
#include "library.hpp"
#include "run.hpp"

#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/tree_spec.hpp>
#include <graft/io/pte/debug_map.hpp>
#include <graft/io/pte/diff.hpp>
#include <graft/io/pte/emit.hpp>
#include <graft/io/pte/kernels.hpp>
#include <graft/io/pte/print.hpp>
#include <graft/io/pte/reader.hpp>
#include <graft/io/pte/writer.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/pte/method.hpp>
#include <graft/runtime/random_tensor.hpp>
#include <graft/transform/debug_handles.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <variant>
#include <vector>

namespace {

using namespace graft;

/// The outputs of a method by the names of cases: what the user gets comes last, before it inputs that have changed.
std::map<std::string, tensor> outputs_by_name(pte_plan const& plan, std::vector<tensor> const& outputs) {
    std::size_t const leaves = plan.out_spec.empty() ? 0 : parse_tree_spec(plan.out_spec, "pte: out_spec").leaf_count();
    std::size_t changed = 0; // inputs that change come first, and gradients behind what the program returns
    while (leaves != 0 && changed + leaves < outputs.size() &&
           std::find(plan.inputs.begin(), plan.inputs.end(), plan.outputs[changed]) != plan.inputs.end())
        ++changed;
    std::map<std::string, tensor> named;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        std::string name = "output_" + std::to_string(i - changed);
        if (i < changed)
            for (std::size_t k = 0; k < plan.inputs.size(); ++k)
                if (plan.inputs[k] == plan.outputs[i])
                    name = "mutated_input_" + std::to_string(k);
        if (outputs[i].defined())
            named[name] = outputs[i];
    }
    return named;
}

/// A case of random inputs, of the sizes that the file says; integers are 0.
test_cases random_case(pte_plan const& plan) {
    random_source random(0);
    test_cases cases;
    cases.rows = 1;
    cases.inputs.emplace_back();
    cases.expected.emplace_back();
    for (std::int32_t const value : plan.inputs) {
        pte_tensor const* const t = std::get_if<pte_tensor>(&plan.values.at(static_cast<std::size_t>(value)));
        dim_vector sizes;
        if (t != nullptr)
            for (std::int32_t const size : t->sizes)
                sizes.push_back(size);
        if (t == nullptr)
            cases.inputs.back().emplace_back();
        else if (is_integral(t->dtype, true))
            cases.inputs.back().push_back(tensor::zeros(sizes, t->dtype));
        else
            cases.inputs.back().push_back(random_tensor(sizes, t->dtype, element_mix::ordinary, random));
    }
    return cases;
}

bool run(pte_program const& program, options const& o) {
    if (program.plans.empty())
        raise(errc::invalid_argument, "the program has no method to run");
    pte_plan const& plan = program.plans.front();
    test_cases const cases = o.inputs.empty() ? random_case(plan) : read_cases(plan.inputs.size(), o.inputs, o.expect);
    pte_method method(program, plan.name, graft_opt_library().kernels, find_graft_opt_op);
    measured_run result;
    for (auto const& inputs : cases.inputs) {
        method.reset();
        auto const begin = std::chrono::steady_clock::now();
        std::vector<tensor> const outputs = method.run(inputs);
        result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        result.outputs.push_back(outputs_by_name(plan, outputs));
    }
    // The values of buffers after a run are no outputs of a method.
    test_cases compared = cases;
    for (auto& expected : compared.expected)
        std::erase_if(expected, [](auto const& e) { return e.first.starts_with("mutated_buffer."); });
    if (o.inputs.empty())
        std::printf("run: random inputs\n");
    else
        std::printf("run: %zu %s\n", cases.rows, cases.labels.empty() ? "case" : "images");
    bool const good = report("program", result, compared, o.tolerance);
    std::fflush(stdout);
    return good;
}

} // namespace

std::map<std::string, tensor> run_named(pte_program const& program, std::vector<tensor> const& inputs) {
    if (program.plans.empty())
        raise(errc::invalid_argument, "the program has no method to run");
    pte_plan const& plan = program.plans.front();
    pte_method method(program, plan.name, graft_opt_library().kernels, find_graft_opt_op);
    return outputs_by_name(plan, method.run(clone_all(inputs)));
}

void write_program(std::string const& path, exported_program const& program, options const& o) {
    exported_program expanded = program;
    prepare_for_executorch(expanded, graft_opt_library());
    pte_debug_map origins;
    bool const maps = !o.debug_map.empty();
    if (maps)
        static_cast<void>(number_debug_handles(expanded));
    pte_program const emitted = emit_pte(expanded, {.debug_map = maps ? &origins : nullptr});
    write_pte(path, emitted);
    if (maps)
        write_file(o.debug_map, text(origins));
    for (std::string const& name : missing_kernels(emitted))
        std::cout << "pte: ExecuTorch brings no kernel of " << name << '\n';
}

bool run_pte_stages(options const& o) {
    pte_program const program = read_pte(o.model);
    std::cout << "read: " << o.model << ", " << program.plans.size() << " methods\n";
    bool good = true;
    for (stage const& s : o.stages)
        switch (s.what) {
        case stage::print_ir: std::cout << text(program); break;
        case stage::diff: {
            std::string const changes = diff(program, read_pte(s.argument));
            std::cout << (changes.empty() ? "diff: none\n" : changes);
            break;
        }
        case stage::write_text: write_pte(s.argument, program); break;
        case stage::run: good = run(program, o) && good; break;
        default: throw usage_error{"a .pte can be printed, run, compared and written"};
        }
    return good;
}
