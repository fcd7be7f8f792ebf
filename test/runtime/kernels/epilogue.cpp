#include <graft/runtime/kernels/epilogue.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/packed_linear.hpp>

#include "../tensors.hpp"

#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

struct epilogue_call {
    tensor x = f32({1, 2}, {1, 2}), w = f32({2, 2}, {1, 0, 0, 1}), other = f32({1, 2}, {3, 4});
    graft::call<tensor> call{packed::linear.info()};

    epilogue_call() { call.set("input", x).set("weight", w); }
};

TEST_CASE("epilogue: a call that says nothing of it adds nothing, clamps nothing and calls nothing") {
    epilogue_call const e;
    float out[2];
    detail::product_target const to = detail::product_epilogue(e.call, e.x).target(out, 7);
    CHECK(to.out == out);
    CHECK(to.stride == 7);
    CHECK(to.other == nullptr);
    CHECK((to.then == nullptr));
    CHECK(to.low == -std::numeric_limits<float>::infinity());
    CHECK(to.high == std::numeric_limits<float>::infinity());
}

TEST_CASE("epilogue: what is added, the bounds and the function are those of the call") {
    epilogue_call e;
    e.call.set("other", e.other).set("min", -1).set("max", 2.5).set("activation", "gelu");
    detail::product_epilogue const epilogue(e.call, e.x);
    detail::product_target const to = epilogue.target(nullptr, 2);
    CHECK(to.other == e.other.data<float>());
    CHECK(to.low == -1);
    CHECK(to.high == 2.5f);
    CHECK((to.then == detail::find_row_activation("gelu")));
}

TEST_CASE("epilogue: other sizes and functions that there are not are errors") {
    epilogue_call e;
    e.call.set("activation", "sine");
    CHECK_THROWS_AS(detail::product_epilogue(e.call, e.x), error);
    epilogue_call f;
    f.call.set("other", f.w);
    CHECK_THROWS_AS(detail::product_epilogue(f.call, f.x), error);
}

} // namespace
