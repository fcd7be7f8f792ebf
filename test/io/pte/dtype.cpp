#include <graft/io/pte/dtype.hpp>

#include <doctest/doctest.h>

#include <set>

namespace {

using namespace graft;

static_assert(dtype_of_pte(6) == dtype::f32);
static_assert(pte_number(dtype::boolean) == 11);
static_assert(pte_number(dtype::bf16) == 15);
static_assert(dtype_of_pte(12) == dtype::undefined);

TEST_CASE("pte_dtype: every number stands for one dtype and comes from it") {
    std::set<int> seen;
    for (std::int64_t n = -300; n < 300; ++n)
        if (dtype const d = dtype_of_pte(n); d != dtype::undefined) {
            CHECK(pte_number(d) == n);
            CHECK(seen.insert(static_cast<int>(d)).second);
        }
    CHECK(seen.size() == 16);
}

} // namespace
