// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/creation.hpp>

#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/schema/infer.hpp>

#include <doctest/doctest.h>

#include "specs.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

using number = argument<tensor_spec>;

/// Calls of ops without a tensor carry no meaning, so they are made by name.
template <class Op>
constexpr call<tensor_spec> calling() {
    return call<tensor_spec>(Op::info());
}

constexpr tensor_spec range(number start, number end, number step) {
    return meta_arange(calling<aten::arange_start_step>().set("start", start).set("end", end).set("step", step)).tensor;
}

constexpr std::vector<sym_int> two_by_s0() { return {2, s0()}; }

static_assert([] { return meta_zeros(calling<aten::zeros_default>().set("size", two_by_s0())) == f32({2, s0()}); }());
static_assert([] {
    return meta_full(calling<aten::full_default>().set("size", two_by_s0()).set("fill_value", 1)) == i64({2, s0()});
}());
static_assert([] { return meta_eye(calling<aten::eye_default>().set("n", 3)) == f32({3, 3}); }());
static_assert([] { return meta_scalar_tensor(calling<aten::scalar_tensor_default>().set("s", true)) == f32({}); }());
static_assert([] { return range(1, 8, 3) == i64({3}); }());
static_assert([] { return range(8, 1, -3) == i64({3}); }());
static_assert([] { return range(0, 1, 0.25) == f32({4}); }());
static_assert([] { return range(3, 3, 1) == i64({0}); }());

} // namespace

TEST_CASE("creation: a range of symbolic length has it as its size") {
    CHECK(range(0, s0(), 1) == i64({s0()}));
    CHECK(range(2, s0() + 2, 1) == i64({s0()}));
}

TEST_CASE("creation: the options of the call count") {
    CHECK(infer(calling<aten::empty_memory_format>()
                    .set("size", std::vector{2, 3, 4, 5})
                    .set("dtype", dtype::i64)
                    .set("memory_format", memory_format::channels_last)) == strided(i64({2, 3, 4, 5}), {60, 1, 15, 3}));
    CHECK(infer(calling<aten::ones_default>().set("size", std::vector{2}).set("device", device{device_kind::cuda, 1}))
              .tensor.dev == device{device_kind::cuda, 1});
}

TEST_CASE("creation: a tensor like another keeps its order of dimensions") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2}, 1);
    CHECK(aten::zeros_like(columns) == strided(f32({2, 3}), {1, 2}));
    CHECK(aten::full_like(columns, 1, "dtype"_a = dtype::i64) == strided(i64({2, 3}), {1, 2}));
}

TEST_CASE("creation: negative sizes and endless ranges are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(infer(calling<aten::zeros_default>().set("size", std::vector{2, -1}))),
                      "graft: aten::zeros: a size is negative in [2, -1]");
    CHECK_THROWS_WITH(static_cast<void>(range(1, 8, -1)),
                      "graft: aten::arange.start_step: 'end' is not reached from 'start' in "
                      "the direction of 'step'");
    CHECK_THROWS_AS(static_cast<void>(range(0, 1.0, 0)), error);
    CHECK_THROWS_WITH(static_cast<void>(range(0.0, 1e300, 1)), "graft: a range of numbers is too long");
}

TEST_CASE("random meta: numbers are reals or complex, unless there are none") {
    call<tensor_spec> c(aten::rand_default::info());
    c.set("dtype", dtype::i16);
    CHECK(infer(c.set(0, std::array{0, 2})) == make_spec(dtype::i16, {0, 2}));
    CHECK_THROWS_WITH(static_cast<void>(infer(c.set(0, std::array{2}))),
                      "graft: aten::rand: it is not defined for torch.int16");
    c.set("dtype", dtype::c64);
    CHECK(infer(c) == make_spec(dtype::c64, {2}));
    CHECK(infer(call<tensor_spec>(aten::randperm_default::info()).set(0, s0())) == i64({s0()}));
}
