#include <graft/transform/detail/out_dtype.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/detail/region.hpp>
#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include "calls_of.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace graft;

// The nodes that stand in the place of `out_dtype(args)`, whose value is `val`.
std::string replaced(std::string_view val, std::string_view args) {
    std::string const inputs = "graph():\n"
                               "    %x : f32[2, 2] = placeholder[target=x]\n"
                               "    %s : f32[] = placeholder[target=s]\n"
                               "    %a : i8[2, 2] = placeholder[target=a]\n"
                               "    %b : i16[2, 2] = placeholder[target=b]\n"
                               "    %i : i32[2, 2] = placeholder[target=i]\n";
    std::string const call = "    %r : " + std::string(val) +
                             " = call_function[target=torch.ops.higher_order.out_dtype](args = (" + std::string(args) +
                             "), kwargs = {})\n    return (%r,)\n";
    graph_module module{parse(inputs + call, find_aten_op), {}};
    detail::replace_out_dtypes(module);
    return graft_test::calls_of(module.graph);
}

TEST_CASE("out_dtype: what is given is cast to the dtype that it promotes to with the wanted one") {
    CHECK(
        replaced("i32[2, 2]", "'torch.ops.aten.mm.default', torch.int32, %a, %b") ==
        "aten::to.dtype(a ) torch.int32\naten::to.dtype(b ) torch.int32\naten::mm(to_dtype to_dtype_1 ) torch.int32\n");
    CHECK(replaced("i32[2, 2]", "'torch.ops.aten.linear.default', torch.int32, %i, %i, None") ==
          "aten::linear(i i ) torch.int32\n");
}

TEST_CASE("out_dtype: the result is cast to the wanted dtype") {
    CHECK(replaced("i32[2, 2]", "'torch.ops.aten.mul.Tensor', torch.int32, %i, %s") ==
          "aten::to.dtype(i ) torch.float32\naten::mul.Tensor(to_dtype s ) torch.float32\n"
          "aten::to.dtype(mul_tensor ) torch.int32\n");
    CHECK(replaced("i32[2, 2]", "'torch.ops.aten.mul.Scalar', torch.int32, %a, 0.5") ==
          "aten::to.dtype(a ) torch.float32\naten::mul.Scalar(to_dtype ) torch.float32\n"
          "aten::to.dtype(mul_scalar ) torch.int32\n");
    CHECK(replaced("f32[2, 2]", "'torch.ops.aten.mul.Scalar', torch.float32, %x, 2") ==
          "aten::mul.Scalar(x ) torch.float32\n");
}

TEST_CASE("out_dtype: an op that PyTorch does not take there stays") {
    CHECK(replaced("i32[2, 2]", "'torch.ops.aten.add.Tensor', torch.int32, %a, %b") ==
          "torch.ops.higher_order.out_dtype(a b ) torch.int32\n");
}

} // namespace
