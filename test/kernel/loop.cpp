#include <graft/kernel/loop.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace graft::detail;

TEST_CASE("element_loop: writes every element and none behind, for lengths around the chunk") {
    for (std::int64_t n : {0L, 1L, 63L, 64L, 65L, 128L, 200L}) {
        std::vector<int> a(static_cast<std::size_t>(n) + 1), b(a.size(), 3);
        std::vector<long> out(a.size(), -1);
        std::iota(a.begin(), a.end(), 0);
        element_loop([](int x, int y) { return long{x} * y; }, n, out.data(), a.data(),
                     b.data());
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
