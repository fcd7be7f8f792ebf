#include <graft/runtime/kernels/lookup.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("lookup: bags of rows") {
    tensor const table = f32({3, 1}, {1, 2, 4}), indices = i64({3}, {0, 2, 1}), offsets = i64({2}, {0, 2});
    CHECK(show(aten::_embedding_bag(table, indices, offsets)) == "f32[2, 1]: 5 2\ni64[0]:\ni64[2]: 0 0\ni64[2]: 0 0\n");
    CHECK(show(aten::_embedding_bag(table, indices, offsets, false, 1)) ==
          "f32[2, 1]: 2.5 2\ni64[3]: 0 0 1\ni64[2]: 2 1\ni64[2]: 2 1\n");
    CHECK(show(aten::_embedding_bag(table, indices, offsets, "include_last_offset"_a = true)) ==
          "f32[1, 1]: 5\ni64[0]:\ni64[1]: 0\ni64[1]: 0\n");
}

TEST_CASE("lookup: indices as often as is said") {
    tensor const repeats = i64({3}, {2, 0, 1});
    call<tensor> c(aten::repeat_interleave_tensor::info());
    c.set(0, repeats);
    CHECK(show(evaluate(c, &kernel_of<aten::repeat_interleave_tensor>::run)) == "i64[3]: 0 0 2\n");
    c.set(1, 4);
    CHECK(raised([&] {
              static_cast<void>(evaluate(c, &kernel_of<aten::repeat_interleave_tensor>::run));
          }).find("'output_size' is not 3") != std::string::npos);
}

} // namespace
