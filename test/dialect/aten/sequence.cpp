#include <graft/dialect/aten/sequence.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

/// A call of an op that takes no tensors, with its first arguments.
call<tensor_spec> call_of(op_info const& op, std::vector<argument<tensor_spec>> const& arguments) {
    call<tensor_spec> c(op);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        c.set(i, arguments[i]);
    return c;
}

TEST_CASE("sequence: as many numbers as are asked for") {
    CHECK(text(infer(call_of(aten::linspace_default::info(), {0, 1, 5}))) == "f32[5]");
    CHECK(text(infer(call_of(aten::logspace_default::info(), {0, 1, 0}))) == "f32[0]");
    CHECK(text(infer(call_of(aten::hann_window_default::info(), {4}))) == "f32[4]");
}

TEST_CASE("sequence: a window of negative length is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(infer(call_of(aten::hamming_window_default::info(), {-1}))),
                      "graft: aten::hamming_window: 'window_length' must not be negative");
}

} // namespace
