#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>

namespace graft {

/// Replaces these `call_module` nodes by the nodes of the graphs they call, which keep their names where they are
/// free, and removes the submodules that nothing names any more: the inverse of `fuse_by_partitions`, up to the
/// order of the nodes. Raises, with the module as it was, when one of them calls no graph of the module or does not
/// fit it.
GRAFT_INLINE void inline_submodules(graph_module& module, graft::view<node_id const> calls);

/// Replaces one `call_module` node as `inline_submodules` does; it looks at every node of the module.
inline void inline_submodule(graph_module& module, node_id call) { inline_submodules(module, {&call, 1}); }

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/compare.hpp>
#    include <graft/ir/copy.hpp>
#    include <graft/ir/early_use.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/partition/submodule_index.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <iterator>
#    include <map>
#    include <optional>
#    include <set>
#    include <string>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

// Puts the nodes of submodules in the place of calls of them.
class submodule_inliner {
public:
    explicit submodule_inliner(graph_module& module)
        : module_(module), g_(module.graph), index_(module), names_(module.submodules.size(), 0),
          gone_(module.submodules.size(), false) {}

    // Adds a call to those to inline; raises when that is not possible.
    void add(node_id call) {
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
            raise(errc::invalid_argument, "inline_submodule: the graph of '", target, "' does not end with its output");
        if (early_use const found = find_early_use(sub); found.user != no_node)
            raise(errc::invalid_argument, "inline_submodule: the graph of '", target, "' uses %", sub.name(found.input),
                  " before it is defined");
        bind(call, sub, [](node_id, operand, bool) {});
        calls_.push_back({call, *place});
        size_ += sub.size();
    }

    void inline_calls() {
        g_.reserve(size_);
        for (node_id const n : g_.nodes())
            if (auto const place = index_.find(g_, n))
                ++names_[*place];
        for (auto const& [call, place] : calls_)
            inline_call(call, place);
        finish();
    }

private:
    void inline_call(node_id call, std::size_t place) {
        graph_module const& sub = module_.submodules[place].module;
        copier_.start(sub.graph, g_);
        images_.resize(std::max(images_.size(), sub.graph.capacity()));
        auto const image = [this](node_id n) { return images_[n]; };
        bind(call, sub.graph, [&](node_id parameter, operand given, bool is_default) {
            images_[parameter] = is_default ? copier_.copied(given, image) : given;
        });
        copy_nodes(call, sub, image);
        operand const result = copier_.copied(sub.graph.arg(sub.graph.back(), 0).value(), image);
        replace(call, to_arg(g_.view(result)));
        g_.discard(result);
        g_.erase_node(call);
        if (--names_[place] == 0)
            release(place);
    }

    // Frees a submodule that nothing names any more, while it is in the caches.
    void release(std::size_t place) {
        gone_[place] = true;
        graph_module const released = std::move(module_.submodules[place].module);
    }

    // Adds what inlined graphs brought with them, and removes what was released.
    void finish() {
        vec<submodule> kept;
        kept.reserve(adopted_.size());
        for (std::size_t i = 0; i < gone_.size(); ++i)
            if (!gone_[i])
                kept.push_back(std::move(module_.submodules[i]));
        std::move(adopted_.begin(), adopted_.end(), std::back_inserter(kept));
        module_.submodules = std::move(kept);
    }

    // Calls `give` with each placeholder of the submodule and what the call gives for it, or else its default.
    template <class F>
    void bind(node_id call, graph const& sub, F const& give) const {
        std::size_t given = 0, keywords = 0;
        for (node_id const n : sub.nodes()) {
            if (sub.op(n) != opcode::placeholder)
                continue;
            if (given < g_.arg_count(call)) {
                give(n, g_.arg(call, given++).value(), false);
            } else if (auto const keyword = g_.find_kwarg(call, sub.target(n).name)) {
                give(n, keyword->value(), false);
                ++keywords;
            } else if (sub.arg_count(n) == 1) {
                give(n, sub.arg(n, 0).value(), true);
            } else {
                raise(errc::invalid_argument, "inline_submodule: %", g_.name(call), " gives no value for '",
                      sub.target(n).name, "', an input of '", g_.target(call).name, "'");
            }
        }
        if (given < g_.arg_count(call) || keywords != g_.kwarg_count(call))
            raise(errc::invalid_argument, "inline_submodule: %", g_.name(call), " gives arguments that '",
                  g_.target(call).name, "' does not take");
    }

    // The nodes of the submodule, before the call, under their own names where these are free.
    template <class F>
    void copy_nodes(node_id call, graph_module const& sub, F const& image) {
        auto const scope = inserting_before(g_, call);
        submodule_index const nested(sub);
        std::map<std::size_t, std::string> names; // of the nested submodules that were met
        for (node_id const n : sub.graph.nodes()) {
            if (sub.graph.op(n) == opcode::placeholder || sub.graph.op(n) == opcode::output)
                continue;
            node_id const made = copier_.copy(n, image, sub.graph.name(n), naming::verbatim);
            images_[n] = operand::node(made);
            auto const place = nested.find(sub.graph, n);
            if (!place)
                continue;
            submodule const& inner = sub.submodules[*place];
            auto const [known, is_new] = names.try_emplace(*place);
            if (is_new)
                known->second = adopt(inner);
            std::string_view const rest = sub.graph.target(n).name.substr(inner.name.size());
            g_.set_target(made, g_.intern_target(known->second + std::string(rest)));
            if (auto const named = place_of(known->second))
                ++names_[*named];
        }
    }

    // The place of the submodule of this name that the module still has.
    [[nodiscard]] std::optional<std::size_t> place_of(std::string_view name) const {
        auto const place = index_.find_exactly(name);
        return place && !gone_[*place] ? place : std::nullopt;
    }

    // The name of this submodule in the module; it is added under another where its own means something else.
    std::string adopt(submodule const& nested) {
        if (auto const place = place_of(nested.name); place && module_.submodules[*place].module == nested.module)
            return nested.name;
        std::size_t& uses = uses_[nested.name];
        std::string name = nested.name;
        while (place_of(name) || !taken_.insert(name).second)
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
            vec<arg> args;
            for (std::size_t i = 0; i < g_.arg_count(user); ++i)
                args.push_back(map_arg(g_.arg(user, i), given));
            vec<kwarg> kwargs;
            for (std::size_t i = 0; i < g_.kwarg_count(user); ++i)
                kwargs.push_back({g_.kwarg_key(user, i), map_arg(g_.kwarg(user, i), given)});
            g_.set_args(user, args, kwargs);
        }
    }

    // The item that `user` takes out of `n`, which means `result`; null when it is no such node.
    [[nodiscard]] arg const* item_of(node_id user, node_id n, arg const& result) const {
        bool const has_items = result.kind == arg_kind::tuple || result.kind == arg_kind::list;
        if (!has_items || g_.target(user).name != "operator.getitem" || g_.arg_count(user) != 2 ||
            !g_.arg(user, 0).is_node() || g_.arg(user, 0).node() != n || g_.arg(user, 1).kind() != arg_kind::integer)
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
    vec<std::pair<node_id, std::size_t>> calls_; // what is to be inlined: the call, and where its submodule is
    std::size_t size_ = 0;                       // of these submodules together
    vec<std::size_t> names_;                     // by submodule: how many nodes name it
    vec<bool> gone_;                             // by submodule
    node_copier copier_;
    vec<operand> images_; // by node of the submodule: what stands for it
    vec<submodule> adopted_;
    std::set<std::string> taken_;             // their names
    std::map<std::string, std::size_t> uses_; // the last number that was given to a name
};

} // namespace detail

GRAFT_INLINE void inline_submodules(graph_module& module, graft::view<node_id const> calls) {
    detail::submodule_inliner inliner(module);
    vec<bool> given(module.graph.capacity(), false);
    for (node_id const call : calls) {
        inliner.add(call);
        if (given[call])
            raise(errc::invalid_argument, "inline_submodule: %", module.graph.name(call), " is given twice");
        given[call] = true;
    }
    inliner.inline_calls();
}

} // namespace graft
#endif
