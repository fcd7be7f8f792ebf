#include <graft/runtime/detail/settle_results.hpp>

#include <graft/dialect/aten/counting.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../tensors.hpp"
#include "../toy.hpp"

#include <string>

namespace {

using namespace graft;
using graft_test::f32;
using graft_test::sentence;

call<tensor> call_of(op_info const& op, tensor const& self) {
    call<tensor> c(op);
    c.set("self", self);
    return c;
}

TEST_CASE("settle_results: results of the dtype and sizes that the op gives stay as they are") {
    tensor const x = f32({2}, {1, 2});
    vec<tensor> results{tensor::empty({2}, dtype::f32)};
    std::byte const* const place = results[0].data();
    CHECK(detail::settle_results(call_of(toy::twice_t::info(), x), results));
    CHECK(results[0].data() == place);
}

TEST_CASE("settle_results: sizes, a dtype or a number of results that the op does not give are an error") {
    tensor const x = f32({2}, {1, 2});
    auto const settle = [&](op_info const& op, vec<tensor> results) {
        return sentence([&] { static_cast<void>(detail::settle_results(call_of(op, x), results)); });
    };
    CHECK(settle(toy::twice_t::info(), {tensor::empty({1}, dtype::f32)}) ==
          "toy::twice: the program says that it gives f32[1], but it gives f32[2]");
    CHECK(settle(toy::twice_t::info(), {tensor::empty({2}, dtype::f64)}) ==
          "toy::twice: the program says that it gives f64[2], but it gives f32[2]");
    CHECK(settle(toy::twice_t::info(), {tensor::empty({2, 1}, dtype::f32)}) ==
          "toy::twice: the program says that it gives f32[2, 1], but it gives f32[2]");
    CHECK(settle(toy::split_sign_t::info(), {x}) ==
          "toy::split_sign: the program says that it gives 1 values, but it gives 2");
}

TEST_CASE("settle_results: a result that the program leaves out is allocated") {
    vec<tensor> results{tensor{}, tensor::empty({2}, dtype::f32)};
    CHECK(detail::settle_results(call_of(toy::split_sign_t::info(), f32({2}, {1, 2})), results));
    CHECK(results[0].sizes() == results[1].sizes());
}

TEST_CASE("settle_results: items whose sizes depend on elements are made when the call runs") {
    vec<tensor> results{tensor::empty({0}, dtype::i64)};
    CHECK(!detail::settle_results(call_of(aten::nonzero_numpy.default_.info(), f32({0}, {})), results));
}

} // namespace
