#include <graft/transform/detail/pair_arrangement.hpp>

#include <doctest/doctest.h>

#include "../../io/call_builder.hpp"
#include "../../runtime/tensors.hpp"
#include "pairs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using values = std::vector<value>;

TEST_CASE("pair_arrangement: sizes and the order of dimensions") {
    check_pairs_of([](auto&, value z, value, value) {
        return values{aten::view(z, std::vector{3, -1}),
                      aten::reshape(z, std::vector{-1}),
                      aten::view_copy(z, std::vector{6, 1}),
                      aten::permute(z, std::vector{-1, 0}),
                      aten::permute_copy(z, std::vector{1, 0}),
                      aten::transpose.int_(z, -2, -1),
                      aten::t(z),
                      aten::unsqueeze(z, -1),
                      aten::unsqueeze_copy(z, 0),
                      aten::unsqueeze_copy(z, -3),
                      aten::squeeze.dim(aten::unsqueeze(z, 1), -2),
                      aten::squeeze_copy.dims(aten::unsqueeze(z, 1), std::vector{-2, 0}),
                      aten::squeeze(aten::unsqueeze(z, 0)),
                      aten::expand(aten::unsqueeze(z, 0), std::vector{4, -1, 3}),
                      aten::repeat(z, std::vector{2, 1, 2}),
                      aten::clone(z),
                      aten::t(aten::select.int_(z, 0, 1))};
    });
}

TEST_CASE("pair_arrangement: parts of a tensor, and parts put together") {
    check_pairs_of([](program_builder& b, value z, value w, value x) {
        value const two = aten::split_copy.Tensor(z, 2, -1), rows = aten::unbind_copy.int_(z),
                    sized = aten::split_with_sizes_copy(z, std::vector{1, 2}, -1);
        return values{aten::select.int_(z, -1, 1),
                      aten::select_copy.int_(z, 0, -1),
                      aten::slice_copy.Tensor(z, -1, 0, 3, 2),
                      aten::narrow(z, 1, 0, 2),
                      b.item(two, 0),
                      b.item(two, 1),
                      b.item(rows, 1),
                      b.item(sized, 1),
                      aten::cat(std::vector{z, w}, -1),
                      aten::cat(std::vector{z, x}),
                      aten::stack(std::vector{z, w}, -1),
                      aten::select_scatter(z, aten::select.int_(x, 0, 0), 0, 1),
                      aten::slice_scatter(z, aten::slice.Tensor(w, 1, 0, 1), -1, 2, 3),
                      aten::copy(z, x),
                      aten::copy(x, z),
                      aten::copy(x, aten::select.int_(w, 0, 1)),
                      aten::copy(aten::gt.Scalar(x, 0), aten::complex(aten::relu(x), aten::relu(aten::neg(x))))};
    });
}

TEST_CASE("pair_arrangement: what copies a complex number has both of its parts") {
    call_builder b;
    arg const z = b.call("aten::view_as_complex", {b.input("z", make_spec(dtype::f32, {3, 2}))});
    check_pairs(b.output({b.call("aten::copy", {z, arg::complex(1.5, 2)})}));
}

TEST_CASE("pair_arrangement: elements in other places") {
    check_pairs_of([](auto&, value z, value, value) {
        return values{aten::flip(z, std::vector{-1}),
                      aten::roll(z, std::vector{1}, std::vector{-1}),
                      aten::roll(z, std::vector{2}),
                      aten::constant_pad_nd(z, std::vector{1, 0, 0, 2}),
                      aten::constant_pad_nd(z, std::vector{0, 1}, 2.5),
                      aten::unfold_copy(z, -1, 2, 1),
                      aten::diagonal_copy(z),
                      aten::as_strided_copy(z, std::vector{2, 2}, std::vector{1, 2}, 1)};
    });
}

TEST_CASE("pair_arrangement: elements by their index") {
    check_pairs_of([](program_builder& b, value z, value w, value) {
        value const rows = b.input("rows", make_spec(dtype::i64, {2, 3})), places = aten::remainder.Scalar(rows, 2),
                    first = aten::select.int_(places, 1, 0);
        return values{aten::index_select(z, 0, first),
                      aten::gather(z, -1, places),
                      aten::index.Tensor(z, std::vector{first}),
                      aten::index_put(z, std::vector{first}, w),
                      aten::index_put(z, std::vector{aten::select.int_(first, 0, 1)}, aten::select.int_(w, 0, 0)),
                      aten::scatter_add(z, 0, places, w)};
    });
}

TEST_CASE("pair_arrangement: complex tensors that are made") {
    check_pairs_of([](auto&, value z, value w, value x) {
        return values{aten::complex(x, x),
                      aten::complex(aten::real(z), aten::select.int_(x, 0, 0)),
                      aten::view_as_complex_copy(aten::view_as_real(w)),
                      aten::full_like(z, 0),
                      aten::full_like(z, 2, "dtype"_a = dtype::f32),
                      aten::full_like(x, 2, "dtype"_a = dtype::c64)};
    });
}

TEST_CASE("pair_arrangement: sizes that are known when the program runs") {
    program_builder b;
    sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};
    value const z = aten::view_as_complex(b.input("z", f32_spec({s0, s1, 4, 2})));
    exported_program const p =
        b.finish({aten::view_copy(z, std::vector{-1, 4}), aten::permute_copy(z, std::vector{2, 0, 1})});
    check_pairs(p);
}

} // namespace
