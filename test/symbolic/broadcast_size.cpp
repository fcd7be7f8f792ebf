// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/broadcast_size.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

constexpr bool symbolic_shapes() {
    sym_int const s = symbol("s0");
    std::vector<sym_int> const x{2, s, 3};
    std::vector<sym_int> const strides{3 * s, 3, 1};
    std::vector<sym_int> const one{s, 1};
    std::vector<sym_int> const four{4};
    std::vector<sym_int> const s_by_four{s, 4};
    return numel(x) == 6 * s && contiguous_strides(x) == strides && is_contiguous(x, strides) &&
           broadcast_sizes(one, four) == s_by_four && broadcast_sizes(four, one) == s_by_four;
}
static_assert(symbolic_shapes());

} // namespace

TEST_CASE("broadcast_size: two symbolic sizes that may differ do not broadcast") {
    std::vector<sym_int> const a{symbol("s0")};
    std::vector<sym_int> const b{symbol("s1")};
    CHECK(broadcast_sizes(a, a) == a);
    CHECK_THROWS_AS((void)broadcast_sizes(a, b), error);
}
