#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/graph_rebuilder.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

namespace graft::detail {

// The placeholders of the graph, in order.
[[nodiscard]] inline vec<node_id> placeholders(graph const& g) {
    vec<node_id> found;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::placeholder)
            found.push_back(n);
    return found;
}

// A module while it is rebuilt: its graph, and those of its submodules that have been.
class rebuild_frame {
public:
    graph_rebuilder work;

    // With inputs, its placeholders have their values; else those that they had. Both must outlive the frame.
    explicit rebuild_frame(graph_module const& module, vec<value_spec> const* inputs = nullptr)
        : work(module.graph), module_(&module), inputs_(inputs), rebuilt_(module.submodules.size()) {
        for (std::size_t i = 0; i < module.submodules.size(); ++i)
            index_.emplace(module.submodules[i].name, i);
    }

    // Goes on to the next placeholder.
    void begin_input();
    // What is given for that placeholder, or null.
    [[nodiscard]] value_spec const* input() const {
        return inputs_ == nullptr || inputs_begun_ == 0 ? nullptr : &(*inputs_)[inputs_begun_ - 1];
    }

    // The submodule that an attribute of the new graph names.
    [[nodiscard]] std::size_t submodule_of(arg const& attribute) const;
    [[nodiscard]] graph_module const& submodule(std::size_t i) const { return module_->submodules[i].module; }
    // What the submodule became; empty as long as it has not been rebuilt.
    [[nodiscard]] std::optional<graph_module>& rebuilt(std::size_t i) { return rebuilt_[i]; }

    // The new module; submodules that were not rebuilt are in it as they were.
    [[nodiscard]] graph_module finish();

private:
    graph_module const* module_;
    vec<value_spec> const* inputs_;
    std::size_t inputs_begun_ = 0;
    std::map<std::string_view, std::size_t> index_; // of submodules
    vec<std::optional<graph_module>> rebuilt_;
};

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>

#    include <utility>

namespace graft::detail {

GRAFT_INLINE void rebuild_frame::begin_input() {
    ++inputs_begun_;
    if (inputs_ != nullptr && inputs_begun_ > inputs_->size())
        raise(errc::invalid_argument, "the graph takes more inputs than the ", inputs_->size(), " that its call gives");
}

GRAFT_INLINE std::size_t rebuild_frame::submodule_of(arg const& attribute) const {
    auto const n = static_cast<node_id>(attribute.bits);
    if (attribute.kind != arg_kind::node || work.result.op(n) != opcode::get_attr)
        raise(errc::invalid_argument, "control flow calls what is no attribute");
    auto const found = index_.find(work.result.target(n).name);
    if (found == index_.end())
        raise(errc::invalid_argument, "there is no submodule '", work.result.target(n).name, "'");
    return found->second;
}

GRAFT_INLINE graph_module rebuild_frame::finish() {
    std::size_t const before = placeholders(work.source()).size(), after = placeholders(work.result).size();
    if (before != after)
        raise(errc::invalid_argument, "a pass may not change the number of inputs: there were ", before,
              ", now there are ", after);
    if (inputs_ != nullptr && before != inputs_->size())
        raise(errc::invalid_argument, "the graph takes ", before, " inputs, where its call gives ", inputs_->size());
    graph_module made{std::move(work.result), {}};
    for (std::size_t i = 0; i < rebuilt_.size(); ++i)
        made.submodules.push_back({module_->submodules[i].name, rebuilt_[i] ? std::move(*rebuilt_[i]) : submodule(i)});
    return made;
}

} // namespace graft::detail
#endif
