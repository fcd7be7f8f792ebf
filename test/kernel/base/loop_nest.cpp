#include <graft/kernel/base/loop_nest.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <map>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

std::int64_t rows(detail::loop_nest const& nest) {
    std::int64_t n = 0;
    nest.for_each_row([&](std::byte* const*) { ++n; });
    return n;
}

} // namespace

TEST_CASE("loop_nest: meets every index once, with each operand's element at it") {
    reference::source random(3);
    for (int round = 0; round < 60; ++round) {
        sizes const space = random.shape(random.integer(0, 5), 4, 0);
        tensor const a = random.empty(space, dtype::i32);
        tensor const b = random.empty(random.broadcasting(space), dtype::f64);
        std::map<std::byte*, std::byte*> want, met;
        reference::for_each_index(
            space, [&](sizes const& index) { want[reference::address(a, index)] = reference::address(b, index); });
        detail::loop_nest nest("test", space);
        nest.add(a);
        nest.add(b);
        nest.simplify();
        std::int64_t elements = 0;
        nest.for_each_row([&](std::byte* const* at) {
            for (std::int64_t i = 0; i < nest.row_size(); ++i, ++elements)
                met[at[0] + i * nest.row_stride(0)] = at[1] + i * nest.row_stride(1);
        });
        CHECK(met == want);
        CHECK(elements == numel(space));
    }
}

TEST_CASE("loop_nest: dense operands are one row, whatever their common layout") {
    tensor const a = tensor::empty({4, 1, 5, 6}, dtype::f32);
    detail::loop_nest nest("test", a.sizes());
    nest.add(a);
    nest.add(a);
    nest.simplify();
    CHECK(rows(nest) == 1);
    CHECK(nest.row_size() == 120);
    CHECK(nest.dense_row(0));

    tensor const last = tensor::empty({4, 5, 6}, dtype::f32).as_strided({4, 6, 5}, {30, 1, 6}, 0);
    detail::loop_nest channels_last("test", last.sizes());
    channels_last.add(last);
    channels_last.add(last);
    channels_last.simplify();
    CHECK(rows(channels_last) == 1);
}

TEST_CASE("loop_nest: a broadcast operand stands still") {
    tensor const a = tensor::empty({3, 4}, dtype::f32), row = tensor::empty({4}, dtype::f32),
                 one = tensor::empty({}, dtype::i64);
    detail::loop_nest nest("test", a.sizes());
    nest.add(a);
    nest.add(row);
    nest.add(one);
    nest.simplify();
    CHECK(rows(nest) == 3);
    CHECK(nest.row_stride(1) == 4);
    CHECK(nest.row_stride(2) == 0);
    nest.for_each_row([&](std::byte* const* at) {
        CHECK(at[1] == row.data());
        CHECK(at[2] == one.data());
    });
}

TEST_CASE("loop_nest: overlap sees common addresses, not a common storage") {
    tensor const a = tensor::empty({4, 4}, dtype::f32);
    tensor const top = a.as_strided({2, 4}, {4, 1}, 0), bottom = a.as_strided({2, 4}, {4, 1}, 8),
                 middle = a.as_strided({2, 4}, {4, 1}, 4);
    detail::loop_nest nest("test", top.sizes());
    nest.add(top);
    nest.add(bottom);
    nest.add(middle);
    CHECK_FALSE(nest.overlap(0, 1));
    CHECK(nest.overlap(0, 2));
    CHECK(nest.overlap(1, 2));
    CHECK(nest.overlap(0, 0));
}

TEST_CASE("loop_nest: sizes that do not broadcast are an error naming operation and sizes") {
    tensor const a = tensor::empty({3, 4}, dtype::f32), b = tensor::empty({3}, dtype::f32);
    detail::loop_nest nest("test", a.sizes());
    CHECK_THROWS_WITH_AS(nest.add(b), "graft: test: the size 3 of an operand does not broadcast to 4 at dimension 1",
                         error);
    detail::loop_nest less("test", b.sizes());
    CHECK_THROWS_AS(less.add(a), error);
    CHECK_THROWS_AS(detail::loop_nest("test", sizes(65, 1)), error);
}

TEST_CASE("loop_nest: a space without elements has no rows, however large its other sizes") {
    sizes const space{std::int64_t{1} << 40, 0, std::int64_t{1} << 40, 2};
    tensor const a = tensor::empty({0}, dtype::f32).as_strided(space, {0, 0, 2, 1}, 0);
    detail::loop_nest nest("test", space);
    nest.add(a);
    nest.simplify();
    CHECK(rows(nest) == 0);
}

TEST_CASE("loop_nest: the strides of a tensor without elements do not count") {
    std::int64_t const most = std::numeric_limits<std::int64_t>::max();
    tensor const a = tensor::empty({0}, dtype::f32).as_strided({0, 3}, {most, most}, 0);
    detail::loop_nest nest("test", a.sizes());
    nest.add(a);
    nest.simplify();
    CHECK(rows(nest) == 0);
}

TEST_CASE("loop_nest: planes meet every index once, with an operand dense along their rows' other loop") {
    reference::source random(17);
    int planes = 0;
    for (int round = 0; round < 200; ++round) {
        sizes const space = random.shape(random.integer(2, 5), 4, 0);
        tensor const a = tensor::empty(space, dtype::f32), b = random.empty(space, dtype::i16);
        std::map<std::byte*, std::byte*> want, met;
        reference::for_each_index(
            space, [&](sizes const& index) { want[reference::address(a, index)] = reference::address(b, index); });
        detail::loop_nest nest("test", space);
        nest.add(a);
        nest.add(b);
        nest.simplify();
        if (!nest.pull_dense(1))
            continue;
        ++planes;
        CHECK(nest.plane_stride(1) == 2);
        nest.for_each_plane([&](std::byte* const* at) {
            for (std::int64_t i = 0; i < nest.plane_rows(); ++i)
                for (std::int64_t j = 0; j < nest.row_size(); ++j)
                    met[at[0] + i * nest.plane_stride(0) + j * nest.row_stride(0)] =
                        at[1] + i * nest.plane_stride(1) + j * nest.row_stride(1);
        });
        CHECK(met == want);
    }
    CHECK(planes > 10);
}
