#include <graft/io/pt2/detail/target.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

namespace {

std::string target(std::string const& name) {
    graft::json_document const document = graft::json_document::parse('"' + name + '"');
    return graft::detail::read_pt2_target(document.root());
}

std::string refused(std::string const& name) {
    return graft_test::raised([&] { target(name); });
}

TEST_CASE("pt2_target: an op is called by its schema's name") {
    CHECK(target("torch.ops.aten.add.Tensor") == "aten::add.Tensor");
    CHECK(target("torch.ops.aten.relu.default") == "aten::relu");
    CHECK(target("torch.ops.aten.__and__.Tensor") == "aten::__and__.Tensor");
    CHECK(target("torch.ops.quantized_decomposed.dequantize_per_tensor.tensor") ==
          "quantized_decomposed::dequantize_per_tensor.tensor");
}

TEST_CASE("pt2_target: Python functions keep their name") {
    CHECK(target("_operator.ge") == "operator.ge");
    CHECK(target("math.trunc") == "math.trunc");
    CHECK(target("torch.sym_float") == "torch.sym_float");
    CHECK(target("torch.ops.higher_order.cond") == "torch.ops.higher_order.cond");
}

TEST_CASE("pt2_target: what names no operator is refused") {
    for (std::string const name : {"", ".", "a.", ".a", "a..b", "1a", "a b", "aten::add", "#ext:op"})
        CHECK(refused(name) == "graft: no name of an operator [at $]");
    for (std::string const name : {"torch.ops.aten", "torch.ops.aten.add", "torch.ops.aten.add.a.b"})
        CHECK(refused(name) == "graft: expected torch.ops, a namespace, an operator and an overload [at $]");
}

} // namespace
