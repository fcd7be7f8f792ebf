#include <doctest/doctest.h>

#include <graft/core/block_cache.hpp>
#include <graft/io/pt2/writer.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/report.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/random_inputs.hpp>

#include "../../examples/graft_opt/lowering.hpp"
#include "../../examples/graft_opt/planning.hpp"
#include "../../examples/graft_opt/pte.hpp"
#include "../../examples/graft_opt/rewriting.hpp"
#include "../../examples/graft_opt/run.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace graft;
namespace fs = std::filesystem;

/// A hostile program, taken through all that graft-opt does: each step works, or gives an error.
class hostile_program {
public:
    explicit hostile_program(fs::path const& path) : path_(path.string()) {}

    void take_through_everything() {
        if (!step([&] { at_.program = read_program(path_); }))
            return;
        at_.at = level_of(at_.program);
        visit(at_);
        lowered_program lowered = at_;
        for (stage::kind const to : {stage::to_edge, stage::to_backend}) {
            if (!step([&] { lower(lowered, {to, {}, {}}, {}, quiet_); }))
                break;
            visit(lowered);
        }
        for (std::string const& pass : pass_names()) {
            lowered_program passed = at_;
            if (step([&] { lower(passed, {stage::passes, pass, {}}, {}, quiet_); }))
                run(passed, true);
        }
        lowered_program rewritten = at_;
        if (step([&] { static_cast<void>(rewrite_with(rewritten.program, "all", false)); }))
            visit(rewritten);
    }
    [[nodiscard]] std::size_t errors() const { return errors_; }
    /// What a step raised that is no error of ours.
    [[nodiscard]] std::string const& strange() const { return strange_; }

private:
    template <class Do>
    bool step(Do const& what) {
        try {
            what();
            return true;
        } catch (error const&) {
            ++errors_;
        } catch (std::exception const& e) {
            strange_ = e.what();
        }
        return false;
    }

    void visit(lowered_program const& p) {
        step([&] { static_cast<void>(verify(p)); });
        step([&] { static_cast<void>(fx_text(p.program.graph()) + text(p.program.graph())); });
        run(p, false);
        run(p, true);
        std::vector<tensor> inputs;
        step([&] { inputs = random_inputs(p.program, 1); });
        step([&] { static_cast<void>(run_named(p.program, inputs)); });
        step([&] { static_cast<void>(plain_interpreter(cpu_library()).run(p.program, clone_all(inputs))); });
        step([&] {
            std::ostringstream out;
            write_pt2(out, p.program);
        });
        fs::path const pte = fs::temp_directory_path() / ("hostile_" + fs::path(path_).stem().string() + ".pte");
        step([&] { write_program(pte.string(), p.program, {}); });
        fs::remove(pte);
    }

    void run(lowered_program const& p, bool in_place) {
        step([&] {
            memory_plan const plan = plan_of(p.program, in_place);
            static_cast<void>(text(plan) + std::to_string(bytes_with_branches(p.program)));
            static_cast<void>(run_named(p.program, random_inputs(p.program, 1), &plan));
        });
    }

    std::string path_;
    lowered_program at_;
    std::ostringstream quiet_;
    std::size_t errors_ = 0;
    std::string strange_;
};

TEST_CASE("hostile: a program that says what cannot be gives errors, and no step crashes") {
    storage_limit const limit(std::size_t{1} << 26);
    std::set<fs::path> files;
    for (auto const& entry : fs::directory_iterator(fs::path(GRAFT_TEST_DATA) / "hostile"))
        if (entry.path().extension() == ".pt2")
            files.insert(entry.path());
    CHECK(files.size() > 0);
    for (fs::path const& file : files) {
        CAPTURE(file.filename().string());
        hostile_program program(file);
        program.take_through_everything();
        CHECK(program.errors() > 0);
        CHECK(program.strange() == "");
    }
}

} // namespace
