#include <graft/kernel/reduce/rows.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

TEST_CASE("rows: what the marked dimensions span is dense, whatever the layout") {
    reference::source random(5);
    for (int round = 0; round < 20; ++round) {
        sizes const space = random.shape(3, 4);
        tensor const self = random.uniform(space, dtype::f32);
        detail::dense_rows<double> const rows(self, {false, true, false});
        REQUIRE(rows.count() == space[0] * space[2]);
        REQUIRE(rows.length() == space[1]);
        tensor out = random.empty(space, dtype::f64);
        detail::row_results<double> results(out, {false, true, false});
        for (std::int64_t i = 0; i < rows.count(); ++i)
            for (std::size_t k = 0; k < rows[i].size(); ++k)
                results[i][k] = 2 * rows[i][k];
        results.finish();
        CHECK(reference::mismatch(out, [&](sizes const& i) { return 2 * reference::at(self, i); }) == "");
    }
}

TEST_CASE("rows: a number is a row of one") {
    detail::dense_rows<float> const rows(make({}, dtype::f32, {3}), detail::mark_dim(0, -1));
    CHECK(rows.count() == 1);
    CHECK(rows[0][0] == 3);
    CHECK_THROWS_AS(static_cast<void>(detail::mark_dim(2, 2)), error);
}

TEST_CASE("rows: more of them than 64 bits count are an error, also without elements") {
    tensor const none = tensor::empty({0}, dtype::f32).as_strided({std::int64_t{1} << 62, 8, 0}, {0, 0, 1}, 0);
    CHECK_THROWS_AS(detail::dense_rows<float>(none, detail::mark_dim(3, 2)), error);
}
