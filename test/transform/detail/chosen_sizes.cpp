#include <graft/transform/detail/chosen_sizes.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/memory_alloc.hpp>
#include <graft/transform/to_out_variant.hpp>

#include "../../io/call_builder.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("chosen_sizes: no more elements are chosen than a mask has, or what is asked for those that are not 0") {
    call_builder b;
    sym_int const n = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {n, 3})), mask = b.input("mask", make_spec(dtype::boolean, {n}));
    auto const choose = [&](std::string_view op, std::vector<arg> const& args, tensor_spec spec) {
        node_id const made = b.g().call_function(*find_known_op<>(op), args);
        b.g().set_val(made, std::move(spec));
        return arg::node(made);
    };
    arg const picked = choose("aten::index.Tensor", {x, arg::list({mask})}, make_spec(dtype::f32, {symbol("u0"), 3}));
    arg const places = choose("aten::nonzero", {x}, make_spec(dtype::i64, {symbol("u1"), 2}));
    exported_program program = b.output({b.call("aten::neg", {picked}), b.call("aten::neg", {places})});
    program.range_constraints = {{symbol("u0"), {0, {}}}};
    CHECK(missing_out_variants(program).size() == 4);
    program.range_constraints.push_back({symbol("s0"), {2, 16}});
    CHECK(missing_out_variants(program).empty());
    CHECK(to_out_variant(program) == 4);
    CHECK(room_of(program.graph(), program.graph().at("alloc")).sizes == std::vector<std::int64_t>{16, 3});
    CHECK(room_of(program.graph(), program.graph().at("alloc_1")).sizes == std::vector<std::int64_t>{48, 2});
}

} // namespace
