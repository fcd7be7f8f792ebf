#include <graft/kernel/base/view.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <vector>

using namespace graft;
using reference::sizes;

namespace {

/// Elements 0, 1, 2... in row-major order.
tensor counted(sizes const& space) {
    std::vector<double> numbers(static_cast<std::size_t>(numel(space)));
    std::iota(numbers.begin(), numbers.end(), 0);
    return reference::make(space, dtype::i32, numbers);
}

} // namespace

TEST_CASE("view: shows the same elements in order whenever it succeeds") {
    reference::source random(61);
    sizes const shapes[] = {{24}, {2, 12}, {2, 3, 4}, {6, 4}, {4, 1, 6}, {24, 1, 1}, {2, 2, 2, 3}, {-1, 8}};
    int views = 0;
    for (int round = 0; round < 200; ++round) {
        tensor const t = random.uniform(shapes[random.integer(0, 6)], dtype::i32, 0, 100);
        sizes const& to = shapes[random.integer(0, 7)];
        bool possible = true;
        try {
            tensor const v = kernel::view(t, to);
            CHECK(v.shares_storage(t));
            CHECK(reference::elements(v) == reference::elements(t));
            ++views;
        } catch (error const&) {
            possible = false;
        }
        CHECK((possible || !t.is_contiguous()));
    }
    CHECK(views > 80);
}

TEST_CASE("view: sizes that do not fit and strides that do not allow it are errors") {
    tensor const t = counted({2, 3, 4});
    CHECK(kernel::view(t, {-1, 6}).sizes() == sizes{4, 6});
    CHECK(kernel::view(t, {2, 12}).strides() == sizes{12, 1});
    CHECK(kernel::view(counted({}), {1, 1}).dim() == 2);
    CHECK(kernel::view(tensor::empty({0, 3}, dtype::f32), {3, 0}).numel() == 0);
    CHECK_THROWS_AS((void)kernel::view(t, {5, 5}), error);
    CHECK_THROWS_AS((void)kernel::view(t, {-1, 5}), error);
    CHECK_THROWS_AS((void)kernel::view(t, {-1, -1}), error);
    CHECK_THROWS_AS((void)kernel::view(t, {-2, -12}), error);
    tensor const swapped = kernel::transpose(t, 0, 2);
    CHECK_THROWS_AS((void)kernel::view(swapped, {24}), error);
    CHECK(kernel::view(swapped, {2, 2, 3, 2}).strides() == sizes{2, 1, 4, 12});
    CHECK(kernel::view(kernel::expand(counted({1}), {4}), {2, 2}).strides() == sizes{0, 0});
}

TEST_CASE("expand: repeats sizes of 1 and adds dimensions in front") {
    tensor const t = counted({2, 1});
    tensor const e = kernel::expand(t, {3, -1, 4});
    CHECK(e.sizes() == sizes{3, 2, 4});
    CHECK(e.strides() == sizes{0, 1, 0});
    CHECK(reference::mismatch(e, [](sizes const& i) { return double(i[1]); }) == "");
    CHECK_THROWS_AS((void)kernel::expand(t, {3, 1}), error);
    CHECK_THROWS_AS((void)kernel::expand(t, {2}), error);
    CHECK_THROWS_AS((void)kernel::expand(t, {-1, 2, 1}), error);
}

TEST_CASE("permute and transpose: reorder sizes and strides together") {
    tensor const t = counted({2, 3, 4});
    sizes const order{2, 0, -2};
    tensor const p = kernel::permute(t, order);
    CHECK(p.sizes() == sizes{4, 2, 3});
    CHECK(reference::mismatch(p, [&](sizes const& i) { return reference::at(t, {i[1], i[2], i[0]}); }) == "");
    CHECK(kernel::transpose(t, 0, -1).sizes() == sizes{4, 3, 2});
    CHECK(kernel::transpose(counted({}), 0, -1).dim() == 0);
    CHECK_THROWS_AS((void)kernel::permute(t, sizes{0, 0, 1}), error);
    CHECK_THROWS_AS((void)kernel::permute(t, sizes{0, 1}), error);
    CHECK_THROWS_AS((void)kernel::permute(t, sizes{0, 1, 3}), error);
}

TEST_CASE("select and slice: index as Python does") {
    tensor const t = counted({3, 5});
    CHECK(reference::elements(kernel::select(t, 0, -1)) == std::vector<double>{10, 11, 12, 13, 14});
    CHECK(reference::elements(kernel::select(t, 1, 2)) == std::vector<double>{2, 7, 12});
    CHECK(reference::elements(kernel::slice(t, 1, 1, -1, 2)) == std::vector<double>{1, 3, 6, 8, 11, 13});
    CHECK(kernel::slice(t, 0, 1, 9223372036854775807).sizes() == sizes{2, 5});
    CHECK(kernel::slice(t, 0, 2, 1).numel() == 0);
    CHECK(kernel::slice(t, 0, 7).numel() == 0);
    CHECK(kernel::slice(t, -1, -2).sizes() == sizes{3, 2});
    CHECK(kernel::slice(t, 1, {}, {}, 9223372036854775807).sizes() == sizes{3, 1});
    CHECK(kernel::select(tensor::empty({4, 0}, dtype::f32), 0, 3).numel() == 0);
    CHECK_THROWS_AS((void)kernel::select(t, 0, 3), error);
    CHECK_THROWS_AS((void)kernel::select(t, 2, 0), error);
    CHECK_THROWS_AS((void)kernel::select(counted({}), 0, 0), error);
    CHECK_THROWS_AS((void)kernel::slice(t, 0, 0, 3, 0), error);
}

TEST_CASE("unsqueeze: adds a dimension of size 1 anywhere") {
    tensor const t = counted({3, 5});
    CHECK(kernel::unsqueeze(t, 0).sizes() == sizes{1, 3, 5});
    CHECK(kernel::unsqueeze(t, 1).strides() == sizes{5, 5, 1});
    CHECK(kernel::unsqueeze(t, -1).sizes() == sizes{3, 5, 1});
    CHECK(kernel::unsqueeze(counted({}), 0).sizes() == sizes{1});
    CHECK_THROWS_AS((void)kernel::unsqueeze(t, 3), error);
}
