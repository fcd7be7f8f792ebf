#include <graft/rulecheck/detail/lint_value.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/shape_constraint.hpp>
#include <graft/symbolic/tensor_spec.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <random>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

static_assert(count_dims(0) == 0 && count_dims(0x232) == 3);
static_assert(size_at(0x132, 0) == 1 && size_at(0x132, -1) == 2 && !size_at(0x132, 3));

constexpr abstract_value f32(std::uint16_t sizes) { return {code_of(dtype::f32), sizes}; }

template <class C>
constexpr bool holds(C const& c, abstract_value const& v) {
    return holds_of(c.items[0], v, true) && holds_of(c.items[0], v, false);
}
template <class C>
constexpr bool holds(C const& c, abstract_value const& a, abstract_value const& b) {
    return pair_holds_of(c.items[0], a, b, true) && pair_holds_of(c.items[0], a, b, false);
}

static_assert(holds(rank(x) == 2, f32(0x23)) && !holds(rank(x) == 2, f32(0x2)));
static_assert(holds(dim(x, -1) == 3, f32(0x23)) == (size_at(0x23, -1) == 3));
static_assert(holds(numel(x) == 6, f32(0x23)) && !holds(numel(x) == 6, f32(0x3)));
static_assert(holds(x.in(dtype::f32), f32(0)) && !holds(x.in(dtype::i64), f32(0)));
static_assert(holds(same_shape(x, y), f32(0x3), f32(0x3)) && !holds(same_shape(x, y), f32(0x3), f32(0x13)));
static_assert(holds(broadcasts_to(x, y), f32(0x3), f32(0x23)) && !holds(broadcasts_to(x, y), f32(0x23), f32(0x3)));
static_assert(holds(same_dtype(x, y), f32(0), f32(0x2)) && !holds(same_dtype(x, y), f32(0), {code_of(dtype::i8), 0}));
static_assert(!holds(rank(x) == 0, {whole_number, 0}) && !holds(same_shape(x, y), f32(0), {whole_number, 0}));

std::vector<sym_int> sizes_of(std::uint16_t sizes) {
    std::vector<sym_int> all;
    for (std::int64_t i = 0; i < count_dims(sizes); ++i)
        all.push_back(*size_at(sizes, i));
    return all;
}

TEST_CASE("lint_value: sizes are broadcast as those of tensors") {
    std::mt19937 random(3);
    auto const draw = [&] {
        std::uint16_t sizes = 0;
        for (std::uint_fast32_t rank = random() % 5; rank > 0; --rank)
            sizes = static_cast<std::uint16_t>(static_cast<std::uint_fast32_t>(sizes) << 4 | (1 + random() % 3));
        return sizes;
    };
    for (int i = 0; i < 500; ++i) {
        std::uint16_t const a = draw(), b = draw();
        std::optional<std::vector<sym_int>> expected;
        try {
            expected = broadcast_sizes(sizes_of(a), sizes_of(b));
        } catch (std::exception const&) {
        }
        std::optional<std::uint16_t> const joined = join_sizes(a, b);
        REQUIRE(joined.has_value() == expected.has_value());
        if (joined)
            CHECK(sizes_of(*joined) == *expected);
    }
}

} // namespace
