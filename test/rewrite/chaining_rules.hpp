#pragma once

#include <graft/rewrite/rule_set.hpp>

#include "../ir/toy.hpp"

namespace graft_test {

/// Rules that chain: most make a left side of another. All hold for integers modulo 2^64.
inline constexpr auto chaining = [] {
    using namespace graft;
    using namespace graft::literals;
    constexpr auto x = var<"x">;
    constexpr auto y = var<"y">;
    constexpr auto z = var<"z">;
    constexpr auto p = var<"p">;
    constexpr auto is_literal = [](match const& m) { return !m["p"].is_node(); };
    return rules(
        rule<"neg-neg">(toy::neg(toy::neg(x)) >> x), rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y)),
        rule<"sub-neg">(toy::sub(x, toy::neg(y)) >> toy::add(x, y)),
        rule<"mul-neg-neg">(toy::mul(toy::neg(x), toy::neg(y)) >> toy::mul(x, y)), rule<"mul-one">(toy::mul(x, 1) >> x),
        rule<"factor">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> toy::mul(x, toy::add(y, z))),
        rule<"fuse">(toy::add(one_use(toy::mul(x, y)), z) >> toy::fma(x, y, z)),
        rule<"fma-one">(toy::fma(x, 1, y) >> toy::add(x, y)),
        rule<"relu-relu">(toy::relu(toy::relu(x)) >> toy::relu(x)),
        rule<"scale">(toy::add(x, toy::mul(y, p)) >> toy::add(x, y, "alpha"_a = p), where(is_literal)),
        rule<"least">(out<0>(toy::minmax(toy::neg(x))) >> toy::sub(7, x)),
        rule<"cat">(toy::cat(list(x, y)) >> toy::fma(x, 31, y)));
}();

} // namespace graft_test
