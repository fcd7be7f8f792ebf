#pragma once

#include <graft/config.hpp>
#include <graft/ir/node_range.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The last rewrites, and whether the rules among them come in a circle; and whether the graph does as well, where
// they say what they have made of it.
class rule_history {
public:
    static constexpr std::size_t most = 64;  // rewrites that are kept
    static constexpr std::size_t rounds = 3; // that make a circle

    constexpr void add(std::uint32_t rule, node_id root) { kept_[count_++ % most] = {rule, root, 0}; }
    // What the last rewrite has made of the graph, by a number for it other than 0.
    constexpr void set_print(std::uint64_t print) { kept_[(count_ - 1) % most].print = print; }

    // True when the last rewrites have made the same of the same nodes in every round.
    [[nodiscard]] GRAFT_CONSTEXPR bool repeats() const;

    // The rules that take turns, in order, each as often as in one round; empty when the last rewrites are no circle.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<std::uint32_t> cycle() const {
        vec<std::uint32_t> latest_first;
        for (std::size_t i = 0; i < known(); ++i)
            latest_first.push_back(back(i).rule);
        return cycle_of(latest_first);
    }
    // The rules that take turns among these, the latest first: in order, each as often as in one round; empty when they
    // are no circle.
    [[nodiscard]] static GRAFT_CONSTEXPR vec<std::uint32_t> cycle_of(view<std::uint32_t const> latest_first);

    // How many of the last rewrites are known, and where the last but `i` was.
    [[nodiscard]] constexpr std::size_t known() const { return count_ < most ? count_ : most; }
    [[nodiscard]] constexpr node_id root(std::size_t i) const { return back(i).root; }

    // Where the last rewrite was.
    [[nodiscard]] constexpr node_id last_root() const { return count_ == 0 ? no_node : back(0).root; }

private:
    struct entry {
        std::uint32_t rule = 0;
        node_id root = no_node;
        std::uint64_t print = 0; // 0 where nothing is said

        constexpr bool operator==(entry const&) const = default;
    };

    // The last entry but `i`.
    [[nodiscard]] constexpr entry const& back(std::size_t i) const { return kept_[(count_ - 1 - i) % most]; }

    std::array<entry, most> kept_{};
    std::size_t count_ = 0;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR bool rule_history::repeats() const {
    for (std::size_t period = 1; period * rounds <= known(); ++period) {
        std::size_t same = 0;
        while (same < period * (rounds - 1) && back(same).print != 0 && back(same) == back(same + period))
            ++same;
        if (same == period * (rounds - 1))
            return true;
    }
    return false;
}

GRAFT_CONSTEXPR vec<std::uint32_t> rule_history::cycle_of(view<std::uint32_t const> latest_first) {
    for (std::size_t period = 1; period * rounds <= latest_first.size(); ++period) {
        std::size_t same = 0;
        while (same + period < latest_first.size() && latest_first[same] == latest_first[same + period])
            ++same;
        if (same >= period * (rounds - 1))
            return {latest_first.rend() - static_cast<std::ptrdiff_t>(period), latest_first.rend()};
    }
    return {};
}

} // namespace graft::detail
#endif
