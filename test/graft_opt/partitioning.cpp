#include "../../examples/graft_opt/partitioning.hpp"

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>

#include "../io/raises.hpp"

#include <string>

namespace {

using namespace graft;
using graft_test::raised;

TEST_CASE("--partition: an op that nothing calls is told, the name of none is an error") {
    graph g;
    value const x = placeholder(g, "x");
    output(g, {aten::add.Tensor(aten::relu(x), x)});
    CHECK(partitions_text(g, "add,aten::relu").starts_with("partitions: 1\n"));
    CHECK(partitions_text(g, "linear").starts_with("partitions: nothing calls linear\n"));
    CHECK(partitions_text(g, "my::op").starts_with("partitions: nothing calls my::op\n"));
    CHECK(partitions_text(g, "operator.getitem").starts_with("partitions: nothing calls operator.getitem\n"));
    auto const begins = [&](char const* ops, char const* sentence) {
        return raised([&] { static_cast<void>(partitions_text(g, ops)); }).starts_with(sentence);
    };
    CHECK(begins("add,rleu", "graft: --partition: no op has the name 'rleu'; did you mean 'relu'"));
    CHECK(begins("aten.addd.Tensor",
                 "graft: --partition: no op has the name 'aten.addd.Tensor'; did you mean 'aten.add.Tensor'"));
}

} // namespace
