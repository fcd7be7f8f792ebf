#include <graft/dialect/saved_results.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/known_ops.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("saved_results: statistics have the dtype that their kernel gives, and so has what is computed of them") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::bf16, {2, 3, 4})), w = b.input("w", make_spec(dtype::f32, {3}));
    arg const all = b.call("aten::native_batch_norm", {x, w, w, arg{}, arg{}, true, 0.1, 1e-5});
    arg const first = b.item(all, 0), mean = b.item(all, 1), sum = b.call("aten::add.Tensor", {mean, mean});
    graph& g = b.g();
    auto const id = [](arg const& a) { return static_cast<node_id>(a.bits); };
    value_spec const result = *g.val(id(first)), narrow = make_spec(dtype::bf16, {3});
    // As torch.export records them.
    g.set_val(id(all), value_spec::of_list({result, narrow, narrow}));
    g.set_val(id(mean), narrow);
    g.set_val(id(sum), narrow);
    know_saved_results(g);
    for (arg const& a : {mean, sum})
        CHECK(bool(*g.val(id(a)) == value_spec(make_spec(dtype::f32, {3}))));
    CHECK(bool(*g.val(id(first)) == result));
    CHECK(g.val(id(all))->items.at(2).tensor.dtype == dtype::f32);
}

TEST_CASE("saved_results: statistics that are given say the dtype where there is no weight") {
    for (char const* op : {"aten::native_batch_norm", "aten::_native_batch_norm_legit_no_training"}) {
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::bf16, {2, 3, 4})), mean = b.input("m", make_spec(dtype::f32, {3}));
        vec<arg> given{x, arg{}, arg{}, mean, mean};
        if (op == std::string_view("aten::native_batch_norm"))
            given.emplace_back(false);
        given.emplace_back(0.1);
        given.emplace_back(1e-5);
        auto const all = static_cast<node_id>(b.call(op, given).bits);
        value_spec const result = make_spec(dtype::bf16, {2, 3, 4}), narrow = make_spec(dtype::bf16, {0});
        b.g().set_val(all, value_spec::of_list({result, narrow, narrow}));
        know_saved_results(b.g());
        CHECK(bool(b.g().val(all)->items.at(1) == value_spec(make_spec(dtype::f32, {0}))));
    }
}

TEST_CASE("saved_results: a first result that the op does not give is left to the verifier") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::bf16, {2, 3, 4})), w = b.input("w", make_spec(dtype::f32, {3}));
    auto const all =
        static_cast<node_id>(b.call("aten::native_batch_norm", {x, w, w, arg{}, arg{}, true, 0.1, 1e-5}).bits);
    value_spec const narrow = make_spec(dtype::bf16, {3}), wrong = value_spec::of_list({narrow, narrow, narrow});
    b.g().set_val(all, wrong);
    know_saved_results(b.g());
    CHECK(bool(*b.g().val(all) == wrong));
}

TEST_CASE("saved_results: what a bag's composite op says of its numbers is what the kernel gives") {
    call_builder b;
    arg const w = b.input("w", make_spec(dtype::bf16, {3, 4})), i = b.input("i", make_spec(dtype::i64, {6}));
    arg const offsets = b.input("o", make_spec(dtype::i64, {3}));
    auto const all = static_cast<node_id>(
        b.call("aten::embedding_bag.padding_idx", {w, i, offsets, false, 0, false, arg{}, true, arg{}}).bits);
    auto const numbers = [](std::int64_t n) { return make_spec(dtype::i64, {n}); };
    // As torch.export records them of a weight that asks for no gradient.
    b.g().set_val(all, value_spec::of_list({make_spec(dtype::bf16, {2, 4}), numbers(6), numbers(3), numbers(2)}));
    know_saved_results(b.g());
    CHECK(bool(b.g().val(all)->items.at(1) == value_spec(numbers(0))));
    CHECK(bool(b.g().val(all)->items.at(2) == value_spec(numbers(2))));
}

} // namespace
