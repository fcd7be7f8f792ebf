#include <graft/kernel/product/attention.hpp>

#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

// Of one head, in doubles.
tensor attend(tensor const& q, tensor const& k, tensor const& v, tensor const* mask, bool causal) {
    tensor out = tensor::empty({q.size(0), v.size(1)}, dtype::f64);
    reference::for_each_index(out.sizes(), [&](sizes const& i) {
        double sum = 0, value = 0;
        for (std::int64_t s = 0; s < k.size(0); ++s) {
            double score = 0;
            for (std::int64_t e = 0; e < q.size(1); ++e)
                score += reference::at(q, {i[0], e}) * reference::at(k, {s, e});
            score /= std::sqrt(double(q.size(1)));
            if (mask != nullptr)
                score += reference::at(*mask, {i[0], s});
            double const weight = causal && s > i[0] ? 0 : std::exp(score);
            sum += weight;
            value += weight * reference::at(v, {s, i[1]});
        }
        reference::put(out, i, value / sum);
    });
    return out;
}

} // namespace

TEST_CASE("attention: with a mask, causal or neither, in every dtype") {
    reference::source random(6);
    for (dtype d : reference::floating)
        for (int round = 0; round < 6; ++round) {
            std::int64_t const length = random.integer(1, 5), width = random.integer(1, 4);
            tensor const q = random.uniform({length, width}, d, -1, 1), k = random.uniform({4, width}, d, -1, 1),
                         v = random.uniform({4, 3}, d, -1, 1), mask = random.uniform({length, 4}, d, -1, 1);
            tensor out = random.empty({length, 3}, d);
            bool const causal = round % 3 == 2, masked = round % 3 == 1;
            kernel::scaled_dot_product_attention(q, k, v, masked ? &mask : nullptr, causal, {}, false, out);
            tensor const want = attend(q, k, v, masked ? &mask : nullptr, causal);
            CHECK(reference::mismatch(out, [&](sizes const& i) { return reference::at(want, i); }) == "");
        }
}

TEST_CASE("attention: a query that may see nothing gets zeros, heads are shared") {
    tensor const q = make({1, 2, 1, 1}, dtype::f32, {1, 1}), k = make({1, 1, 2, 1}, dtype::f32, {1, 1}),
                 v = make({1, 1, 2, 1}, dtype::f32, {2, 4}), none = make({1, 2}, dtype::boolean, {0, 0}),
                 second = make({1, 2}, dtype::boolean, {0, 1});
    tensor out = tensor::empty({1, 2, 1, 1}, dtype::f32);
    kernel::scaled_dot_product_attention(q, k, v, &none, false, {}, true, out);
    CHECK(elements(out) == numbers{0, 0});
    kernel::scaled_dot_product_attention(q, k, v, &second, false, 0.5, true, out);
    CHECK(elements(out) == numbers{4, 4});
    // All weights are dropped.
    kernel::scaled_dot_product_attention(q, k, v, nullptr, false, {}, true, out, 1);
    CHECK(elements(out) == numbers{0, 0});
}

TEST_CASE("attention: no queries share the heads of keys") {
    for (dtype d : {dtype::f32, dtype::f64}) {
        tensor const q = tensor::zeros({0, 3, 2}, d), k = tensor::zeros({2, 5, 2}, d);
        tensor out = tensor::empty({0, 3, 2}, d);
        kernel::scaled_dot_product_attention(q, k, k, nullptr, false, {}, true, out);
        CHECK(out.numel() == 0);
    }
}

TEST_CASE("attention: in single precision, of any layout, equals that in double precision") {
    reference::source random(11);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        std::int64_t const heads = random.integer(1, 3), shared = random.integer(1, 3), batch = random.integer(1, 2);
        std::int64_t const queries = random.integer(0, 40), keys = random.integer(1, 40), width = random.integer(1, 35),
                           columns = random.integer(1, 35);
        bool const swaps = round % 2 == 0, grouped = round % 3 == 0, causal = round % 5 == 0;
        auto const make_heads = [&](std::int64_t count, std::int64_t rows, std::int64_t size) {
            return swaps ? kernel::transpose(random.uniform({batch, rows, count, size}, dtype::f32, -1, 1), 1, 2)
                         : kernel::transpose(random.uniform({batch, count, size, rows}, dtype::f32, -1, 1), 2, 3);
        };
        std::int64_t const of_queries = grouped ? heads * shared : heads;
        tensor const q = make_heads(of_queries, queries, width), k = make_heads(heads, keys, width),
                     v = make_heads(heads, keys, columns);
        graft::dim_vector mask_sizes{random.integer(0, 1) == 0 ? 1 : queries, keys};
        if (round % 4 == 1)
            mask_sizes.insert(mask_sizes.begin(), {1, random.integer(0, 1) == 0 ? 1 : of_queries});
        tensor mask = random.uniform(mask_sizes, dtype::f32, -1, 1);
        if (round % 7 < 3) {
            tensor visible = tensor::empty(mask_sizes, dtype::boolean);
            kernel::gt(mask, scalar(0.4), visible);
            mask = visible;
        }
        tensor const* const given = round % 6 < 3 ? &mask : nullptr;
        tensor out = swaps ? kernel::transpose(tensor::empty({batch, queries, of_queries, columns}, dtype::f32), 1, 2)
                           : tensor::empty({batch, of_queries, queries, columns}, dtype::f32);
        tensor want = tensor::empty(out.sizes(), dtype::f64);
        kernel::scaled_dot_product_attention(q, k, v, given, causal, 0.7, grouped, out);
        kernel::scaled_dot_product_attention(detail::as_dense(q, dtype::f64), detail::as_dense(k, dtype::f64),
                                             detail::as_dense(v, dtype::f64), given, causal, 0.7, grouped, want);
        auto const got = elements(out), expected = elements(want);
        for (std::size_t i = 0; i < got.size(); ++i)
            CHECK(got[i] == doctest::Approx(expected[i]).epsilon(1e-4));
    }
}

namespace {

struct attention_case {
    std::int64_t queries, keys, width, columns;
    bool causal = false;
};

// The largest difference between attention and its definition in double precision.
double worst_of_attention(detail::blocked_attention& blocks, attention_case const& c, unsigned seed) {
    std::mt19937 random(seed);
    auto const make = [&](std::int64_t count) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (float& v : values)
            v = static_cast<float>(random() % 2001) / 1000 - 1;
        return values;
    };
    auto const q = make(c.queries * c.width), k = make(c.keys * c.width), v = make(c.keys * c.columns),
               mask = make(c.keys);
    std::vector<float> out(static_cast<std::size_t>(c.queries * c.columns), 42);
    detail::attention_mask const added{reinterpret_cast<std::byte const*>(mask.data()), false, 0, 1};
    blocks.run({{q.data(), c.queries, c.width, c.width, 1},
                {k.data(), c.keys, c.width, c.width, 1},
                {v.data(), c.keys, c.columns, c.columns, 1},
                {out.data(), c.queries, c.columns, c.columns, 1},
                added},
               0.5f, c.causal);
    double worst = 0;
    auto const at = [](std::vector<float> const& m, std::int64_t columns, std::int64_t i, std::int64_t j) {
        return static_cast<double>(m[static_cast<std::size_t>(i * columns + j)]);
    };
    for (std::int64_t i = 0; i < c.queries; ++i) {
        std::int64_t const seen = c.causal ? std::min(c.keys, i + 1) : c.keys;
        std::vector<double> sums(static_cast<std::size_t>(c.columns));
        double total = 0;
        for (std::int64_t j = 0; j < seen; ++j) {
            double score = 0;
            for (std::int64_t e = 0; e < c.width; ++e)
                score += at(q, c.width, i, e) * at(k, c.width, j, e);
            double const weight = std::exp(score / 2 + at(mask, c.keys, 0, j));
            total += weight;
            for (std::int64_t e = 0; e < c.columns; ++e)
                sums[static_cast<std::size_t>(e)] += weight * at(v, c.columns, j, e);
        }
        for (std::int64_t e = 0; e < c.columns; ++e) {
            double const want = total == 0 ? 0 : sums[static_cast<std::size_t>(e)] / total;
            worst = std::max(worst, std::abs(want - at(out, c.columns, i, e)));
        }
    }
    return worst;
}

} // namespace

TEST_CASE("blocked_attention: equals its definition for few and many queries, keys and columns") {
    detail::blocked_attention blocks;
    unsigned seed = 0;
    for (attention_case const& c : {attention_case{1, 9, 4, 5},
                                    {6, 33, 8, 3},
                                    {7, 33, 8, 3},
                                    {130, 40, 33, 35},
                                    {15, 2500, 4, 3},
                                    {30, 700, 16, 17, true},
                                    {40, 10, 3, 3, true},
                                    {3, 8, 5, 2, true},
                                    {8, 0, 4, 3},
                                    {2, 0, 4, 3},
                                    {0, 4, 4, 3}}) {
        CAPTURE(seed);
        blocks.forget();
        CHECK(worst_of_attention(blocks, c, ++seed) < 1e-5);
    }
}

TEST_CASE("blocked_attention: keys that are the same are packed once, and again when they are forgotten") {
    std::vector<float> const q(20, 1), v{1, 2};
    std::vector<float> k{0, 100}, out(20);
    detail::blocked_attention blocks;
    auto const run = [&] {
        blocks.run(
            {{q.data(), 20, 1, 1, 1}, {k.data(), 2, 1, 1, 1}, {v.data(), 2, 1, 1, 1}, {out.data(), 20, 1, 1, 1}, {}}, 1,
            false);
        return out[0];
    };
    CHECK(run() == 2);
    k = {100, 0};
    CHECK(run() == 2);
    blocks.forget();
    CHECK(run() == 1);
}

TEST_CASE("blocked_attention: NaN among the scores makes the row NaN, and no other") {
    std::vector<float> q(8, 1), out(8);
    q[3] = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const k{1, 2}, v{3, 5};
    detail::blocked_attention blocks;
    blocks.run({{q.data(), 8, 1, 1, 1}, {k.data(), 2, 1, 1, 1}, {v.data(), 2, 1, 1, 1}, {out.data(), 8, 1, 1, 1}, {}},
               1, false);
    for (std::size_t i = 0; i < out.size(); ++i)
        CHECK(std::isnan(out[i]) == (i == 3));
}

TEST_CASE("blocked_attention: a mask of booleans hides scores, and a query that sees nothing gets zeros") {
    std::vector<float> const q(8, 1), k{1, 2}, v{3, 5};
    std::vector<float> out(8, 42);
    bool const visible[] = {true, false, false, false};
    detail::blocked_attention blocks;
    for (std::int64_t const queries : {2, 8}) {
        blocks.forget();
        detail::attention_mask const mask{reinterpret_cast<std::byte const*>(visible), true, queries == 2 ? 2 : 0, 1};
        blocks.run({{q.data(), queries, 1, 1, 1},
                    {k.data(), 2, 1, 1, 1},
                    {v.data(), 2, 1, 1, 1},
                    {out.data(), queries, 1, 1, 1},
                    mask},
                   1, false);
        CHECK(out[0] == 3);
        CHECK(out[1] == (queries == 2 ? 0 : 3));
    }
}
