// Writes what is known of every op as a table, one row an op, and counts it beside lists of others: `graft_coverage
// SCHEMAS KERNELS`, files with a schema of PyTorch and the name of a kernel of ExecuTorch a line. No row is kept by hand:
// that a kernel admits a dtype is tried out. With `--check FILE` it compares with a table that was written before.

#include "../fuzz/random_call.hpp"

#include <graft/core/attempt.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/storage_limit.hpp>
#include <graft/dialect/dtype_set.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/library/every_op.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/schema/print.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/decompositions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

std::set<std::string, std::less<>> names_in(std::istream& file) {
    std::set<std::string, std::less<>> names;
    for (std::string line; std::getline(file, line);)
        names.insert(line.substr(0, line.find('(')));
    return names;
}

/// True of what a list of PyTorch's schemas has beside ops that programs call: what writes to a tensor that is given,
/// and what TorchScript and the autograd engine call.
bool is_called_by_programs(std::string_view schema) {
    std::string_view const name = schema.substr(0, schema.find('('));
    return name.starts_with("aten::") && schema.find("(a!) out") == std::string_view::npos &&
           schema.find("Tensor") != std::string_view::npos && name.find("_backward") == std::string_view::npos;
}

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

/// The calls of an op that are drawn, the same whenever it is asked.
class drawn_calls {
public:
    drawn_calls(op_info const& op, kernel_function kernel) : op_(op), kernel_(kernel) {}

    /// Whether the `turn`-th call, with tensors of this dtype alone, gives a result.
    bool runs(std::size_t turn, dtype d) const {
        std::mt19937_64 random(op_.hash + turn);
        std::array<std::uint8_t, 512> bytes;
        for (std::uint8_t& byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        graft_test::byte_source source(bytes.data(), bytes.size());
        bool ran = true;
        attempt([&] { static_cast<void>(evaluate(graft_test::random_call(op_, source, d).get(), kernel_)); },
                [&](error const&) { ran = false; });
        return ran;
    }

private:
    op_info const& op_;
    kernel_function kernel_;
};

/// The dtypes with which some call of the op runs. Those that one runs with are mostly what the next one runs with.
std::string kernel_dtypes(op_info const& op, kernel_library const& library) {
    kernel_function const kernel = library.kernels.find(op);
    if (kernel == nullptr)
        return "";
    if (!has_tensor(op))
        return "yes";
    storage_limit const limit(std::size_t{1} << 22);
    drawn_calls const calls(op, kernel);
    dtype_set set;
    std::size_t useful = 0;
    for (std::size_t turn = 0; turn < 400 && useful < 12; ++turn) {
        bool ran = false;
        for (dtype const d : {dtype::f32, dtype::i64, dtype::boolean, dtype::c64})
            ran = calls.runs(turn, d) || ran;
        if (!ran)
            continue;
        ++useful;
        for (dtype const d : all_dtypes)
            if (d != dtype::u32 && d != dtype::u64 && d != dtype::c32 && !set.contains(d) && calls.runs(turn, d))
                set.insert(d);
    }
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
std::string row(op_info const& op, kernel_library const& library, std::set<std::string_view> const& composed,
                std::set<std::string, std::less<>> const& executorch, std::map<std::string, std::size_t>& counts) {
    std::string const out = has_out_variant(op) ? std::string(out_variant_of(op)->name) : "";
    std::string const cells[] = {
        "`" + text(op) + "`",
        op.meta != nullptr ? "yes" : "",
        kernel_dtypes(op, library),
        has(op.tags, op_tags::core) ? "core" : composed.contains(op.name) ? "yes" : op.mutates() ? "functional" : "",
        edge_dtypes(op),
        out,
        executorch.contains(out) || executorch.contains(std::string(op.name)) ? "yes" : ""};
    static constexpr std::string_view titles[] = {"ops", "meta function", "kernel", "decomposition", "Edge", "out-variant", "ExecuTorch"};
    std::string line = "|";
    for (std::size_t i = 0; i < std::size(cells); ++i) {
        counts[std::string(titles[i])] += !cells[i].empty();
        line += " " + cells[i] + " |";
    }
    return line + "\n";
}

std::string table_of(std::ifstream& schemas, std::ifstream& kernels) {
    auto const executorch = names_in(kernels);
    auto const decomposed = decomposed_ops();
    kernel_library const library = cpu_library<every_op>();
    std::map<std::string, std::size_t> counts;
    std::string rows;
    for (op_info const* const op : every_known_op<every_op>())
        rows += row(*op, library, decomposed, executorch, counts);
    std::size_t called = 0, described = 0, with_kernel = 0;
    for (std::string line; std::getline(schemas, line);) {
        if (!is_called_by_programs(line))
            continue;
        ++called;
        if (op_info const* const op = find_cpu_op<every_op>(line.substr(0, line.find('(')))) {
            ++described;
            with_kernel += library.supports(*op);
        }
    }
    std::ostringstream out;
    out << "# What is known of every op {#coverage}\n\n"
           "Made by `graft_coverage`, which tries every kernel with tensors of every dtype.\n\n| | ops |\n|---|--:|\n";
    for (auto const& [what, count] : counts)
        out << "| " << what << " | " << count << " |\n";
    out << "| of the overloads in the list of PyTorch's that take or give tensors and are neither out-variants nor "
           "gradients | " << called << " |\n| of these described | " << described << " |\n| of these with a kernel | "
        << with_kernel
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
    std::ifstream schemas(files.empty() ? "" : files[0]), kernels(files.size() == 2 ? files[1] : "");
    if (!schemas || !kernels) {
        std::cerr << "usage: graft_coverage [--check FILE] SCHEMAS KERNELS\n";
        return 2;
    }
    std::string const table = table_of(schemas, kernels);
    if (check.empty()) {
        std::cout << table;
        return 0;
    }
    std::ifstream written(check);
    bool const same = std::string(std::istreambuf_iterator<char>(written), {}) == table;
    std::cout << check << (same ? " is what the code says\n" : " is stale: write it again with graft_coverage\n");
    return same ? 0 : 1;
}
