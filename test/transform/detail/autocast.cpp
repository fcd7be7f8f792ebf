#include <graft/transform/detail/autocast.hpp>

#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/transform/decompose.hpp>

#include <doctest/doctest.h>

#include "calls_of.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;

// The nodes of a graph of `x`, `y` of float32, `b` of bfloat16, `d` of float64 and `i` of int64 under autocast to
// bfloat16.
std::string cast(std::string_view lines) {
    std::string const inputs = "graph():\n"
                               "    %x : f32[2, 2] = placeholder[target=x]\n"
                               "    %y : f32[2, 2] = placeholder[target=y]\n"
                               "    %b : bf16[2, 2] = placeholder[target=b]\n"
                               "    %d : f64[2, 2] = placeholder[target=d]\n"
                               "    %i : i64[2] = placeholder[target=i]\n";
    graph g = parse(inputs + std::string(lines) + "    return (%r,)\n", find_aten_op);
    auto const composites = detail::compositions_of<op_tags::none>(flat_ops<overloads_of<aten::einsum>>{});
    detail::autocaster(g, dtype::bf16, composites).run();
    return graft_test::calls_of(g);
}

std::string call(std::string_view val, std::string_view op, std::string_view args) {
    return "    %r : " + std::string(val) + " = call_function[target=torch.ops.aten." + std::string(op) + "](args = (" +
           std::string(args) + "), kwargs = {})\n";
}

TEST_CASE("autocast: what an op computes in a narrow dtype is cast to that, if it is not of it") {
    CHECK(cast(call("bf16[2, 2]", "mm.default", "%x, %b")) ==
          "aten::to.dtype(x ) torch.bfloat16\naten::mm(to_dtype b ) torch.bfloat16\n");
    CHECK(cast(call("bf16[2, 2]", "mm.default", "%b, %b")) == "aten::mm(b b ) torch.bfloat16\n");
}

TEST_CASE("autocast: numbers of double precision and integers stay") {
    CHECK(cast(call("f64[2, 2]", "mm.default", "%d, %d")) == "aten::mm(d d ) torch.float64\n");
    CHECK(cast(call("f64[2]", "prod.dim_int", "%d, 0")) == "aten::prod.dim_int(d ) torch.float64\n");
    CHECK(cast(call("i64[]", "prod.default", "%i")) == "aten::prod(i ) torch.int64\n");
}

TEST_CASE("autocast: an op may take float32, or what is widest") {
    CHECK(cast(call("f32[]", "mse_loss.default", "%x, %b")) ==
          "aten::to.dtype(b ) torch.float32\naten::mse_loss(x to_dtype ) torch.float32\n");
    CHECK(cast(call("f32[4, 2]", "cat.default", "[%b, %x]")) ==
          "aten::to.dtype(b ) torch.float32\naten::cat(to_dtype x ) torch.float32\n");
    CHECK(cast(call("bf16[4, 2]", "cat.default", "[%b, %b]")) == "aten::cat(b b ) torch.bfloat16\n");
    CHECK(cast(call("f64[4, 2]", "cat.default", "[%b, %d]")) == "aten::cat(b d ) torch.float64\n");
}

TEST_CASE("autocast: other ops take what they are given") {
    CHECK(cast(call("f32[2, 2]", "add.Tensor", "%x, %b")) == "aten::add.Tensor(x b ) torch.float32\n");
}

TEST_CASE("autocast: a composite op is put into ops, for which is cast") {
    std::string const text = cast(call("bf16[2, 2]", "einsum.default", "'ij,jk->ik', [%x, %b]"));
    CHECK(text.find("aten::einsum") == text.npos);
    CHECK(text.find("aten::bmm") != text.npos);
    CHECK(text.find("torch.bfloat16") != text.npos);
    // Without a sum there is no product of matrices.
    CHECK(cast(call("f32[2, 2]", "einsum.default", "'ij,ij->ij', [%x, %y]")).find("torch.bfloat16") == text.npos);
}

TEST_CASE("autocast: what a composite op casts that has no composition here is known by its value") {
    CHECK(cast(call("bf16[2, 2]", "cov.default", "%x")) ==
          "aten::to.dtype(x ) torch.bfloat16\naten::cov(to_dtype ) torch.bfloat16\n");
}

TEST_CASE("autocast: a call whose value is no other's is refused by its name") {
    CHECK_THROWS_WITH_AS(cast(call("f16[2, 2]", "relu.default", "%x")),
                         doctest::Contains("aten::relu: autocast gives another dtype than the op, torch.float16"),
                         error);
}

} // namespace
