#include <graft/library/creation.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/evaluate.hpp>

#include "../ir/refusal.hpp"
#include "../runtime/tensors.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// What the op gives for these numbers.
template <class Op>
tensor created(Op const& op, std::vector<scalar> const& numbers) {
    call<tensor> c(op.info());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        c.set(i, numbers[i]);
    return evaluate(c, kernels_of<creation_ops>().find(op.info())).front();
}

// What torch gives for the same calls; test/data/opcases/creation has more of them.
TEST_CASE("creation: places within triangles, row by row") {
    CHECK(show(created(aten::tril_indices, {2, 3, 1})) == "i64[2, 5]: 0 0 1 1 1 0 1 0 1 2");
    CHECK(show(created(aten::triu_indices, {2, 3, 1})) == "i64[2, 3]: 0 0 1 1 2 2");
    std::int64_t const far = std::numeric_limits<std::int64_t>::max();
    CHECK(show(created(aten::tril_indices, {1, 2, far})) == "i64[2, 2]: 0 0 0 1");
    CHECK(show(created(aten::tril_indices, {1, 2, -far})) == "i64[2, 0]:");
    CHECK(refusal([] {
              static_cast<void>(created(aten::triu_indices, {-1, 3}));
          }) == "aten::triu_indices: 'row' and 'col' must not be negative, but are -1 and 3");
    CHECK(refusal([=] {
              static_cast<void>(created(aten::triu_indices, {far, 3}));
          }).find("is too large") != std::string::npos);
}

TEST_CASE("creation: a range that holds its end") {
    CHECK(show(created(aten::range.step, {1, 2, 0.5})) == "f32[3]: 1 1.5 2");
    CHECK(refusal([] {
              static_cast<void>(created(aten::range.step, {1, 0, 1}));
          }) == "aten::range.step: 'step' does not lead from 'start' to 'end'");
}

} // namespace
