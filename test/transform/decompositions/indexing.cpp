#include <graft/transform/decompositions/indexing.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/to_edge.hpp>

#include <doctest/doctest.h>

#include "../check_rewrite.hpp"
#include "agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({3, 5, 2}), index = random_integers({4}, dtype::i64, 0, 2),
             slices = random_f32({4, 5, 2}, 9);

TEST_CASE("indexing: slices are added, written and filled") {
    check_agreement<aten::index_add_default>({x, 0, index, slices});
    check_agreement<aten::index_add_default>({x, 0, index, slices, 0.5});
    tensor const one = tensor::full({1}, dtype::bf16, 1), first = tensor::full({1}, dtype::i64, 0);
    check_agreement<aten::index_add_default>({one, 0, first, one, 70001.5});
    tensor const few = random_integers({1}, dtype::i64, 1, 1);
    check_agreement<aten::index_copy_default>({x, 1, few, random_f32({3, 1, 2}, 4)});
    check_agreement<aten::index_fill_int_scalar>({x, -1, few, 7});
    check_agreement<aten::index_fill_int_tensor>({x, 0, index, tensor::full({}, dtype::f32, -3)});
}

TEST_CASE("indexing: a tensor of no dimensions is its only slice") {
    tensor const number = tensor::full({}, dtype::f32, 5), zero = tensor::full({1}, dtype::i64, 0);
    check_agreement<aten::index_add_default>({number, 0, zero, random_f32({1}), 2});
    check_agreement<aten::index_copy_default>({number, -1, zero, random_f32({1})});
    check_agreement<aten::index_fill_int_scalar>({number, 0, zero, 7});
    check_agreement<aten::index_fill_int_tensor>({number, 0, zero, tensor::full({}, dtype::f32, -3)});
}

TEST_CASE("indexing: elements by their place in the whole tensor, from either end") {
    check_agreement<aten::take_default>({x, random_integers({2, 3}, dtype::i64, -30, 29)});
}

TEST_CASE("coordinates: a column for each dimension, of which a number has one") {
    for (dtype const d : {dtype::boolean, dtype::u8, dtype::i64, dtype::f16, dtype::f32})
        for (std::vector<std::int64_t> const& sizes :
             std::vector<std::vector<std::int64_t>>{{}, {1}, {7}, {3, 4}, {0, 3}, {2, 1, 5}, {2, 3, 2, 2}}) {
            tensor const some = random_integers(sizes, d, 0, 1);
            check_agreement<aten::nonzero_numpy_default>({some});
            check_agreement<aten::where_default>({some});
            check_agreement<aten::where_default>({tensor::zeros(sizes, d)});
        }
}

/// The program that returns these columns of one such op on a tensor of these sizes, each as long as `count` says.
exported_program columns_of(op_info const& op, std::vector<sym_int> const& sizes, std::vector<int> const& returned,
                            std::optional<sym_int> const& count = symbol{"u0"}) {
    program_builder b;
    value const shown = b.input("x", f32_spec(sizes));
    value const found{&b.g(), b.g().call_function(op, {arg::node(shown.id)})};
    if (count)
        b.g().set_val(found.id, value_spec::of_list(std::vector<value_spec>(std::max<std::size_t>(sizes.size(), 1),
                                                                            make_spec(dtype::i64, {*count}))));
    std::vector<value> results;
    for (int const i : returned)
        results.push_back(b.item(found, i));
    return b.finish(results);
}

TEST_CASE("coordinates: in a graph they are the columns of one nonzero, as many as are used") {
    exported_program p = columns_of(aten::where_default::info(), {2, 3}, {1, 0});
    exported_program const before = p;
    CHECK(decompose(p.graph()) == 1);
    update_output_names(p);
    CHECK(fx_text(p.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %nonzero_default : [num_users=2] = call_function[target=torch.ops.aten.nonzero.default](args = (%x,), kwargs = {})
    %select_int : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%nonzero_default, 1, 0), kwargs = {})
    %select_int_1 : [num_users=1] = call_function[target=torch.ops.aten.select.int](args = (%nonzero_default, 1, 1), kwargs = {})
    return (select_int_1, select_int))");
    CHECK(text(*p.graph().val(p.graph().at("nonzero_default"))) == "i64[u0, 2]");
    check_sound(p);
    check_same_outputs(before, p);

    exported_program one = columns_of(aten::nonzero_numpy_default::info(), {2, 3, 4}, {2});
    exported_program const one_before = one;
    CHECK(decompose(one.graph()) == 1);
    update_output_names(one);
    CHECK(calls(one) == "nonzero select.int");
    check_sound(one);
    check_same_outputs(one_before, one);

    exported_program number = columns_of(aten::nonzero_numpy_default::info(), {}, {0});
    exported_program const number_before = number;
    CHECK(decompose(number.graph()) == 1);
    update_output_names(number);
    CHECK(calls(number).ends_with("nonzero select.int"));
    check_sound(number);
    check_same_outputs(number_before, number);
}

TEST_CASE("coordinates: in the Edge dialect all ops are core") {
    exported_program p = columns_of(aten::where_default::info(), {symbol{"s0"}, 3}, {0, 1});
    exported_program const before = p;
    static_cast<void>(to_edge(p));
    CHECK(calls(p) == "nonzero select_copy.int select_copy.int");
    for (violation const& v : verify_edge(p))
        FAIL_CHECK(text(v));
    check_same_outputs(before, p);
}

TEST_CASE("coordinates: they stay whole where it is not known how many there are, or the list is used as one") {
    exported_program unknown = columns_of(aten::where_default::info(), {2, 3}, {0}, std::nullopt);
    CHECK(decompose(unknown.graph()) == 0);
    CHECK(calls(unknown) == "where getitem");

    exported_program whole = columns_of(aten::where_default::info(), {2, 3}, {0});
    graph& g = whole.graph();
    node_id const found = g.arg(g.at("getitem"), 0).node();
    g.set_args(g.back(), std::vector<arg>{arg::list({arg::node(found)})}, {});
    CHECK(decompose(g) == 0);
    CHECK(g.contains(found));
}

} // namespace
