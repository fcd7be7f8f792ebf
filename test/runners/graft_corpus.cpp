// Runs every case of a folder against what FX did: `graft_corpus FOLDER [--kind=KIND]`. The folder, or the one
// above it, holds ops.jsonl.
#include "../corpus/checks.hpp"

#include <graft/core/error.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

// What is wrong with the case in the file, nothing when all is well.
std::string complaint(corpus::test_case const& c) {
    for (corpus::kind_check const& known : corpus::all_checks)
        if (known.kind == c.kind)
            return known.check(c);
    return "the kind '" + c.kind + "' is unknown";
}

std::vector<fs::path> case_files(fs::path const& folder) {
    std::vector<fs::path> files;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".case")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

int main(int argc, char** argv) {
    fs::path folder;
    std::string kind;
    for (int i = 1; i < argc; ++i) {
        std::string const word = argv[i];
        if (word.substr(0, 7) == "--kind=")
            kind = word.substr(7);
        else
            folder = word;
    }
    if (!fs::is_directory(folder)) {
        std::cerr << "usage: graft_corpus FOLDER [--kind=KIND]\n";
        return 2;
    }
    if (fs::is_directory(folder / "cases"))
        folder /= "cases";
    int passed = 0, failed = 0;
    try {
        corpus::set_case_folder(folder);
        for (fs::path const& file : case_files(folder)) {
            std::string wrong;
            try {
                corpus::test_case const c = corpus::read_case(file);
                if (!kind.empty() && c.kind != kind)
                    continue;
                wrong = complaint(c);
            } catch (std::exception const& e) {
                wrong = e.what();
            }
            ++(wrong.empty() ? passed : failed);
            if (!wrong.empty())
                std::cout << "FAILED " << file.stem().string() << ": " << wrong << '\n';
        }
    } catch (std::exception const& e) {
        std::cerr << e.what() << '\n';
        return 2;
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
