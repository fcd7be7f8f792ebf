#include <graft/transform/decompositions/bits.hpp>

#include <doctest/doctest.h>

#include "agreement.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr dtype integers[] = {dtype::i8, dtype::u8, dtype::i16, dtype::i32, dtype::i64};

tensor numbers(dtype d, unsigned seed) { return random_integers({64}, d, is_signed(d) ? -128 : 0, 127, seed); }

TEST_CASE("bits: shifts of tensors by tensors, by too many and by negative places") {
    for (dtype const d : integers) {
        CAPTURE(fx_name(d));
        tensor const x = numbers(d, 1), places = random_integers({64}, d, is_signed(d) ? -3 : 0, 70, 2);
        check_agreement<aten::bitwise_left_shift_tensor>({x, places});
        check_agreement<aten::bitwise_right_shift_tensor>({x, places});
        check_agreement<aten::dunder_lshift_tensor>({x, places});
        check_agreement<aten::dunder_rshift_tensor>({x, places});
    }
    tensor const bytes = numbers(dtype::i8, 3), wide = random_integers({64}, dtype::i32, 0, 20, 4);
    check_agreement<aten::bitwise_left_shift_tensor>({bytes, wide});
    check_agreement<aten::bitwise_right_shift_tensor>({wide, bytes});
}

TEST_CASE("bits: shifts by every number of places, and of numbers") {
    for (dtype const d : integers)
        for (std::int64_t places = -1; places <= 65; ++places) {
            CAPTURE(fx_name(d));
            CAPTURE(places);
            tensor const x = numbers(d, 1);
            check_agreement<aten::bitwise_left_shift_tensor_scalar>({x, places});
            check_agreement<aten::bitwise_right_shift_tensor_scalar>({x, places});
        }
    // As an element of the dtype the number of places is 0.
    check_agreement<aten::bitwise_left_shift_tensor_scalar>({numbers(dtype::i32, 1), lowest_integer(dtype::i64)});
    check_agreement<aten::bitwise_right_shift_tensor_scalar>({numbers(dtype::i32, 1), lowest_integer(dtype::i64)});
    tensor const places = random_integers({64}, dtype::i32, 0, 40, 2);
    for (std::int64_t const number : {-5, 0, 3}) {
        check_agreement<aten::bitwise_left_shift_scalar_tensor>({number, places});
        check_agreement<aten::bitwise_right_shift_scalar_tensor>({number, places});
    }
}

TEST_CASE("bits: a number and a tensor") {
    tensor const x = numbers(dtype::i16, 7);
    check_agreement<aten::bitwise_and_scalar_tensor>({12, x});
    check_agreement<aten::bitwise_or_scalar_tensor>({12, x});
    check_agreement<aten::bitwise_xor_scalar_tensor>({-1, x});
    check_agreement<aten::remainder_scalar_tensor>({7.5, random_f32({9})});
}

} // namespace
