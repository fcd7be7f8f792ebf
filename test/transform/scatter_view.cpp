#include <graft/transform/scatter_view.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/functionalize.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;
using graft_test::sentence;

// What is added to write back into x a changed view of it.
std::string scattered(op_info const& op, std::vector<arg> rest, std::vector<sym_int> sizes = {4, 6}) {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, std::move(sizes)));
    rest.insert(rest.begin(), x);
    arg const view = arg::node(b.g().call_function(op, rest));
    infer(b.g(), static_cast<node_id>(view.bits));
    arg const changed = b.call("aten::neg", {view});
    detail::view_scatterer scatterer(b.g(), static_cast<node_id>(view.bits));
    node_id const back = scatterer.scatter(static_cast<node_id>(view.bits), static_cast<node_id>(x.bits),
                                           static_cast<node_id>(changed.bits));
    CHECK(b.g().val(back)->tensor.sizes == b.g().val(static_cast<node_id>(x.bits))->tensor.sizes);
    return std::string(b.g().target(back).name);
}
std::string scattered(std::string_view op, std::vector<arg> rest, std::vector<sym_int> sizes = {4, 6}) {
    return scattered(*find_known_op<>(op), std::move(rest), std::move(sizes));
}

TEST_CASE("scatter_view: every view has an op that writes it back") {
    CHECK(scattered("aten::select.int", {1, 2}) == "aten::select_scatter");
    CHECK(scattered("aten::slice.Tensor", {1, 0, 4, 2}) == "aten::slice_scatter");
    CHECK(scattered("aten::narrow", {1, 2, 3}) == "aten::slice_scatter");
    CHECK(scattered("aten::narrow", {1, -3, 2}) == "aten::slice_scatter");
    CHECK(scattered("aten::narrow", {1, -3, 3}) == "aten::slice_scatter");
    CHECK(scattered("aten::permute", {arg::list({1, 2, 0})}, {2, 3, 5}) == "aten::permute");
    CHECK(scattered("aten::transpose.int", {0, 1}) == "aten::transpose.int");
    CHECK(scattered("aten::t", {}) == "aten::t");
    CHECK(scattered("aten::detach", {}) == "aten::neg"); // what is written
    CHECK(scattered("aten::mH", {}) == "aten::mH");
    CHECK(scattered("aten::unsqueeze", {1}) == "aten::squeeze.dim");
    CHECK(scattered("aten::squeeze.dim", {0}, {1, 3}) == "aten::reshape");
    CHECK(scattered("aten::view", {arg::list({24})}) == "aten::reshape");
    CHECK(scattered("aten::view", {arg::list({-1, 6})}, {symbol("s0"), symbol("s1"), 6}) == "aten::reshape");
    CHECK(scattered("aten::view", {arg::list({2, -1})}, {symbol("s0")}) == "aten::reshape"); // of 2 * (s0 // 2)
}

TEST_CASE("scatter_view: other dtypes, windows apart, and a size that stays") {
    CHECK(scattered("aten::view.dtype", {dtype::i32}) == "aten::view.dtype");
    CHECK(scattered("aten::view_as_complex", {}, {3, 2}) == "aten::view_as_real");
    CHECK(scattered("aten::unfold", {1, 2, 3}) == "aten::reshape");
    CHECK(scattered("aten::unfold", {1, 2, 3}, {symbol("s0"), 6}) == "aten::reshape");
    CHECK(scattered("aten::unfold", {1, 6, 2}) == "aten::reshape");
    CHECK(scattered("aten::view", {arg::list({0})}, {symbol("s0"), 0}) == "aten::reshape");
    CHECK(scattered("aten::broadcast_to", {arg::list({4, 6})}) == "aten::reshape");
}

// Views of a user's own.
template <fixed_string Text, op_tags Tags, meta_function Meta>
struct own_view : op<own_view<Text, Tags, Meta>> {
    static constexpr fixed_string text = Text;
    static constexpr op_tags tags = op_tags::view | Tags;
    static constexpr meta_function meta = Meta;
};
struct own_rows_scatter : op<own_rows_scatter> {
    static constexpr schema_text text{"own::rows_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor"};
    static constexpr meta_function meta = meta_scatter_into<meta_select>;
};
struct own_rows : op<own_rows> {
    using scatter = own_rows_scatter;
    static constexpr schema_text text{"own::rows(Tensor(a) self, int dim, SymInt index) -> Tensor(a)"};
    static constexpr op_tags tags = op_tags::view;
    static constexpr meta_function meta = meta_select;
};
struct own_corners : composite_op<own_corners, op_tags::view> {
    static constexpr schema_text text{"own::corners(Tensor(a) self, int step) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        auto const rows = k(aten::slice.Tensor, k->tensor("self"), 0, 0, 4, k["step"]);
        return k(aten::diagonal, rows, 1);
    }
};
struct own_columns : composite_op<own_columns, op_tags::view> {
    static constexpr schema_text text{"own::columns(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) { return k(aten::expand, k->tensor("self"), k["size"]); }
};

TEST_CASE("scatter_view: a view made of others is written back where it shows each element once") {
    CHECK(scattered(own_corners::info(), {2}) == "aten::reshape");
    CHECK(scattered(own_columns::info(), {arg::list({4, 6})}) == "aten::reshape");
    CHECK(sentence([] {
              scattered(own_columns::info(), {arg::list({4, 6})}, {1, 6});
          }) ==
          "functionalize: what is written to a view by own::columns cannot be written back into the tensor it is a "
          "view of");
}

TEST_CASE("scatter_view: views of one's own are written back as they say") {
    using turned = own_view<"own::turned(Tensor(a) self) -> Tensor(a)", op_tags::undoes_itself, meta_t>;
    using moved = own_view<"own::moved(Tensor(a) self, int source, int destination) -> Tensor(a)", op_tags::moves_dims,
                           meta_movedim>;
    using resized = own_view<"own::resized(Tensor(a) self, int[] size) -> Tensor(a)", op_tags::resizes, meta_view>;
    using spread = own_view<"own::spread(Tensor(a) self, SymInt[] size) -> Tensor(a)", op_tags::repeats, meta_expand>;
    using silent = own_view<"own::silent(Tensor(a) self) -> Tensor(a)", op_tags::none, meta_t>;
    CHECK(scattered(own_rows::info(), {1, 2}) == "own::rows_scatter");
    CHECK(scattered(turned::info(), {}) == "own::turned");
    CHECK(scattered(moved::info(), {0, 1}) == "own::moved");
    CHECK(scattered(resized::info(), {arg::list({24})}) == "aten::reshape");
    CHECK(scattered(spread::info(), {arg::list({4, 6})}) == "aten::reshape");
    CHECK(sentence([] {
              scattered(spread::info(), {arg::list({4, 6})}, {1, 6});
          }) ==
          "functionalize: what is written to a view by own::spread cannot be written back into the tensor it is a "
          "view of");
    CHECK(sentence([] { scattered(silent::info(), {}); }) ==
          "functionalize: what is written to a view by own::silent cannot be written back into the tensor it is a "
          "view of");
}

TEST_CASE("scatter_view: a view in which places overlap cannot be written back") {
    CHECK(sentence([] {
              scattered("aten::unfold", {1, 3, 1});
          }) ==
          "functionalize: what is written to a view by aten::unfold cannot be written back into the tensor it is a "
          "view of");
    CHECK(sentence([] {
              scattered("aten::expand", {arg::list({4, 6})}, {1, 6});
          }) ==
          "functionalize: what is written to a view by aten::expand cannot be written back into the tensor it is a "
          "view of");
}

TEST_CASE("scatter_view: which tensors show each element once") {
    auto const once = [](std::vector<sym_int> sizes, std::vector<sym_int> strides) {
        tensor_spec spec = make_spec(dtype::f32, std::move(sizes));
        spec.strides = std::move(strides);
        return detail::shows_each_once(spec);
    };
    sym_int const s = symbol("s0"), t = symbol("s1");
    CHECK(once({4, 6}, {6, 1}));
    CHECK(once({6, 4}, {1, 6}));
    CHECK(once({4, 3}, {6, 2}));
    CHECK(once({3, 2}, {2, 5}));
    CHECK(once({1, 3}, {0, 1}));
    CHECK(once({3, 2}, {2, 3}));
    CHECK_FALSE(once({4, 2}, {2, 6}));
    CHECK_FALSE(once({300, 300}, {2, 597}));
    CHECK(once({0, 3}, {0, 0}));
    CHECK(once({s, t}, {t, 1}));
    CHECK(once({t, s}, {1, t}));
    CHECK_FALSE(once({2, 3}, {0, 1}));
    CHECK_FALSE(once({4, 3}, {1, 1}));
    CHECK_FALSE(once({3, 2}, {2, 4}));
    CHECK_FALSE(once({s, 3}, {2, 1}));
    CHECK_FALSE(once({3, s}, {t, 1}));
}

TEST_CASE("scatter_view: places are written where views repeat elements, also under symbolic sizes") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {symbol("s0"), 6}));
    arg const wide = b.call("aten::expand", {x, arg::list({2, -1, -1})});
    arg const layer = b.call("aten::select.int", {wide, 0, 1});
    arg const changed = b.call("aten::neg", {layer});
    auto const id = [](arg const& a) { return static_cast<node_id>(a.bits); };
    detail::view_scatterer scatterer(b.g(), id(changed));
    CHECK(scatterer.may_show_twice(id(wide), id(x)));
    CHECK_FALSE(scatterer.may_show_twice(id(layer), id(wide)));
    node_id const back = scatterer.scatter_places({id(wide), id(layer)}, id(x), id(changed));
    CHECK(b.g().val(back)->tensor.sizes == b.g().val(id(x))->tensor.sizes);
    CHECK(b.g().target(b.g().arg(back, 0).node()).name == "aten::scatter.src");
    CHECK(sentence([&] {
              arg const bits = b.call("aten::view.dtype", {layer, dtype::i16});
              scatterer.scatter_places({id(wide), id(layer), id(bits)}, id(x), id(bits));
          }) ==
          "functionalize: what is written to a view by aten::view.dtype cannot be written back into the tensor it "
          "is a view of");
}

TEST_CASE("scatter_view: what is written to some places of a repeated element is seen in all of them") {
    struct row {
        char const* op;
        std::vector<arg> rest; // behind the mask of what is written, or its indices
    };
    for (row const& r : std::vector<row>{
             {"aten::masked_fill_.Scalar", {7}}, {"aten::index_fill_.int_Scalar", {7}}, {"aten::index_put_", {}}}) {
        CAPTURE(r.op);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {3, 4})), y = b.call("aten::neg", {x});
        arg const wide = b.call("aten::expand", {b.call("aten::narrow", {y, 0, 1, 1}), arg::list({3, 4})});
        arg const zero = b.call("aten::full", {arg::list({1}), 0}, {{"dtype", dtype::i64}});
        std::vector<arg> given{wide};
        if (std::string_view(r.op) == "aten::masked_fill_.Scalar")
            given.push_back(b.call("aten::gt.Scalar", {x, 0}));
        else if (std::string_view(r.op) == "aten::index_fill_.int_Scalar")
            given.insert(given.end(), {arg(0), zero});
        else if (std::string_view(r.op) == "aten::index_put_")
            given.insert(given.end(), {arg::list({zero}), b.call("aten::select.int", {x, 0, 2})});
        given.insert(given.end(), r.rest.begin(), r.rest.end());
        arg const written = b.call(r.op, given);
        exported_program program = b.output({b.call("aten::neg", {y}), b.call("aten::neg", {written})});
        exported_program const before = program;
        CHECK(functionalize(program));
        CHECK(verify_aten(program).empty());
        auto const inputs = graft_test::random_inputs(before);
        auto const expected = executor(before, cpu_library()).run(inputs);
        auto const got = executor(program, cpu_library()).run(inputs);
        CHECK(compare(expected[0], got[0]).agrees());
        CHECK(compare(expected[1], got[1]).agrees());
    }
}

TEST_CASE("scatter_view: an item of a split goes where it was cut out") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {5, 6}));
    arg const parts = b.call("aten::split.Tensor", {x, 2});
    arg const last = b.item(parts, 2);
    detail::view_scatterer scatterer(b.g(), static_cast<node_id>(parts.bits));
    node_id const back = scatterer.scatter_item(static_cast<node_id>(last.bits), static_cast<node_id>(x.bits),
                                                static_cast<node_id>(last.bits));
    CHECK(b.g().target(back).name == "aten::slice_scatter");
    CHECK(b.g().arg(back, 3).integer() == 4);
    CHECK(b.g().arg(back, 4).integer() == 5);
}

TEST_CASE("scatter_view: an item of symbolic size goes behind as many before it as there are") {
    for (int const item : {0, 2}) {
        CAPTURE(item);
        call_builder b;
        sym_int const s0 = symbol("s0"), third = floor_div(s0 + 2, 3);
        arg const x = b.input("x", make_spec(dtype::f32, {2, s0}));
        arg const parts = arg::node(b.g().call_function(aten::chunk.default_.info(), {x, 3, 1}));
        vec<value_spec> shown(3, make_spec(dtype::f32, {2, third}));
        shown[2].tensor.sizes[1] = s0 - 2 * third;
        for (value_spec& part : shown)
            part.tensor.strides[0] = s0;
        b.g().set_val(static_cast<node_id>(parts.bits), value_spec::of_list(std::move(shown)));
        b.call("aten::mul_.Scalar", {b.item(parts, item), 2.0});
        exported_program program = b.output({x, b.item(parts, 1)});
        exported_program const before = program;
        CHECK(functionalize(program));
        CHECK(verify(program).empty());
        for (std::int64_t const size : {7, 9}) {
            tensor const given = tensor::full({2, size}, dtype::f32, 3), copy = given.clone();
            auto const expected = executor(before, cpu_library()).run(std::vector{given});
            auto const got = executor(program, cpu_library()).run(std::vector{copy});
            CHECK(compare(expected[0], got[1]).agrees());
            CHECK(compare(expected[1], got[2]).agrees());
        }
    }
}

TEST_CASE("scatter_view: an item of parts that overlap goes to the places of its elements") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {5, 6}));
    arg const parts = b.call("aten::tensor_split.indices", {x, arg::list({2, 1})});
    arg const last = b.item(parts, 2);
    detail::view_scatterer scatterer(b.g(), static_cast<node_id>(parts.bits));
    node_id const back = scatterer.scatter_item(static_cast<node_id>(last.bits), static_cast<node_id>(x.bits),
                                                static_cast<node_id>(last.bits));
    CHECK(b.g().target(b.g().arg(back, 0).node()).name == "aten::scatter.src");
    CHECK(b.g().val(back)->tensor.sizes == std::vector<sym_int>{5, 6});
}

} // namespace
