// expect: does not have static storage duration|is not a constant expression
// The compiler's own sentence, which names the set: no template sees such an argument.
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
