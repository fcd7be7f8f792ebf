#include <graft/graft.hpp>

extern template struct graft::rewrite_by_rules<>;

const void* dtypes_of_b();
const void* dtypes_of_b() { return &graft::all_dtypes; }

std::size_t rewrites_of_b();
std::size_t rewrites_of_b() {
    static constexpr auto x = graft::var<"x">;
    graft::graph g;
    graft::value const a = graft::placeholder(g, "a");
    graft::output(g, {graft::aten::relu(graft::aten::neg(graft::aten::neg(a)))});
    return graft::rewrite(g, graft::rules(graft::rule<"neg-neg">(graft::aten::neg(graft::aten::neg(x)) >> x))).rewrites;
}
