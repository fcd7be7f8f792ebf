#include <graft/library/linalg/matrix.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <limits>

namespace {

using namespace graft::detail;
using number = std::complex<double>;

TEST_CASE("linalg matrix: rows lie one after another") {
    matrix<double> m(2, 3);
    CHECK(m.size() == 6);
    m(1, 2) = 5;
    CHECK(m.data()[5] == 5);
    CHECK(m.transposed()(2, 1) == 5);
    CHECK(m.corner(3, 4)(1, 2) == 5);
    CHECK(m.corner(3, 4)(2, 3) == 0);
    CHECK(matrix<double>::identity(2, 3)(1, 1) == 1);
    CHECK(matrix<double>::identity(0, 0).size() == 0);
}

TEST_CASE("linalg matrix: complex numbers") {
    matrix<number> m(1, 2);
    m(0, 1) = {1, 2};
    CHECK(bool{m.adjoint()(1, 0) == number(1, -2)});
    CHECK(bool{times(number(1, 2), number(3, 4)) == number(-5, 10)});
    CHECK(rough_size(number(-3, 4)) == 7);
    CHECK(m.is_finite());
    m(0, 0) = {0, std::numeric_limits<double>::infinity()};
    CHECK(!m.is_finite());
}

} // namespace
