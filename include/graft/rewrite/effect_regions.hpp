#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_tags.hpp>

#include <cstdint>

namespace graft::detail {

// Nodes between the same two effects have one region; it is 0 throughout where a graph has no effects.
class effect_regions {
public:
    explicit GRAFT_CONSTEXPR effect_regions(graph const& g);

    [[nodiscard]] constexpr bool empty() const { return regions_.empty(); }
    [[nodiscard]] constexpr std::uint32_t operator[](node_id n) const { return n < regions_.size() ? regions_[n] : 0; }
    [[nodiscard]] constexpr bool same(node_id a, node_id b) const {
        return regions_.empty() || (*this)[a] == (*this)[b];
    }

    // A new node belongs where `at` is.
    GRAFT_CONSTEXPR void add(node_id n, node_id at);

private:
    static GRAFT_CONSTEXPR_INLINE bool has_effect(target_info const& target) {
        return target.op == nullptr ? is_opaque(target)
                                    : target.op->mutates() || has(target.op->tags, op_tags::side_effect);
    }

    vec<std::uint32_t> regions_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR effect_regions::effect_regions(graph const& g) {
    vec<std::uint8_t> effects;
    bool any = false;
    for (std::uint32_t id = 0; id < g.target_count(); ++id) {
        effects.push_back(has_effect(g.target_at(id)));
        any = any || effects.back() != 0;
    }
    if (!any)
        return;
    std::uint32_t region = 0;
    regions_.assign(g.capacity(), 0);
    for (node_id const n : g.nodes()) {
        std::uint32_t const effect = effects[g.target_id(n)];
        region += effect;
        regions_[n] = region;
        region += effect;
    }
}

GRAFT_CONSTEXPR void effect_regions::add(node_id n, node_id at) {
    if (regions_.empty())
        return;
    std::uint32_t const region = (*this)[at];
    regions_.resize(std::max<std::size_t>(regions_.size(), n + 1), 0);
    regions_[n] = region;
}

} // namespace graft::detail
#endif
