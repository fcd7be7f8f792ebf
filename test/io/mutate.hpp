#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

namespace graft_test {

/// The bytes with some bits flipped, cut short, or with words exchanged, moved or made large, as a seed says.
inline std::string mutated(std::string bytes, std::uint32_t seed) {
    std::mt19937 random(seed);
    // Damage to the tables says more than damage to weights, which come last.
    std::size_t const reach = random() % 4 != 0 && bytes.size() > 4096 ? 4096 : bytes.size();
    auto const place = [&](std::size_t width) { return random() % (reach - width) / width * width; };
    for (std::uint32_t i = 0, count = 1 + random() % 4; i < count && bytes.size() > 64; ++i) {
        std::size_t const at = place(4), other = place(4);
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + at, 4);
        switch (random() % 7) {
        case 0: bytes[place(1)] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); continue;
        case 1: bytes.resize(bytes.size() - random() % (i == 0 ? bytes.size() / 2 : 64)); return bytes;
        case 2: std::memcpy(bytes.data() + at, bytes.data() + other, 4); continue;
        case 3: word += static_cast<std::uint32_t>(random() % 64) * 4 - 128; break;
        case 4: word = random() % 2 != 0 ? 0xffffffffu : 0x7fffffffu; break;
        case 5: word = static_cast<std::uint32_t>(random() % 16); break;
        default: word = static_cast<std::uint32_t>(random() % bytes.size()); break;
        }
        std::memcpy(bytes.data() + at, &word, 4);
    }
    return bytes;
}

} // namespace graft_test
