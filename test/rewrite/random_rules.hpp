#pragma once

#include <graft/rewrite/rule_set.hpp>

#include "../ir/toy.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft_test {

constexpr std::uint32_t mixed(std::uint32_t seed) {
    seed = (seed ^ (seed >> 16)) * 0x7feb352du;
    seed = (seed ^ (seed >> 15)) * 0x846ca68bu;
    return seed ^ (seed >> 16);
}

/// A pattern of toy ops that the seed decides, at most `Depth` calls deep.
template <std::uint32_t Seed, int Depth>
struct random_pattern {
    template <int Below>
    static constexpr auto a() {
        return random_pattern<3 * Seed + 1, Below>::make();
    }
    template <int Below>
    static constexpr auto b() {
        return random_pattern<3 * Seed + 2, Below>::make();
    }

    static constexpr auto make() {
        using namespace graft;
        using namespace graft::literals;
        constexpr std::uint32_t choice = mixed(Seed) % (Depth == 0 ? 5 : 18);
        if constexpr (choice == 0)
            return var<"x">;
        else if constexpr (choice == 1)
            return var<"y">;
        else if constexpr (choice == 2)
            return var<"z">;
        else if constexpr (choice == 3)
            return static_cast<int>(1 + mixed(Seed + 77) % 3);
        else if constexpr (choice == 4)
            return any;
        else if constexpr (choice < 7)
            return toy::add(var<"y">, a<Depth - 1>());
        else if constexpr (choice < 9)
            return toy::mul(a<Depth - 1>(), var<"z">);
        else if constexpr (choice == 9)
            return toy::add(a<Depth - 1>(), toy::mul(var<"x">, b<Depth - 1>()));
        else if constexpr (choice == 10)
            return toy::sub(var<"x">, a<Depth - 1>());
        else if constexpr (choice == 11)
            return toy::neg(toy::add(a<Depth - 1>(), var<"x">));
        else if constexpr (choice == 12)
            return one_use(toy::mul(var<"y">, a<Depth - 1>()));
        else if constexpr (choice == 13)
            return toy::neg(one_user(toy::relu(var<"z">)));
        else if constexpr (choice == 14)
            return toy::fma(var<"x">, a<Depth - 1>(), var<"y">);
        else if constexpr (choice == 15)
            return toy::add(toy::neg(var<"x">), a<Depth - 1>(), "alpha"_a = 2);
        else if constexpr (choice == 16)
            return one_of(toy::neg(var<"x">), toy::relu(var<"x">));
        else
            return out<0>(toy::minmax(var<"x">));
    }
};

/// A rule with such a left side: it makes a call that no left side has, so that rewriting ends.
template <std::uint32_t Seed>
constexpr auto random_rule() {
    using namespace graft;
    constexpr auto is_node = [](match const& m) { return m["x"].is_node() && m["x"].node() % 2 == 0; };
    constexpr auto inner = [] { return random_pattern<mixed(Seed), 2>::make(); };
    constexpr auto small = [] { return random_pattern<mixed(Seed), 1>::make(); };
    constexpr auto made = toy::grow(var<"x">);
    constexpr std::uint32_t root = mixed(Seed + 1000) % 8;
    constexpr int priority = static_cast<int>(mixed(Seed + 2000) % 3);
    if constexpr (root == 0)
        return rule<"add-left">(toy::add(inner(), var<"x">) >> made).prio(priority);
    else if constexpr (root == 1)
        return rule<"add-right">(toy::add(var<"x">, inner()) >> made).prio(priority);
    else if constexpr (root == 2)
        return rule<"mul">(toy::mul(var<"x">, inner()) >> made, where(is_node));
    else if constexpr (root == 3)
        return rule<"sub">(toy::sub(inner(), var<"x">) >> made).prio(priority);
    else if constexpr (root == 4)
        return rule<"neg">(toy::neg(toy::add(inner(), var<"x">)) >> made);
    else if constexpr (root == 5)
        return rule<"fma">(toy::fma(inner(), any, var<"x">) >> made);
    else if constexpr (root == 6)
        return rule<"either">(one_of(toy::relu(toy::mul(var<"x">, 2)), toy::sub(var<"x">, 1)) >> made);
    else
        return rule<"products">(toy::add(toy::mul(var<"x">, small()), toy::mul(var<"x">, var<"z">)) >> made);
}

template <std::uint32_t Seed, std::size_t... I>
constexpr auto random_rules(std::index_sequence<I...>) {
    return graft::rules(random_rule<Seed * 1000 + I>()...);
}
/// As many rules that the seed decides.
template <std::uint32_t Seed, std::size_t Count>
inline constexpr auto random_set = random_rules<Seed>(std::make_index_sequence<Count>{});

} // namespace graft_test
