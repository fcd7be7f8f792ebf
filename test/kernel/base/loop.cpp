#include <graft/kernel/base/loop.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace graft::detail;

TEST_CASE("element_loop: writes every element and none behind, for lengths around the chunk") {
    for (std::int64_t n : {0L, 1L, 63L, 64L, 65L, 128L, 200L}) {
        std::vector<int> a(static_cast<std::size_t>(n) + 1), b(a.size(), 3);
        std::vector<long> out(a.size(), -1);
        std::iota(a.begin(), a.end(), 0);
        element_loop([](int x, int y) { return long{x} * y; }, n, out.data(), a.data(), b.data());
        bool right = out.back() == -1;
        for (std::size_t i = 0; i + 1 < out.size(); ++i)
            right = right && out[i] == 3 * static_cast<long>(i);
        CHECK(right);
    }
}

TEST_CASE("update_loop: combines each element with the others at its place") {
    std::vector<double> row(70, 1.0), in(70);
    std::iota(in.begin(), in.end(), 0.0);
    update_loop([](double a, double x) { return a + x; }, 69, row.data(), in.data());
    CHECK(row[0] == 1.0);
    CHECK(row[68] == 69.0);
    CHECK(row[69] == 1.0);
    update_loop([](double a) { return -a; }, 70, row.data());
    CHECK(row[68] == -69.0);
    CHECK(row[69] == -1.0);
}

TEST_CASE("guarded_loop: what does not fit goes to the exact function, in place too") {
    std::vector<int> row(150);
    std::iota(row.begin(), row.end(), 0);
    row[70] = -1;
    int exact = 0;
    guarded_loop([](int x) { return x >= 0 ? ~0U : 0U; }, [](int x) { return x + 1; },
                 [&](int x) {
                     ++exact;
                     return 10 * x;
                 },
                 149, row.data(), row.data());
    CHECK(exact == 1);
    CHECK(row[0] == 1);
    CHECK(row[70] == -10);
    CHECK(row[71] == 72);
    CHECK(row[148] == 149);
    CHECK(row[149] == 149);
}
