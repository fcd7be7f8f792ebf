#include <graft/kernel/index/indexed_view.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

tensor picked(detail::indexed_view const& view, dtype d = dtype::f32) {
    tensor const out = tensor::empty(view.sizes(), d);
    view.for_each_row(out, [](detail::indexed_row const& row) {
        row.for_each<sizeof(float)>([](std::byte* to, std::byte const* from) {
            *reinterpret_cast<float*>(to) = *reinterpret_cast<float const*>(from);
        });
    });
    return out;
}

tensor indices(sizes space, numbers const& values) { return make(std::move(space), dtype::i64, values); }

} // namespace

TEST_CASE("indexed view: elements along a dimension") {
    tensor const self = make({2, 3}, dtype::f32, {0, 1, 2, 10, 11, 12});
    tensor const index = indices({2, 2}, {2, 0, 1, 1});
    CHECK(elements(picked(detail::indexed_view::along("gather", self, 1, index))) == numbers{2, 0, 11, 11});
    CHECK_THROWS_AS(static_cast<void>(detail::indexed_view::along("gather", self, 1, indices({1, 1}, {3}))), error);
}

TEST_CASE("indexed view: slices of a dimension") {
    tensor const self = make({2, 3}, dtype::f32, {0, 1, 2, 10, 11, 12});
    CHECK(elements(picked(detail::indexed_view::slices("index_select", self, 0, indices({3}, {1, 0, 1})))) ==
          numbers{10, 11, 12, 0, 1, 2, 10, 11, 12});
}

TEST_CASE("indexed view: an index may be any where nothing is picked, as in PyTorch") {
    tensor const self = make({3, 0}, dtype::f32, {}), far = indices({2}, {5, -9});
    CHECK(elements(picked(detail::indexed_view::slices("index_add", self, 0, far))).empty());
    tensor const* const rows[] = {&far};
    CHECK(detail::indexed_view::of_indices("index", self, rows).sizes() == sizes{2, 0});
    tensor const none = make({0, 3}, dtype::f32, {});
    CHECK_THROWS_AS(static_cast<void>(detail::indexed_view::slices("index_add", none, 0, far)), error);
}

TEST_CASE("indexed view: several indices broadcast; apart they go to the front") {
    tensor const self = make({2, 1, 3}, dtype::f32, {0, 1, 2, 10, 11, 12});
    tensor const rows = indices({2, 1}, {1, -2}), columns = indices({2}, {0, -1});
    tensor const* const apart[] = {&rows, nullptr, &columns};
    auto const view = detail::indexed_view::of_indices("index", self, apart);
    CHECK(view.sizes() == sizes{2, 2, 1});
    CHECK(elements(picked(view)) == numbers{10, 12, 0, 2});
}

TEST_CASE("indexed view: a mask picks its true elements") {
    tensor const self = make({2, 2}, dtype::f32, {1, 2, 3, 4});
    tensor const mask = make({2, 2}, dtype::boolean, {1, 0, 0, 1});
    tensor const* const masks[] = {&mask};
    CHECK(elements(picked(detail::indexed_view::of_indices("index", self, masks))) == numbers{1, 4});
    tensor const wrong = make({3}, dtype::boolean, {1, 0, 0});
    tensor const* const wrongs[] = {&wrong};
    CHECK_THROWS_AS(static_cast<void>(detail::indexed_view::of_indices("index", self, wrongs)), error);
    CHECK(elements(detail::nonzero_coordinates(self)) == numbers{0, 0, 0, 1, 1, 0, 1, 1});
}
