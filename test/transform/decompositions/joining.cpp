#include <graft/transform/decompositions/joining.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = random_f32({2, 3, 4}), y = random_f32({2, 3, 4}, 8), image = random_f32({2, 8, 4, 6});

TEST_CASE("joining: tensors stacked along every dimension") {
    for (std::int64_t dim = -4; dim <= 3; ++dim)
        check_agreement<aten::stack_default>({std::vector{x, y, x}, dim});
    check_agreement<aten::stack_default>({std::vector{random_f32({})}});
}

TEST_CASE("joining: paddings of every mode") {
    using sizes = std::vector<std::int64_t>;
    check_agreement<aten::pad_default>({x, sizes{1, 2, 0, 1}});
    check_agreement<aten::pad_default>({x, sizes{-1, 2}, std::string_view("constant"), 0.5});
    check_agreement<aten::pad_default>({random_integers({3, 3}, dtype::i32, 0, 9), sizes{1, 1}});
    for (std::string_view const mode : {"reflect", "replicate", "circular"}) {
        CAPTURE(mode);
        check_agreement<aten::pad_default>({x, sizes{1, 2}, mode});
        check_agreement<aten::pad_default>({image, sizes{1, 2, 3, 0}, mode});
        check_agreement<aten::pad_default>({random_f32({1, 2, 3, 4, 5}), sizes{1, 2, 0, 1, 2, 1}, mode});
    }
    check_agreement<aten::pad_default>({image, sizes{-1, 2, 1, -2}, std::string_view("circular")});
    check_agreement<aten::replication_pad1d_default>({x, sizes{2, 3}});
}

TEST_CASE("joining: combinations, with and without what was taken before") {
    for (std::int64_t const places : {1, 2, 3, 5})
        for (bool const again : {false, true}) {
            CAPTURE(places);
            check_agreement<aten::combinations_default>({random_f32({5}), places, again});
            check_agreement<aten::combinations_default>({random_integers({6}, dtype::i64, -9, 9), places, again});
        }
    check_agreement<aten::combinations_default>({random_f32({1}), 3, true});
    for (bool const again : {false, true}) {
        check_agreement<aten::combinations_default>({random_f32({0}), 2, again});
        check_agreement<aten::combinations_default>({random_f32({2}), 4, again});
        check_agreement<aten::combinations_default>({random_f32({2}), 0, again});
    }
}

TEST_CASE("joining: what is rolled and shuffled") {
    using numbers = std::vector<std::int64_t>;
    check_agreement<aten::roll_default>({x, numbers{5}});
    check_agreement<aten::roll_default>({x, numbers{-1, 2}, numbers{0, -1}});
    check_agreement<aten::roll_default>({random_f32({0, 3}), numbers{1}, numbers{0}});
    check_agreement<aten::pixel_shuffle_default>({image, 2});
    check_agreement<aten::pixel_unshuffle_default>({image, 2});
}

} // namespace
