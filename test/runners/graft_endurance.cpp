// Runs a program over and over while a second process does the same: `graft_endurance FOLDER [RUNS]`, 10,000 unless told,
// where the folder holds model.pt2 and inputs.safetensors. Every run gives the same bits and leaves no memory behind.

#include "../../examples/graft_opt/cases.hpp"
#include "../../examples/graft_opt/lowering.hpp"
#include "../../examples/graft_opt/planning.hpp"
#include "../counting_new.hpp"

#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/executor.hpp>

#include <graft/meta/vec.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace graft;

/// A process that runs the same program until it is no longer needed.
class second_process {
public:
    explicit second_process(executor& run, std::span<tensor const> inputs) : id_(fork()) {
        if (id_ < 0)
            raise(errc::internal, "there can be no second process");
        for (vec<tensor> outputs; id_ == 0;)
            run.run(inputs, outputs);
    }
    ~second_process() {
        kill(id_, SIGKILL);
        waitpid(id_, nullptr, 0);
    }
    second_process(second_process const&) = delete;
    second_process& operator=(second_process const&) = delete;

private:
    pid_t id_;
};

bool same_bits(std::span<tensor const> a, std::span<tensor const> b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].defined() && std::memcmp(a[i].data(), b[i].data(), a[i].nbytes()) != 0)
            return false;
    return a.size() == b.size();
}

/// Gives dense tensors the elements of others.
void restore(std::span<tensor const> from, std::span<tensor const> to) {
    for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i].defined())
            std::memcpy(to[i].data(), from[i].data(), from[i].nbytes());
}

/// What is wrong, nothing when all is well; prints how often a run asks for memory.
std::string complaint(std::string const& folder, int runs) {
    std::ostream quiet(nullptr);
    lowered_program p{read_program(folder + "/model.pt2")};
    lower(p, {stage::to_backend, {}, {}}, {}, quiet);
    std::vector<tensor> const inputs = read_cases(p.program, folder + "/inputs.safetensors", {}).inputs.at(0);
    std::vector<tensor> const given = clone_all(inputs);
    memory_plan const plan = plan_of(p.program);
    executor run(p.program, cpu_library(), &plan);
    vec<tensor> outputs;
    auto const run_again = [&] {
        restore(inputs, given);
        run.reset();
        run.run(given, outputs);
    };
    // What lasts from one run into the next is there after a few.
    for (int i = 0; i < 3; ++i)
        run_again();
    std::vector<tensor> const first = clone_all(outputs);
    second_process const other(run, given);
    std::int64_t const before = allocation_count(), live = live_allocation_count();
    for (int i = 0; i < runs; ++i) {
        run_again();
        if (!same_bits(outputs, first))
            return "run " + std::to_string(i) + " gives other outputs";
    }
    std::int64_t const left = live_allocation_count() - live;
    std::printf("%d equal runs, %.1f allocations a run\n", runs,
                static_cast<double>(allocation_count() - before) / runs);
    return left == 0 ? "" : std::to_string(left) + " allocations are left behind";
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        std::fputs("usage: graft_endurance FOLDER [RUNS]\n", stderr);
        return 2;
    }
    int const runs = argc == 3 ? std::max(1, std::atoi(argv[2])) : 10'000;
    std::printf("%s: ", argv[1]);
    std::fflush(stdout);
    try {
        std::string const wrong = complaint(argv[1], runs);
        if (!wrong.empty())
            std::printf("%s\n", wrong.c_str());
        return wrong.empty() ? 0 : 1;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
