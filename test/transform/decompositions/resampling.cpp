#include <graft/transform/decompositions/resampling.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using sizes = std::vector<std::int64_t>;
using factors = std::vector<double>;
tensor const line = random_f32({2, 3, 7}), image = random_f32({1, 2, 5, 4}), volume = random_f32({1, 1, 3, 4, 5});

TEST_CASE("resampling: nearest elements, by size and by factor") {
    for (std::int64_t const size : {3, 7, 10, 21}) {
        check_agreement<aten::upsample_nearest1d_default>({line, sizes{size}});
        check_agreement<aten::_upsample_nearest_exact1d_default>({line, sizes{size}});
        check_agreement<aten::_upsample_nearest_exact2d_default>({image, sizes{size, 9}});
        check_agreement<aten::upsample_nearest3d_default>({volume, sizes{size, 4, 6}});
        check_agreement<aten::upsample_nearest2d_default>({image, sizes{size, 8}});
    }
    for (double const factor : {0.6, 1.0, 1.7, 2.0}) {
        check_agreement<aten::upsample_nearest1d_vec>({line, std::nullopt, factors{factor}});
        check_agreement<aten::_upsample_nearest_exact1d_vec>({line, std::nullopt, factors{factor}});
        check_agreement<aten::_upsample_nearest_exact2d_vec>({image, std::nullopt, factors{factor, 2}});
        check_agreement<aten::upsample_nearest3d_vec>({volume, std::nullopt, factors{2, factor, 1}});
    }
    check_agreement<aten::upsample_nearest2d_default>({image, sizes{10, 8}, 2.0, 2.0});
}

TEST_CASE("resampling: of factors it becomes the op of sizes") {
    for (bool const corners : {false, true}) {
        check_agreement<aten::upsample_bicubic2d_vec>({image, std::nullopt, corners, factors{1.5, 2}});
        check_agreement<aten::upsample_bicubic2d_vec>({image, sizes{3, 9}, corners, std::nullopt});
        check_agreement<aten::upsample_trilinear3d_vec>({volume, std::nullopt, corners, factors{2, 1.5, 0.7}});
        check_agreement<aten::upsample_trilinear3d_vec>({volume, sizes{2, 5, 9}, corners, std::nullopt});
    }
}

TEST_CASE("resampling: between the elements of lines and images") {
    for (bool const corners : {false, true}) {
        check_agreement<aten::upsample_linear1d_default>({line, sizes{11}, corners});
        check_agreement<aten::upsample_linear1d_default>({line, sizes{14}, corners, 2.0});
        check_agreement<aten::upsample_linear1d_vec>({line, std::nullopt, corners, factors{1.5}});
        check_agreement<aten::upsample_bilinear2d_default>({image, sizes{9, 3}, corners});
    }
}

} // namespace
