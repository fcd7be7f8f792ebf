#include <graft/library/int_mm.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"

#include <cstdint>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor const left = make<std::int8_t>({2, 3}, {127, -128, 5, -7, 100, 90});

TEST_CASE("int_mm: products of bytes are added as integers of 32 bits") {
    tensor const right = make<std::int8_t>({3, 2}, {127, -128, -128, 127, 3, -4});
    CHECK(show(aten::_int_mm(left, right)) == "i32[2, 2]: 32528 -32532 -13419 13236");
    CHECK(show(aten::_int_mm(make<std::uint8_t>({1, 2}, {200, 1}), make<std::int8_t>({2, 1}, {3, -4}))) ==
          "i32[1, 1]: 596");
}

TEST_CASE("int_mm: what PyTorch does not take either") {
    CHECK(refusal([] {
              static_cast<void>(aten::_int_mm(left, left));
          }).find("the sizes of 'self' [2, 3] and 'mat2' [2, 3] do not fit") != std::string::npos);
    CHECK(refusal([] {
              static_cast<void>(aten::_int_mm(left, f32({3, 1}, {1, 2, 3})));
          }).find("'mat2' must be of int8, not torch.float32") != std::string::npos);
    CHECK(refusal([] {
              static_cast<void>(aten::_int_mm(make<std::int8_t>({1}, {1}), left));
          }).find("'self' must have 2 dimensions, not 1") != std::string::npos);
}

} // namespace
