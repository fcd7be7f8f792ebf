#include <graft/library/linalg/spectrum_kernels.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg spectra: one triangle of a symmetric matrix is read") {
    tensor const a = f32({2, 2}, {2, 7, 1, 2});
    CHECK(show(aten::_linalg_eigh(a, "L", false)[0]) == "f32[2]: 1 3");
    CHECK(show(aten::_linalg_eigh(a, "U", false)[0]) == "f32[2]: -5 9");
}

TEST_CASE("linalg spectra: numbers that are not finite are an error") {
    tensor const a = f32({2, 2}, {2, std::numeric_limits<float>::infinity(), 1, 2});
    CHECK(refusal([&] { static_cast<void>(aten::_linalg_svd(a)); }) ==
          "aten::_linalg_svd: matrix 0 of the batch has elements that are not finite");
    CHECK(refusal([&] { static_cast<void>(aten::linalg_eig(a)); }) ==
          "aten::linalg_eig: matrix 0 of the batch has elements that are not finite");
    // The upper triangle is not read.
    CHECK(show(aten::_linalg_eigh(a, "L", false)[0]) == "f32[2]: 1 3");
    CHECK(refusal([&] { static_cast<void>(aten::_linalg_eigh(a, "U", false)); }) ==
          "aten::_linalg_eigh: matrix 0 of the batch has elements that are not finite");
}

TEST_CASE("linalg spectra: matrices without elements") {
    CHECK(show(aten::_linalg_svd(f32({2, 0}, {}), true)) == "f32[2, 2]: 1 0 0 1\nf32[0]:\nf32[0, 0]:\n");
    CHECK(show(aten::_linalg_svd(f32({0, 2, 3}, {}))[1]) == "f32[0, 2]:");
    CHECK(show(aten::_linalg_eigh(f32({2, 0, 0}, {}))) == "f32[2, 0]:\nf32[2, 0, 0]:\n");
    CHECK(aten::_linalg_eigvals(f32({0, 0}, {})).numel() == 0);
}

} // namespace
