#include <graft/runtime/kernels.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/runtime/evaluate.hpp>

#include "tensors.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE(
    "kernels: all of them are of ops that there are, of a backend or one's own, and their results can be inferred") {
    kernel_table const all = cpu_library().kernels;
    CHECK(all.entries().size() > 400);
    for (kernel_entry const& entry : all.entries()) {
        CAPTURE(entry.name);
        REQUIRE(find_cpu_op(entry.name) != nullptr);
        op_info const& op = *find_cpu_op(entry.name);
        bool const is_own = op.name.starts_with("own::");
        CHECK((has(op.tags, op_tags::backend) || is_own || find_known_op(op.name) == &op));
        // Sizes may depend on the elements, and so does a number read off a tensor.
        bool const gives_number = op.returns[0].type != type_kind::tensor;
        bool const sized_by_elements = op.name == "aten::nonzero" || op.name == "aten::bincount";
        CHECK((op.meta != nullptr || gives_number || sized_by_elements));
        CHECK((all.find(op) == entry.run));
    }
}

TEST_CASE("kernels: every header's kernels are among them, and no others") {
    kernel_table const all = cpu_library().kernels;
    for (std::string_view const name :
         {"aten::add.Tensor", "aten::addmm", "aten::convolution", "aten::cat", "aten::full",
          "aten::max_pool2d_with_indices", "aten::mean.dim", "aten::_softmax"}) {
        CAPTURE(name);
        REQUIRE(find_known_op(name) != nullptr);
        CHECK((all.find(*find_known_op(name)) != kernel_function{}));
    }
    CHECK((all.find(aten::sym_size.int_.info()) == kernel_function{}));
}

TEST_CASE("kernels: a kernel found by name runs") {
    tensor const x = f32({2}, {1, 2});
    graft::call<tensor> c(*find_known_op("aten::add.Tensor"));
    c.set("self", x).set("other", 10).set("alpha", 2);
    CHECK(show(evaluate(c, cpu_library().kernels.find(c.op()))) == "f32[2]: 21 22\n");
}

} // namespace
