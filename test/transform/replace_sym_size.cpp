#include <graft/transform/replace_sym_size.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/print.hpp>

#include "../io/call_builder.hpp"

#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("replace_sym_size: numbers are read by ops of the core set, and each size once") {
    call_builder b;
    sym_int const s0 = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {s0, 4}));
    auto const number = [&](char const* op, std::vector<arg> const& args, sym_int const& value) {
        node_id const made = b.g().call_function(*find_known_op<>(op), args);
        b.g().set_val(made, value_spec::of_integer(value));
        return arg::node(made);
    };
    arg const first = number("aten::sym_size.int", {x, 0}, s0), again = number("aten::size.int", {x, 0}, s0),
              other = number("aten::size.int", {x, 1}, 4), count = number("aten::numel", {x}, s0 * 4),
              item = number("aten::item", {x}, symbol("u0"));
    exported_program program = b.output({first, again, other, count, item});
    CHECK(replace_sym_size(program.graph()) == 5);
    CHECK(fx_text(program.graph()) == R"(graph():
    %x : [num_users=4] = placeholder[target=x]
    %sym_size_int : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %size_int_1 : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 1), kwargs = {})
    %numel_default : [num_users=1] = call_function[target=torch.ops.aten.sym_numel.default](args = (%x,), kwargs = {})
    %item_default : [num_users=1] = call_function[target=torch.ops.aten._local_scalar_dense.default](args = (%x,), kwargs = {})
    return (sym_size_int, sym_size_int, size_int_1, numel_default, item_default))");
    CHECK(replace_sym_size(program.graph()) == 0);
}

TEST_CASE("replace_sym_size: a size that is known to be an earlier one is not read again") {
    call_builder b;
    sym_int const s0 = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {s0, 4}));
    arg const y = b.input("y", make_spec(dtype::f32, {3, s0, s0 + 1}));
    auto const size = [&](arg const& of, std::int64_t dim, sym_int const& value) {
        node_id const made = b.g().call_function(*find_known_op<>("aten::sym_size.int"), {of, dim});
        b.g().set_val(made, value_spec::of_integer(value));
        return arg::node(made);
    };
    arg const rows = size(x, 0, s0), columns = size(y, 1, s0), more = size(y, 2, s0 + 1);
    exported_program program = b.output({rows, columns, more});
    CHECK(replace_sym_size(program.graph()) == 1);
    CHECK(program.graph().use_count(static_cast<node_id>(rows.bits)) == 2);
    CHECK_FALSE(program.graph().contains(static_cast<node_id>(columns.bits)));
    CHECK(program.graph().use_count(static_cast<node_id>(more.bits)) == 1);
}

} // namespace
