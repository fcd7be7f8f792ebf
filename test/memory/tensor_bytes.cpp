#include <graft/memory/tensor_bytes.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace {

using graft::dtype;
using graft::make_spec;
using graft::max_bytes;
using graft::sym_int;
using graft::symbol;

graft::tensor_spec strided(std::vector<sym_int> sizes, std::vector<sym_int> strides) {
    graft::tensor_spec spec = make_spec(dtype::f32, std::move(sizes));
    spec.strides = std::move(strides);
    return spec;
}

} // namespace

TEST_CASE("max_bytes: a contiguous tensor takes its elements") {
    CHECK(max_bytes(make_spec(dtype::f32, {2, 3})) == 24);
    CHECK(max_bytes(make_spec(dtype::boolean, {})) == 1);
    CHECK(max_bytes(make_spec(dtype::f64, {4, 0})) == 0);
}

TEST_CASE("max_bytes: a dense tensor takes its elements in any order of its dimensions") {
    CHECK(max_bytes(strided({2, 3, 4}, {12, 1, 3})) == 96);
}

TEST_CASE("max_bytes: gaps count, and an expanded tensor takes what it takes when it is "
          "written out") {
    CHECK(max_bytes(strided({2, 3}, {10, 1})) == 4 * 13);
    CHECK(max_bytes(strided({5, 3}, {0, 1})) == 60);
}

TEST_CASE("max_bytes: symbols count with their largest value") {
    std::vector<graft::symbol_range> const ranges{{symbol("s0"), {1, 8}}, {symbol("s1"), {0, 5}}};
    sym_int const s0(symbol("s0")), s1(symbol("s1"));
    CHECK(max_bytes(make_spec(dtype::f32, {s0, 3}), ranges) == 4 * 24);
    CHECK(max_bytes(make_spec(dtype::i8, {s0 + 1, s1}), ranges) == 45);
    CHECK(max_bytes(strided({s0, s1}, {s1 + 2, 1}), ranges) == 4 * (7 * 7 + 5));
}

TEST_CASE("max_bytes: without a bound, or with one past 64 bits, there is no largest size") {
    sym_int const u0(symbol("u0"));
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0, 3})));
    std::vector<graft::symbol_range> const low{{symbol("u0"), {2, std::nullopt}}};
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0}), low));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::vector<graft::symbol_range> const wide{{symbol("u0"), {0, most}}};
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0}), wide));
    CHECK(max_bytes(make_spec(dtype::u8, {u0}), wide) == static_cast<std::uint64_t>(most));
    CHECK(max_bytes(make_spec(dtype::f32, {0, u0})) == 0);
}
