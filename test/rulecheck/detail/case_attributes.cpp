#include <graft/rulecheck/detail/case_attributes.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/quantized_decomposed.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

// What is proposed for an argument beside a first tensor of these sizes.
template <class Op>
arg proposed(Op const&, char const* name, graft::dim_vector const& sizes, std::uint64_t seed) {
    random_source random(seed);
    shape_source shapes(random);
    case_place place{&Op::info(), static_cast<std::size_t>(Op::info().find_argument(name)), {sizes}, {}};
    return attribute_source(random, shapes).propose(place);
}
std::vector<std::int64_t> integers_of(arg const& list) {
    std::vector<std::int64_t> values;
    for (arg const& item : list.items)
        values.push_back(item.bits);
    return values;
}

TEST_CASE("case_attributes: permutations are permutations, some of their dims negative") {
    bool negative = false;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::vector<std::int64_t> order = integers_of(proposed(aten::permute_copy.default_, "dims", {2, 3, 7}, seed));
        for (std::int64_t& d : order) {
            negative = negative || d < 0;
            d += d < 0 ? 3 : 0;
        }
        std::sort(order.begin(), order.end());
        CHECK((order == std::vector<std::int64_t>{0, 1, 2}));
    }
    CHECK(negative);
}

TEST_CASE("case_attributes: views have as many elements, and a -1 at times") {
    bool open = false;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::int64_t count = 1;
        bool inferred = false;
        for (std::int64_t const s : integers_of(proposed(aten::view_copy.default_, "size", {2, 3, 7}, seed))) {
            inferred = inferred || s < 0;
            count *= s < 0 ? 1 : s;
        }
        CHECK((inferred ? 42 % count == 0 : count == 42));
        open = open || inferred;
    }
    CHECK(open);
}

TEST_CASE("case_attributes: dims are counted from either end, slices reach over both") {
    std::set<std::int64_t> dims, ends;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        dims.insert(proposed(aten::cat.default_, "dim", {2, 3}, seed).bits);
        arg const end = proposed(aten::slice_copy.Tensor, "end", {2, 3}, seed);
        ends.insert(end.kind == arg_kind::none ? -1000 : end.bits);
    }
    CHECK((dims == std::set<std::int64_t>{-2, -1, 0, 1}));
    CHECK((ends.count(-1) == 1 && ends.count(9) == 1 && ends.count(-1000) == 1 &&
           ends.count(std::numeric_limits<std::int64_t>::max()) == 1));
}

TEST_CASE("case_attributes: numbers are of every type Python has, and of both signs of zero") {
    std::set<arg_kind> kinds;
    bool negative_zero = false;
    random_source random(1);
    shape_source shapes(random);
    attribute_source source(random, shapes);
    for (int i = 0; i < 500; ++i) {
        arg const n = source.number();
        kinds.insert(n.kind);
        negative_zero =
            negative_zero || (n.kind == arg_kind::real && n.bits == std::numeric_limits<std::int64_t>::min());
    }
    CHECK(kinds.size() == 3);
    CHECK(negative_zero);
}

TEST_CASE("case_attributes: every dtype of a cast comes up, and none") {
    std::set<std::int64_t> dtypes;
    bool none = false;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        arg const d = proposed(aten::_to_copy.default_, "dtype", {2}, seed);
        none = none || d.kind == arg_kind::none;
        if (d.kind == arg_kind::dtype)
            dtypes.insert(d.bits);
    }
    CHECK(dtypes.size() == case_dtypes.size());
    CHECK(none);
}

TEST_CASE("case_attributes: a view takes dimensions for one where a rank is asked for, and else often apart again") {
    case_graph made;
    made.inputs.emplace(node_id{0}, tensor::zeros({2, 3, 4, 5}, dtype::f32));
    auto const viewed = [&](graft::dim_vector const& from, std::size_t rank, graft::dim_vector const& expected) {
        int count = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            random_source random(seed);
            shape_source shapes(random);
            case_place const place{&aten::view_copy.default_.info(), 1, {from}, {}, rank, dtype::f32, &made};
            count += integers_of(attribute_source(random, shapes).propose(place)) == expected;
        }
        return count;
    };
    CHECK(viewed({2, 3, 4, 5}, 3, {6, 4, 5}) > 80);
    CHECK(viewed({2, 3, 4, 5}, 2, {24, 5}) > 80);
    CHECK(viewed({6, 4, 7}, 0, {2, 3, 4, 7}) > 60);
    CHECK(viewed({5, 4, 7}, 0, {2, 3, 4, 7}) == 0);
}

TEST_CASE("case_attributes: a range of integers is often that of the dtype of the case") {
    int fitting = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        random_source random(seed);
        shape_source shapes(random);
        auto const& op = quantized_decomposed::quantize_per_tensor.default_.info();
        auto const bound = [&](char const* name) {
            auto const slot = static_cast<std::size_t>(op.find_argument(name));
            case_place const place{&op, slot, {}, {}, 0, dtype::u8, nullptr};
            return attribute_source(random, shapes).propose(place).bits;
        };
        fitting += bound("quant_min") == 0 && bound("quant_max") == 255;
    }
    CHECK(fitting > 40);
}

} // namespace
