#pragma once

#include <graft/rewrite/rule_set.hpp>

#include "../ir/toy.hpp"

namespace graft_test {

/// Rules that have every part of the language that a text can say.
inline constexpr auto every_rule = [] {
    using namespace graft;
    using namespace graft::literals;
    constexpr auto x = var<"x">;
    constexpr auto y = var<"y">;
    constexpr auto z = var<"z">;
    return rules(
        rule<"calls">(toy::add(toy::neg(x), y, "alpha"_a = 2) >> toy::sub(x, y)),
        rule<"wildcard \"quoted\"\n">(toy::fma(any, x, x) >> toy::neg(x)),
        rule<"literals">(toy::permute(toy::view(x, ints()), ints(1, -2)) >>
                         toy::dropout(toy::mul(x, 0.5), 1e-05, true)),
        rule<"none">(toy::biased(toy::cast(x, "dtype"_a = dtype::bf16), nullptr) >> toy::biased(x, nullptr)),
        rule<"uses">(toy::sub(one_use(toy::neg(internal(toy::relu(x)))), one_user(y)) >> toy::mul(x, y)),
        rule<"order">(ordered(toy::add(any_attributes(toy::cast(x)), y)) >> toy::mul(x, y)),
        rule<"one_of">(toy::sub(one_of(toy::neg(x), toy::sub(1, x)), one_of<"t">(toy::neg(y), y)) >>
                       one_of<"t">(x, toy::neg(x))),
        rule<"ops">(ops<"f">(toy::neg, toy::relu)(x) >> ops<"f">(toy::relu, toy::neg)(x)).prio(-2),
        rule<"chain">(toy::neg(through(toy::neg, toy::relu)(maybe(toy::cast)(x))) >> x),
        rule<"fused">(toy::neg(through(toy::neg)(toy::grow(x))) >> x).fuse(),
        rule<"not">(toy::sub(not_(toy::mul(z, z)), x) >> toy::neg(x)),
        rule<"numbers">(toy::fma(splat(0), near(0.7071, 1e-3), number(x)) >> toy::fma(x, splat(-0.5), 1)),
        rule<"lists">(toy::cat(list(x, rest<"r">), 1) >> toy::cat(list(rest<"r">, x, each(toy::neg(rest<"r">))))),
        rule<"each">(toy::cat(list(each(toy::mul(rest<"a name">, y)))) >> toy::mul(toy::cat(list(rest<"a name">)), y)),
        rule<"flat">(flat(toy::add, toy::neg(x), x, rest<"r">) >> flat(toy::add, 0, rest<"r">)),
        rule<"outs">(toy::cat(all_outs(toy::split(x, y)), z) >> x),
        rule<"item">(out<1>(toy::minmax(x)) >> out<0>(toy::minmax(toy::neg(x)))),
        rule<"roots">(roots(toy::neg(x), toy::relu(x)) >> roots(x, toy::relu(var<"x">))),
        rule<"taken">(toy::fma(var<"None">, var<"replaced">, var<"_">) >> var<"None">,
                      where(rank(var<"replaced">) == 1, rank(replaced) == 1)),
        rule<"conditions">(toy::sub(x, y) >> x,
                           where(is_constant(x), x.in(dtype::f32, dtype::i8), has_dtype(replaced), same_dtype(x, y),
                                 rank(x) == 2, rank(y) >= 1, rank(replaced) <= 4, dim(x, -1) == 3,
                                 dim(x, 0) == dim(y, -1), numel(y) == 1, same_shape(x, replaced), broadcasts_to(y, x),
                                 no_user(x, toy::neg))),
        rule<"options">(toy::neg(x) >> toy::relu(x))
            .prio(3)
            .sign_of_zero()
            .finite_only()
            .ulp(2)
            .approx(1e-06, 0.5)
            .may_duplicate()
            .may_alias()
            .terminates_because("it is \"short\""));
}();

} // namespace graft_test
