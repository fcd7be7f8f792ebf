// Reads every exported program below a folder and compares its printed graphs with those that
// torch printed: `graft_models FOLDER`, where each model's own folder holds facts.json.

#include <graft/io/file/json.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using graph_texts = std::map<std::string, std::string>;

void print_module(graft::graph_module const& module, std::string const& name, graph_texts& texts) {
    texts[name] = graft::fx_text(module.graph);
    for (graft::submodule const& inner : module.submodules)
        print_module(inner.module, name.empty() ? inner.name : name + "." + inner.name, texts);
}

bool parses_back(graft::graph_module const& module) {
    return graft::parse(graft::text(module.graph)) == module.graph &&
           std::all_of(module.submodules.begin(), module.submodules.end(),
                       [](graft::submodule const& inner) { return parses_back(inner.module); });
}

graph_texts expected_texts(std::filesystem::path const& facts) {
    graft::mapped_file const file(facts.string());
    std::string_view const text(reinterpret_cast<char const*>(file.bytes().data()), file.bytes().size());
    graft::json_document const document = graft::json_document::parse(text);
    graph_texts texts;
    texts[""] = document.root().at("graph").as_string();
    if (auto const inner = document.root().find("subgraphs"))
        for (auto const& [name, graph] : inner->members())
            texts[std::string(name)] = graph.as_string();
    return texts;
}

// What is wrong with the program, nothing when all is well.
std::string complaint(std::filesystem::path const& program_path) {
    graft::exported_program const program = graft::read_pt2(program_path.string(), {});
    if (!parses_back(program.module))
        return "its text parses to another graph";
    std::filesystem::path const facts = program_path.parent_path() / "facts.json";
    // The facts print the program as it was exported; the variants are only read.
    if (program_path.filename() != "model.pt2" || !std::filesystem::exists(facts))
        return {};
    graph_texts printed;
    print_module(program.module, "", printed);
    graph_texts const expected = expected_texts(facts);
    for (auto const& [name, text] : expected)
        if (printed[name] != text)
            return "the graph '" + name + "' differs, it is\n" + printed[name];
    return printed.size() == expected.size() ? "" : "it has a graph that torch does not print";
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: graft_models FOLDER\n";
        return 2;
    }
    std::vector<std::filesystem::path> programs;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(argv[1]))
        if (entry.path().extension() == ".pt2")
            programs.push_back(entry.path());
    std::sort(programs.begin(), programs.end());

    std::size_t failed = 0;
    for (std::filesystem::path const& program : programs) {
        std::string wrong;
        try {
            wrong = complaint(program);
        } catch (std::exception const& failure) {
            wrong = failure.what();
        }
        if (!wrong.empty()) {
            std::cout << program.string() << ": " << wrong << '\n';
            ++failed;
        }
    }
    std::cout << programs.size() - failed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
