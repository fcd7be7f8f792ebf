#include "rewriting.hpp"

#include "files.hpp"

#include <graft/core/error.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/debug/coverage.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/debug/explain.hpp>
#include <graft/rule_text/rule_parser.hpp>
#include <graft/transform/constant_numbers.hpp>
#include <graft/transform/rules/catalogue.hpp>

#include <filesystem>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace graft;

/// Applies one set of rules and says what it did.
template <class Set>
std::string apply(exported_program& program, std::string_view name, Set const& set, sweep order, bool stats) {
    std::size_t const before = program.graph().size();
    rewrite_coverage seen;
    rewrite_result const done =
        stats ? rewrite(program, set, {.order = order}, seen) : rewrite(program, set, {.order = order});
    if (!done.converged)
        raise(errc::internal, text(program.graph(), done));
    std::string report = "  " + std::string{name} + ": rewrites: " + std::to_string(done.rewrites) +
                         ", nodes: " + std::to_string(before) + " -> " + std::to_string(program.graph().size()) + '\n';
    if (stats)
        return report + text(seen);
    for (std::size_t i = 0; i < set.size(); ++i)
        if (done.per_rule[i] != 0)
            report += "    " + std::string{set[i].name} + ": " + std::to_string(done.per_rule[i]) + '\n';
    return report;
}

rule_list read_rules(std::string const& path) {
    std::string const text = read_file(path);
    try {
        return parse_rules(text, find_known_op<>);
    } catch (error const& e) {
        throw error(e.code(), "'" + path + "': " + e.sentence());
    }
}

/// True when the set has a rule of this name.
template <class Set>
bool has_rule(Set const& set, std::string_view name) {
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i].name == name)
            return true;
    return false;
}

/// Calls `f` with the name, the rules and the order of each set that these are.
template <class F>
void for_each_set(std::string const& rules, F const& f) {
    bool known = false;
    auto const visit = [&](any_phase const& phase) {
        if (rules != "all" && rules != phase.name && !(rules == "canonical" && phase.name == "canon"))
            return;
        known = true;
        f(phase.name, phase.rules, phase.order);
    };
    for (any_phase const& phase : rule_sets::phases())
        visit(phase);
    if (rules == "all")
        for (any_phase const& phase : rule_sets::phases())
            if (phase.name == "canon")
                visit(phase);
    if (!known && !std::filesystem::exists(rules))
        raise(errc::invalid_argument, "there is no rule set '", rules, "', and no file of that name");
    if (!known)
        f("file", read_rules(rules), sweep::forward);
}

} // namespace

std::string rewrite_with(exported_program& program, std::string const& rules, bool stats) {
    std::string report = "rules: " + rules + '\n';
    for_each_set(rules, [&](std::string_view name, auto const& set, sweep order) {
        report += apply(program, name, set, order, stats);
    });
    return report;
}

std::vector<checked_step> rewriting_steps(std::string const& rules) {
    std::vector<checked_step> steps;
    for_each_set(rules, [&]<class Set>(std::string_view name, Set&& given, sweep order) {
        auto const set = std::make_shared<std::remove_cvref_t<Set> const>(std::forward<Set>(given));
        limited_rewrite limited;
        for (std::size_t i = 0; i < set->size(); ++i)
            limited.rules.emplace_back((*set)[i].name);
        limited.run = [set, order](exported_program& program, std::size_t limit) {
            return rewrite(program, *set, {.rewrites = limit, .order = order});
        };
        any_pass pass =
            make_pass("rules " + std::string{name}, [run = limited.run](exported_program& p) { return run(p, 0); });
        steps.push_back({std::move(pass), std::move(limited)});
    });
    return steps;
}

std::string explain_rule(exported_program& program, std::string const& rule, std::string const& node) {
    graph& g = program.graph();
    node_id const at = g.at(node);
    std::string why;
    auto const ask = [&](auto const& set) {
        if (why.empty() && has_rule(set, rule))
            why = text(explain(g, set, rule, at, constant_numbers(program)));
    };
    for (any_phase const& phase : rule_sets::phases())
        ask(phase.rules);
    ask(rule_sets::optional_rules().rules);
    if (why.empty())
        raise(errc::invalid_argument, "there is no rule '", rule, "'; --list-rules prints all");
    return "explain at %" + node + ": " + why + '\n';
}
