// Takes exported programs through everything that graft does with programs and compares with what torch gave:
// `graft_zoo [--jobs N] [--seconds N] DIR...`, where DIR, or each folder in it, holds model.pt2, inputs.safetensors and
// outputs.safetensors. A line for each program and stage that is not right, counts by stage, ops without a kernel, and
// `N passed, M failed`. A program has a process of its own, and N seconds (300) for it, so that a signal or a hang is a
// line like any other.

#include "program_processes.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace graft_test;

std::vector<fs::path> find_programs(std::vector<fs::path> const& folders) {
    std::vector<fs::path> programs;
    for (fs::path const& folder : folders)
        if (fs::exists(folder / "model.pt2"))
            programs.push_back(folder);
        else
            for (fs::directory_entry const& entry : fs::directory_iterator(folder))
                if (fs::exists(entry.path() / "model.pt2"))
                    programs.push_back(entry.path());
    std::ranges::sort(programs);
    return programs;
}

} // namespace

int main(int argc, char** argv) {
    unsigned jobs = 1, seconds = 300;
    std::vector<fs::path> folders;
    for (int i = 1; i < argc; ++i)
        if (std::string_view const option = argv[i]; (option == "--jobs" || option == "--seconds") && i + 1 < argc) {
            unsigned& chosen = option == "--jobs" ? jobs : seconds;
            chosen = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        } else {
            folders.emplace_back(argv[i]);
        }
    if (folders.empty()) {
        std::fputs("usage: graft_zoo [--jobs N] [--seconds N] DIR...\n", stderr);
        return 2;
    }
    try {
        std::vector<program_check> programs;
        for (fs::path const& folder : find_programs(folders))
            programs.push_back({folder.filename().string(),
                                [folder](zoo_report const& report) { zoo_program(folder, report).check(); }});
        if (programs.empty())
            raise(errc::invalid_argument, "there is no program in these folders");
        totals const all = check_all(programs, jobs, seconds);
        print(all);
        return all.failed == 0 ? 0 : 1;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
