#include <graft/io/pte/buffers.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

TEST_CASE("pte_buffers: the same bytes are kept once, where they lie") {
    pte_buffers buffers;
    tensor const a = tensor::full({4}, dtype::f32, 1.0), b = tensor::full({2, 2}, dtype::f32, 1.0),
                 c = tensor::full({4}, dtype::f32, 2.0);
    CHECK(buffers.add(a) == 1);
    CHECK(buffers.add(b) == 1);
    CHECK(buffers.add(c) == 2);
    REQUIRE(buffers.all().size() == 3);
    CHECK(buffers.all()[0].size() == 0);
    CHECK((buffers.all()[1].data() == a.data()));
}

TEST_CASE("pte_buffers: a tensor is kept row by row, whatever its strides") {
    std::vector<float> const elements{1, 2, 3, 4};
    tensor const t = tensor::from<float>({2, 2}, elements);
    tensor const turned = t.as_strided({2, 2}, {1, 2}, 0), row = t.as_strided({2}, {1}, 2);
    pte_buffers buffers;
    storage const s = buffers.all()[buffers.add(turned)];
    auto const* const kept = reinterpret_cast<float const*>(s.data());
    CHECK(std::vector<float>(kept, kept + 4) == std::vector<float>{1, 3, 2, 4});
    CHECK(buffers.all()[buffers.add(row)].size() == 8);
}

} // namespace
