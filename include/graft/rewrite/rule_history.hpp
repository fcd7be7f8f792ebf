#pragma once

#include <graft/ir/node_range.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graft::detail {

// The last rewrites, and whether the rules among them come in a circle.
class rule_history {
public:
    static constexpr std::size_t most = 64;    // rewrites that are kept
    static constexpr std::size_t rounds = 3;   // that make a circle

    constexpr void add(std::uint32_t rule, node_id root) {
        kept_[count_++ % most] = {rule, root};
    }

    // The rules that take turns, in order, each as often as in one round; empty when the last rewrites are no circle.
    [[nodiscard]] constexpr std::vector<std::uint32_t> cycle() const {
        std::size_t const known = count_ < most ? count_ : most;
        for (std::size_t period = 1; period * rounds <= known; ++period) {
            std::size_t same = 0;
            while (same + period < known && back(same).rule == back(same + period).rule)
                ++same;
            if (same < period * (rounds - 1))
                continue;
            std::vector<std::uint32_t> rules;
            for (std::size_t i = period; i > 0; --i)
                rules.push_back(back(i - 1).rule);
            return rules;
        }
        return {};
    }

    // Where the last rewrite was.
    [[nodiscard]] constexpr node_id last_root() const { return count_ == 0 ? no_node : back(0).root; }

private:
    struct entry {
        std::uint32_t rule = 0;
        node_id root = no_node;
    };

    // The last entry but `i`.
    [[nodiscard]] constexpr entry const& back(std::size_t i) const { return kept_[(count_ - 1 - i) % most]; }

    std::array<entry, most> kept_{};
    std::size_t count_ = 0;
};

} // namespace graft::detail
