// Infers every value of every exported program below folders from those of its placeholders alone, and compares with
// what torch recorded: `graft_vals FOLDER...`. A line for each value of another dtype or layout in memory, of other
// sizes, strides or storage offset; after one, what torch recorded is what the next calls are given.

#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print_value.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;

bool equal(sym_int const& a, sym_int const& b, symbol_ranges ranges) {
    return a == b || known_eq(refine(a, ranges), refine(b, ranges), ranges) == true;
}

bool equal(std::vector<sym_int> const& a, std::vector<sym_int> const& b, symbol_ranges ranges) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](sym_int const& x, sym_int const& y) { return equal(x, y, ranges); });
}

/// The first thing in which two values differ, nothing when they do not.
std::string_view difference(value_spec const& inferred, value_spec const& recorded, symbol_ranges ranges) {
    if (inferred.k != recorded.k)
        return "kind";
    if (inferred.is_list()) {
        if (inferred.items.size() != recorded.items.size())
            return "count";
        for (std::size_t i = 0; i < inferred.items.size(); ++i)
            if (std::string_view const which = difference(inferred.items[i], recorded.items[i], ranges); !which.empty())
                return which;
        return {};
    }
    if (!inferred.is_tensor())
        return equal(inferred.integer, recorded.integer, ranges) ? "" : "number";
    tensor_spec const &ours = inferred.tensor, &theirs = recorded.tensor;
    return ours.dtype != theirs.dtype                                   ? "dtype"
           : !equal(ours.sizes, theirs.sizes, ranges)                   ? "sizes"
           : !equal(ours.strides, theirs.strides, ranges)               ? "strides"
           : !equal(ours.storage_offset, theirs.storage_offset, ranges) ? "offset"
           : ours.layout != theirs.layout                               ? "layout"
                                                                        : "";
}

struct op_count {
    std::size_t passed = 0, failed = 0, left = 0;
};

class comparison {
public:
    explicit comparison(std::map<std::string, op_count>& counts) : counts_(&counts) {}

    void compare(std::string const& program, graph_module& module, symbol_ranges ranges) {
        graph& g = module.graph;
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function && g.val(n) != nullptr)
                compare(program, g, n, ranges);
        for (submodule& inner : module.submodules)
            compare(program + "/" + std::string(inner.name), inner.module, ranges);
    }

private:
    void compare(std::string const& program, graph& g, node_id n, symbol_ranges ranges) {
        value_spec const recorded = *g.val(n);
        op_count& count = (*counts_)[std::string(g.target(n).name)];
        try {
            // Of a call of which nothing is inferred, what is recorded stays.
            if (!detail::infer_call(g, n, ranges)) {
                ++count.left;
                return;
            }
            std::string_view const which = difference(*g.val(n), recorded, ranges);
            ++(which.empty() ? count.passed : count.failed);
            if (!which.empty())
                print(program, g, n, std::string(which) + " inferred " + text(*g.val(n)), recorded);
        } catch (std::exception const& e) {
            auto const* const known = dynamic_cast<error const*>(&e);
            bool const left = known != nullptr && known->code() == errc::unsupported;
            ++(left ? count.left : count.failed);
            if (!left)
                print(program, g, n, std::string("refused ") + e.what(), recorded);
        }
        if (!(*g.val(n) == recorded))
            g.set_val(n, recorded);
    }

    static void print(std::string const& program, graph const& g, node_id n, std::string const& what,
                      value_spec const& recorded) {
        std::cout << program << ": " << g.name(n) << ' ' << g.target(n).name << ": " << what << ", recorded "
                  << text(recorded) << ", of";
        for (std::size_t i = 0; i < g.arg_count(n); ++i)
            if (g.arg(n, i).is_node() && g.val(g.arg(n, i).node()) != nullptr)
                std::cout << ' ' << text(*g.val(g.arg(n, i).node()));
        std::cout << '\n';
    }

    std::map<std::string, op_count>* counts_;
};

} // namespace

int main(int argc, char** argv) {
    std::vector<std::filesystem::path> programs;
    for (int i = 1; i < argc; ++i)
        for (auto const& entry : std::filesystem::recursive_directory_iterator(argv[i]))
            if (entry.path().filename() == "model.pt2")
                programs.push_back(entry.path());
    std::sort(programs.begin(), programs.end());

    std::map<std::string, op_count> counts;
    std::size_t unread = 0;
    for (std::filesystem::path const& path : programs) {
        std::string const name = path.parent_path().filename().string();
        try {
            exported_program program = read_pt2(path.string(), {.find_op = find_known_op<>, .model = {}});
            comparison(counts).compare(name, program.module, program.range_constraints);
        } catch (std::exception const& e) {
            std::cout << name << ": cannot be read: " << e.what() << '\n';
            ++unread;
        }
    }
    op_count total;
    for (auto const& [op, count] : counts) {
        if (count.failed != 0 || count.left != 0)
            std::cout << op << ": " << count.passed << " passed, " << count.failed << " failed, " << count.left
                      << " not inferred\n";
        total.passed += count.passed;
        total.failed += count.failed;
        total.left += count.left;
    }
    std::cout << programs.size() << " programs, " << unread << " not read, " << total.left << " values not inferred\n"
              << total.passed << " passed, " << total.failed + unread << " failed\n";
    return total.failed + unread == 0 && total.passed > 0 ? 0 : 1;
}
