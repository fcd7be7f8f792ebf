// Header-only: what holds in constants needs bodies.
#include <graft/core/shape.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace graft;
using sizes = std::vector<std::int64_t>;

static_assert(numel(sizes{}) == 1 && numel(sizes{2, 3}) == 6 && numel(sizes{1, 0}) == 0);
static_assert(contiguous_strides(sizes{2, 3, 4}) == sizes{12, 4, 1});
static_assert(contiguous_strides(sizes{2, 0, 3}) == sizes{3, 3, 1});
static_assert(element_span(sizes{}, sizes{}) == 1 && element_span(sizes{2, 0}, sizes{5, 1}) == 0);
static_assert(element_span(sizes{2, 3}, sizes{5, 2}) == 10 && element_span(sizes{4, 3}, sizes{0, 1}) == 3);
static_assert(broadcast_sizes(sizes{5, 1, 4}, sizes{3, 1}) == sizes{5, 3, 4});
static_assert(broadcast_sizes(sizes{}, sizes{2}) == sizes{2} && wrap_dim(-1, 3) == 2);

TEST_CASE("shape: the number of elements is 0 with any size 0, and overflow is an error") {
    std::int64_t const large = std::int64_t{1} << 40;
    CHECK(numel(sizes{large, large, 0}) == 0);
    CHECK_THROWS_AS((void)numel(sizes{large, large}), error);
    CHECK_THROWS_AS((void)contiguous_strides(sizes{large, large, large}), error);
    CHECK_THROWS_AS((void)element_span(sizes{large, 2}, sizes{1 << 30, 1}), error);
    CHECK_THROWS_AS((void)element_span(sizes{large, large}, sizes{0, 0}), error);
}

TEST_CASE("shape: sizes that do not broadcast are named as ATen names them") {
    CHECK_THROWS_WITH((void)broadcast_sizes(sizes{2, 3}, sizes{4}),
                      "graft: The size of tensor a (3) must match the size of tensor b (4) at "
                      "non-singleton dimension 1");
    CHECK_THROWS_WITH((void)broadcast_sizes(sizes{4}, sizes{2, 3}),
                      "graft: The size of tensor a (4) must match the size of tensor b (3) at "
                      "non-singleton dimension 1");
}

TEST_CASE("shape: broadcasting is commutative, and a size broadcasts with itself and with 1") {
    std::vector<sizes> const all{{}, {1}, {3}, {2, 3}, {2, 1}, {1, 3}, {4, 1, 3}, {0}, {1, 0}};
    for (sizes const& a : all) {
        CHECK(broadcast_sizes(a, a) == a);
        CHECK(broadcast_sizes(a, sizes{}) == a);
        for (sizes const& b : all) {
            sizes ab;
            try {
                ab = broadcast_sizes(a, b);
            } catch (error const&) {
                CHECK_THROWS_AS((void)broadcast_sizes(b, a), error);
                continue;
            }
            CHECK(broadcast_sizes(b, a) == ab);
            CHECK(broadcast_sizes(ab, a) == ab);
        }
    }
}

TEST_CASE("shape: contiguity ignores strides of dimensions of size 1 and of empty tensors") {
    CHECK(is_contiguous(sizes{2, 1, 3}, sizes{3, 99, 1}));
    CHECK(is_contiguous(sizes{0, 3}, sizes{7, 7}));
    CHECK(is_contiguous(sizes{}, sizes{}));
    CHECK_FALSE(is_contiguous(sizes{2, 3}, sizes{1, 2}));
    CHECK_FALSE(is_contiguous(sizes{2, 3}, sizes{0, 0}));
}

TEST_CASE("shape: a dimension out of range is named as ATen names it") {
    CHECK(wrap_dim(0, 0) == 0);
    CHECK(wrap_dim(-1, 0) == 0);
    CHECK_THROWS_WITH((void)wrap_dim(2, 2), "graft: Dimension out of range (expected to be in range "
                                            "of [-2, 1], but got 2)");
    CHECK_THROWS_AS((void)wrap_dim(1, 0), error);
}
