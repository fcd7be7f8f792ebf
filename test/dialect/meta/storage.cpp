#include <graft/dialect/meta/storage.hpp>

#include <graft/dialect/aten/storage.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("storage meta: strides and formats") {
    CHECK(aten::resize_(f32({2, 3, 4, 5}), std::array{2, 3, 4, 5}, "memory_format"_a = memory_format::channels_last) ==
          strided(f32({2, 3, 4, 5}), {60, 1, 15, 3}));
    CHECK_THROWS_WITH(static_cast<void>(aten::resize_(f32({2}), std::array{-7})),
                      "graft: aten::resize_: a size is negative in [-7]");
    CHECK(aten::sym_is_contiguous(strided(f32({2, 3}), {1, 2})) == value_spec::of_boolean(0));
    call<tensor_spec> c(aten::empty_strided_default::info());
    CHECK(infer(c.set(0, std::array{2, 2}).set(1, std::array{1, 4})) == strided(f32({2, 2}), {1, 4}));
}
