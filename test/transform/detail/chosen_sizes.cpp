#include <graft/transform/detail/chosen_sizes.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/counting.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/library/elements.hpp>
#include <graft/transform/to_out_variant.hpp>

#include "../../io/call_builder.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct chooser : call_builder {
    template <class Spec>
    arg choose(op_info const& op, std::vector<arg> const& args, Spec spec) {
        node_id const made = g().call_function(op, args);
        g().set_val(made, std::move(spec));
        return arg::node(made);
    }

    std::optional<std::int64_t> most(std::string_view name, std::vector<symbol_range> const& ranges) {
        return bounds(symbol(name), detail::with_chosen_sizes(g(), ranges)).max;
    }
};

TEST_CASE("chosen_sizes: no more elements are chosen than a mask has, or what is asked for those that are not 0") {
    chooser b;
    sym_int const n = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {n, 3})), mask = b.input("mask", make_spec(dtype::boolean, {n}));
    arg const picked =
        b.choose(aten::index_tensor::info(), {x, arg::list({mask})}, make_spec(dtype::f32, {symbol("u0"), 3}));
    arg const places = b.choose(aten::nonzero.info(), {x}, make_spec(dtype::i64, {symbol("u1"), 2}));
    exported_program program = b.output({b.call("aten::neg", {picked}), b.call("aten::neg", {places})});
    program.range_constraints = {{symbol("u0"), {0, {}}}};
    CHECK(missing_out_variants(program).size() == 4);
    program.range_constraints.push_back({symbol("s0"), {2, 16}});
    CHECK(missing_out_variants(program).empty());
    CHECK(to_out_variant(program) == 4);
    CHECK(room_of(program.graph(), program.graph().at("alloc")).sizes == std::vector<std::int64_t>{16, 3});
    CHECK(room_of(program.graph(), program.graph().at("alloc_1")).sizes == std::vector<std::int64_t>{48, 2});
}

TEST_CASE("chosen_sizes: masks of several dimensions and of none, several masks, and masks of which nothing is known") {
    chooser b;
    arg const x = b.input("x", make_spec(dtype::f32, {5, 4, 3}));
    arg const flat = b.input("flat", make_spec(dtype::boolean, {5, 4})), one = b.input("one", make_spec(dtype::u8, {}));
    arg const first = b.input("first", make_spec(dtype::boolean, {5})),
              rows = b.input("rows", make_spec(dtype::i64, {}));
    arg const fourth = b.input("fourth", make_spec(dtype::boolean, {4}));
    arg const unknown = arg::node(b.g().placeholder("unknown"));
    auto const pick = [&](std::vector<arg> const& indices, std::vector<sym_int> sizes) {
        b.choose(aten::index_tensor::info(), {x, arg::list(indices)}, make_spec(dtype::f32, std::move(sizes)));
    };
    pick({flat}, {symbol("u0"), 3});
    pick({one}, {symbol("u1"), 5, 4, 3});
    pick({first, fourth}, {symbol("u2"), 3});
    pick({first, unknown}, {symbol("u3"), 3});
    pick({rows, fourth}, {symbol("u4"), 3});
    CHECK(b.most("u0", {}) == 20);
    CHECK(b.most("u1", {}) == 1);
    CHECK(b.most("u2", {}) == 5);
    CHECK(b.most("u3", {}) == std::nullopt);
    CHECK(b.most("u4", {}) == 4);
    CHECK(b.most("u4", {{symbol("u4"), {0, 2}}}) == 2);
}

TEST_CASE("chosen_sizes: elements under a mask, and different ones") {
    chooser b;
    sym_int const n = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {n, 3})),
              row = b.input("row", make_spec(dtype::boolean, {2, 1, 3}));
    auto const triple = [&](std::vector<sym_int> values, sym_int const& counts) {
        return value_spec::of_list(
            {make_spec(dtype::f32, std::move(values)), make_spec(dtype::i64, {n, 3}), make_spec(dtype::i64, {counts})});
    };
    b.choose(aten::masked_select.info(), {x, row}, make_spec(dtype::f32, {symbol("u0")}));
    b.choose(aten::_unique2.info(), {x, arg(true), arg(true), arg(true)}, triple({symbol("u1")}, symbol("u1")));
    b.choose(aten::unique_dim.info(), {x, arg(-2)}, triple({symbol("u2"), 3}, symbol("u2")));
    b.choose(aten::unique_dim.info(), {x, arg(2)}, triple({symbol("u3"), 3}, symbol("u3")));
    b.choose(aten::nonzero_numpy.info(), {x}, value_spec::of_list({make_spec(dtype::i64, {symbol("u4")})}));
    std::vector<symbol_range> const ranges{{symbol("s0"), {2, 16}}};
    CHECK(b.most("u0", ranges) == 96);
    CHECK(b.most("u1", ranges) == 48);
    CHECK(b.most("u2", ranges) == 16);
    CHECK(b.most("u3", ranges) == std::nullopt);
    CHECK(b.most("u4", ranges) == 48);
    CHECK(b.most("u0", {}) == std::nullopt);
    std::int64_t const huge = std::int64_t{1} << 62;
    CHECK(b.most("u1", {{symbol("s0"), {2, huge}}}) == std::nullopt);
}

} // namespace
