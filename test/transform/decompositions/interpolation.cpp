#include <graft/transform/decompositions/interpolation.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <graft/kernel/base/copy.hpp>

#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using sizes = std::vector<std::int64_t>;
tensor const image = random_f32({2, 3, 5, 4}), volume = random_f32({1, 2, 3, 4, 5});

tensor as(dtype d, tensor const& elements) {
    tensor converted = tensor::empty(elements.sizes(), d);
    kernel::copy(elements, converted);
    return converted;
}

TEST_CASE("interpolation: images by cubics, smaller, larger, and as they are") {
    for (bool const corners : {false, true})
        for (sizes const& to : {sizes{9, 3}, sizes{5, 4}, sizes{1, 1}, sizes{2, 13}})
            check_agreement<aten::upsample_bicubic2d_default>({image, to, corners});
    check_agreement<aten::upsample_bicubic2d_default>({image, sizes{7, 8}, false, 1.5, 2.0});
}

TEST_CASE("interpolation: volumes by lines, smaller, larger, and as they are") {
    for (bool const corners : {false, true})
        for (sizes const& to : {sizes{2, 9, 3}, sizes{3, 4, 5}, sizes{1, 1, 1}, sizes{6, 1, 11}})
            check_agreement<aten::upsample_trilinear3d_default>({volume, to, corners});
    check_agreement<aten::upsample_trilinear3d_default>({volume, sizes{6, 6, 5}, false, 2.0, 1.5, 1.1});
}

TEST_CASE("interpolation: of dtypes and layouts") {
    for (dtype const d : {dtype::f64, dtype::f16, dtype::bf16}) {
        check_agreement<aten::upsample_bicubic2d_default>({as(d, image), sizes{9, 3}, false});
        check_agreement<aten::upsample_trilinear3d_default>({as(d, volume), sizes{2, 9, 3}, true});
    }
}

TEST_CASE("interpolation: of bytes it stays one op, which rounds between dimensions") {
    tensor const bytes = random_integers({1, 2, 5, 4}, dtype::u8, 0, 255);
    std::vector<argument<tensor>> const arguments{bytes, sizes{9, 3}, false};
    CHECK_THROWS_WITH_AS(check_agreement<aten::upsample_bicubic2d_default>(arguments),
                         doctest::Contains("integers are not interpolated"), error);
}

} // namespace
