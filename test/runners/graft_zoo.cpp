// Takes exported programs through everything that graft does with programs and compares with what torch gave:
// `graft_zoo [--jobs N] [--seconds N] DIR...`, where DIR, or each folder in it, holds model.pt2, inputs.safetensors and
// outputs.safetensors. A line for each program and stage that is not right, counts by stage, ops without a kernel, and
// `N passed, M failed`. A program has a process of its own, and N seconds (300) for it, so that a signal or a hang is a
// line like any other.

#include "zoo_program.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <vector>

#include <sys/wait.h>

namespace {

using namespace graft_test;

/// How often a stage came to an end, and how.
struct stage_counts {
    std::size_t right = 0, wrong = 0, signals = 0, no_kernel = 0;
};

/// What all programs came to.
struct totals {
    std::map<std::string, stage_counts> stages;
    std::map<std::string, std::set<std::string>> missing; // programs by the op that has no kernel
    std::vector<std::string> order;                       // stages in the order in which they were first met
    std::size_t passed = 0, failed = 0;

    stage_counts& of(std::string const& stage) {
        if (!stages.contains(stage))
            order.push_back(stage);
        return stages[stage];
    }
};

/// The process that checks one program; it writes a line for each event.
void check_in_child(fs::path const& folder, std::FILE* out, unsigned seconds) {
    alarm(seconds);
    auto const write = [out](char kind, std::string const& stage, std::string const& what) {
        std::fprintf(out, "%c\t%s\t%s\n", kind, stage.c_str(), what.c_str());
        std::fflush(out);
    };
    zoo_report const report{[&](std::string const& stage) { write('b', stage, ""); },
                            [&](std::string const& stage, stage_outcome o, std::string const& what) {
                                write(o == stage_outcome::right ? 'r' : o == stage_outcome::wrong ? 'w' : 'n', stage, what);
                            }};
    zoo_program(folder, report).check();
    write('e', "", "");
}

/// Reads what the process of a program has written, prints what is not right, and adds it up.
void add_program(fs::path const& folder, std::FILE* written, int status, totals& all) {
    std::string const program = folder.filename().string();
    std::rewind(written);
    std::string begun;
    bool good = true, ended = false;
    std::array<char, 4096> line;
    while (std::fgets(line.data(), static_cast<int>(line.size()), written) != nullptr) {
        std::string text{line.data()};
        text.erase(text.find_last_not_of('\n') + 1);
        std::size_t const tab = text.find('\t', 2);
        if (text.size() < 2 || tab == std::string::npos)
            continue;
        std::string const stage = text.substr(2, tab - 2), what = text.substr(tab + 1);
        switch (text[0]) {
        case 'b': begun = stage; break;
        case 'e': ended = true; break;
        case 'r': ++all.of(stage).right; break;
        case 'n':
            ++all.of(stage).no_kernel;
            all.missing[what].insert(program);
            break;
        default:
            ++all.of(stage).wrong;
            good = false;
            std::printf("%s: %s: %s\n", program.c_str(), stage.c_str(), what.c_str());
        }
    }
    if (!ended) {
        ++all.of(begun).signals;
        good = false;
        std::string const why = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "takes too long"
                                : WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                      : "exit code " + std::to_string(WEXITSTATUS(status));
        std::printf("%s: %s: %s\n", program.c_str(), begun.c_str(), why.c_str());
    }
    ++(good ? all.passed : all.failed);
    std::fflush(stdout);
}

/// Runs programs, so many at once, and adds them up in their order.
totals check_all(std::vector<fs::path> const& programs, std::size_t jobs, unsigned seconds) {
    struct child {
        pid_t id;
        std::FILE* written;
    };
    totals all;
    std::map<std::size_t, child> running; // by the position of the program
    std::size_t next = 0;
    while (next < programs.size() || !running.empty()) {
        for (; next < programs.size() && running.size() < jobs; ++next) {
            std::FILE* const written = std::tmpfile();
            std::fflush(nullptr);
            pid_t const id = written == nullptr ? -1 : fork();
            if (id < 0)
                raise(errc::internal, "there can be no process for ", programs[next].string());
            if (id == 0) {
                check_in_child(programs[next], written, seconds);
                _exit(0);
            }
            running.emplace(next, child{id, written});
        }
        // The first is waited for, so that lines come in the order of programs.
        auto const [position, first] = *running.begin();
        int status = 0;
        waitpid(first.id, &status, 0);
        add_program(programs[position], first.written, status, all);
        std::fclose(first.written);
        running.erase(position);
    }
    return all;
}

void print(totals const& all) {
    std::printf("%-44s %7s %7s %7s %9s\n", "stage", "right", "wrong", "signal", "no kernel");
    for (std::string const& stage : all.order) {
        stage_counts const& c = all.stages.at(stage);
        std::printf("%-44s %7zu %7zu %7zu %9zu\n", stage.c_str(), c.right, c.wrong, c.signals, c.no_kernel);
    }
    std::set<std::string> without;
    for (auto const& [op, programs] : all.missing) {
        std::printf("no kernel for %s: %zu programs\n", op.c_str(), programs.size());
        without.insert(programs.begin(), programs.end());
    }
    std::printf("%zu programs hold an op without a kernel\n", without.size());
    std::printf("%zu passed, %zu failed\n", all.passed, all.failed);
}

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
        std::vector<fs::path> const programs = find_programs(folders);
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
