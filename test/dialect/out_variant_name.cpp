#include <graft/dialect/out_variant_name.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>

#include <fstream>
#include <sstream>

namespace {

using namespace graft;

TEST_CASE("out_variant_name: it is the name, and the arguments those, of PyTorch's own out-variant") {
    std::ifstream in(GRAFT_TEST_DATA "/schema/out_variants/names.tsv");
    int count = 0;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name, expected, dropped;
        words >> name >> expected >> dropped;
        op_info const* const op = find_known_op<>(name);
        if (op == nullptr)
            continue;
        ++count;
        CAPTURE(name);
        CHECK(out_variant_name(*op) == expected);
        std::string skipped;
        for (schema_argument const& a : op->arguments)
            if (!is_out_variant_argument(*op, a))
                skipped += (skipped.empty() ? "" : ",") + std::string(a.name);
        CHECK(skipped == dropped);
    }
    CHECK(count > 400);
}

TEST_CASE("out_variant_name: ExecuTorch's ops of quantisation are named as its runtime does") {
    CHECK(out_variant_name(*find_known_op<>("quantized_decomposed::quantize_per_tensor")) ==
          "quantized_decomposed::quantize_per_tensor.out");
    CHECK(out_variant_name(*find_known_op<>("quantized_decomposed::dequantize_per_tensor.tensor")) ==
          "quantized_decomposed::dequantize_per_tensor.Tensor_out");
    CHECK(out_variant_name(*find_known_op<>("dim_order_ops::_to_dim_order_copy")) ==
          "dim_order_ops::_to_dim_order_copy.out");
}

} // namespace
