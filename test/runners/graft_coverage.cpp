// Writes what is known of every op as a table, one row an op, and counts it beside lists of others: `graft_coverage
// OVERLOADS OPCASES`, a file with the name of an overload of PyTorch's a line, and a folder of recorded calls. No row is
// kept by hand: that a kernel admits a dtype is tried out on those. With `--check FILE` it compares with a table that was
// written before.

#include <graft/core/block_cache.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/dtype_set.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/io/pte/kernels.hpp>
#include <graft/library/every_op.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/schema/print.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/decompositions.hpp>

#include "recorded_case.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

bool is_executorch_kernel(std::string_view name) { return std::ranges::binary_search(executorch_kernels(), name); }

/// A recorded call, and the bytes of the tensors of its group.
struct recorded_line {
    json line;
    std::shared_ptr<std::vector<char> const> data;
};

std::string names_of(dtype_set set) {
    std::string names;
    for (dtype const d : all_dtypes)
        if (set.contains(d))
            names += (names.empty() ? "" : " ") + std::string{fx_name(d)};
    return names;
}

bool has_tensor(op_info const& op) {
    return std::any_of(op.arguments.begin(), op.arguments.end(),
                       [](schema_argument const& a) { return a.type == type_kind::tensor; });
}

/// The calls of each op that PyTorch ran, by its name.
using recorded_calls = std::map<std::string, std::vector<recorded_line>, std::less<>>;

/// Whether the kernel gives a result where the tensors that are of the dtype of the first one have this dtype.
bool runs(op_info const& op, kernel_function kernel, recorded_line const& recorded, dtype d) {
    bool ran = true;
    try {
        recorded_case call(recorded.line, *recorded.data);
        call.convert(dtype_named(recorded.line.at("tensors").at(0).at("dtype")), d);
        static_cast<void>(evaluate(call.make_call(op), kernel));
    } catch (std::exception const&) {
        ran = false;
    }
    return ran;
}

/// The dtypes with which some recorded call of the op runs.
std::string kernel_dtypes(op_info const& op, kernel_library const& library, recorded_calls const& calls) {
    kernel_function const kernel = library.kernels.find(op);
    if (kernel == nullptr)
        return "";
    auto const recorded = calls.find(op.name);
    if (recorded == calls.end() || !has_tensor(op))
        return "yes";
    storage_limit const limit(std::size_t{1} << 24);
    dtype_set set;
    for (recorded_line const& call : recorded->second)
        for (dtype const d : all_dtypes)
            if (d != dtype::u32 && d != dtype::u64 && d != dtype::c32 && d != dtype::f8e5m2 && d != dtype::f8e8m0fnu &&
                !set.contains(d) && runs(op, kernel, call, d))
                set.insert(d);
    return set == dtype_set{} ? "yes" : names_of(set);
}

std::string edge_dtypes(op_info const& op) {
    bool const is_edge = has(op.tags, op_tags::core | op_tags::edge);
    if (!is_edge && edge_constraint_text(op.name).empty())
        return "";
    dtype_constraint const constraint = edge_constraint(op);
    for (schema_argument const& a : op.arguments)
        if (a.type == type_kind::tensor)
            return names_of(constraint.allowed_types(a.name));
    return "yes";
}

/// Every op that lowering makes of others: by a composition, or by a rule.
std::set<std::string_view> decomposed_ops() {
    std::set<std::string_view> names;
    for (view<decomposition const> const table : {decomposition_table<>(), decomposition_table<every_op>()})
        for (decomposition const& d : table)
            names.insert(d.op->name);
    static constexpr auto const& rules = decompositions::all<>;
    for (std::size_t i = 0; i < rules.size(); ++i)
        for (pattern_node const& n : rules[i].lhs)
            if (n.kind == pattern_kind::call && n.op != nullptr)
                names.insert(n.op->name);
    return names;
}

/// The row of an op, and what it adds to the counts.
std::string row(op_info const& op, kernel_library const& library, recorded_calls const& calls,
                std::set<std::string_view> const& composed, std::map<std::string, std::size_t>& counts) {
    std::string const out = has_out_variant(op) ? std::string(out_variant_of(op)->name) : "";
    std::string const cells[] = {"`" + text(op) + "`",
                                 op.meta != nullptr ? "yes" : "",
                                 kernel_dtypes(op, library, calls),
                                 has(op.tags, op_tags::core)  ? "core"
                                 : composed.contains(op.name) ? "yes"
                                 : op.mutates()               ? "functional"
                                                              : "",
                                 edge_dtypes(op),
                                 out,
                                 is_executorch_kernel(out) || is_executorch_kernel(op.name) ? "yes" : ""};
    static constexpr std::string_view titles[] = {"ops",  "meta function", "kernel",    "decomposition",
                                                  "Edge", "out-variant",   "ExecuTorch"};
    std::string line = "|";
    for (std::size_t i = 0; i < std::size(cells); ++i) {
        counts[std::string(titles[i])] += !cells[i].empty();
        line += " " + cells[i] + " |";
    }
    return line + "\n";
}

/// Up to sixteen calls of each op that take tensors and are no errors, those of every dtype first.
recorded_calls calls_in(std::filesystem::path const& folder) {
    recorded_calls calls;
    std::map<std::string, std::set<std::string>> dtypes;
    for (std::filesystem::path const& group : groups_of(folder)) {
        auto const data =
            std::make_shared<std::vector<char> const>(bytes_of(std::filesystem::path(group).replace_extension(".bin")));
        std::ifstream lines(group);
        for (std::string text; std::getline(lines, text);) {
            json line = json::parse(text);
            if (line.at("check") == "error" || line.at("tensors").empty())
                continue;
            std::string const op = recorded_call(line, *data).op_name();
            bool const is_new = dtypes[op].insert(line.at("tensors").at(0).at("dtype")).second;
            if (is_new || calls[op].size() < 16)
                calls[op].push_back({std::move(line), data});
        }
    }
    return calls;
}

std::string table_of(std::ifstream& overloads, recorded_calls const& calls) {
    auto const decomposed = decomposed_ops();
    kernel_library const library = cpu_library<every_op>();
    std::map<std::string, std::size_t> counts;
    std::string rows;
    for (op_info const* const op : every_known_op<every_op>())
        rows += row(*op, library, calls, decomposed, counts);
    std::size_t called = 0, described = 0, with_kernel = 0;
    for (std::string name; std::getline(overloads, name);) {
        ++called;
        if (op_info const* const op = find_cpu_op<every_op>(name)) {
            ++described;
            with_kernel += library.supports(*op);
        }
    }
    std::ostringstream out;
    out << "# What is known of every op {#coverage}\n\n"
           "Made by `graft_coverage`. The dtypes of a kernel are those with which some call that PyTorch was given runs, \"yes\" "
           "where it is given no tensor first.\n\n| | ops |\n|---|--:|\n";
    for (auto const& [what, count] : counts)
        out << "| " << what << " | " << count << " |\n";
    out << "| overloads of ATen in PyTorch that take or give tensors and are neither out-variants nor gradients | "
        << called << " |\n| of these described | " << described << " |\n| of these with a kernel | " << with_kernel
        << " |\n\n| op | meta function | kernel | decomposition | Edge | out-variant | ExecuTorch |\n|---|---|---|---|---|---|---|\n"
        << rows;
    return out.str();
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> files(argv + 1, argv + argc);
    std::string check;
    if (files.size() == 4 && files[0] == "--check") {
        check = files[1];
        files.erase(files.begin(), files.begin() + 2);
    }
    std::ifstream overloads(files.size() == 2 ? files[0] : "");
    if (!overloads) {
        std::cerr << "usage: graft_coverage [--check FILE] OVERLOADS OPCASES\n";
        return 2;
    }
    std::string const table = table_of(overloads, calls_in(files[1]));
    if (check.empty()) {
        std::cout << table;
        return 0;
    }
    std::ifstream written(check);
    bool const same = std::string(std::istreambuf_iterator<char>(written), {}) == table;
    std::cout << check << (same ? " is what the code says\n" : " is stale: write it again with graft_coverage\n");
    return same ? 0 : 1;
}
