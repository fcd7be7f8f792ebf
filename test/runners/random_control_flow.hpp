#pragma once

#include "random_program.hpp"

#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/runtime/control_flow.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

// Draws an inner graph on the operands that are there, whose results have the specs that are wanted, or any.
inline bool random_program::make_branch(random_scope& inner, std::vector<graft::value_spec>& results) {
    graft::graph& of = inner.g();
    std::size_t const given = inner.tensors.size();
    // It writes to tensors of its own, and gives such.
    inner.may_write_any = !functional_;
    inner.may_write = [&inner, operands = inner.tensors](node_id n) {
        return std::ranges::none_of(operands, [&](node_id operand) { return inner.share(n, operand); });
    };
    std::vector<node_id> made;
    auto const find = [&] {
        made.clear();
        for (graft::value_spec const& wanted : results)
            for (std::size_t i = given; i < inner.tensors.size(); ++i)
                if (node_id const n = inner.tensors[i];
                    *of.val(n) == wanted && inner.may_write(n) &&
                    std::ranges::none_of(made, [&](node_id o) { return inner.share(n, o); })) {
                    made.push_back(n);
                    break;
                }
        return made.size() == results.size();
    };
    bool const free = results.empty();
    for (int turns = 0; turns < (free ? 4 : 40) && (free || !find()); ++turns)
        static_cast<void>(add_call(inner, draw_for_branch(), 4));
    for (std::size_t i = inner.tensors.size(); free && i-- > given && results.size() < 2;)
        if (inner.may_write(inner.tensors[i]) &&
            (results.empty() || !inner.share(inner.tensors[i], inner.tensors.back())))
            results.push_back(*of.val(inner.tensors[i]));
    if (results.empty() || !find())
        return false;
    of.output(graft::arg::tuple(as_args(made)));
    return true;
}

// Calls control flow on graphs, whose names are given, and adds the results; false, and all is as before, where they are
// not sound.
inline bool random_program::add_flow(std::string_view op, graft::vec<graft::arg> args,
                                     std::vector<graft::submodule> graphs, graft::vec<graft::arg> const& rest,
                                     std::vector<graft::value_spec> const& results) {
    std::vector<node_id> names;
    for (graft::submodule& inner : graphs) {
        names.push_back(g().get_attr(inner.name));
        args.push_back(graft::arg::node(names.back()));
        program_.module.submodules.push_back(std::move(inner));
    }
    args.insert(args.end(), rest.begin(), rest.end());
    node_id const call = g().call_function(op, args);
    g().set_val(call, graft::value_spec::of_list({results.begin(), results.end()}));
    if (scope_.add(call))
        return true;
    for (; !names.empty(); names.pop_back()) {
        g().erase_node(names.back());
        program_.module.submodules.pop_back();
    }
    return false;
}

// Some of the tensors that there are, each once.
inline std::vector<graft::node_id> random_program::some_tensors(std::size_t most) {
    std::vector<node_id> operands;
    for (std::size_t count = random_.below(most) + 1; count > 0; --count)
        if (node_id const n = random_.pick(scope_.tensors); std::ranges::find(operands, n) == operands.end())
            operands.push_back(n);
    return operands;
}

// A call of `cond` on tensors that there are; false where no two branches have the same results.
inline bool random_program::add_cond() {
    std::optional<node_id> flag;
    for (node_id const n : scope_.tensors)
        if (scope_.spec(n).dtype == graft::dtype::boolean && scope_.spec(n).sizes.empty())
            flag = n;
    if (!flag)
        flag = make_input({graft::dtype::boolean, {}});
    std::vector<node_id> const operands = some_tensors(3);
    std::string const number = std::to_string(flows_++);
    std::vector<graft::submodule> branches(2);
    std::vector<graft::value_spec> results;
    for (graft::submodule& branch : branches) {
        branch.name = (&branch == branches.data() ? "true_graph_" : "false_graph_") + number;
        random_scope inner(branch.module, random_);
        inner.ranges = scope_.ranges;
        inner.symbols = scope_.symbols;
        for (random_world const& w : scope_.worlds)
            inner.worlds.emplace_back(library_, w.how()).is_exact = is_exact_value;
        for (node_id const n : operands) {
            node_id const p = add_operand(inner, *g().val(n));
            for (std::size_t w = 0; w < inner.worlds.size(); ++w)
                inner.worlds[w].set_like(p, scope_.worlds[w], n, scope_.worlds[w].at(n).tensor());
        }
        if (!make_branch(inner, results))
            return false;
    }
    return add_flow("torch.ops.higher_order.cond", {graft::arg::node(*flag)}, std::move(branches),
                    {graft::arg::tuple(as_args(operands))}, results);
}

// A call of `map` on the rows of a tensor, and on another tensor as a whole.
inline bool random_program::add_map() {
    node_id const rows = random_.pick(scope_.tensors);
    graft::tensor_spec row = scope_.spec(rows);
    if (row.dim() == 0 || row.sizes[0] == 0)
        return false;
    graft::sym_int const count = row.sizes[0];
    row.sizes.erase(row.sizes.begin());
    row.strides.erase(row.strides.begin());
    std::vector<node_id> operands = some_tensors(1);
    std::erase(operands, rows);
    std::vector<graft::submodule> body(1);
    body[0].name = "body_graph_" + std::to_string(flows_++);
    random_scope inner(body[0].module, random_);
    inner.ranges = scope_.ranges;
    std::vector<std::pair<std::size_t, std::int64_t>> rows_of_worlds; // the world of the program, and the row
    for (std::size_t w = 0; w < scope_.worlds.size(); ++w)
        for (std::int64_t i = 0; i < evaluate(count, scope_.symbols[w]); ++i) {
            rows_of_worlds.emplace_back(w, i);
            inner.symbols.push_back(scope_.symbols[w]);
            inner.worlds.emplace_back(library_, scope_.worlds[w].how()).is_exact = is_exact_value;
        }
    node_id const one = add_operand(inner, row);
    for (std::size_t k = 0; k < rows_of_worlds.size(); ++k) {
        auto const [w, i] = rows_of_worlds[k];
        inner.worlds[k].set_like(one, scope_.worlds[w], rows,
                                 graft::detail::row_of(scope_.worlds[w].at(rows).tensor(), i));
    }
    for (node_id const n : operands) {
        node_id const p = add_operand(inner, *g().val(n));
        for (std::size_t k = 0; k < rows_of_worlds.size(); ++k) {
            random_world const& outer = scope_.worlds[rows_of_worlds[k].first];
            inner.worlds[k].set_like(p, outer, n, outer.at(n).tensor());
        }
    }
    std::vector<graft::value_spec> results;
    if (!make_branch(inner, results))
        return false;
    for (graft::value_spec& result : results) {
        graft::vec<graft::sym_int> sizes = result.tensor.sizes;
        sizes.insert(sizes.begin(), count);
        result = graft::make_spec(result.tensor.dtype, std::move(sizes));
    }
    return add_flow("torch.ops.higher_order.map_impl", {}, std::move(body),
                    {graft::arg::list({graft::arg::node(rows)}), graft::arg::list(as_args(operands))}, results);
}

} // namespace graft_test
