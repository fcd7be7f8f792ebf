// Run: --table test/data/models
#include "table.hpp"

#include "cases.hpp"
#include "files.hpp"
#include "library.hpp"
#include "lowering.hpp"
#include "planning.hpp"
#include "profiling.hpp"

#include <graft/core/tensor_compare.hpp>
#include <graft/runtime/executor.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
namespace fs = std::filesystem;
using timer = std::chrono::steady_clock;

double milliseconds_since(timer::time_point begin) {
    return std::chrono::duration<double, std::milli>(timer::now() - begin).count();
}

/// The bytes that ExecuTorch plans, the sum over its arenas: what `"plan": {"default": [...]` holds, if it does.
std::optional<std::uint64_t> peer_bytes(fs::path const& facts) {
    std::string const text = fs::exists(facts) ? read_file(facts.string()) : "";
    std::string_view constexpr key = "\"default\": [";
    std::size_t const plan = text.find("\"plan\": {"), list = text.find(key, plan);
    if (plan == std::string::npos || list == std::string::npos)
        return {};
    std::uint64_t sum = 0;
    char const* at = text.data() + list + key.size();
    char const* const end = text.data() + std::min(text.find(']', list), text.size());
    while (at < end) {
        std::uint64_t bytes = 0;
        auto const number = std::from_chars(at, end, bytes);
        sum += bytes;
        at = number.ec == std::errc{} ? number.ptr : at + 1;
    }
    return sum;
}

/// The files of the cases beside a model: inputs and outputs.
std::vector<std::pair<fs::path, fs::path>> cases_of(fs::path const& folder) {
    std::vector<std::pair<fs::path, fs::path>> found;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder)) {
        std::string const name = entry.path().filename().string();
        fs::path const outputs = folder / ("outputs" + name.substr(std::min<std::size_t>(name.size(), 6)));
        if (name.starts_with("inputs.") && name.ends_with(".safetensors") && fs::exists(outputs))
            found.emplace_back(entry.path(), outputs);
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// A row of the table.
struct row {
    std::size_t cases = 0, wrong = 0, aten = 0, edge = 0, backend = 0;
    std::uint64_t edge_bytes = 0, backend_bytes = 0;
    std::optional<std::uint64_t> peer;
    double max_abs = 0, load = 0, lower = 0, first = 0, steady = 0;
};

/// The outputs of a program against those of a case; buffers that only an unlowered program changes in place are not
/// looked at.
void compare_case(exported_program const& program, std::vector<tensor> const& outputs, test_cases const& cases,
                  row& r) {
    auto const got = name_outputs(program, outputs);
    bool good = true;
    for (auto const& [name, value] : cases.expected.at(0))
        if (auto const found = got.find(name); found != got.end()) {
            difference const d = compare(value, found->second);
            r.max_abs = std::max(r.max_abs, d.max_abs);
            good = good && d.agrees();
        } else {
            good = good && !name.starts_with("output_");
        }
    ++r.cases;
    r.wrong += !good;
}

double median(std::vector<double> const& sorted) { return sorted[sorted.size() / 2]; }

row measure(fs::path const& folder) {
    std::ostream quiet(nullptr);
    row r;
    r.peer = peer_bytes(folder / "facts.json");
    timer::time_point begin = timer::now();
    exported_program const original = read_program((folder / "model.pt2").string());
    r.load = milliseconds_since(begin);
    r.aten = original.graph().size();
    lowered_program p{original, level_of(original)};
    begin = timer::now();
    lower(p, {stage::to_edge, {}, {}}, {}, quiet);
    r.lower = milliseconds_since(begin);
    r.edge = p.program.graph().size();
    r.edge_bytes = bytes_with_branches(p.program);
    begin = timer::now();
    lower(p, {stage::to_backend, {}, {}}, {}, quiet);
    memory_plan const plan = plan_of(p.program);
    r.lower += milliseconds_since(begin);
    r.backend = p.program.graph().size();
    r.backend_bytes = bytes_with_branches(p.program);
    std::optional<executor> run;
    for (auto const& [inputs, outputs] : cases_of(folder)) {
        test_cases const cases = read_cases(original, inputs.string(), outputs.string());
        begin = timer::now();
        bool const first = !run.has_value();
        if (first)
            run.emplace(p.program, graft_opt_library(), &plan);
        run->reset();
        std::vector<tensor> const got = run->run(clone_all(cases.inputs.at(0)));
        if (first)
            r.first = milliseconds_since(begin);
        compare_case(p.program, got, cases, r);
        if (first)
            r.steady = median(times_of(*run, cases.inputs.at(0), 5, 0.1)) * 1e3;
    }
    return r;
}

} // namespace

bool print_table(std::string const& folder) {
    std::vector<fs::path> models;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder))
        if (fs::exists(entry.path() / "model.pt2"))
            models.push_back(entry.path());
    std::sort(models.begin(), models.end());
    std::printf("| model | cases | out of tolerance | max abs error | nodes aten, edge, backend "
                "| planned bytes edge, backend | ExecuTorch | load ms | lower ms | first run ms | steady ms |\n"
                "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    bool good = true;
    for (fs::path const& model : models) {
        std::string const name = model.filename().string();
        try {
            row const r = measure(model);
            good = good && r.wrong == 0;
            std::printf("| %s | %zu | %zu | %.2g | %zu, %zu, %zu | %llu, %llu | %s | %.2f | %.2f | %.2f | %.4f |\n",
                        name.c_str(), r.cases, r.wrong, r.max_abs, r.aten, r.edge, r.backend,
                        static_cast<unsigned long long>(r.edge_bytes), static_cast<unsigned long long>(r.backend_bytes),
                        r.peer ? std::to_string(*r.peer).c_str() : "", r.load, r.lower, r.first, r.steady);
        } catch (std::exception const& e) {
            good = false;
            std::printf("| %s | failed: %s |\n", name.c_str(), e.what());
        }
        std::fflush(stdout);
    }
    return good;
}
