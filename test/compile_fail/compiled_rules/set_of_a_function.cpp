// expect: does not have static storage duration|is not a constant expression
// names: ‘set’ .*static storage duration|add 'static' to give it a constant address
// The compiler's own sentences, which name the set and the cure: no template sees such an argument.
#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/dialect/aten/unary.hpp>

inline constexpr auto x = graft::var<"x">;

std::size_t simplify(graft::graph& g) {
#if !defined(GRAFT_EXPECT_ERROR)
    static
#endif
        constexpr auto set = graft::rules(graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x));
    return rewrite(g, graft::compiled<set>).rewrites;
}
