#include "lowering.hpp"

#include "library.hpp"

#include <graft/dialect/verify.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/library/every_op.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/print_diff.hpp>
#include <graft/pass/registry.hpp>
#include <graft/pass/timing.hpp>
#include <graft/transform/to_edge.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

namespace {

using namespace graft;

pass_registry all_passes() { return lowering_passes(graft_opt_library(), graft_opt_decompositions()); }

/// Prints what passes say that they did.
pass_observer print_counts(std::ostream& out) {
    return {.after = [&out](pass_event const& event) {
        for (pass_count const& c : event.result.counts)
            out << "  " << c.what << ": " << c.count << '\n';
    }};
}

/// The passes of a stage, in any order: the constraints say what comes before what.
pass_manager manager_of(stage const& s, level at, bool for_executorch) {
    if (s.what == stage::passes) {
        try {
            return pass_manager{all_passes().select(s.argument)};
        } catch (error const& e) {
            throw usage_error{e.sentence()};
        }
    }
    if (s.what == stage::to_edge)
        return at == level::aten ? to_edge_passes(graft_opt_decompositions()) : pass_manager{};
    pass_manager manager = to_backend_passes(graft_opt_library(), {.for_executorch = for_executorch});
    if (at == level::aten)
        manager.add_pass(all_passes().find("to_edge")).add_constraint(this_before_that("to_edge", "quant_fusion"));
    return manager;
}

/// The dialect of a program behind a stage.
level level_after(stage const& s, level at) {
    if (s.what == stage::to_backend)
        return level::backend;
    return s.what == stage::to_edge && at == level::aten ? level::edge : at;
}

char const* title_of(stage const& s) {
    switch (s.what) {
    case stage::to_edge: return "to-edge:\n";
    case stage::to_backend: return "to-backend:\n";
    default: return "passes:\n";
    }
}

/// The rewrites that a pass consists of, if it does.
std::optional<limited_rewrite> rewrites_of(std::string_view pass) {
    if (any_phase const* const of = rules_of_pass(pass))
        return limit_rewrites(*of);
    return {};
}

} // namespace

exported_program read_program(std::string const& path) {
    exported_program program = read_pt2(path, {.find_op = find_graft_opt_op, .model = {}});
    canonicalize(program);
    return program;
}

std::vector<checked_step> lowering_steps(stage const& s, level& at) {
    std::vector<checked_step> steps;
    pass_manager const manager = manager_of(s, at, false);
    for (any_pass const& pass : manager.ordered_passes()) {
        if (pass.name != "to_edge") {
            steps.push_back({pass, rewrites_of(pass.name)});
            continue;
        }
        for (edge_step const& part : edge_steps<>)
            steps.push_back({make_pass(std::string{part.name},
                                       [run = part.run](exported_program& p) {
                                           static_cast<void>(run(p, graft_opt_decompositions()));
                                       }),
                             rewrites_of(part.name)});
        steps.push_back({pass, {}}); // nothing is left but to say so
    }
    at = level_after(s, at);
    return steps;
}

std::vector<std::string> pass_names() {
    pass_registry const registry = all_passes();
    auto const names = registry.names();
    return {names.begin(), names.end()};
}

void lower(lowered_program& p, stage const& s, options const& o, std::ostream& out) {
    pass_manager manager = manager_of(s, p.at, o.writes_pte());
    manager.add_observer(print_counts(out));
    if (o.print_before_all)
        manager.add_observer(print_ir(out, print_when::before_all));
    if (o.print_after_all)
        manager.add_observer(print_ir(out, print_when::after_all));
    out << title_of(s);
    if (o.print_pass_order)
        out << manager.explain_order();
    if (o.print_diff)
        manager.add_observer(print_node_delta(out)).add_observer(print_diff(out));
    pass_timing const timing;
    if (o.time_passes)
        manager.add_observer(timing.observer());
    static_cast<void>(manager(p.program));
    if (o.time_passes)
        out << text(timing);
    p.at = level_after(s, p.at);
    out << "  nodes: " << p.program.graph().size() << '\n';
}

verdict verify(lowered_program const& p, bool strict) {
    edge_rules rules;
    rules.kept_calls = strict ? nullptr : kept_calls<>;
    auto const violations = p.at == level::aten   ? verify_aten(p.program)
                            : p.at == level::edge ? verify_edge(p.program, rules)
                                                  : verify_backend(p.program, rules);
    verdict result{!has_errors(violations), {}};
    std::string notes;
    for (violation const& v : violations)
        (is_note(v) ? notes : result.text) += text(v) + "\n";
    auto const count = std::count_if(violations.begin(), violations.end(), is_note);
    if (result.good)
        result.text =
            "ok" + (count == 0 ? "" : ", " + std::to_string(count) + (count == 1 ? " note" : " notes")) + "\n" + notes;
    else
        result.text = "\n" + result.text + (count == 0 ? "" : "notes:\n" + notes);
    return result;
}
