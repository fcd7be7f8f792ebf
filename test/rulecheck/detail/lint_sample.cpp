#include <graft/rulecheck/detail/lint_sample.hpp>

#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("lint_sample: what is drawn fits the slots and what the conditions ask of one variable") {
    constexpr auto set = rules(rule<"r">(aten::permute_copy(aten::mul.Tensor(x, number(var<"c">)), y) >> x,
                                         where(rank(x) == 3, x.in(dtype::f16, dtype::bf16))));
    rule_view const rule = set[0];
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        detail::binding_sampler sampler{rule, seed};
        auto const drawn = sampler.draw();
        REQUIRE(drawn.size() == 4);
        REQUIRE(drawn[0].tensors.size() == 1);
        CHECK(drawn[0].tensors[0].tensor.dim() == 3);
        CHECK((drawn[0].tensors[0].tensor.dtype == dtype::f16 || drawn[0].tensors[0].tensor.dtype == dtype::bf16));
        CHECK(drawn[1].tensors.empty());
        CHECK((drawn[1].literal.kind == arg_kind::integer || drawn[1].literal.kind == arg_kind::real));
        CHECK((drawn[2].literal.kind == arg_kind::list));
        CHECK(drawn[3].name == "_");
    }
}

TEST_CASE("lint_sample: a variable with the meta of another is drawn like it") {
    constexpr auto set = rules(rule<"r">(aten::mul.Tensor(x, y) >> x, where(same_meta(x, y))));
    rule_view const rule = set[0];
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        auto const drawn = detail::binding_sampler{rule, seed}.draw();
        CHECK((drawn[0].tensors[0].tensor.dtype == drawn[1].tensors[0].tensor.dtype));
        CHECK(drawn[0].tensors[0].tensor.sizes == drawn[1].tensors[0].tensor.sizes);
    }
}

TEST_CASE("lint_sample: a seed always draws the same, seeds draw many dtypes and ranks") {
    constexpr auto set = rules(rule<"r">(aten::neg(x) >> x));
    rule_view const rule = set[0];
    std::vector<std::size_t> ranks(6);
    std::vector<std::size_t> dtypes(20);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        auto const drawn = detail::binding_sampler{rule, seed}.draw();
        CHECK(drawn[0].tensors == detail::binding_sampler{rule, seed}.draw()[0].tensors);
        ++ranks[drawn[0].tensors[0].tensor.dim()];
        ++dtypes[static_cast<std::size_t>(drawn[0].tensors[0].tensor.dtype)];
    }
    for (std::size_t rank = 0; rank <= 4; ++rank)
        CHECK(ranks[rank] > 10);
    for (dtype const d : all_dtypes)
        CHECK(dtypes[static_cast<std::size_t>(d)] > 0);
}

} // namespace
