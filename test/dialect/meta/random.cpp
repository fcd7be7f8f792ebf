#include <graft/dialect/meta/random.hpp>

#include <graft/dialect/aten/random.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

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
