#include <graft/transform/root_as_strided.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/ir/compare.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/transform/to_edge.hpp>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

tensor_spec const matrix = make_spec(dtype::f32, {4, 6});

struct row {
    char const* name;
    arg (*shown)(call_builder&, arg const&);
    bool changes;
};

row const rows[] = {{"the tensor itself", [](call_builder&, arg const& y) { return y; }, false},
                    {"a row, and what lies behind it",
                     [](call_builder& b, arg const& y) {
                         return b.call("aten::select.int", {y, 0, 1});
                     },
                     true},
                    {"a row under a permutation that changes nothing",
                     [](call_builder& b, arg const& y) {
                         return b.call("aten::permute", {b.call("aten::select.int", {y, 0, 1}), arg::list({0})});
                     },
                     true},
                    {"an item of a split, and what lies behind it",
                     [](call_builder& b, arg const& y) {
                         return b.item(b.call("aten::split.Tensor", {y, 1, 1}), 2);
                     },
                     true},
                    {"a view of a view",
                     [](call_builder& b, arg const& y) {
                         return b.call("aten::slice.Tensor", {b.call("aten::t", {y}), 0, 2, 4});
                     },
                     true},
                    {"a tensor whose elements lie by columns",
                     [](call_builder& b, arg const& y) { return b.call("aten::clone", {b.call("aten::t", {y})}); },
                     true},
                    {"a row of one",
                     [](call_builder& b, arg const& y) {
                         return b.call("aten::select.int", {b.call("aten::clone", {b.call("aten::t", {y})}), 1, 2});
                     },
                     true}};

exported_program program_of(row const& r, bool writes, char const* op = "aten::as_strided") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.call("aten::neg", {x});
    arg const strided = b.call(op, {r.shown(b, y), arg::list({3, 2}), arg::list({2, 3})});
    if (writes)
        b.call("aten::mul_.Scalar", {strided, 2});
    return b.output({b.call("aten::sin", {strided}), b.call("aten::cos", {y})});
}

std::vector<tensor> results(exported_program const& program) {
    return executor(program, cpu_library()).run(graft_test::random_inputs(program));
}

TEST_CASE("root_as_strided: what is shown is taken of the tensor that owns the storage") {
    for (row const& r : rows) {
        CAPTURE(r.name);
        exported_program program = program_of(r, false);
        exported_program const before = program;
        CHECK(root_as_strided(program.graph()) == (r.changes ? 1 : 0));
        CHECK(root_as_strided(program.graph()) == 0);
        CHECK(verify_aten(program).empty());
        auto const expected = results(before), got = results(program);
        for (std::size_t i = 0; i < got.size(); ++i)
            CHECK(compare(expected[i], got[i]).agrees());
    }
}

TEST_CASE("root_as_strided: a copy of what as_strided shows is one of the tensor that owns the storage as well") {
    for (row const& r : rows) {
        CAPTURE(r.name);
        exported_program program = program_of(r, true, "aten::as_strided_copy");
        exported_program const before = program;
        CHECK(root_as_strided(program.graph()) == (r.changes ? 1 : 0));
        CHECK(graft::lint(program.graph()).empty());
        auto const expected = results(before), rooted = results(program);
        static_cast<void>(to_edge(program));
        auto const lowered = results(program);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CHECK(compare(expected[i], rooted[i]).agrees());
            CHECK(compare(expected[i], lowered[i]).agrees());
        }
    }
}

TEST_CASE("root_as_strided: as_strided_scatter writes by place in the storage of a view") {
    struct {
        char const* name;
        arg (*shown)(call_builder&, arg const&);
        arg offset;
        std::vector<float> expected;
    } const cases[] = {
        {"all", [](call_builder&, arg const& y) { return y; }, 4, {0, 1, 2, 3, -1, -2, 6, 7, 8, 9, 10, 11}},
        {"turned",
         [](call_builder& b, arg const& y) { return b.call("aten::t", {y}); },
         {},
         {-1, 4, 8, -2, 5, 9, 2, 6, 10, 3, 7, 11}},
        {"turned, from an offset",
         [](call_builder& b, arg const& y) { return b.call("aten::t", {y}); },
         3,
         {0, -2, 8, 1, 5, 9, 2, 6, 10, -1, 7, 11}},
        {"a copy that lies by columns",
         [](call_builder& b, arg const& y) { return b.call("aten::clone", {b.call("aten::t", {y})}); },
         3,
         {0, -2, 8, 1, 5, 9, 2, 6, 10, -1, 7, 11}},
        {"a row",
         [](call_builder& b, arg const& y) {
             return b.call("aten::select.int", {y, 0, 1});
         },
         {},
         {-1, -2, 6, 7}},
        {"a row, from an offset",
         [](call_builder& b, arg const& y) {
             return b.call("aten::select.int", {y, 0, 1});
         },
         5,
         {4, -1, -2, 7}},
        {"beside a row",
         [](call_builder& b, arg const& y) {
             return b.call("aten::select.int", {y, 0, 1});
         },
         0,
         {4, 5, 6, 7}},
        {"columns",
         [](call_builder& b, arg const& y) {
             return b.call("aten::slice.Tensor", {y, 1, 1, 3});
         },
         {},
         {-1, -2, 5, 6, 9, 10}}};
    for (auto const& c : cases) {
        CAPTURE(c.name);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {3, 4})), src = b.input("src", make_spec(dtype::f32, {2}));
        arg const shown = c.shown(b, b.call("aten::neg", {x}));
        arg const made = b.call("aten::as_strided_scatter", {shown, src, arg::list({2}), arg::list({1}), c.offset});
        exported_program program = b.output({b.call("aten::clone", {made})}), lowered = program;
        static_cast<void>(root_as_strided(program.graph()));
        CHECK(root_as_strided(program.graph()) == 0);
        CHECK(verify_aten(program).empty());
        static_cast<void>(to_edge(lowered));
        std::vector<float> elements{0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11}, parts{-1, -2};
        std::vector<tensor> const given{tensor::from<float>({3, 4}, elements), tensor::from<float>({2}, parts)};
        for (exported_program const* const p : {&program, &lowered}) {
            tensor const got = executor(*p, cpu_library()).run(given)[0].contiguous();
            CHECK(std::vector<float>(got.data<float>(), got.data<float>() + got.numel()) == c.expected);
        }
    }
}

TEST_CASE("root_as_strided: a view that begins where a symbol tells does so in the storage") {
    for (char const* const op : {"aten::as_strided", "aten::as_strided_copy"}) {
        CAPTURE(op);
        call_builder b;
        sym_int const s0 = symbol("s0");
        arg const x = b.input("x", make_spec(dtype::f32, {s0, 4})), y = b.call("aten::neg", {x});
        arg const row = b.call("aten::select.int", {y, 0, -2});
        arg const strided = b.call(op, {row, arg::list({2, 2}), arg::list({4, 1})});
        exported_program program = b.output({strided});
        exported_program const before = program;
        static_cast<void>(to_edge(program));
        tensor const given = tensor::from<float>({3, 4}, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        auto const expected = executor(before, cpu_library()).run({given});
        auto const got = executor(program, cpu_library()).run({given});
        CHECK(compare(expected[0], got[0]).agrees());
    }
}

TEST_CASE("root_as_strided: lowering refuses an as_strided that it can make one of no other tensor") {
    for (char const* const op : {"aten::as_strided", "aten::as_strided_copy"}) {
        CAPTURE(op);
        call_builder b;
        arg const x = b.input("x", matrix), bits = b.call("aten::view.dtype", {b.call("aten::neg", {x}), dtype::i16});
        arg const row = b.call("aten::select.int", {bits, 0, 1});
        exported_program program = b.output({b.call(op, {row, arg::list({2}), arg::list({1})})});
        CHECK_THROWS_WITH_AS(
            static_cast<void>(to_edge(program)),
            doctest::Contains("shows the storage behind 'select_int', of which a copy takes the place"), error);
    }
}

TEST_CASE("root_as_strided: lowered programs show the same, also where it is written to") {
    for (row const& r : rows)
        for (bool const writes : {false, true}) {
            CAPTURE(r.name);
            CAPTURE(writes);
            exported_program program = program_of(r, writes);
            exported_program const before = program;
            static_cast<void>(to_edge(program));
            auto const expected = results(before), got = results(program);
            for (std::size_t i = 0; i < got.size(); ++i) {
                CAPTURE(i);
                CHECK(compare(expected[i], got[i]).agrees());
            }
        }
}

TEST_CASE("root_as_strided: lowering takes apart first what is a view though no schema says so") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4})), y = b.call("aten::neg", {x});
    arg const column = b.item(b.call("aten::meshgrid.indexing", {arg::list({y, y})}, {{"indexing", "ij"}}), 0);
    arg const same = b.call("aten::feature_dropout", {column, 0.5, false});
    arg const turned = b.call("aten::einsum", {"ij->ji", arg::list({b.call("aten::slice.Tensor", {same, 0, 1, 3})})});
    std::vector<arg> shown;
    for (arg const& view : {column, same, turned})
        shown.push_back(b.call("aten::as_strided", {view, arg::list({2}), arg::list({1})}));
    exported_program program = b.output({shown[0], shown[1], shown[2]});
    exported_program const before = program;
    static_cast<void>(to_edge(program));
    auto const expected = results(before), got = results(program);
    for (std::size_t i = 0; i < got.size(); ++i)
        CHECK(compare(expected[i], got[i]).agrees());
}

TEST_CASE("root_as_strided: a given offset stays; what is of another dtype or dense in no order stays as it is") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.call("aten::neg", {x});
    arg const row_of_y = b.call("aten::select.int", {y, 0, 1});
    arg const given = b.call("aten::as_strided", {row_of_y, arg::list({2}), arg::list({1}), 3});
    arg const bits = b.call("aten::view.dtype", {y, dtype::i16});
    arg const other = b.call("aten::as_strided", {bits, arg::list({2}), arg::list({1})});
    tensor_spec wide = matrix;
    wide.strides = {0, 1};
    arg const z = b.input("z", wide);
    arg const repeated = b.call("aten::as_strided", {z, arg::list({2}), arg::list({1})});
    b.output({given, other, repeated});
    CHECK(root_as_strided(b.g()) == 1);
    auto const id = [](arg const& a) { return static_cast<node_id>(a.bits); };
    CHECK(b.g().arg(id(given), 0).node() == id(y));
    CHECK(b.g().arg(id(given), 3).integer() == 3);
    CHECK(b.g().arg(id(other), 0).node() == id(bits));
    CHECK(b.g().arg(id(repeated), 0).node() == id(z));
}

TEST_CASE("view_relation: ops that may copy are views where strides and dtypes admit one") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    auto const relation = [&b](arg const& a) { return relation_to_first(b.g(), static_cast<node_id>(a.bits)); };
    arg const turned = b.call("aten::t", {x});
    CHECK(relation(turned) == view_relation::view);
    CHECK(relation(b.call("aten::reshape", {x, arg::list({24})})) == view_relation::view);
    CHECK(relation(b.call("aten::reshape", {turned, arg::list({24})})) == view_relation::none);
    CHECK(relation(b.call("aten::contiguous", {x})) == view_relation::same);
    CHECK(relation(b.call("aten::contiguous", {turned})) == view_relation::none);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f32})) == view_relation::same);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f64})) == view_relation::none);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f32, false, true})) == view_relation::none);
    CHECK(relation(b.call("aten::_cast_Float", {x})) == view_relation::same);
    CHECK(relation(b.call("aten::_cast_Half", {x})) == view_relation::none);
    CHECK(relation(b.call("aten::type_as", {x, b.call("aten::_to_copy", {x}, {{"dtype", dtype::f64}})})) ==
          view_relation::none);
    CHECK(relation(b.call("aten::detach", {x})) == view_relation::same);
    CHECK(relation(b.call("aten::relu", {x})) == view_relation::none);
}

template <fixed_string Text, op_tags Tags, meta_function Meta>
struct own_view : op<own_view<Text, Tags, Meta>> {
    static constexpr fixed_string text = Text;
    static constexpr op_tags tags = op_tags::view | Tags;
    static constexpr meta_function meta = Meta;
};

TEST_CASE("view_relation: views of one's own are what they say") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6})), turned = b.call("aten::t", {x});
    auto const relation = [&]<class Op>(Op, std::vector<arg> const& args) {
        node_id const n = b.g().call_function(Op::info(), args);
        infer(b.g(), n);
        return relation_to_first(b.g(), n);
    };
    own_view<"own::as_is(Tensor(a) self) -> Tensor(a)", op_tags::same_tensor, meta_alias> const as_is;
    own_view<"own::perhaps(Tensor(a) self, int[] shape) -> Tensor(a)", op_tags::resizes | op_tags::may_copy,
             meta_reshape> const perhaps;
    own_view<"own::turned(Tensor(a) self) -> Tensor(a)", op_tags::undoes_itself, meta_t> const turn;
    CHECK(relation(as_is, {x}) == view_relation::same);
    CHECK(relation(perhaps, {x, arg::list({24})}) == view_relation::view);
    CHECK(relation(perhaps, {turned, arg::list({24})}) == view_relation::none);
    CHECK(relation(turn, {x}) == view_relation::view);
}

TEST_CASE("root_as_strided: a tensor that as_strided_ was called on is what that shows, under all of its names") {
    call_builder b;
    arg const x = b.input("x", matrix), row = b.call("aten::select.int", {b.call("aten::neg", {x}), 0, 1});
    arg const again = b.call("aten::mul_.Scalar", {row, 2.0}), beside = b.call("aten::detach", {row});
    arg const alias = b.call("aten::alias", {row});
    arg const early = b.call("aten::sin", {again});
    arg const strided = b.call("aten::as_strided_", {row, arg::list({3, 2}), arg::list({2, 3})});
    arg const late = b.call("aten::sin", {again}), other = b.call("aten::cos", {beside});
    exported_program program = b.output({early, late, other, row, strided, b.call("aten::cos", {alias})});
    graph& g = program.graph();
    CHECK(root_as_strided(g) == 1);
    CHECK(root_as_strided(g) == 0);
    auto const first = [&](arg const& call) { return g.arg(static_cast<node_id>(call.bits), 0).node(); };
    node_id const shown = static_cast<node_id>(strided.bits);
    CHECK(g.target(shown).name == "aten::as_strided");
    CHECK(g.target(first(strided)).name == "aten::neg");
    CHECK(g.arg(shown, 3).integer() == 6);
    CHECK(first(early) == static_cast<node_id>(again.bits));
    CHECK(first(late) == shown);
    CHECK(first(other) == static_cast<node_id>(beside.bits));
    arg_ref const returned = g.arg(g.back(), 0);
    CHECK(g.arg(returned[5].node(), 0).node() == static_cast<node_id>(alias.bits));
    CHECK(returned[3].node() == shown);
    CHECK(returned[4].node() == shown);
}

TEST_CASE("root_as_strided: a tensor that was turned in place is seen as it is since then") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.call("aten::neg", {x}), turned = b.call("aten::t_", {y});
    arg const early = b.call("aten::select.int", {turned, 0, 1});
    arg const strided = b.call("aten::as_strided", {early, arg::list({3}), arg::list({2})});
    exported_program program = b.output({strided});
    graph& g = program.graph();
    CHECK(root_as_strided(g) == 1);
    node_id const shown = g.arg(static_cast<node_id>(strided.bits), 0).node();
    CHECK(g.target(shown).name == "aten::permute");
    CHECK(g.arg(shown, 0).node() == static_cast<node_id>(turned.bits));
    CHECK(is_contiguous(g.val(shown)->tensor));
}

} // namespace
