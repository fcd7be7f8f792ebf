// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/recurrent.hpp>

#include <graft/dialect/aten/recurrent.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr value_spec lstm(tensor_spec const& input, std::vector<tensor_spec> const& state, bool bidirectional,
                          bool batch_first) {
    return aten::lstm.input(input, state, std::vector<tensor_spec>{}, true, 1, 0.0, false, bidirectional, batch_first);
}

constexpr value_spec list(std::vector<value_spec> items) { return value_spec::of_list(std::move(items)); }

static_assert([] {
    return lstm(f32({s0(), 2, 3}), {f32({1, 2, 4}), f32({1, 2, 4})}, false, false) ==
           list({f32({s0(), 2, 4}), f32({1, 2, 4}), f32({1, 2, 4})});
}());

} // namespace

TEST_CASE("recurrent: the outputs of both directions stand side by side") {
    CHECK(lstm(f32({7, 3}), {f32({2, 4}), f32({2, 4})}, true, false) == list({f32({7, 8}), f32({2, 4}), f32({2, 4})}));
}

TEST_CASE("recurrent: a batch in front is a view of steps in front") {
    CHECK(lstm(f32({2, 7, 3}), {f32({1, 2, 4}), f32({1, 2, 4})}, false, true).items.at(0) ==
          strided(f32({2, 7, 4}), {4, 8, 1}));
}

TEST_CASE("recurrent: states that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(lstm(f32({7, 3}), {f32({1, 4})}, false, false)),
                      "graft: aten::lstm.input: 'hx' must be two states of as many dimensions "
                      "as 'input', 2 or 3");
}
