#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The open choices of a match that is repeated until all their ways have been tried: the first way is that in
// which every choice is the first, and the last choice changes first.
class choices {
public:
    static constexpr std::size_t most = 48;        // open at a time; later ones are not varied
    static constexpr std::size_t most_ways = 1024; // tried of one rule at one node

    // Where the choices of a part of the match begin.
    [[nodiscard]] constexpr std::size_t depth() const { return depth_; }

    // One of `count` at this point.
    constexpr std::size_t choose(std::size_t count) {
        if (count < 2 || depth_ == most)
            return 0;
        if (depth_ == known_)
            open_[known_++] = {0, static_cast<std::uint8_t>(count)};
        return open_[depth_++].taken;
    }

    // Forgets all choices.
    constexpr void clear() { depth_ = known_ = ways_ = 0; }

    // Goes on to the next way from `base`; false when there is none.
    constexpr bool next(std::size_t base) {
        known_ = depth_;
        depth_ = base;
        while (known_ > base && open_[known_ - 1].taken + 1 == open_[known_ - 1].count)
            --known_;
        if (known_ == base || ++ways_ == most_ways)
            return false;
        ++open_[known_ - 1].taken;
        return true;
    }

    // Forgets the choices from `base` on.
    constexpr void close(std::size_t base) { depth_ = known_ = base; }

private:
    struct choice {
        std::uint8_t taken = 0, count = 0;
    };

    std::array<choice, most> open_{};
    std::size_t depth_ = 0, known_ = 0, ways_ = 0;
};

} // namespace graft::detail
