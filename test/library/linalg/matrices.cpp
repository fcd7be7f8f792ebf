#include <graft/library/linalg/matrices.hpp>

#include <doctest/doctest.h>

#include "../../runtime/tensors.hpp"

#include <type_traits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg matrices: those of a tensor, and a result that is written") {
    detail::matrices<double> const all(iota({2, 2, 3}));
    CHECK(all.rows() == 2);
    CHECK(all.columns() == 3);
    CHECK(all[1](0, 2) == 8);
    tensor result = f32({2, 2}, {0, 0, 0, 0});
    detail::written_matrices<double> written(result);
    written.give(0, detail::matrix<double>::identity(2, 2));
    written.finish();
    CHECK(show(result) == "f32[2, 2]: 1 0 0 1");
    CHECK(detail::batch_count(iota({4, 5, 2, 3})) == 20);
}

TEST_CASE("linalg matrices: complex numbers are computed with as such") {
    bool is_complex_type = false;
    detail::visit_field(dtype::c64, [&]<class T>(T) { is_complex_type = !std::is_same_v<T, double>; });
    CHECK(is_complex_type);
    detail::visit_field(dtype::f32, [&]<class T>(T) { is_complex_type = !std::is_same_v<T, double>; });
    CHECK(!is_complex_type);
}

TEST_CASE("linalg matrices: equations of batches that broadcast") {
    detail::equations<double> const all(iota({2, 1, 2, 2}), iota({3, 2, 1}), {2, 3});
    CHECK(all.count == 6);
    CHECK(all.left[5](1, 1) == 7);
    CHECK(all.side[4](0, 0) == 2);
}

} // namespace
