#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/compare_module.hpp>
#include <graft/ir/copy.hpp>
#include <graft/ir/early_use.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/program.hpp>
#include <graft/partition/submodule_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graft {

namespace detail {

// Puts the nodes of submodules in the place of calls of them.
class submodule_inliner {
public:
    explicit submodule_inliner(graph_module& module)
        : module_(module), g_(module.graph), index_(module), inlined_(module.submodules.size(), false) {}

    // Every call must have been checked.
    void inline_calls(std::span<node_id const> calls) {
        std::size_t nodes = 0;
        for (node_id const call : calls)
            nodes += called(call).graph.size();
        g_.reserve(nodes);
        for (node_id const call : calls)
            inline_call(call);
        finish();
    }

    // Raises when the call cannot be inlined.
    void check(node_id call) const {
        if (!g_.contains(call) || g_.op(call) != opcode::call_module)
            raise(errc::invalid_argument, "inline_submodule: the node is no call_module of the graph");
        std::string_view const target = g_.target(call).name;
        auto const place = index_.find_exactly(target);
        if (!place)
            raise(errc::invalid_argument, "inline_submodule: %", g_.name(call), " calls '", target,
                  "', which is no graph of the module");
        graph const& sub = module_.submodules[*place].module.graph;
        node_id const last = sub.back();
        if (last == no_node || sub.op(last) != opcode::output || sub.arg_count(last) != 1)
            raise(errc::invalid_argument, "inline_submodule: the graph of '", target,
                  "' does not end with its output");
        if (early_use const found = find_early_use(sub); found.user != no_node)
            raise(errc::invalid_argument, "inline_submodule: the graph of '", target, "' uses %",
                  sub.name(found.input), " before it is defined");
        static_cast<void>(bind(call, sub));
    }

private:
    // A placeholder of the submodule and what the call gives for it.
    using binding = std::pair<node_id, arg>;

    [[nodiscard]] graph_module const& called(node_id call) const {
        return module_.submodules[*index_.find_exactly(g_.target(call).name)].module;
    }

    void inline_call(node_id call) {
        std::size_t const place = *index_.find_exactly(g_.target(call).name);
        graph_module const& sub = module_.submodules[place].module;
        inlined_[place] = true;
        images_.resize(std::max(images_.size(), sub.graph.capacity()));
        for (auto& [parameter, value] : bind(call, sub.graph))
            images_[parameter] = std::move(value);
        auto const image = [this](node_id n) -> arg const& { return images_[n]; };
        copy_nodes(call, sub, image);
        replace(call, map_arg(sub.graph.arg(sub.graph.back(), 0), image));
        g_.erase_node(call);
    }

    // Adds what inlined graphs brought with them, and removes the inlined submodules that nothing names any more.
    void finish() {
        std::vector<bool> named(inlined_.size(), false);
        for (node_id const n : g_.nodes())
            if (auto const place = index_.find(g_, n))
                named[*place] = true;
        std::vector<submodule> kept;
        kept.reserve(module_.submodules.size() + adopted_.size());
        for (std::size_t i = 0; i < inlined_.size(); ++i)
            if (!inlined_[i] || named[i])
                kept.push_back(std::move(module_.submodules[i]));
        std::move(adopted_.begin(), adopted_.end(), std::back_inserter(kept));
        module_.submodules = std::move(kept);
    }

    [[nodiscard]] std::vector<binding> bind(node_id call, graph const& sub) const {
        std::vector<binding> bound;
        std::size_t keywords = 0;
        for (node_id const n : sub.nodes()) {
            if (sub.op(n) != opcode::placeholder)
                continue;
            if (bound.size() < g_.arg_count(call)) {
                bound.emplace_back(n, to_arg(g_.arg(call, bound.size())));
            } else if (auto const given = g_.find_kwarg(call, sub.target(n).name)) {
                bound.emplace_back(n, to_arg(*given));
                ++keywords;
            } else if (sub.arg_count(n) == 1) {
                bound.emplace_back(n, to_arg(sub.arg(n, 0)));
            } else {
                raise(errc::invalid_argument, "inline_submodule: %", g_.name(call), " gives no value for '",
                      sub.target(n).name, "', an input of '", g_.target(call).name, "'");
            }
        }
        if (bound.size() < g_.arg_count(call) || keywords != g_.kwarg_count(call))
            raise(errc::invalid_argument, "inline_submodule: %", g_.name(call),
                  " gives arguments that '", g_.target(call).name, "' does not take");
        return bound;
    }

    // The nodes of the submodule, before the call, under their own names where these are free.
    template <class F>
    void copy_nodes(node_id call, graph_module const& sub, F const& image) {
        auto const scope = inserting_before(g_, call);
        submodule_index const nested(sub);
        std::map<std::size_t, std::string> names;  // of the nested submodules that were met
        for (node_id const n : sub.graph.nodes()) {
            if (sub.graph.op(n) == opcode::placeholder || sub.graph.op(n) == opcode::output)
                continue;
            node_id const made = node_copy(sub.graph, n, g_, image, naming::verbatim);
            images_[n] = arg::node(made);
            auto const place = nested.find(sub.graph, n);
            if (!place)
                continue;
            submodule const& inner = sub.submodules[*place];
            auto const [known, is_new] = names.try_emplace(*place);
            if (is_new)
                known->second = adopt(inner);
            std::string_view const rest = sub.graph.target(n).name.substr(inner.name.size());
            g_.set_target(made, g_.intern_target(known->second + std::string(rest)));
        }
    }

    // The name of this submodule in the module; it is added under another where its own means something else.
    std::string adopt(submodule const& nested) {
        if (auto const place = index_.find_exactly(nested.name);
            place && module_.submodules[*place].module == nested.module)
            return nested.name;
        std::size_t& uses = uses_[nested.name];
        std::string name = nested.name;
        while (index_.find_exactly(name) || !taken_.insert(name).second)
            name = nested.name + "_" + std::to_string(++uses);
        adopted_.push_back({name, nested.module});
        return name;
    }

    // Gives the users of `n`, which means `result`, the parts of it; erases the `getitem` nodes that took them.
    void replace(node_id n, arg const& result) {
        if (result.kind == arg_kind::node)
            return g_.replace_all_uses_with(n, static_cast<node_id>(result.bits));
        for (node_id const user : g_.users(n)) {
            if (arg const* const item = item_of(user, n, result)) {
                replace(user, *item);
                g_.erase_node(user);
                continue;
            }
            auto const given = [&](node_id m) { return m == n ? result : arg::node(m); };
            std::vector<arg> args;
            for (std::size_t i = 0; i < g_.arg_count(user); ++i)
                args.push_back(map_arg(g_.arg(user, i), given));
            std::vector<kwarg> kwargs;
            for (std::size_t i = 0; i < g_.kwarg_count(user); ++i)
                kwargs.push_back({g_.kwarg_key(user, i), map_arg(g_.kwarg(user, i), given)});
            g_.set_args(user, args, kwargs);
        }
    }

    // The item that `user` takes out of `n`, which means `result`; null when it is no such node.
    [[nodiscard]] arg const* item_of(node_id user, node_id n, arg const& result) const {
        bool const has_items = result.kind == arg_kind::tuple || result.kind == arg_kind::list;
        if (!has_items || g_.target(user).name != "operator.getitem" || g_.arg_count(user) != 2 ||
            !g_.arg(user, 0).is_node() || g_.arg(user, 0).node() != n ||
            g_.arg(user, 1).kind() != arg_kind::integer)
            return nullptr;
        auto const count = static_cast<std::int64_t>(result.items.size());
        std::int64_t i = g_.arg(user, 1).integer();
        if (i < 0)
            i += count;
        return i >= 0 && i < count ? &result.items[static_cast<std::size_t>(i)] : nullptr;
    }

    graph_module& module_;
    graph& g_;
    submodule_index index_;
    std::vector<bool> inlined_;  // by submodule
    std::vector<arg> images_;    // by node of the submodule: what stands for it
    std::vector<submodule> adopted_;
    std::set<std::string> taken_;                // their names
    std::map<std::string, std::size_t> uses_;  // the last number that was given to a name
};

} // namespace detail

/// Replaces these `call_module` nodes by the nodes of the graphs they call, which keep their names where they are
/// free, and removes the submodules that nothing names any more: the inverse of `fuse_by_partitions`, up to the
/// order of the nodes. Raises, with the module as it was, when one of them calls no graph of the module or does not
/// fit it.
inline void inline_submodules(graph_module& module, std::span<node_id const> calls) {
    detail::submodule_inliner inliner(module);
    std::vector<bool> given(module.graph.capacity(), false);
    for (node_id const call : calls) {
        inliner.check(call);
        if (given[call])
            raise(errc::invalid_argument, "inline_submodule: %", module.graph.name(call), " is given twice");
        given[call] = true;
    }
    inliner.inline_calls(calls);
}

/// The same for one call; it looks at every node of the module.
inline void inline_submodule(graph_module& module, node_id call) { inline_submodules(module, {&call, 1}); }

} // namespace graft
