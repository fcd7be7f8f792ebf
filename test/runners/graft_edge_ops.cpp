// Lowers models to the Edge dialect and prints their calls beside those of ExecuTorch:
// `graft_edge_ops MODEL-FOLDER...`, where each folder holds model.pt2 and facts.json.

#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/file/mapped_file.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/transform/to_edge.hpp>

#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace graft;

using op_counts = std::map<std::string, std::int64_t>;

// `aten.add.Tensor`, `operator.getitem`, `higher_order.cond`: as facts.json has them.
std::string counted_name(target_info const& target) {
    std::string name =
        target.is_op() ? detail::python_target({target.name, target.op, dialect_tag::aten}) : std::string(target.name);
    for (std::string_view const prefix : {"torch.ops.", "_"})
        if (name.starts_with(prefix))
            name.erase(0, prefix.size());
    return name;
}

void count(graph_module const& module, op_counts& counts) {
    for (node_id const n : module.graph.nodes())
        if (module.graph.op(n) == opcode::call_function)
            ++counts[counted_name(module.graph.target(n))];
    for (submodule const& inner : module.submodules)
        count(inner.module, counts);
}

op_counts read_counts(std::filesystem::path const& facts) {
    mapped_file const file(facts.string());
    json_document const document =
        json_document::parse({reinterpret_cast<char const*>(file.bytes().data()), file.bytes().size()}, facts.string());
    op_counts counts;
    for (auto const& [name, number] : document.root().at("edge").at("ops").members())
        counts[std::string(name)] = number.as_int();
    return counts;
}

std::int64_t total(op_counts const& counts) {
    std::int64_t sum = 0;
    for (auto const& [name, number] : counts)
        sum += number;
    return sum;
}

// Prints one model; false when what it became is no program of the Edge dialect.
bool print(std::filesystem::path const& folder) {
    exported_program program = read_pt2((folder / "model.pt2").string(), {.find_op = find_known_op<>, .model = {}});
    static_cast<void>(to_edge(program));
    auto const violations = verify_edge(program);
    op_counts ours, theirs = read_counts(folder / "facts.json");
    count(program.module, ours);
    std::cout << (folder / "").parent_path().filename().string() << ": " << total(ours) << " calls, ExecuTorch "
              << total(theirs) << ", " << violations.size() << " violations\n";
    std::set<std::string> names;
    for (op_counts const* const counts : {&ours, &theirs})
        for (auto const& [name, number] : *counts)
            names.insert(name);
    for (std::string const& name : names)
        if (ours[name] != theirs[name])
            std::cout << "    " << name << ' ' << ours[name] << ", ExecuTorch " << theirs[name] << '\n';
    std::map<std::string, std::size_t> sentences;
    for (violation const& v : violations)
        ++sentences[v.sentence];
    for (auto const& [sentence, times] : sentences)
        std::cout << "    violation, " << times << " times: " << sentence << '\n';
    return violations.empty();
}

} // namespace

int main(int argc, char** argv) {
    bool sound = true;
    for (int i = 1; i < argc; ++i)
        try {
            sound = print(argv[i]) && sound;
        } catch (std::exception const& failure) {
            std::cout << argv[i] << ": " << failure.what() << '\n';
            sound = false;
        }
    return sound ? 0 : 1;
}
