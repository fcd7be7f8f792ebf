#include <graft/runtime/kernels.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/evaluate.hpp>

#include "tensors.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("kernels: all of them are of ops that ATen has and whose results can be inferred") {
    kernel_table const all = all_kernels();
    CHECK(all.entries().size() > 60);
    for (kernel_entry const& entry : all.entries()) {
        CAPTURE(entry.op->name);
        CHECK(find_aten_op(entry.op->name) == entry.op);
        CHECK((entry.op->meta != nullptr));
        CHECK((all.find(*entry.op) == entry.run));
    }
}

TEST_CASE("kernels: every header's kernels are among them, and no others") {
    kernel_table const all = all_kernels();
    for (std::string_view const name :
         {"aten::add.Tensor", "aten::addmm", "aten::convolution", "aten::cat", "aten::full",
          "aten::max_pool2d_with_indices", "aten::mean.dim", "aten::_softmax"}) {
        CAPTURE(name);
        REQUIRE(find_aten_op(name) != nullptr);
        CHECK((all.find(*find_aten_op(name)) != kernel_function{}));
    }
    CHECK((all.find(aten::scaled_dot_product_attention.default_.info()) == kernel_function{}));
}

TEST_CASE("kernels: a kernel found by name runs") {
    tensor const x = f32({2}, {1, 2});
    graft::call<tensor> c(*find_aten_op("aten::add.Tensor"));
    c.set("self", x).set("other", 10).set("alpha", 2);
    CHECK(show(evaluate(c, all_kernels().find(c.op()))) == "f32[2]: 21 22\n");
}

} // namespace
