// Draws random programs and takes each through everything that graft does with programs: `graft_random [--jobs N]
// [--seconds N] [--keep DIR] [--views] FIRST COUNT` draws those of the seeds FIRST, FIRST + 1, ..., COUNT of them, and
// compares with what the interpreter gives for the program as it was drawn; of these seeds with --views only those whose
// programs are of few tensors and many views. Prints what `graft_zoo` prints; the folders of programs that fail are kept
// in DIR, as graft_zoo and graft-opt take them.

#include "../../examples/graft_opt/library.hpp"
#include "program_processes.hpp"
#include "random_control_flow.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using namespace graft_test;

void draw_and_check(std::uint64_t seed, fs::path const& folder, zoo_report const& report) {
    report.begin("draw");
    try {
        random_program(seed, graft_opt_library()).write(folder);
    } catch (std::exception const& e) {
        report.end("draw", stage_outcome::wrong, e.what());
        return;
    }
    report.end("draw", stage_outcome::right, "");
    zoo_program(folder, report).check();
}

} // namespace

int main(int argc, char** argv) {
    unsigned jobs = 1, seconds = 300;
    bool views = false;
    fs::path keep;
    std::vector<std::uint64_t> numbers;
    for (int i = 1; i < argc; ++i)
        if (std::string_view const option = argv[i]; (option == "--jobs" || option == "--seconds") && i + 1 < argc)
            (option == "--jobs" ? jobs : seconds) = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        else if (option == "--keep" && i + 1 < argc)
            keep = argv[++i];
        else if (option == "--views")
            views = true;
        else
            numbers.push_back(std::strtoull(argv[i], nullptr, 10));
    if (numbers.size() != 2) {
        std::fputs("usage: graft_random [--jobs N] [--seconds N] [--keep DIR] [--views] FIRST COUNT\n", stderr);
        return 2;
    }
    try {
        fs::path const all_folders = fs::temp_directory_path() / ("graft_random." + std::to_string(getpid()));
        std::vector<program_check> programs;
        for (std::uint64_t seed = numbers[0]; seed < numbers[0] + numbers[1]; ++seed) {
            if (views && !random_program::is_of_views(seed))
                continue;
            fs::path const folder = all_folders / ("seed_" + std::to_string(seed));
            programs.push_back({"seed " + std::to_string(seed),
                                [=](zoo_report const& report) { draw_and_check(seed, folder, report); },
                                [=](bool good) {
                                    if (!good && !keep.empty() && fs::exists(folder))
                                        fs::copy(folder, keep / folder.filename(),
                                                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
                                    fs::remove_all(folder);
                                }});
        }
        if (!keep.empty())
            fs::create_directories(keep);
        totals const all = check_all(programs, jobs, seconds);
        fs::remove_all(all_folders);
        print(all);
        return all.failed == 0 ? 0 : 1;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
