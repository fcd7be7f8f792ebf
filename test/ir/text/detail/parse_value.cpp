// Header-only: what holds in constants needs bodies.
#include <graft/ir/text/detail/parse_value.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>
#include <graft/symbolic/math.hpp>

#include "../../../io/raises.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

value_spec read(std::string_view text) {
    detail::text_cursor in{text};
    value_spec value = detail::parse_value(in);
    CHECK(in.done());
    return value;
}

std::string refused(std::string_view text) {
    return raised([&] { (void)read(text); });
}

TEST_CASE("parse_value: what is printed is read back") {
    sym_int const s{symbol{"s0"}}, u{symbol{"u0", assumption::integer}};
    tensor_spec rare = make_spec(dtype::c64, {2, s, s * u + 1, floor_div(s, 3)});
    rare.strides = {1, s, 0, -4};
    rare.storage_offset = s + 2;
    rare.dev = *parse_device("cuda:3");
    rare.layout = layout::sparse_bsc;
    rare.requires_grad = true;
    tensor_spec offset = make_spec(dtype::f32, {3});
    offset.storage_offset = 4;
    value_spec const all[] = {
        value_spec{},
        make_spec(dtype::f32, {}),
        make_spec(dtype::boolean, {0, 3}),
        make_spec(dtype::bf16, {s, s + 1}),
        rare,
        offset,
        value_spec::of_integer(7),
        value_spec::of_integer(u),
        value_spec::of_boolean(max(s, 2)),
        value_spec::of_real(s),
        value_spec::of_list({}),
        value_spec::of_list({rare}),
        value_spec::of_list({value_spec{}, value_spec::of_list({offset, rare}), value_spec::of_integer(s)})};
    for (value_spec const& value : all) {
        CAPTURE(text(value));
        CHECK(read(detail::lossless_text(value)) == value);
    }
}

TEST_CASE("parse_value: sizes without strides are contiguous") {
    CHECK(read("f32[2, 3]").tensor.strides == std::vector<sym_int>{3, 1});
}

TEST_CASE("parse_value: what is no value is refused at its byte") {
    CHECK(refused("") == "graft: '' is not a dtype [at byte 0]");
    CHECK(refused("f33[2]") == "graft: 'f33' is not a dtype [at byte 3]");
    CHECK(refused("f32") == "graft: '[' is expected [at byte 3]");
    CHECK(refused("f32[2") == "graft: ',' is expected [at byte 5]");
    CHECK(refused("f32[2, ]") == "graft: a size is expected [at byte 7]");
    CHECK(refused("f32[2][1, 1]") == "graft: a tensor has as many strides as sizes [at byte 12]");
    CHECK(refused("f32[2] device=gpu") == "graft: a device is expected [at byte 17]");
    CHECK(refused("f32[2] layout=round") == "graft: a layout is expected [at byte 19]");
    CHECK(refused("f32[99999999999999999999]") == "graft: the integer does not fit into 64 bits [at byte 24]");
    CHECK(refused("f32[a_name_of_seventeen]") ==
          "graft: the symbol name 'a_name_of_seventeen' has more than 16 characters [at byte 4]");
    CHECK(refused("SymInt(s0") == "graft: ')' is expected [at byte 9]");
    CHECK(refused("SymInt(Add(s0") == "graft: the expression is not closed [at byte 13]");
}

TEST_CASE("parse_value: a mistake in an expression is told at its byte in the whole text") {
    std::string const text = "(f32[2], SymInt(Frob(Integer(2))))";
    CHECK(refused(text) == "graft: unknown function 'Frob' in a symbolic expression [at byte " +
                               std::to_string(text.find("Frob")) + "]");
}

TEST_CASE("parse_value: values nested more than a hundred deep are refused, not followed") {
    CHECK(refused(std::string(100'000, '(')) == "graft: the values are nested more than 100 deep [at byte 101]");
}

constexpr bool works_in_constants() {
    detail::text_cursor in{"(f32[2, s0][1, 2] offset=3, SymInt(Mul(Integer(2), Symbol('s0', "
                           "positive=True, integer=True))))"};
    value_spec const value = detail::parse_value(in);
    return in.done() && value.items.size() == 2 && value.items[0].tensor.storage_offset == sym_int{3} &&
           value.items[1].integer == sym_int{symbol{"s0"}} * 2;
}
static_assert(works_in_constants());

} // namespace
