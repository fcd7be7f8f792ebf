#include <graft/ir/text/print_value.hpp>

#include <doctest/doctest.h>

#include <graft/symbolic/math.hpp>

#include <string>

namespace {

using namespace graft;

sym_int const s0{symbol{"s0"}};

TEST_CASE("print_value: a contiguous tensor on the CPU is its dtype and sizes") {
    CHECK(text(make_spec(dtype::f32, {2, 3})) == "f32[2, 3]");
    CHECK(text(make_spec(dtype::boolean, {})) == "b8[]");
    CHECK(text(make_spec(dtype::bf16, {s0, 4})) == "bf16[s0, 4]");
}

TEST_CASE("print_value: the rarer facts follow where they hold") {
    tensor_spec spec = make_spec(dtype::f32, {2, 3});
    spec.strides = {1, 2};
    CHECK(text(spec) == "f32[2, 3][1, 2]");
    spec.storage_offset = s0;
    spec.dev = *parse_device("cuda:1");
    spec.layout = layout::sparse_csr;
    spec.requires_grad = true;
    CHECK(text(spec) == "f32[2, 3][1, 2] offset=s0 device=cuda:1 layout=torch.sparse_csr requires_grad");
}

TEST_CASE("print_value: sizes are printed as torch prints them") {
    CHECK(text(make_spec(dtype::f32, {s0 * 2, s0 + 1, floor_div(s0, 2)})) == "f32[2*s0, s0 + 1, (s0//2)]");
    CHECK(text(value_spec::of_integer(s0 * 2 + sym_int{symbol{"u0", assumption::integer}})) == "SymInt(2*s0 + u0)");
}

TEST_CASE("print_value: without a loss, sizes are numbers, symbols that are positive integers, or sympy's srepr") {
    auto const size = [](sym_int const& value) {
        std::string out;
        detail::append_lossless_size(out, value);
        return out;
    };
    CHECK(size(-7) == "-7");
    CHECK(size(s0) == "s0");
    CHECK(size(sym_int{symbol{"u0", assumption::integer}}) == "Symbol('u0', integer=True)");
    CHECK(size(s0 * 2) == "Mul(Integer(2), Symbol('s0', positive=True, integer=True))");
    CHECK(size(floor_div(s0, 2)) == "FloorDiv(Symbol('s0', positive=True, integer=True), Integer(2))");
}

TEST_CASE("print_value: values are tensors, symbolic numbers, None, or tuples of them") {
    CHECK(text(value_spec{}) == "None");
    CHECK(text(value_spec{make_spec(dtype::f32, {2})}) == "f32[2]");
    CHECK(text(value_spec::of_integer(s0)) == "SymInt(s0)");
    CHECK(text(value_spec::of_boolean(1)) == "SymBool(1)");
    CHECK(text(value_spec::of_real(s0)) == "SymFloat(s0)");
    CHECK(text(value_spec::of_list({})) == "()");
    CHECK(text(value_spec::of_list({make_spec(dtype::f32, {2})})) == "(f32[2],)");
    CHECK(text(value_spec::of_list({value_spec{}, value_spec::of_list({value_spec::of_integer(1)})})) ==
          "(None, (SymInt(1),))");
}

TEST_CASE("print_value: quotes, backslashes and control characters are escaped, other bytes are kept") {
    CHECK(detail::quoted_text("a\"b\\c\nd") == R"("a\"b\\c\nd")");
    CHECK(detail::quoted_text(std::string_view("\0\t\x1f\x7f", 4)) == "\"\\x00\\x09\\x1f\x7f\"");
    CHECK(detail::quoted_text("\xc3\xa4") == "\"\xc3\xa4\"");
    CHECK(detail::quoted_text("") == "\"\"");
}

TEST_CASE("print_value: identifiers begin with no digit; targets may have dots anywhere") {
    for (std::string_view const name : {"x", "_", "x_1", "X9"})
        CHECK(detail::is_identifier(name));
    for (std::string_view const name : {"", "1x", "a.b", "a b", "\xc3\xa4"})
        CHECK_FALSE(detail::is_identifier(name));
    for (std::string_view const name : {"a.b", "layers.0.weight", "0", "."})
        CHECK(detail::is_qualified_name(name));
    for (std::string_view const name : {"", "a b", "a]", "*args", "a::b"})
        CHECK_FALSE(detail::is_qualified_name(name));
}

TEST_CASE("print_value: targets are printed with the Python path of their dialect") {
    CHECK(detail::python_target({.name = "aten::add.Tensor"}) == "torch.ops.aten.add.Tensor");
    CHECK(detail::python_target({.name = "aten::relu"}) == "torch.ops.aten.relu.default");
    CHECK(detail::python_target({.name = "aten::relu", .dialect = dialect_tag::edge}) ==
          "executorch.exir.dialects.edge._ops.aten.relu.default");
    CHECK(detail::python_target({.name = "my::op", .dialect = dialect_tag::backend}) ==
          "executorch.exir.dialects.backend._ops.my.op.default");
    CHECK(detail::python_target({.name = "operator.getitem"}) == "operator.getitem");
}

} // namespace
