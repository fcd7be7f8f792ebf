#pragma once

#include <graft/rewrite/weight.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// What a left side asks at its root, in a few numbers, by which most pairs of rules that have nothing in common are
// told apart; 0 stands for anything.
struct rule_fingerprint {
    std::uint64_t root = 0;                  // the op
    std::array<std::uint64_t, 2> operands{}; // of a call the ops of the first two arguments, or the literals
    bool swappable = false;
    int priority = 0;
};

constexpr std::uint64_t fingerprint_of(pattern_node const& n) {
    if (n.kind == pattern_kind::call)
        return n.op->hash;
    if (n.kind == pattern_kind::literal)
        return (static_cast<std::uint64_t>(n.value.bits) + static_cast<std::uint64_t>(n.value.kind)) * 2 + 1;
    return 0;
}

constexpr rule_fingerprint fingerprint_of(rule_view const& rule) {
    pattern_node const& root = rule.lhs[0];
    rule_fingerprint f;
    f.priority = rule.options.priority;
    if (root.kind != pattern_kind::call)
        return f;
    f.root = root.op->hash;
    f.swappable = root.swappable;
    for_each_child(rule.lhs, 0, [&](std::size_t child) {
        if (rule.lhs[child].slot == 0 || rule.lhs[child].slot == 1)
            f.operands[static_cast<std::size_t>(rule.lhs[child].slot)] = fingerprint_of(rule.lhs[child]);
    });
    return f;
}

// False where the two certainly match no value in common: where two ops or literals clash, in either order of the
// operands.
constexpr bool may_meet(rule_fingerprint const& a, rule_fingerprint const& b) {
    auto const clash = [](std::uint64_t one, std::uint64_t other) { return one != other && one != 0 && other != 0; };
    if (clash(a.root, b.root))
        return false;
    if (!clash(a.operands[0], b.operands[0]) && !clash(a.operands[1], b.operands[1]))
        return true;
    return (a.swappable || b.swappable) && !clash(a.operands[0], b.operands[1]) && !clash(a.operands[1], b.operands[0]);
}

} // namespace graft::detail
