#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Lets calls of `torch.linalg` raise their errors themselves. PyTorch's `run_decompositions` leaves a call that has no
/// inverse, say, to return a number for it, and another call, `with_effects` of `aten::_linalg_check_errors`, to raise
/// the error, whose order tokens keep. The first one receives `check_errors=True`, the other goes, and with the last
/// one the tokens among inputs and outputs. Returns how many such calls there were; one that checks what no call with
/// `check_errors` gives stays. In the program's own graph, not in those of branches.
///
/// `read_pt2<every_op>` runs it.
struct merge_error_checks_pass {
    static constexpr std::string_view name = "merge_error_checks"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;       ///< runs it
};
inline constexpr merge_error_checks_pass merge_error_checks{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LIBRARY_BODIES)
#    include <graft/ir/argument.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/signature.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/op_info.hpp>

#    include <algorithm>
#    include <set>
#    include <utility>

namespace graft {
namespace detail {

/// True for a call that raises an error where numbers tell of one.
[[nodiscard]] inline bool is_error_check(graph const& g, node_id n) {
    if (g.op(n) != opcode::call_function || !g.target(n).name.ends_with("higher_order.with_effects") ||
        g.arg_count(n) < 3)
        return false;
    arg_ref const callee = g.arg(n, 1);
    return callee.kind() == arg_kind::string && callee.text().find("_linalg_check_errors") != std::string_view::npos &&
           g.arg(n, 0).kind() == arg_kind::node && g.arg(n, 2).kind() == arg_kind::node;
}

/// Lets the call check that gives these numbers; false where it cannot.
inline bool check_within(graph& g, node_id numbers) {
    if (g.arg_count(numbers) == 0 || g.arg(numbers, 0).kind() != arg_kind::node)
        return false;
    node_id const call = g.arg(numbers, 0).node();
    if (g.op(call) != opcode::call_function || g.target(call).op == nullptr ||
        g.target(call).op->find_argument("check_errors") < 0)
        return false;
    call_arguments given = map_arguments(g, call, [](node_id n) { return arg::node(n); });
    auto const known =
        std::find_if(given.kwargs.begin(), given.kwargs.end(), [](kwarg const& k) { return k.key == "check_errors"; });
    if (known != given.kwargs.end())
        known->value = true;
    else
        given.kwargs.push_back({"check_errors", true});
    g.set_args(call, given.args, given.kwargs);
    return true;
}

/// Tokens that an input is and an output, and nothing else, are neither.
inline void remove_idle_tokens(exported_program& program) {
    graph& g = program.graph();
    std::set<node_id> tokens;
    for (input_spec const* const spec : program.signature.inputs_of(input_kind::token))
        if (auto const n = g.find(spec->name))
            tokens.insert(*n);
    arg results = to_arg(g.arg(g.back(), 0));
    vec<arg> kept;
    vec<output_spec> outputs;
    for (std::size_t i = 0; i < results.items.size(); ++i) {
        arg const& item = results.items[i];
        if (program.signature.outputs[i].kind == output_kind::token && item.kind == arg_kind::node &&
            tokens.contains(static_cast<node_id>(item.bits)))
            continue;
        kept.push_back(item);
        outputs.push_back(std::move(program.signature.outputs[i]));
    }
    results.items = std::move(kept);
    program.signature.outputs = std::move(outputs);
    g.set_arg(g.back(), 0, results);
    vec<input_spec> inputs;
    for (input_spec& spec : program.signature.inputs) {
        node_id const n = g.find(spec.name).value_or(no_node);
        if (spec.kind == input_kind::token && n != no_node && g.use_count(n) == 0)
            g.erase_node(n);
        else
            inputs.push_back(std::move(spec));
    }
    program.signature.inputs = std::move(inputs);
    update_output_names(program);
}

} // namespace detail

GRAFT_INLINE std::size_t merge_error_checks_pass::operator()(exported_program& program) const {
    graph& g = program.graph();
    vec<node_id> checks;
    for (node_id const n : g.nodes())
        if (detail::is_error_check(g, n))
            checks.push_back(n);
    std::size_t count = 0;
    for (node_id const n : checks) {
        vec<node_id> const users = g.users(n);
        bool const only_token = std::all_of(users.begin(), users.end(), [&](node_id user) {
            return g.target(user).name == "operator.getitem" &&
                   (g.arg(user, 1).integer() == 0 || g.use_count(user) == 0);
        });
        if (!only_token || !detail::check_within(g, g.arg(n, 2).node()))
            continue;
        for (node_id const user : users) {
            g.replace_all_uses_with(user, g.arg(n, 0).node());
            g.erase_node(user);
        }
        g.erase_node(n);
        ++count;
    }
    if (count != 0)
        detail::remove_idle_tokens(program);
    return count;
}

} // namespace graft
#endif
