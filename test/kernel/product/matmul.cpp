#include <graft/kernel/product/matmul.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

/// Row `i` of `a` times column `j` of `b`, the indices before broadcast.
double dot(tensor const& a, tensor const& b, sizes index) {
    double sum = 0;
    std::int64_t const j = index.back();
    sizes left = index, right = index;
    for (std::int64_t k = 0; k < a.size(-1); ++k) {
        left.back() = k;
        right[right.size() - 2] = k;
        right.back() = j;
        sum += reference::at(a, left) * reference::at(b, right);
    }
    return sum;
}

} // namespace

TEST_CASE("mm, bmm and addmm: every dtype, layout and size, sizes of 0 among them") {
    reference::source random(101);
    for (dtype d : reference::numeric)
        for (int round = 0; round < 8; ++round) {
            std::int64_t const m = random.integer(round == 0 ? 0 : 1, 9), k = random.integer(round == 1 ? 0 : 1, 9),
                               n = random.integer(1, 9);
            tensor const a = random.uniform({m, k}, d, 0, 2), b = random.uniform({k, n}, d, 0, 2);
            tensor out = random.empty({m, n}, d);
            kernel::mm(a, b, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return dot(a, b, i); }, 4) == "");

            tensor const bias = random.uniform(random.broadcasting({m, n}), d, 0, 2);
            kernel::addmm(bias, a, b, 2, 3, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return 2 * reference::at(bias, i) + 3 * dot(a, b, i); }, 30) == "");

            tensor const x = random.uniform({3, m, k}, d, 0, 2), y = random.uniform({3, k, n}, d, 0, 2);
            tensor batch = random.empty({3, m, n}, d);
            kernel::bmm(x, y, batch);
            CHECK(reference::mismatch(
                      batch, [&](sizes const& i) { return dot(x, y, i); }, 4) == "");
        }
}

TEST_CASE("addmm: a beta of 0 does not read the bias; an activation follows") {
    tensor const bias = reference::make({2}, dtype::f32, {NAN, NAN});
    tensor const a = reference::make({1, 2}, dtype::f32, {1, -2}),
                 b = reference::make({2, 2}, dtype::f32, {1, 2, 3, 4});
    tensor out = tensor::empty({1, 2}, dtype::f32);
    kernel::addmm(bias, a, b, 0, 1, out);
    CHECK(reference::elements(out) == std::vector<double>{-5, -6});
    kernel::addmm(bias, a, b, 0, -1, out, kernel::activation::clamp(0, 5.5));
    CHECK(reference::elements(out) == std::vector<double>{5, 5.5});
    kernel::addmm(bias, a, b, 1, 1, out);
    CHECK(std::isnan(reference::elements(out)[0]));
}

TEST_CASE("addmm and baddbmm: the bias is added to the sums, so that they leave the range where PyTorch's do") {
    auto const make = [](sizes shape, std::vector<double> x) { return reference::make(shape, dtype::f32, x); };
    tensor const a = make({1, 2}, {2e38, 2e38}), apart = make({2, 1}, {1, -1}), together = make({2, 1}, {1, 1});
    tensor out = tensor::empty({1, 1}, dtype::f32), batch = tensor::empty({1, 1, 1}, dtype::f32);
    kernel::addmm(make({1}, {3e38}), a, apart, 1, 1, out);
    CHECK(out.data<float>()[0] == 3e38F); // 3e38 + 2e38 would be infinite
    kernel::baddbmm(make({1}, {-2e38}), kernel::unsqueeze(a, 0), kernel::unsqueeze(together, 0), 1, 1, batch);
    CHECK(std::isinf(batch.data<float>()[0])); // -2e38 + 2e38 + 2e38 would not
}

TEST_CASE("addmm: a bias that broadcasts along rows, of integers, with factors") {
    tensor const column = reference::make({2, 1}, dtype::i64, {5, 7});
    tensor out = tensor::empty({2, 3}, dtype::i64);
    kernel::addmm(column, reference::make({2, 1}, dtype::i64, {1, 2}), reference::make({1, 3}, dtype::i64, {1, 2, 3}),
                  2, 3, out);
    CHECK(reference::elements(out) == std::vector<double>{13, 16, 19, 20, 26, 32});
}

TEST_CASE("linear: inputs of any rank, with and without bias, in every dtype") {
    reference::source random(102);
    for (dtype d : reference::numeric)
        for (std::int64_t rank = 1; rank <= 4; ++rank) {
            sizes in = random.shape(rank, 4), result = in;
            in.back() = 5;
            result.back() = 3;
            tensor const x = random.uniform(in, d, 0, 2), w = random.uniform({3, 5}, d, 0, 2),
                         b = random.uniform({3}, d, 0, 2);
            tensor out = random.empty(result, d);
            auto const want = [&](sizes i) {
                double sum = 0;
                std::int64_t const o = i.back();
                for (i.back() = 0; i.back() < 5; ++i.back())
                    sum += reference::at(x, i) * reference::at(w, {o, i.back()});
                return sum;
            };
            kernel::linear(x, w, nullptr, out);
            CHECK(reference::mismatch(out, want, 4) == "");
            kernel::linear(x, w, &b, out, kernel::activation::clamp(0, 9));
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return std::clamp(want(i) + reference::at(b, {i.back()}), 0.0, 9.0); },
                      4) == "");
        }
    tensor out = tensor::empty({0, 3}, dtype::f32);
    kernel::linear(tensor::empty({0, 5}, dtype::f32), tensor::zeros({3, 5}, dtype::f32), nullptr, out);
    tensor bias = reference::make({2}, dtype::f32, {1, 2}), from_nothing = tensor::empty({1, 2}, dtype::f32);
    kernel::linear(tensor::empty({1, 0}, dtype::f32), tensor::empty({2, 0}, dtype::f32), &bias, from_nothing);
    CHECK(reference::elements(from_nothing) == std::vector<double>{1, 2});
}

TEST_CASE("matmul: ranks of 1 to 4, dimensions before the last two broadcast") {
    reference::source random(103);
    struct {
        sizes a, b, out;
    } const cases[] = {{{5}, {5}, {}},
                       {{4, 5}, {5}, {4}},
                       {{5}, {5, 3}, {3}},
                       {{2, 4, 5}, {5, 3}, {2, 4, 3}},
                       {{2, 4, 5}, {5}, {2, 4}},
                       {{5}, {2, 5, 3}, {2, 3}},
                       {{2, 1, 4, 5}, {3, 5, 2}, {2, 3, 4, 2}}};
    for (auto const& c : cases) {
        tensor const a = random.uniform(c.a, dtype::f64), b = random.uniform(c.b, dtype::f64);
        tensor out = random.empty(c.out, dtype::f64);
        kernel::matmul(a, b, out);
        tensor const left = a.dim() == 1 ? kernel::unsqueeze(a, 0) : a,
                     right = b.dim() == 1 ? kernel::unsqueeze(b, 1) : b;
        CHECK(reference::mismatch(
                  out,
                  [&](sizes i) {
                      if (a.dim() == 1)
                          i.insert(i.end() - (b.dim() == 1 ? 0 : 1), 0);
                      if (b.dim() == 1)
                          i.push_back(0);
                      return dot(left, right, i);
                  },
                  10) == "");
    }
}

TEST_CASE("products: the 16-bit formats are summed in float and rounded once") {
    // In f16 the sum would stop at 2048: 2048 + 1 is 2048 again.
    tensor const ones = tensor::full({1, 4096}, dtype::f16, 1);
    tensor out = tensor::empty({1, 1}, dtype::f16);
    kernel::mm(ones, kernel::transpose(ones, 0, 1), out);
    CHECK(out.item().to<double>() == 4096);
    tensor const bytes = tensor::full({1, 300}, dtype::u8, 1);
    tensor sum = tensor::empty({1, 1}, dtype::u8);
    kernel::mm(bytes, kernel::transpose(bytes, 0, 1), sum);
    CHECK(sum.item().to<int>() == 44);
}

TEST_CASE("products: identities hold") {
    reference::source random(104);
    tensor const a = random.uniform({7, 6}, dtype::f64), b = random.uniform({6, 5}, dtype::f64);
    tensor ab = tensor::empty({7, 5}, dtype::f64), ba = tensor::empty({5, 7}, dtype::f64);
    kernel::mm(a, b, ab);
    kernel::mm(kernel::transpose(b, 0, 1), kernel::transpose(a, 0, 1), ba);
    CHECK(reference::mismatch(
              ba,
              [&](sizes const& i) {
                  return reference::at(ab, {i[1], i[0]});
              },
              10) == "");
}

TEST_CASE("products: sizes that do not fit are errors") {
    tensor const a = tensor::zeros({2, 3}, dtype::f32), b = tensor::zeros({4, 2}, dtype::f32);
    tensor out = tensor::empty({2, 2}, dtype::f32), flat = tensor::empty({2}, dtype::f32);
    CHECK_THROWS_WITH_AS(kernel::mm(a, b, out),
                         "graft: mm: a matrix of 2 x 3 times one of 4 x 2 does not give one of 2 x 2", error);
    CHECK_THROWS_AS(kernel::mm(b, a, out), error);
    CHECK_THROWS_AS(kernel::mm(flat, a, out), error);
    CHECK_THROWS_AS(kernel::bmm(a, b, out), error);
    CHECK_THROWS_AS(kernel::linear(a, b, nullptr, out), error);
    CHECK_THROWS_AS(kernel::matmul(tensor::zeros({}, dtype::f32), a, out), error);
    CHECK_THROWS_AS(kernel::addmm(tensor::zeros({3}, dtype::f32), a, kernel::transpose(a, 0, 1), 1, 1, out), error);
    CHECK_THROWS_AS(kernel::bmm(tensor::zeros({1, 2, 3}, dtype::f32), tensor::zeros({2, 3, 2}, dtype::f32),
                                out = tensor::empty({2, 2, 2}, dtype::f32)),
                    error);
}

TEST_CASE("matmul: baddbmm is addmm in pairs") {
    for (dtype d : {dtype::f32, dtype::i32}) {
        tensor const a = reference::make({2, 1, 2}, d, {1, 2, 3, 4}), b = reference::make({2, 2, 1}, d, {1, 1, 2, 0}),
                     self = reference::make({1}, d, {5});
        tensor out = tensor::empty({2, 1, 1}, d);
        kernel::baddbmm(self, a, b, 2, 3, out);
        CHECK(reference::elements(out) == std::vector<double>{19, 28});
    }
}

TEST_CASE("matmul: the sums are scaled, and not what is multiplied") {
    for (dtype d : {dtype::f32, dtype::f64})
        for (std::int64_t n : {2, 40}) {
            double const large = d == dtype::f32 ? 3e38 : 1.5e308;
            tensor const a = tensor::full({1, n, 1}, d, large), b = tensor::full({1, 1, n}, d, 0.125),
                         c = tensor::full({1, 1, n}, d, 1.5), none = tensor::zeros({1}, d);
            auto const scaled = [&](tensor const& left, tensor const& right, double alpha) {
                tensor out = tensor::empty({1, n, n}, d);
                kernel::baddbmm(none, left, right, 1, alpha, out);
                return reference::elements(out).back();
            };
            CHECK(scaled(a, b, 2) == doctest::Approx(large / 4));
            CHECK(scaled(kernel::transpose(b, 1, 2), kernel::transpose(a, 1, 2), 2) == doctest::Approx(large / 4));
            CHECK(std::isinf(scaled(a, c, 0.25)));
        }
}
