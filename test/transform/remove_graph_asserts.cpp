#include <graft/transform/remove_graph_asserts.hpp>

#include <graft/ir/lint.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

// An assertion on x's first element, whose value nothing else uses, and one on a size that is used.
exported_program checked() {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2})), n = b.input("n", make_spec(dtype::i64, {}));
    arg const row = b.call("aten::select.int", {x, 0, 0});
    b.call("aten::_assert_async.msg", {row, "x[0]"});
    arg const size = arg::node(b.g().call_function("operator.ge", {b.call("aten::sym_size.int", {x, 0}), 1}));
    b.g().set_val(static_cast<node_id>(size.bits), value_spec::of_boolean(1));
    b.call("aten::_assert_scalar", {size, "s0 >= 1"});
    return b.output({b.call("aten::relu", {x}), n});
}

TEST_CASE("remove_graph_asserts: assertions go, with what was computed for them alone") {
    exported_program program = checked();
    CHECK(remove_graph_asserts(program.module, true) == 0);
    CHECK(remove_graph_asserts(program.module) == 2);
    CHECK(program.graph().size() == 4);
    CHECK(lint(program.graph()).empty());
    CHECK(remove_graph_asserts(program.module) == 0);
}

// An assertion of a user's own.
struct own_check : op<own_check> {
    static constexpr schema_text text{"own::check(Tensor holds) -> ()"};
    static constexpr op_tags tags = op_tags::side_effect | op_tags::assertion;
};

TEST_CASE("remove_graph_asserts: an op of one's own that says that it is an assertion goes too") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2}));
    b.g().call_function(own_check::info(), {b.call("aten::isnan", {x})});
    exported_program program = b.output({x});
    CHECK(remove_graph_asserts(program.module, true) == 1);
    CHECK(program.graph().size() == 2);
}

TEST_CASE("remove_graph_asserts: the graphs that control flow calls are looked at, too") {
    exported_program program;
    program.module.submodules.push_back({"body", checked().module});
    CHECK(remove_graph_asserts(program.module) == 2);
    CHECK(program.module.submodules[0].module.graph.size() == 4);
}

} // namespace
