#include <graft/dialect/op_names.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>

#include "../io/raises.hpp"

#include <string>

namespace {

using namespace graft;
using graft_test::raised;

std::string complaint(std::string_view name) {
    return raised([&] { check_op_name(name); });
}

TEST_CASE("op_named: the op, or an error with the names that are like its own") {
    CHECK(&op_named("aten::add.Tensor") == &aten::add.Tensor.info());
    CHECK(&op_named<known_ops>("aten::relu") == &aten::relu.default_.info());
    CHECK(raised([] {
              static_cast<void>(op_named("aten::addd.Tensor"));
          }).starts_with("graft: no op has the name 'aten::addd.Tensor'; did you mean 'aten::add.Tensor'"));
    CHECK(raised([] { static_cast<void>(op_named("my::op")); }) == "graft: no op has the name 'my::op'");
}

TEST_CASE("check_op_name: the names of ops pass, those of other namespaces too") {
    std::string const none = "(nothing raised)";
    CHECK(complaint("aten::add.Tensor") == none);
    CHECK(complaint("aten::relu") == none);
    CHECK(complaint("my::relu") == none);
    CHECK(complaint("aten::an_op_that_nobody_knows") == none);
}

TEST_CASE("check_op_name: what is spelled otherwise, or nearly as an op, is a mistake") {
    CHECK(complaint("aten::addd.Tensor")
              .starts_with("graft: no op has the name 'aten::addd.Tensor'; did you mean 'aten::add.Tensor'"));
    CHECK(complaint("torch.ops.aten.add.Tensor")
              .starts_with("graft: no op has the name 'torch.ops.aten.add.Tensor'; did you mean 'aten::add.Tensor'"));
    CHECK(complaint("aten.linear.default")
              .starts_with("graft: no op has the name 'aten.linear.default'; did you mean 'aten::linear'"));
    CHECK(complaint("linear").starts_with("graft: no op has the name 'linear'; did you mean 'aten::linear'"));
    CHECK(complaint("") == "graft: no op has the name ''");
}

} // namespace
