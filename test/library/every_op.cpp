#include <graft/library/every_op.hpp>

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/io/file/safetensors.hpp>

#include <algorithm>
#include <string>

namespace {

using namespace graft;

TEST_CASE("every_op: has what the CPU runs, what the headers in library/ bring, and the out-variants of both") {
    for (char const* const name :
         {"aten::add.Tensor", "transformers::grouped_mm_fallback", "channels_last::convolution", "aten::add.out"})
        CHECK(find_cpu_op<every_op>(name) != nullptr);
    CHECK(find_cpu_op<every_op>("aten::no_such_op") == nullptr);
    kernel_library const library = cpu_library<every_op>();
    view<op_info const* const> const known = every_known_op<every_op>();
    CHECK(std::count_if(known.begin(), known.end(), [&](op_info const* op) {
              return op->name == "transformers::grouped_mm_fallback" && library.supports(*op);
          }) == 1);
}

TEST_CASE("every_op: is what a model may call") {
    std::string const folder = std::string{GRAFT_TEST_DATA} + "/models/digits_cnn/";
    basic_model<every_op> m{folder + "model.pt2"};
    tensor const image = read_safetensors(folder + "inputs.safetensors").tensors.at("input_0");
    tensor const scores = read_safetensors(folder + "outputs.safetensors").tensors.at("output_0");
    CHECK(compare(scores, m({image})[0]).agrees());
}

} // namespace
