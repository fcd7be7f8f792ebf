#include <graft/rulecheck/detail/case_shapes.hpp>

#include <doctest/doctest.h>

#include <graft/core/shape.hpp>
#include <graft/dialect/aten.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

// How many of 200 proposals for both operands of an op its meta function takes.
template <class Op>
int taken(Op const& op, std::initializer_list<std::size_t> slots) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        random_source random(seed);
        shape_source shapes(random);
        case_place place{
            &Op::info(), 0, std::vector<std::optional<graft::dim_vector>>(Op::info().arguments.size()), {}};
        std::vector<tensor_spec> specs;
        for (std::size_t const slot : slots) {
            place.slot = slot;
            place.sizes[slot] = shapes.propose(place);
            specs.push_back(make_spec(dtype::f32, {place.sizes[slot]->begin(), place.sizes[slot]->end()}));
        }
        try {
            static_cast<void>(specs.size() == 2 ? op(specs[0], specs[1]) : op(specs[0], specs[1]));
            ++count;
        } catch (error const&) {
        }
    }
    return count;
}

TEST_CASE("case_shapes: what is proposed to an op is mostly taken") {
    CHECK(taken(aten::add.Tensor, {0, 1}) > 150);
    CHECK(taken(aten::mm.default_, {0, 1}) > 190);
    CHECK(taken(aten::bmm.default_, {0, 1}) > 190);
    CHECK(taken(aten::matmul.default_, {0, 1}) > 150);
    CHECK(taken(aten::linear.default_, {0, 1}) > 190);
}

TEST_CASE("case_shapes: a partner broadcasts to what it is the partner of") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        random_source random(seed);
        shape_source shapes(random);
        graft::dim_vector const sizes = shapes.of_rank(random.below(5));
        std::vector<sym_int> const whole(sizes.begin(), sizes.end());
        graft::dim_vector const part = shapes.partner(sizes);
        CHECK(broadcast_sizes(whole, {part.begin(), part.end()}) == whole);
    }
}

TEST_CASE("case_shapes: ranks 0 to 4 and the sizes 0, 1, 2, 3 and 7 come up") {
    std::set<std::size_t> ranks;
    std::set<std::int64_t> sizes;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        random_source random(seed);
        shape_source const shapes(random);
        ranks.insert(shapes.base().size());
        sizes.insert(shapes.base().begin(), shapes.base().end());
    }
    CHECK((ranks == std::set<std::size_t>{0, 1, 2, 3, 4}));
    CHECK((sizes == std::set<std::int64_t>{0, 1, 2, 3, 7}));
}

} // namespace
