#include <graft/lower/cpu_ops.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>

namespace {

using namespace graft;

TEST_CASE("cpu_ops: an op is found by its name, one of the Backend dialect and an out-variant, too") {
    CHECK(find_cpu_op("aten::add.Tensor") == &aten::add.Tensor.info());
    CHECK(find_cpu_op("backend::conv_relu") == &backend::conv_relu.info());
    REQUIRE(find_cpu_op("aten::add.out") != nullptr);
    CHECK(find_cpu_op("aten::add.out")->mutates());
    CHECK(find_cpu_op("aten::no_such_op") == nullptr);
    CHECK(find_cpu_op("") == nullptr);
}

} // namespace
