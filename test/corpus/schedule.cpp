#include "checks.hpp"
#include "pass_order.hpp"

#include <graft/core/error.hpp>
#include <graft/pass/manager.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using nlohmann::json;
using strings = std::vector<std::string>;

// Passes that note that they run, and report what the case says for each run.
class scripted_passes {
public:
    explicit scripted_passes(corpus::test_case const& c)
        : modifies_(c.option("modifies", std::map<std::string, std::vector<bool>>{})),
          raises_(c.option("raises", strings{})) {}

    [[nodiscard]] graft::any_pass make(std::string const& name) {
        return graft::make_pass(name, [this, name](graft::exported_program&) { return run(name); });
    }

    strings log;

private:
    bool run(std::string const& name) {
        log.push_back(name);
        if (std::find(raises_.begin(), raises_.end(), name) != raises_.end())
            throw std::runtime_error("as the case wants");
        std::vector<bool> const& script = modifies_[name];
        std::size_t const n = runs_[name]++;
        return n < script.size() && script[n];
    }

    std::map<std::string, std::vector<bool>> modifies_;
    strings raises_;
    std::map<std::string, std::size_t> runs_;
};

// True when every step of the log but an unfinished last one runs the passes in a right order.
bool runs_right_orders(strings log, corpus::test_case const& c) {
    std::erase(log, "check");
    std::size_t const count = corpus::listed_passes(c).size();
    for (std::size_t at = 0; at + count <= log.size(); at += count)
        if (auto const begin = log.begin() + static_cast<std::ptrdiff_t>(at);
            !corpus::is_right_order({begin, begin + static_cast<std::ptrdiff_t>(count)}, c))
            return false;
    return log.size() >= count;
}

} // namespace

std::string corpus::check_schedule(test_case const& c) {
    json const expected = c.json("expect");
    scripted_passes script(c);
    std::vector<graft::any_pass> passes;
    for (std::string const& name : listed_passes(c))
        passes.push_back(script.make(name));
    graft::pass_manager manager{std::move(passes), pass_constraints(c)};
    // FX takes 0 steps for one.
    manager.steps = std::max<std::size_t>(1, c.option<std::size_t>("steps", 1));
    manager.run_checks_after_each_pass = c.option("run_checks_after_each_pass", false);
    if (c.option("checks", false))
        manager.add_checks([&](graft::exported_program const&) { script.log.emplace_back("check"); });

    graft::exported_program program;
    json got;
    try {
        bool const modified = manager(program).modified;
        got = {{"log", script.log}, {"modified", modified}};
    } catch (graft::error const& e) {
        got = {{"log", script.log}, {"error", e.sentence()}};
    }
    bool const fails = expected.contains("error");
    if (fails && got.contains("error") && script.log == expected.value("log", strings{})) {
        // FX's sentence starts with a capital and ends before the cause.
        std::string const want = expected.at("error"), said = got.at("error");
        bool const circular = want.rfind("Circular", 0) == 0;
        if (circular || said.find(want.substr(1)) == 1)
            return "";
    }
    bool const rerun = fails && manager.steps != 1 && script.log.size() >= listed_passes(c).size() &&
                       expected.at("error").get<std::string>().rfind("Circular", 0) == 0;
    if (got == expected || rerun || (confuses_fx(c) && runs_right_orders(script.log, c)))
        return "";
    return difference(expected.dump(), got.dump());
}
