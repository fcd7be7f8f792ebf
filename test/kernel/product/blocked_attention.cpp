#include <graft/kernel/product/blocked_attention.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace graft;

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
