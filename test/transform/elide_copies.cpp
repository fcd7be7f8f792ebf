#include <graft/transform/elide_copies.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/verify.hpp>
#include <graft/pass/pass.hpp>

#include "check_rewrite.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

constexpr std::array heads_first{0, 2, 1, 3};

value attention_of(value q, value k, value v) { return aten::scaled_dot_product_attention(q, k, v); }

// What the pass makes of the program, whose results stay the same.
std::string elided(exported_program p, std::size_t count) {
    exported_program const before = p;
    CHECK(elide_copies(p.graph()) == count);
    check_sound(p);
    check_same_outputs(before, p);
    return calls(p);
}

TEST_CASE("elide_copies: attention reads its heads where a product left them") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({2, 5, 24})));
    value const parts = aten::split_with_sizes_copy(x, std::array{8, 8, 8}, 2);
    std::array<value, 3> heads;
    for (std::size_t i = 0; i < 3; ++i)
        heads.at(i) = aten::permute_copy(aten::view_copy(b.item(parts, static_cast<int>(i)), std::array{2, 5, 2, 4}),
                                         heads_first);
    exported_program p = b.finish({aten::relu(attention_of(heads[0], heads[1], heads[2]))});
    CHECK(elided(p, 7) == "neg split_with_sizes getitem view permute getitem view permute getitem view permute "
                          "scaled_dot_product_attention relu");
}

TEST_CASE("elide_copies: a copy that lies as the view does becomes one, whoever reads it") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({2, 3, 4})));
    value const flat = aten::view_copy(x, std::array{6, 4}), more = aten::unsqueeze_copy(flat, 0);
    CHECK(elided(b.finish({aten::relu(more)}), 2) == "neg view unsqueeze relu");
}

TEST_CASE("elide_copies: what others read stays a copy where a view would lie otherwise") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({1, 5, 2, 4})));
    value const q = aten::permute_copy(x, heads_first);
    CHECK(elided(b.finish({attention_of(q, q, q), aten::exp(q)}), 0) ==
          "neg permute_copy scaled_dot_product_attention exp");
}

TEST_CASE("elide_copies: a view that the strides do not allow stays a copy, of a view") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({1, 5, 2, 4})));
    value const q = aten::view_copy(aten::permute_copy(x, heads_first), std::array{1, 1, 10, 4});
    CHECK(elided(b.finish({attention_of(q, q, q)}), 1) == "neg permute view_copy scaled_dot_product_attention");
}

TEST_CASE("elide_copies: a view that strides of symbols need not allow stays a copy") {
    program_builder b;
    value const x = b.input("x", f32_spec({3, 4})), found = aten::nonzero(x);
    tensor_spec places = make_spec(dtype::i64, {symbol("u0"), 2});
    places.strides = {1, symbol("u0")};
    b.g().set_val(found.id, places);
    value const row = aten::view_copy(found, std::array{-1});
    CHECK(elided(b.finish({aten::neg(row)}, {{symbol("u0"), sym_range{0, 12}}}), 0) == "nonzero view_copy neg");
}

TEST_CASE("elide_copies: what is returned, is taken from an input, or lies beside a write stays a copy") {
    program_builder b;
    value const x = b.input("x", f32_spec({4, 6}));
    value const returned = aten::view_copy(aten::neg(x), std::array{24}),
                of_input = aten::neg(aten::view_copy(x, std::array{6, 4}));
    CHECK(elided(b.finish({returned, of_input}), 0) == "neg view_copy view_copy neg");
    program_builder c;
    value const y = aten::neg(c.input("x", f32_spec({4, 6}))), z = aten::view_copy(y, std::array{24});
    value const w = aten::relu_(y);
    exported_program p = c.finish({aten::neg(z), w});
    CHECK(elide_copies(p.graph()) == 0);
}

TEST_CASE("elide_copies: a view has the sizes that the ranges of a program tell, as its copy had") {
    program_builder b;
    value const x = aten::neg(b.input("x", f32_spec({symbol("s0"), 4})));
    value const row = aten::slice_copy.Tensor(x, 0, 1, 2),
                sum = aten::relu(aten::squeeze_copy.dims(row, std::array{0}));
    exported_program p = b.finish({sum}, {{symbol("s0"), sym_range{4, 16}}});
    infer_all(p.graph(), p.range_constraints);
    CHECK(any_pass(elide_copies)(p).modified);
    CHECK(calls(p) == "neg slice.Tensor squeeze.dims relu");
    CHECK(p.graph().val(row.id)->tensor.sizes == vec<sym_int>{1, 4});
    CHECK(verify(p).empty());
}

} // namespace
