#include <graft/transform/decompositions/statistics.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "agreement.hpp"

#include <limits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using dims = std::vector<std::int64_t>;
tensor const x = random_f32({3, 4, 5});

TEST_CASE("statistics: norms of every order, along some dimensions and all") {
    double const infinity = std::numeric_limits<double>::infinity();
    for (double const order : {2.0, 1.0, 0.0, infinity, -infinity, 3.0, 0.5}) {
        CAPTURE(order);
        check_agreement<aten::linalg_vector_norm_default>({x, order});
        check_agreement<aten::linalg_vector_norm_default>({x, order, dims{-1}, true});
        check_agreement<aten::linalg_vector_norm_default>({x, order, dims{0, 2}, false, dtype::f64});
    }
    check_agreement<aten::count_nonzero_dim_intlist>({random_integers({3, 4}, dtype::i8, -1, 1), dims{1}});
}

TEST_CASE("statistics: deviations and means") {
    check_unary<aten::std_default>(x);
    check_agreement<aten::std_dim>({x, dims{1}, false, true});
    check_agreement<aten::std_correction>({x, dims{0}, 2});
    check_agreement<aten::var_mean_default>({x, false});
    check_agreement<aten::std_mean_default>({x});
    check_agreement<aten::var_mean_dim>({x, dims{1}, true, true});
    check_agreement<aten::std_mean_dim>({x, dims{0, -1}});
    check_agreement<aten::var_mean_correction>({x, dims{2}, 2, true});
    check_agreement<aten::std_mean_correction>({x});
}

TEST_CASE("statistics: the deviation of numbers of 16 bits whose variance leaves their range") {
    tensor const half = aten::to.dtype(aten::mul.Scalar(x, 600), dtype::f16);
    check_unary<aten::std_default, aten::std_mean_default>(half);
    check_agreement<aten::std_mean_correction>({half, dims{0}, 0});
}

} // namespace
