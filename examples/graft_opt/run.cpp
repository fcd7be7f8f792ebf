#include "run.hpp"

#include "cases.hpp"
#include "library.hpp"
#include "planning.hpp"
#include "profiling.hpp"

#include <graft/core/tensor_compare.hpp>
#include <graft/runtime/executor.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>
#include <vector>

namespace {

using namespace graft;
using named_tensors = std::map<std::string, tensor>;

// What calls in place have changed, where no output of the signature says it.
void add_changes(named_tensors& named, executor const& run, std::vector<tensor> const& inputs) {
    for (auto const& [name, value] : run.changed_state())
        named.try_emplace("mutated_buffer." + std::string{name}, value.clone());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].defined())
            named.try_emplace("mutated_input_" + std::to_string(i), inputs[i]);
}

measured_run run_all(exported_program const& program, test_cases const& cases, bool in_place) {
    memory_plan const plan = plan_of(program, in_place);
    executor run(program, graft_opt_library(), &plan);
    if (!cases.inputs.empty())
        static_cast<void>(run.run(clone_all(cases.inputs.front()))); // not timed: touches memory for the first time
    measured_run result;
    for (auto const& given : cases.inputs) {
        std::vector<tensor> const inputs = clone_all(given);
        run.reset();
        auto const begin = std::chrono::steady_clock::now();
        std::vector<tensor> const outputs = run.run(inputs);
        result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        result.outputs.push_back(name_outputs(program, outputs));
        add_changes(result.outputs.back(), run, inputs);
    }
    return result;
}

/// Differences added up over cases and outputs.
struct total {
    double max_abs = 0, squares = 0;
    std::int64_t elements = 0, mismatches = 0;
    std::string worst; // the output with the largest difference outside its tolerance
    double worst_abs = -1;

    void add(std::string const& name, difference const& d) {
        max_abs = std::max(max_abs, d.max_abs);
        squares += d.mse * static_cast<double>(d.elements);
        elements += d.elements;
        mismatches += d.mismatches;
        if (!d.agrees() && d.max_abs > worst_abs) {
            worst_abs = d.max_abs;
            worst = name;
        }
    }
    [[nodiscard]] double mse() const { return elements == 0 ? 0 : squares / static_cast<double>(elements); }
};

difference compare_with(tensor const& expected, tensor const& got, std::optional<double> t) {
    return t ? compare(expected, got, tolerance{*t, *t}) : compare(expected, got);
}

total compare_all(std::vector<named_tensors> const& expected, std::vector<named_tensors> const& got,
                  std::optional<double> tolerance) {
    total sum;
    for (std::size_t i = 0; i < expected.size(); ++i)
        for (auto const& [name, value] : expected[i]) {
            auto const found = got[i].find(name);
            if (found == got[i].end())
                raise(errc::invalid_argument, "the program returns no '", name, "'");
            sum.add(name, compare_with(value, found->second, tolerance));
        }
    return sum;
}

/// How many rows have their largest output where the label is.
std::size_t count_correct(std::vector<named_tensors> const& outputs, std::vector<std::int64_t> const& labels) {
    std::size_t correct = 0, row = 0;
    for (named_tensors const& one : outputs) {
        tensor const logits = one.at("output_0").contiguous();
        if (logits.dtype() != dtype::f32 || logits.dim() != 2)
            raise(errc::unsupported, "accuracy needs one f32 row of scores per label");
        float const* scores = logits.data<float>();
        for (std::int64_t r = 0; r < logits.size(0); ++r, scores += logits.size(1))
            correct += std::max_element(scores, scores + logits.size(1)) - scores == labels.at(row++);
    }
    return correct;
}

} // namespace

named_tensors run_named(exported_program const& program, std::vector<tensor> const& inputs, memory_plan const* plan,
                        std::size_t threads) {
    executor run(program, graft_opt_library(), plan);
    run.use_threads(threads);
    std::vector<tensor> const given = clone_all(inputs);
    named_tensors named = name_outputs(program, run.run(given));
    add_changes(named, run, given);
    return named;
}

bool report(char const* name, measured_run const& got, test_cases const& cases, std::optional<double> tolerance) {
    std::printf("  %s: ", name);
    if (!cases.labels.empty()) {
        std::size_t const correct = count_correct(got.outputs, cases.labels);
        std::printf("accuracy %.4f (%zu of %zu), ",
                    static_cast<double>(correct) / static_cast<double>(cases.labels.size()), correct,
                    cases.labels.size());
    }
    total const sum = compare_all(cases.expected, got.outputs, tolerance);
    if (sum.elements > 0)
        std::printf("max abs error %.3g, mse %.3g, ", sum.max_abs, sum.mse());
    std::printf("%.0f %s/s\n", static_cast<double>(cases.rows) / got.seconds, cases.labels.empty() ? "runs" : "images");
    if (sum.mismatches > 0)
        std::printf("  %s: %lld of %lld values out of tolerance; worst: %s, off by %.3g\n", name,
                    static_cast<long long>(sum.mismatches), static_cast<long long>(sum.elements), sum.worst.c_str(),
                    sum.worst_abs);
    return sum.mismatches == 0;
}

bool run_and_compare(exported_program const* before, exported_program const* after, options const& o) {
    exported_program const& takes = before != nullptr ? *before : *after;
    test_cases const cases = o.inputs.empty() ? random_cases(takes) : read_cases(takes, o.inputs, o.expect);
    if (o.inputs.empty())
        std::printf("run: %zu cases of random inputs\n", cases.rows);
    else
        std::printf("run: %zu %s\n", cases.rows, cases.labels.empty() ? "case" : "images");
    bool good = true;
    std::vector<measured_run> outcomes;
    for (auto const& [program, name] :
         {std::pair{before, after != nullptr ? "before" : "program"}, std::pair{after, "after"}})
        if (program != nullptr) {
            outcomes.push_back(run_all(*program, cases, o.plan_in_place));
            good = report(name, outcomes.back(), cases, o.tolerance) && good;
        }
    if (outcomes.size() == 2) {
        total const change = compare_all(outcomes[0].outputs, outcomes[1].outputs, o.tolerance);
        std::printf("  after against before: max abs %.3g, mse %.3g\n", change.max_abs, change.mse());
        if (change.mismatches > 0)
            std::printf("  lowering changed %lld values beyond the tolerance; worst: %s, off by %.3g\n",
                        static_cast<long long>(change.mismatches), change.worst.c_str(), change.worst_abs);
        good = good && change.mismatches == 0;
    }
    std::fflush(stdout);
    if (o.profile && !cases.inputs.empty())
        profile_program(after != nullptr ? *after : *before, cases.inputs.front(), o.trace);
    return good;
}
