#pragma once

#include "zoo_program.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace graft_test {

/// How often a stage came to an end, and how.
struct stage_counts {
    std::size_t right = 0, wrong = 0, signals = 0, no_kernel = 0;
};

/// What all programs came to.
struct totals {
    std::map<std::string, stage_counts> stages;
    std::map<std::string, std::set<std::string>> missing; ///< programs by the op that has no kernel
    std::vector<std::string> order;                       ///< stages in the order in which they were first met
    std::size_t passed = 0, failed = 0;

    /// The counts of a stage.
    stage_counts& of(std::string const& stage) {
        if (!stages.contains(stage))
            order.push_back(stage);
        return stages[stage];
    }
};

/// A program to be checked in a process of its own.
struct program_check {
    std::string name;                                 ///< of the program
    std::function<void(zoo_report const&)> run;       ///< checks it
    std::function<void(bool good)> end = [](bool) {}; ///< called in the first process when it is known how it was
};

namespace detail {

// The process that checks one program; it writes a line for each event.
inline void check_in_child(program_check const& program, std::FILE* out, unsigned seconds) {
    alarm(seconds);
    auto const write = [out](char kind, std::string const& stage, std::string const& what) {
        std::fprintf(out, "%c\t%s\t%s\n", kind, stage.c_str(), what.c_str());
        std::fflush(out);
    };
    program.run({[&](std::string const& stage) { write('b', stage, ""); },
                 [&](std::string const& stage, stage_outcome o, std::string const& what) {
                     write(o == stage_outcome::right ? 'r' : o == stage_outcome::wrong ? 'w' : 'n', stage, what);
                 }});
    write('e', "", "");
}

// Reads what the process of a program has written, prints what is not right, and adds it up; false where something is
// not right.
inline bool add_program(std::string const& program, std::FILE* written, int status, totals& all) {
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
    return good;
}

} // namespace detail

/// Checks programs, so many at once and each for so many seconds, and adds them up in their order. A line for each
/// program and stage that is not right; a signal or a hang is a line like any other.
inline totals check_all(std::vector<program_check> const& programs, std::size_t jobs, unsigned seconds) {
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
                raise(errc::internal, "there can be no process for ", programs[next].name);
            if (id == 0) {
                detail::check_in_child(programs[next], written, seconds);
                _exit(0);
            }
            running.emplace(next, child{id, written});
        }
        // The first is waited for, so that lines come in the order of programs.
        auto const [position, first] = *running.begin();
        int status = 0;
        waitpid(first.id, &status, 0);
        programs[position].end(detail::add_program(programs[position].name, first.written, status, all));
        std::fclose(first.written);
        running.erase(position);
    }
    return all;
}

/// Prints the counts of stages, the ops without a kernel, and how many programs passed and failed.
inline void print(totals const& all) {
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

} // namespace graft_test
