#include <graft/runtime/kernels/composite.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

tensor const x = f32({2, 3}, {1, -2, 3, 0.5F, 0, -1});
tensor const y = f32({2, 3}, {2, 1, -1, 0.25F, 1, 4});
tensor const v = f32({3}, {1, 2, 4});
tensor const w = f32({3}, {0.5F, -1, 2});
tensor const m = f32({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 10});
tensor const classes = i64({2}, {2, 0});
tensor const image = iota({1, 2, 3, 4});
tensor const line = iota({1, 1, 4});

tensor number(double value) {
    tensor t = tensor::empty({}, dtype::f64);
    *t.data<double>() = value;
    return t;
}

TEST_CASE("composite: a loss is reduced as it is asked to be") {
    CHECK(show(aten::mse_loss(x, y, 0)) == "f32[2, 3]: 1 9 16 0.0625 1 25");
    CHECK(show(aten::l1_loss(x, y)) == "f32[]: 2.375");
    CHECK(show(aten::smooth_l1_loss(x, y, 2, 2.0)) == "f32[]: 9.51562");
    CHECK(show(aten::huber_loss(x, y, 1, 0.5)) == "f32[]: 1.06771");
    CHECK(show(aten::kl_div(x, y, 2, "log_target"_a = true)) == "f32[]: 289.46");
    CHECK(show(aten::soft_margin_loss(x, y, 0)) == "f32[2, 3]: 0.126928 2.12693 3.04859 0.632599 0.693147 4.01815");
    CHECK(show(aten::hinge_embedding_loss(x, aten::sign(y), 1.0, 0)) == "f32[2, 3]: 1 -2 0 0.5 0 -1");
    CHECK(show(aten::binary_cross_entropy(aten::sigmoid(x), aten::sigmoid(y))) == "f32[]: 1.15745");
    CHECK(show(aten::binary_cross_entropy_with_logits(x, y)) == "f32[]: 2.22404");
    CHECK(show(aten::poisson_nll_loss(x, y, true, false, 1e-8, 2)) == "f32[]: 32.8308");
    CHECK(show(aten::triplet_margin_loss(x, y, aten::neg(y))) == "f32[]: 2.60625");
    CHECK(show(aten::margin_ranking_loss(x, y, aten::sign(x), 0.5)) == "f32[]: 0.375");
}

TEST_CASE("composite: operands of a loss of several dtypes") {
    tensor const row = f32({3}, {1, -2, 0.5F}), bytes = aten::to.dtype(f32({3}, {2, 1, 3}), dtype::u8),
                 truths = aten::to.dtype(f32({3}, {1, 0, 1}), dtype::boolean);
    CHECK(show(aten::soft_margin_loss(row, bytes, 0)) == "f32[3]: 0.126928 2.12693 0.201413"); // no byte is negated
    tensor const complex = aten::to.dtype(row, dtype::c64);
    CHECK(show(aten::abs(aten::soft_margin_loss(complex, row, 0))) == "f32[3]: 0.313262 0.0181499 0.575939");
    CHECK(show(aten::mse_loss(row, truths, 0)) == "f32[3]: 0 4 0.25");
    CHECK(show(aten::mse_loss(truths, row, 0)) == "f32[3]: 0 4 0.25");
    CHECK(show(aten::smooth_l1_loss(truths, row, 0)) == "f32[3]: 0 1.5 0.125");
    CHECK(show(aten::huber_loss(row, truths, 0)) == "f32[3]: 0 1.5 0.125");
    tensor const far = aten::to.dtype(f32({2}, {65504, 3}), dtype::f16);
    tensor const near = aten::to.dtype(f32({2}, {-100, 3.4F}), dtype::f16);
    CHECK(show(aten::huber_loss(far, near, 0, 0.7)) == "f16[2]: 45920 0.0801392");
    CHECK(show(aten::hinge_embedding_loss(i64({3}, {3, -2, 0}), i64({3}, {1, -1, 2}), 2.5, 0)) == "i64[3]: 3 4 2");
    tensor const target = aten::to.dtype(f32({3}, {0.25F, 0.5F, 1}), dtype::bf16);
    CHECK(show(aten::binary_cross_entropy_with_logits(aten::to.dtype(row, dtype::f64), target, "reduction"_a = 0)) ==
          "bf16[3]: 1.0625 1.125 0.474609");
}

TEST_CASE("composite: an adaptive mean of volumes to one element is a mean of any rank") {
    CHECK(show(aten::adaptive_avg_pool3d(iota({2, 2, 2}), std::array{1, 1, 1})) == "f32[1, 1, 1]: 3.5");
}

TEST_CASE("composite: a loss of classes") {
    CHECK(show(aten::cross_entropy_loss(x, classes)) == "f32[]: 0.368488");
    CHECK(show(aten::cross_entropy_loss(x, classes, v, 2, -100, 0.5)) == "f32[]: 4.59423");
    CHECK(show(aten::cross_entropy_loss(x, aten::softmax.int_(y, 1))) == "f32[]: 2.43299");
    tensor const no_classes = tensor::empty({2, 0}, dtype::f32), ignored = i64({2}, {-100, -100});
    CHECK(show(aten::nll_loss(no_classes, ignored, nullptr, 0)) == "f32[2]: -0 -0");
    CHECK_THROWS_AS(aten::nll_loss(no_classes, i64({2}, {-100, 0}), nullptr, 0), error);
    CHECK(show(aten::nll_loss_forward(x, classes, v, 1, 0)) == "f32[]: -3\nf32[]: 4\n");
    CHECK(show(aten::multi_margin_loss(x, classes)) == "f32[]: 0.0833333");
}

TEST_CASE("composite: tensors are put together") {
    CHECK(show(aten::hstack(std::vector{v, w})) == "f32[6]: 1 2 4 0.5 -1 2");
    CHECK(show(aten::vstack(std::vector{v, w})) == "f32[2, 3]: 1 2 4 0.5 -1 2");
    CHECK(show(aten::dstack(std::vector{v, w})) == "f32[1, 3, 2]: 1 0.5 2 -1 4 2");
    CHECK(show(aten::column_stack(std::vector{v, w})) == "f32[3, 2]: 1 0.5 2 -1 4 2");
    CHECK(show(aten::block_diag(std::vector{x, v})) == "f32[3, 6]: 1 -2 3 0 0 0 0.5 0 -1 0 0 0 0 0 0 1 2 4");
    CHECK(show(aten::cartesian_prod(std::vector{v, w})) == "f32[9, 2]: 1 0.5 1 -1 1 2 2 0.5 2 -1 2 2 4 0.5 4 -1 4 2");
    CHECK(show(aten::meshgrid.indexing(std::vector{v, f32({2}, {5, 6})}, "indexing"_a = "xy")) ==
          "f32[2, 3]: 1 2 4 1 2 4\nf32[2, 3]: 5 5 5 6 6 6\n");
    CHECK(show(aten::pad_sequence(std::vector{v, f32({1}, {9})}, true, 0.5)) == "f32[2, 3]: 1 2 4 9 0.5 0.5");
    CHECK(show(aten::_chunk_cat(std::vector{v, w}, 0, 2)) == "f32[2, 4]: 1 2 0.5 -1 4 0 2 0");
}

TEST_CASE("composite: tensors are taken apart") {
    CHECK(show(aten::tensor_split.sections(v, 2)) == "f32[2]: 1 2\nf32[1]: 4\n");
    CHECK(show(aten::hsplit.array(x, std::vector{1, 2})) == "f32[2, 1]: 1 0.5\nf32[2, 1]: -2 0\nf32[2, 1]: 3 -1\n");
    CHECK(show(aten::vsplit.int_(x, 2)) == "f32[1, 3]: 1 -2 3\nf32[1, 3]: 0.5 0 -1\n");
}

TEST_CASE("composite: elements are moved") {
    CHECK(show(aten::rot90(x)) == "f32[3, 2]: 3 -1 -2 0 1 0.5");
    CHECK(show(aten::rot90(x, 3)) == "f32[3, 2]: 0.5 1 0 -2 -1 3");
    CHECK(show(aten::tile(v, std::vector{2, 2})) == "f32[2, 6]: 1 2 4 1 2 4 1 2 4 1 2 4");
    CHECK(show(aten::kron(v, w)) == "f32[9]: 0.5 -1 2 1 -2 4 2 -4 8");
    CHECK(show(aten::diag_embed(v, 1)) == "f32[4, 4]: 0 1 0 0 0 0 2 0 0 0 0 4 0 0 0 0");
    CHECK(show(aten::diag_embed(v, -1)) == "f32[4, 4]: 0 0 0 0 1 0 0 0 0 2 0 0 0 0 4 0");
    CHECK(show(aten::trace(m)) == "f32[]: 16");
    CHECK(show(aten::repeat_interleave.self_int(v, 2)) == "f32[6]: 1 1 2 2 4 4");
    auto const repeated = [&](tensor const& times, std::int64_t dim, std::int64_t size) {
        return show(aten::repeat_interleave.self_Tensor(iota({2, 3}), times, dim, "output_size"_a = size));
    };
    CHECK(repeated(i64({3}, {2, 0, 1}), 1, 3) == "f32[2, 3]: 0 0 2 3 3 5");
    CHECK(repeated(i64({1}, {2}), 0, 4) == "f32[4, 3]: 0 1 2 0 1 2 3 4 5 3 4 5");
    CHECK(repeated(i64({}, {2}), -1, 6) == "f32[2, 6]: 0 0 1 1 2 2 3 3 4 4 5 5");
    CHECK(raised([&] {
              static_cast<void>(repeated(i64({2}, {2, 1}), 0, 4));
          }) == "graft: aten::repeat_interleave.self_Tensor: aten::repeat_interleave.Tensor: 'output_size' is not 3");
    CHECK(raised([&] {
              static_cast<void>(repeated(i64({3}, {2, 1, 1}), 0, 4));
          }) == "graft: aten::repeat_interleave.self_Tensor: 'repeats' must have a number for each index");
    CHECK(show(aten::take_along_dim(x, i64({2, 1}, {2, 0}), 1)) == "f32[2, 1]: 3 0.5");
    CHECK(show(aten::vander(v)) == "f32[3, 3]: 1 1 1 4 2 1 16 4 1");
    CHECK(show(aten::channel_shuffle(iota({1, 4, 1, 2}), 2)) == "f32[1, 4, 1, 2]: 0 1 4 5 2 3 6 7");
    CHECK(show(aten::sum_to_size(x, std::vector{1, 3})) == "f32[1, 3]: 1.5 -2 2");
    CHECK(show(aten::unflatten.int_(iota({4}), 0, std::vector{2, -1})) == "f32[2, 2]: 0 1 2 3");
}

// What torch gives.
TEST_CASE("composite: indices that count where a mask is true may be out of range") {
    tensor const row = f32({3}, {10, 20, 30}), at = i64({5}, {-1, -2, 5, 0, -9});
    tensor const mask = b8({5}, {true, true, true, true, false});
    CHECK(show(aten::_unsafe_masked_index(row, mask, std::vector{at}, 7.0)) == "f32[5]: 30 20 30 10 7");
    CHECK(show(aten::_unsafe_masked_index_put_accumulate(row, mask, std::vector{at}, f32({5}, {1, 2, 4, 8, 16}))) ==
          "f32[3]: 18 22 35");
    CHECK(show(aten::_unsafe_masked_index_put_accumulate(
              f32({2, 3}, {0, 0, 0, 0, 0, 0}), b8({2, 3}, {true, false, true, true, true, false}),
              std::vector{i64({2, 1}, {0, 1}), i64({3}, {0, 1, 0})}, f32({2, 3}, {1, 2, 4, 8, 16, 32}))) ==
          "f32[2, 3]: 5 0 0 8 16 0");
}

TEST_CASE("composite: products") {
    CHECK(show(aten::dot(v, w)) == "f32[]: 6.5");
    CHECK(show(aten::mv(m, v)) == "f32[3]: 17 38 63");
    CHECK(show(aten::addmv(v, m, w, "beta"_a = 2, "alpha"_a = 3)) == "f32[3]: 15.5 31 54.5");
    CHECK(show(aten::addr(m, v, w)) == "f32[3, 3]: 1.5 1 5 5 3 10 9 4 18");
    // 0.1 comes before what overflows.
    CHECK(show(aten::addr(f32({1, 1}, {0}), f32({1}, {3e38F}), f32({1}, {2}), "alpha"_a = 0.1)) == "f32[1, 1]: 6e+37");
    // Of 16 bits, 0.2 is 0.2001953125, and every step is rounded.
    tensor const one = make<bfloat16>({1}, {bfloat16(-3.828125F)}), other = make<bfloat16>({1}, {bfloat16(-4.71875F)}),
                 sum = make<bfloat16>({1, 1}, {bfloat16(-8.5F)});
    CHECK(show(aten::addr(sum, one, other, "beta"_a = 0.6, "alpha"_a = 0.2)) == "bf16[1, 1]: -1.51562");
    CHECK(show(aten::inner(x, v)) == "f32[2]: 9 -3.5");
    CHECK(show(aten::tensordot(x, m, std::vector{1}, std::vector{0})) == "f32[2, 3]: 14 16 21 -6.5 -7 -8.5");
    CHECK(show(aten::cross(v, w)) == "f32[3]: 8 0 -2");
    CHECK(show(aten::cdist(x, y)) == "f32[2, 2]: 5.09902 3.25 1.80278 5.10514");
    CHECK(show(aten::cosine_similarity(x, y)) == "f32[2]: -0.327327 -0.839065");
    CHECK(show(aten::chain_matmul(std::vector{x, m, m})) == "f32[2, 3]: 225 276 348 -94 -116 -146.5");
    CHECK(show(aten::einsum("ij,kj->ik", std::vector{x, y})) == "f32[2, 2]: -3 10.25 2 -3.875");
    CHECK(show(aten::einsum("ii", std::vector{m})) == "f32[]: 16");
    CHECK(show(aten::einsum("i,j,ij", std::vector{v, w, m})) == "f32[]: 84.5");
    CHECK(show(aten::einsum("...j,j->...", std::vector{x, v})) == "f32[2]: 9 -3.5");
}

TEST_CASE("composite: margins of many are added in PyTorch's order, and one that is not known does not count") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    tensor const rows = f32({3, 3}, {nan, 1, 2, 1, nan, 2, 3e20F, 3e20F, 1});
    // torch.nn.functional.multi_margin_loss(rows, torch.zeros(3, dtype=torch.int64), reduction="none")
    CHECK(show(aten::multi_margin_loss(rows, i64({3}, {0, 0, 0}), "reduction"_a = 0)) == "f32[3]: 0 0.666667 0");
    tensor const labels = i64({3, 3}, {0, -1, 0, 0, -1, 0, 0, -1, 0});
    CHECK(show(aten::multilabel_margin_loss(rows, labels, 0)) == "f32[3]: 0 0.666667 0");
}

TEST_CASE("composite: NaN does not count for the largest difference of rows, but no difference from it is known") {
    float const nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    tensor const rows = f32({2, 3}, {nan, 1, 2, 0, 5, nan});
    CHECK(show(aten::cdist(rows, rows, infinity)) == "f32[2, 2]: 0 4 4 0"); // torch.cdist(x, x, p=inf)
    CHECK(show(aten::cdist(rows, rows, 0)) == "f32[2, 2]: nan nan nan nan");
    CHECK(show(aten::cdist(x, x, 0)) == "f32[2, 2]: 0 3 3 0");
}

TEST_CASE("composite: evenly spaced numbers, whose ends are of the dtype and whose step may leave its range") {
    auto const spaced = [](double from, double to, std::int64_t steps, dtype d) {
        return aten::linspace.Tensor_Scalar(number(from), to, steps, "dtype"_a = d);
    };
    CHECK(show(spaced(-3, 7, 4, dtype::f32)) == "f32[4]: -3 0.333333 3.66667 7");
    CHECK(show(spaced(-65504, 65504, 4, dtype::f16)) == "f16[4]: -65504 -21840 21840 65504");
    // torch.linspace(60000, 65504, 5, dtype=torch.bfloat16), from 59904 to 65536
    CHECK(show(spaced(60000, 65504, 5, dtype::bf16)) == "bf16[5]: 59904 61440 62720 64000 65536");
    for (dtype const d : {dtype::f32, dtype::f64}) {
        double const most = d == dtype::f32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
        CHECK(show(aten::abs(spaced(-most, most, 5, d))).find(": nan inf inf inf nan") != std::string::npos);
    }
    CHECK(show(spaced(2, 5, 1, dtype::f32)) == "f32[1]: 2");
    CHECK(spaced(1, 2, 0, dtype::f32).numel() == 0);
    CHECK(show(aten::logspace.Tensor_Scalar(number(0), 3.2752, 5, "dtype"_a = dtype::bf16)) ==
          "bf16[5]: 1 6.625 43.75 290 1912");
}

TEST_CASE("composite: order") {
    CHECK(show(aten::kthvalue(x, 2)) == "f32[2]: 1 0\ni64[2]: 0 1\n");
    CHECK(show(aten::median(x)) == "f32[]: 0");
    CHECK(show(aten::median.dim(m, 0, true)) == "f32[1, 3]: 4 5 6\ni64[1, 3]: 1 1 1\n");
    CHECK(show(aten::mode(f32({4}, {2, 1, 2, 1}))) == "f32[]: 1\ni64[]: 3\n");
    CHECK(show(aten::searchsorted.Tensor(v, w)) == "i64[3]: 0 0 1");
    CHECK(show(aten::bucketize.Tensor(w, v, "right"_a = true)) == "i64[3]: 0 0 2");
    CHECK(show(aten::isin.Tensor_Tensor(x, v)) == "b8[2, 3]: 1 0 0 0 0 0");
    tensor const tenth = f32({}, {0.1F}), narrow = aten::to.dtype(f32({2}, {0.1F, 2.5F}), dtype::bf16);
    CHECK(show(aten::isin.Tensor_Tensor(narrow, tenth)) == "b8[2]: 1 0"); // which has no dimensions, and is rounded
    CHECK(show(aten::one_hot(classes)) == "i64[2, 3]: 0 0 1 1 0 0");
    CHECK(show(aten::one_hot(classes, 4)) == "i64[2, 4]: 0 0 1 0 1 0 0 0");
    CHECK(show(aten::quantile.scalar(x, 0.5)) == "f32[]: 0.25");
    CHECK(show(aten::nanquantile(x, f32({2}, {0, 1}), 1)) == "f32[2, 2]: -2 -1 3 0.5");
}

TEST_CASE("composite: statistics") {
    CHECK(show(aten::cov(x)) == "f32[2, 2]: 6.33333 -1.08333 -1.08333 0.583333");
    CHECK(show(aten::corrcoef(y)) == "f32[2, 2]: 1 -0.989743 -0.989743 1");
    CHECK(show(aten::nanmean(x, std::vector{1})) == "f32[2]: 0.666667 -0.166667");
    CHECK(show(aten::norm.ScalarOpt_dim(x, 1, std::vector{0})) == "f32[3]: 1.5 2 4");
    CHECK(show(aten::renorm(x, 2, 0, 1)) == "f32[2, 3]: 0.267261 -0.534522 0.801784 0.447214 0 -0.894427");
    CHECK(show(aten::_weight_norm(x, f32({2, 1}, {1, 2}))) ==
          "f32[2, 3]: 0.267261 -0.534522 0.801784 0.894427 0 -1.78885");
}

TEST_CASE("composite: rows of truths are reduced") {
    tensor const truths = aten::to.dtype(f32({3, 2}, {1, 0, 1, 1, 0, 0}), dtype::boolean);
    tensor const rows = aten::to.dtype(f32({3, 2}, {1, 1, 0, 1, 1, 1}), dtype::boolean);
    tensor const places = aten::to.dtype(f32({3}, {2, 1, 1}), dtype::i64);
    auto const reduced = [&](char const* how) { return show(aten::index_reduce(truths, 0, places, rows, how)); };
    CHECK(reduced("prod") == "b8[3, 2]: 1 0 0 1 0 0");
    CHECK(reduced("amax") == "b8[3, 2]: 1 0 1 1 1 1");
    CHECK(reduced("amin") == "b8[3, 2]: 1 0 0 1 0 0");
}

TEST_CASE("composite: differences and integrals") {
    CHECK(show(aten::diff(v)) == "f32[2]: 1 2");
    CHECK(show(aten::trapezoid.x(v, w)) == "f32[]: 6.75");
    CHECK(show(aten::trapezoid.x(f32({2, 2}, {1, 2, 3, 4}), f32({}, {2}))) == "f32[2]: 0 0");
    CHECK(show(aten::trapezoid.dx(v)) == "f32[]: 4.5");
    CHECK(show(aten::cumulative_trapezoid.dx(v)) == "f32[2]: 1.5 4.5");
    CHECK(show(aten::trapezoid.dx(aten::to.dtype(f32({3}, {120, 100, 100}), dtype::i8))) == "f32[]: 338");
    tensor const large = aten::to.dtype(f32({3}, {60000, 5000, 1}), dtype::f16);
    CHECK(show(aten::trapezoid.dx(large, "dx"_a = 0.5)) == "f16[]: 17504");
    CHECK(show(aten::cumulative_trapezoid.dx(large, "dx"_a = 0.5)) == "f16[2]: 16248 17504");
    CHECK(show(aten::gradient.scalarint(v)) == "f32[3]: 1 1.5 2\n");
    CHECK(show(aten::gradient.tensorarray(w, "spacing"_a = std::vector{v}, "dim"_a = std::vector{0},
                                          "edge_order"_a = 2)) == "f32[3]: -2.5"
                                                                  " -0.5 3.5\n");
}

TEST_CASE("composite: element-wise functions") {
    CHECK(show(aten::prelu(x, f32({1}, {0.25F}))) == "f32[2, 3]: 1 -0.5 3 0.5 0 -0.25");
    CHECK(show(aten::float_power.Tensor_Scalar(v, 2)) == "f64[3]: 1 4 16");
    tensor const complex = aten::view_as_complex(f32({2, 2}, {1, 2, 0, -0.5F}));
    CHECK(show(aten::view_as_real(aten::float_power.Tensor_Scalar(complex, 2))) == "f64[2, 2]: -3 4 -0.25 -0");
    CHECK(show(aten::view_as_real(aten::float_power.Tensor_Scalar(v, scalar::complex(0, 1)))) ==
          "f64[3, 2]: 1 0 0.769239 0.638961 0.183457 0.983028");
    CHECK(show(aten::view_as_real(aten::linspace.Tensor_Scalar(aten::select.int_(complex, 0, 0), 3, 3,
                                                               "dtype"_a = dtype::c64))) == "f32[3, 2]: 1 2 2 1 3 0");
    CHECK(show(aten::isclose(x, x)) == "b8[2, 3]: 1 1 1 1 1 1");
    CHECK(show(aten::ldexp.Tensor(v, w)) == "f32[3]: 1.41421 1 16");
    tensor const halves = aten::to.dtype(f32({}, {0.1F}), dtype::f16);
    CHECK(show(aten::abs(aten::ldexp.Tensor(aten::to.dtype(v, dtype::c64), halves))) ==
          "f32[3]: 1.07176 2.14351 4.28702");
    CHECK(show(aten::ldexp.Tensor(make<double>({}, {1}), halves)) == "f64[]: 1.07176"); // computed in f64
    CHECK(show(aten::ldexp.Tensor(aten::to.dtype(v, dtype::f16), aten::to.dtype(halves, dtype::bf16))) ==
          "f16[3]: 1.07227 2.14453 4.28906");                                              // in f32
    CHECK(show(aten::ldexp.Tensor(v, halves)) == "f32[3]: 1.07129 2.14258 4.28516");       // in f16
    CHECK(show(aten::ldexp.Tensor(v, i64({3}, {INT64_MAX, 1, 2}))) == "f32[3]: 0.5 4 16"); // taken as i32
    CHECK(show(aten::mvlgamma(v, 1)) == "f32[3]: 0 0 1.79176");
    CHECK(show(aten::fake_quantize_per_tensor_affine(x, 0.3, 1, 0, 7)) == "f32[2, 3]: 0.9 -0.3 1.8 0.6 0 -0.3");
    // What is made of the level again is an f32.
    tensor const wide = make<double>({1}, {-2.5247368812561035});
    CHECK(static_cast<tensor>(aten::fake_quantize_per_tensor_affine(wide, 0.03, -5, -128, 127)).item().to<double>() ==
          double{-2.52F});
}

TEST_CASE("composite: layers of networks") {
    CHECK(show(aten::im2col(image, std::vector{2, 2}, 1, 0, 2)) ==
          "f32[1, 8, 2]: 0 2 1 3 4 6 5 7 12 14 13 15 16 18 17 19");
    CHECK(show(aten::max_pool1d(line, 2)) == "f32[1, 1, 2]: 1 3");
    CHECK(show(aten::affine_grid_generator(f32({1, 2, 3}, {1, 0, 0, 0, 1, 0}), std::vector{1, 1, 2, 2}, true)) ==
          "f32[1, 2, 2, 2]: -1 -1 1 -1 -1 1 1 1");
}

// What torch gives.
TEST_CASE("composite: attention of 16-bit numbers is computed in f32") {
    tensor const q = f32({1, 1, 2, 2}, {1.5F, -2.25F, 3.125F, 0.75F});
    tensor const k = f32({1, 1, 3, 2}, {4, 1.5F, -2.5F, 7.75F, 10.25F, -3.5F});
    tensor const values = f32({1, 1, 3, 2}, {1, 2, 3, -4, 5, 6.5F});
    tensor const mask = f32({2, 3}, {0.5F, -1.25F, -8.75F, 1.5F, 31, -24.25F});
    for (dtype const d : {dtype::bf16, dtype::f16}) {
        auto const narrow = [d](tensor const& t) { return detail::as_dense(t, d); };
        auto const results = aten::_scaled_dot_product_flash_attention_for_cpu(narrow(q), narrow(k), narrow(values),
                                                                               "attn_mask"_a = narrow(mask));
        CHECK(show(results[0]) ==
              (d == dtype::bf16 ? "bf16[1, 1, 2, 2]: 4.96875 6.46875 3 -4" : "f16[1, 1, 2, 2]: 4.98047 6.47656 3 -4"));
        CHECK(results[1].dtype() == dtype::f32);
        CHECK(results[1].data<float>()[0] == doctest::Approx(7.695045).epsilon(1e-6));
        CHECK(results[1].data<float>()[1] == doctest::Approx(29.585787).epsilon(1e-6));
        auto const plain = aten::_scaled_dot_product_attention_math(narrow(q), narrow(k), narrow(values), narrow(mask));
        CHECK(show(plain[0]) == show(results[0]));
        CHECK(plain[1].dtype() == d);
    }
}

TEST_CASE("composite: the first argument of an in-place op is written and returned") {
    tensor self = f32({2, 2}, {1, 2, 3, 4});
    tensor const result = aten::tril_(self);
    CHECK(result.shares_storage(self));
    CHECK(show(self) == "f32[2, 2]: 1 0 3 4");
    tensor whole = i64({1}, {3});
    CHECK(raised([&] { aten::ldexp_(whole, i64({1}, {1})); }) ==
          "graft: aten::ldexp_: the result is torch.float32, which 'self' of torch.int64 cannot hold");
}

TEST_CASE("composite: what trains writes the running statistics") {
    tensor mean = f32({2}, {0, 0}), variance = f32({2}, {1, 1});
    static_cast<void>(aten::instance_norm(image, nullptr, nullptr, mean, variance, true, 0.5, 1e-5, false));
    CHECK(show(mean) == "f32[2]: 2.75 8.75");
    CHECK(show(variance) == "f32[2]: 7 7");
    tensor const one_each =
        aten::instance_norm(f32({1, 2}, {5, 7}), nullptr, nullptr, mean, nullptr, true, 0.5, 1e-5, false);
    CHECK(show(one_each) == "f32[1, 2]: 0 0");
    CHECK(show(mean) == "f32[2]: 3.875 7.875");
}

TEST_CASE("composite: what is normalised by given statistics lies in order, whatever the image's order is") {
    tensor const last = aten::permute(iota({1, 3, 4, 2}), std::vector{0, 3, 1, 2});
    tensor const mean = f32({2}, {1, 2}), variance = f32({2}, {4, 1});
    tensor const result = aten::instance_norm(last, nullptr, nullptr, mean, variance, false, 0.1, 0.0, false);
    CHECK(show(aten::narrow(result, 2, 0, 1)) == "f32[1, 2, 1, 4]: -0.5 0.5 1.5 2.5 -1 1 3 5");
    CHECK(result.is_contiguous());
    CHECK(!last.is_contiguous());
}

TEST_CASE("composite: an op that PyTorch shows its argument by returns a view, others write their results") {
    CHECK(aten::unflatten.int_(v, 0, std::vector{3, 1}).shares_storage(v));
    CHECK(aten::atleast_2d(v).shares_storage(v));
    CHECK(aten::einsum("i->i", std::vector{v}).shares_storage(v));
    CHECK(!aten::einsum("i,i->i", std::vector{v, v}).shares_storage(v));
    CHECK(!aten::fliplr(aten::unsqueeze(v, 0)).shares_storage(v));
}

TEST_CASE("composite: recurrent cells and layers agree step by step") {
    tensor const in = f32({2, 3}, {1, -2, 3, 0.5F, 0, -1}), h = f32({2, 2}, {0.5F, -1, 1, 0});
    tensor const w_ih = aten::mul.Scalar(iota({8, 3}), 0.125), w_hh = aten::mul.Scalar(iota({8, 2}), -0.25);
    std::vector<tensor> const state{h, h};
    std::vector<tensor> const once = aten::lstm_cell(in, state, w_ih, w_hh);
    std::vector<tensor> const stacked{aten::unsqueeze(h, 0), aten::unsqueeze(h, 0)}, weights{w_ih, w_hh};
    std::vector<tensor> const layer =
        aten::lstm.input(aten::unsqueeze(in, 0), stacked, weights, false, 1, 0.0, false, false, false);
    CHECK(show(aten::squeeze.dim(layer[1], 0)) == show(once[0]));
    CHECK(show(aten::squeeze.dim(layer[2], 0)) == show(once[1]));
    // Two sequences of 2 steps and 1: the second is as long as a batch of one step.
    tensor const packed = aten::cat(std::vector{in, aten::slice.Tensor(in, 0, 0, 1)});
    std::vector<tensor> const data =
        aten::lstm.data(packed, i64({2}, {2, 1}), stacked, weights, false, 1, 0.0, false, false);
    CHECK(show(aten::select.int_(data[1], 1, 1)) == show(aten::select.int_(layer[1], 1, 1)));
}

TEST_CASE("composite: a wrong call names the op") {
    CHECK(raised([&] { aten::einsum("ij,jk", std::vector{x}); }) ==
          "graft: aten::einsum: 'equation' has not one part for each tensor");
    CHECK(raised([&] { aten::cross(x, aten::neg(x), 0); }) ==
          "graft: aten::cross: there must be a dimension of size 3 in both");
    CHECK(raised([&] { aten::hsplit.int_(x, 2); }) ==
          "graft: aten::hsplit.int: dimension 1 of size 3 does not divide into 2");
}

TEST_CASE("composite: sizes that do not fit into 64 bits are errors") {
    constexpr std::int64_t least = INT64_MIN, most = INT64_MAX, far = std::int64_t{1} << 62;
    CHECK_THROWS_AS(aten::cov(f32({3}, {1, 2, 3}), "correction"_a = least), error);
    CHECK_THROWS_AS(aten::im2col(image, std::vector{least, 1L}, 1, 0, 1), error);
    CHECK_THROWS_AS(aten::im2col(image, std::vector{3L, 1L}, far, 0, 1), error);
    CHECK_THROWS_AS(aten::im2col(image, std::vector{1L, 1L}, 1, far, 1), error);
    CHECK_THROWS_AS(aten::one_hot(i64({1}, {most})), error);
    CHECK_THROWS_AS(aten::_convolution_mode(iota({1}), iota({1}), nullptr, 1, "same", 1, 1), error);
    CHECK_THROWS_AS(aten::_convolution_mode(line, iota({1, 1, 4}), nullptr, 1, "same", far, 1), error);
}

TEST_CASE("composite: a recurrent layer has as many states as its kind, and batches that can be") {
    tensor const w_ih = iota({8, 3}), w_hh = iota({8, 2}), in = iota({2, 3});
    std::vector<tensor> const one{iota({1, 2, 2})}, two{one[0], one[0]}, weights{w_ih, w_hh};
    auto const run = [&](std::vector<tensor> const& states, tensor const& batches) {
        return aten::lstm.data(in, batches, states, weights, false, 1, 0.0, false, false);
    };
    CHECK(raised([&] { run(one, i64({1}, {2})); }) == "graft: aten::lstm.data: 'hx' has 1 tensors");
    CHECK_THROWS_AS(run(two, i64({2}, {INT64_MAX, 1})), error);
}

TEST_CASE("composite: another name runs the same kernel") {
    tensor const a = f32({2}, {1, 4}), b = f32({2}, {2, 2});
    CHECK(show(aten::multiply.Tensor(a, b)) == "f32[2]: 2 8");
    CHECK(show(aten::true_divide.Tensor(a, b)) == "f32[2]: 0.5 2");
    CHECK(show(aten::divide.Tensor_mode(a, b, "rounding_mode"_a = "floor")) == "f32[2]: 0 2");
    CHECK(show(aten::subtract.Scalar(a, 1)) == "f32[2]: 0 3");
    CHECK(show(aten::greater.Tensor(a, b)) == "b8[2]: 0 1");
    CHECK(show(aten::clip(a, 2, 3)) == "f32[2]: 2 3");
    CHECK(show(aten::absolute(f32({1}, {-3}))) == "f32[1]: 3");
    CHECK(show(aten::arctan(f32({1}, {1}))) == "f32[1]: 0.785398");
}

TEST_CASE("composite: in place, the argument takes the result and is returned") {
    tensor const a = f32({2}, {1, 4});
    tensor const result = aten::mul_.Scalar(a, 2);
    CHECK(result.shares_storage(a));
    CHECK(show(a) == "f32[2]: 2 8");
    aten::add_.Tensor(a, a);
    CHECK(show(a) == "f32[2]: 4 16");
    aten::sqrt_(a);
    CHECK(show(a) == "f32[2]: 2 4");
    aten::clamp_min_(a, 3);
    CHECK(show(a) == "f32[2]: 3 4");
    aten::dropout_(a, 0.5, false);
    CHECK(show(a) == "f32[2]: 3 4");
}

TEST_CASE("composite: in place, a view writes to what it shows") {
    tensor const a = iota({2, 2});
    aten::neg_(kernel::transpose(kernel::slice(a, 0, 1), 0, 1));
    CHECK(show(a) == "f32[2, 2]: 0 1 -2 -3");
}

TEST_CASE("composite: in place, the result is converted to the dtype of the argument, or refused") {
    tensor const a = f32({2}, {1, 4});
    aten::lt_.Scalar(a, 2);
    CHECK(show(a) == "f32[2]: 1 0");
    CHECK(raised([] { aten::exp_(i64({1}, {1})); }).find("aten::exp_") != std::string::npos);
}

TEST_CASE("composite: a view in place shows the tensor otherwise") {
    tensor const a = iota({2, 3});
    tensor const turned = aten::t_(a);
    CHECK(turned.shares_storage(a));
    CHECK(show(turned) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(aten::detach_(a).shares_storage(a));
}

TEST_CASE("composite: the place of a quantile is computed in f64, where it may lie just behind an element") {
    tensor const six = f32({6}, {1, 1, 2, 2, 3, 3}), q = f32({2}, {0.2F, 0.6F});
    CHECK(show(aten::quantile(six, q, 0, false, "interpolation"_a = "higher")) == "f32[2]: 2 3");
    CHECK(show(aten::nanquantile(six, q, 0, false, "interpolation"_a = "midpoint")) == "f32[2]: 1.5 2.5");
    CHECK(show(aten::quantile(six, q, 0)) == "f32[2]: 1 2");
}

TEST_CASE("composite: sums of products of 16 bits may leave their range until they are scaled") {
    tensor const a = tensor::full({1, 1, 1}, dtype::f16, 60000), b = tensor::full({1, 1, 1}, dtype::f16, 1.5);
    CHECK(show(aten::addbmm(tensor::zeros({1, 1}, dtype::f16), a, b, "alpha"_a = 0.25)) == "f16[1, 1]: 22496");
}

} // namespace
