#include <graft/library/grouped_mm.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>
#include <graft/runtime/eager.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor i32(std::vector<std::int32_t> const& elements) {
    tensor made = tensor::empty({static_cast<std::int64_t>(elements.size())}, dtype::i32);
    std::copy(elements.begin(), elements.end(), made.data<std::int32_t>());
    return made;
}

tensor const rows = f32({6, 4}, {-1.5, -1,  -0.5, 0,  0.5,  1, 1.5, -1.5, -1,  -0.5, 0,  0.5,
                                 1,    1.5, -1.5, -1, -0.5, 0, 0.5, 1,    1.5, -1.5, -1, -0.5});
tensor const matrices =
    f32({3, 4, 2}, {-2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1});

// What torch gives for the same calls; it leaves rows behind the last group of `_grouped_mm` as memory was.
TEST_CASE("grouped_mm: each group of rows has a matrix, empty groups and rows in no group included") {
    for (tensor const& ends : {i32({2, 2, 5}), i64({3}, {2, 2, 5})}) {
        CHECK(show(transformers::grouped_mm_fallback(rows, matrices, ends)) ==
              "f32[6, 2]: 2 1.5 3.5 -2.5 0.5 -0.5 3.5 3.5 -0.5 0.5 0 0");
        CHECK(show(aten::_grouped_mm(rows, matrices, ends)) ==
              "f32[6, 2]: 2 1.5 3.5 -2.5 0.5 -0.5 3.5 3.5 -0.5 0.5 0 0");
    }
}

TEST_CASE("grouped_mm: groups of columns, of terms, and matrices in pairs") {
    tensor const left = f32({3, 2, 4}, {-1.5, -1,  -0.5, 0,  0.5,  1, 1.5, -1.5, -1,  -0.5, 0,  0.5,
                                        1,    1.5, -1.5, -1, -0.5, 0, 0.5, 1,    1.5, -1.5, -1, -0.5});
    tensor const columns = f32({4, 5}, {-2, -1, 0, 1, 2, 3, -2, -1, 0, 1, 2, 3, -2, -1, 0, 1, 2, 3, -2, -1});
    CHECK(show(aten::_grouped_mm(left, columns, i32({1, 3, 4}))) == "f32[2, 5]: -1 3 2 -3 0 3.5 -10.5 -1.5 3.5 0");
    tensor const a = f32({2, 5}, {-1, 0, 1, 2, -1, 0, 1, 2, -1, 0});
    tensor const b = f32({5, 3}, {-1, 0, 1, 2, -1, 0, 1, 2, -1, 0, 1, 2, -1, 0, 1});
    CHECK(show(aten::_grouped_mm(a, b, i32({2, 2, 5}))) == "f32[3, 2, 3]: 1 0 -1 2 -1 0 0 0 0 0 0 0 2 4 2 2 3 -4");
    tensor const pair = f32({1, 1, 2}, {1, 2});
    CHECK(show(aten::_grouped_mm(pair, f32({1, 2, 1}, {3, 4}))) == "f32[1, 1, 1]: 11");
}

TEST_CASE("grouped_mm: what PyTorch does not take either") {
    CHECK(refusal([] {
              transformers::grouped_mm_fallback(rows, matrices, i32({2, 1, 5}));
          }).find("group 1 ends at 1, which is not in [2, 6]") != std::string::npos);
    CHECK(refusal([] {
              transformers::grouped_mm_fallback(rows, matrices, i64({3}, {2, 3, 7}));
          }).find("group 2 ends at 7, which is not in [3, 6]") != std::string::npos);
    CHECK(refusal([] {
              transformers::grouped_mm_fallback(rows, matrices, i64({2}, {2, 6}));
          }).find("there are as many offsets as matrices") != std::string::npos);
    CHECK(refusal([] {
              aten::_grouped_mm(rows, matrices, f32({3}, {2, 3, 4}));
          }).find("'offs' must be of int32 or int64, not torch.float32") != std::string::npos);
    CHECK(refusal([] { aten::_grouped_mm(rows, matrices); }).find("groups need offsets") != std::string::npos);
}

TEST_CASE("grouped_mm: the number of rows may be symbolic") {
    sym_int const s0 = symbol("s0");
    tensor_spec const x = make_spec(dtype::f32, {s0, 4}), w = make_spec(dtype::f32, {3, 4, 2});
    tensor_spec const ends = make_spec(dtype::i64, {3});
    CHECK(text(transformers::grouped_mm_fallback(x, w, ends).tensor) == "f32[s0, 2]");
}

} // namespace
