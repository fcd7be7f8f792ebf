#include <graft/runtime/kernels/storage.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/logical.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("storage: what is empty is zero, other sizes of the same memory") {
    // Ops without a tensor argument have no carrier, so their calls are made by hand.
    call<tensor> c(aten::empty_strided_default::info());
    c.set(0, std::array{2, 2}).set(1, std::array{1, 4});
    CHECK(show(evaluate(c, &kernel_of<aten::empty_strided_default>::run).at(0)) == "f32[2, 2]: 0 0 0 0");
    tensor const x = f32({4}, {1, 2, 3, 4});
    tensor const less = aten::resize_(x, std::array{1, 3});
    CHECK(show(less) == "f32[1, 3]: 1 2 3");
    CHECK(less.shares_storage(x));
    CHECK(show(aten::resize_(x, std::array{6})) == "f32[6]: 1 2 3 4 0 0");
    CHECK(show(et_copy::_h2d_copy(x)) == "f32[4]: 1 2 3 4");
}

TEST_CASE("storage: numbers of tensors have no dimensions") {
    tensor const x = f32({1, 1}, {2.5f}), y = f32({2}, {1, 2});
    CHECK(show(aten::_local_scalar_dense(x)) == "f32[]: 2.5");
    CHECK(raised([&] { static_cast<void>(aten::item(y)); }).find("has 2 elements") != std::string::npos);
    CHECK(show(aten::allclose(y, f32({2}, {1, 2.000001f}))) == "b8[]: 1");
    CHECK(show(aten::allclose(y, f32({2}, {1, 2.1f}))) == "b8[]: 0");
}

} // namespace
