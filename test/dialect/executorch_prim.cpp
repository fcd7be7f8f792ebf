#include <graft/dialect/executorch_prim.hpp>

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/value.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using namespace graft;

struct prims : dialect<prims> {
    using members = executorch_prim::executorch_prim_ops;
};

value number(graph& g, std::string_view name, value_spec val) {
    value const made = placeholder(g, name);
    g.set_val(made.id, std::move(val));
    return made;
}

value_spec const& inferred(value v) {
    infer(*v.owner, v.id);
    return *v.owner->val(v.id);
}

} // namespace

TEST_CASE("executorch_prim: every op is an operation on symbolic numbers with its operands") {
    for (op_info const* const op : prims::ops()) {
        CAPTURE(op->name);
        sym_target const* const target = find_sym_target(op->name);
        REQUIRE(target != nullptr);
        CHECK(target->operands == op->arguments.size());
    }
    CHECK(prims::ops().size() == 21);
}

TEST_CASE("executorch_prim: numbers are computed, symbolic or not") {
    graph g;
    value const s = number(g, "s", value_spec::of_integer(symbol("s7")));
    value const t = number(g, "t", value_spec::of_boolean(1));
    CHECK(inferred(executorch_prim::add.Scalar(s, 1)).integer == sym_int(symbol("s7")) + 1);
    CHECK(inferred(executorch_prim::mul.Scalar(s, s)).integer == sym_int(symbol("s7")) * symbol("s7"));
    CHECK(inferred(executorch_prim::ge.Scalar(s, 1)) == value_spec::of_boolean(1));
    CHECK(inferred(executorch_prim::sym_not.Scalar(t)) == value_spec::of_boolean(0));
    CHECK(inferred(executorch_prim::ceil.Scalar(number(g, "r", sym_real(1.5)))) == value_spec::of_integer(2));
}
