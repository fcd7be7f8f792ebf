#include <graft/runtime/run_number.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/symbolic.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

run_values numbers(std::vector<scalar> const& operands) { return {operands.begin(), operands.end()}; }

TEST_CASE("run_number: functions of Python on ints, floats and bools") {
    CHECK(run_function("operator.add", numbers({2, 3})) == scalar(5));
    CHECK(run_function("operator.floordiv", numbers({-7, 2})) == scalar(-4));
    CHECK(run_function("operator.ge", numbers({2, 3})) == scalar(false));
    CHECK(run_function("torch.sym_max", numbers({2, 3})) == scalar(3));
    CHECK(run_function("operator.not_", numbers({false})) == scalar(true));
    CHECK(run_function("math.floor", numbers({-0.5})) == scalar(-1));
    CHECK(run_function("torch.sym_float", numbers({1.5})) == scalar(1.5));
    CHECK(run_function("operator.neg", {i64({}, {4})}) == scalar(-4));
    CHECK(raised([] {
              static_cast<void>(run_function("operator.getitem", numbers({1, 2})));
          }) == "graft: operator.getitem is no function on numbers");
    CHECK(raised([] { static_cast<void>(run_function("operator.add", numbers({1}))); }) ==
          "graft: operator.add takes 2 operands, not 1");
}

TEST_CASE("run_number: what is read off a tensor") {
    run_value const t = iota({2, 3});
    auto const read = [&](auto const& op, std::int64_t dim = 0) { return run_reading(op.info(), {t, scalar(dim)}); };
    CHECK(read(aten::sym_size.int_, -1) == scalar(3));
    CHECK(read(aten::sym_stride.int_, 0) == scalar(3));
    CHECK(read(aten::sym_numel.default_) == scalar(6));
    CHECK(read(aten::sym_storage_offset.default_) == scalar(0));
    CHECK(run_reading(aten::item.default_.info(), {b8({1}, {true})}) == scalar(true));
    CHECK(raised([&] { static_cast<void>(read(aten::allclose.default_)); }) ==
          "graft: aten::allclose reads no number off a tensor");
}

} // namespace
