#include <graft/transform/rules/cat.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::cat;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

/// The result, without what says that it could not be run.
template <class F>
std::string joined(std::span<dtype const> dtypes, shapes const& sizes, F const& f) {
    std::string const what = simplified(cat<>, dtypes, sizes, f);
    return what.substr(0, what.find(" (not run)"));
}

TEST_CASE("cat: of one tensor is that tensor") {
    CHECK(joined(elements, {{2, s0}}, [](inputs v) { return aten::cat(std::vector{v[0]}, 1); }) == "x0");
    CHECK(joined(f32_only, {{2, 3}}, [](inputs v) {
              return aten::cat(std::vector{v[0], v[0]}, 1);
          }) == "cat([x0, x0], 1)");
}

template <class Split>
auto parts(Split const& split, std::array<int, 3> order, int dim) {
    return [=](program_builder& b, inputs v) {
        value const all = split(v[0]);
        std::array const items{b.item(all, 0), b.item(all, 1), b.item(all, 2)};
        std::vector<value> chosen;
        for (int const i : order)
            if (i >= 0)
                chosen.push_back(items[static_cast<std::size_t>(i)]);
        return aten::cat(chosen, dim);
    };
}

TEST_CASE("cat: of all parts of a split, in their order, is what was split") {
    auto const sizes = [](value v) { return aten::split_with_sizes_copy(v, std::array{1, 3, 2}, 1); };
    auto const equal = [](value v) { return aten::split.Tensor(v, 2, -1); };
    CHECK(joined(elements, {{2, 6}}, parts(sizes, {0, 1, 2}, 1)) == "x0");
    CHECK(joined(elements, {{2, 6}}, parts(sizes, {0, 1, 2}, -1)) == "x0");
    CHECK(joined(elements, {{2, 5}}, parts(equal, {0, 1, 2}, 1)) == "x0");
    CHECK(joined(f32_only, {{s0, 6}}, parts(sizes, {0, 1, 2}, 1)) == "x0");
    CHECK(joined(f32_only, {{2, 6}}, parts(equal, {0, 2, 1}, 1)).starts_with("cat(["));
    CHECK(joined(f32_only, {{2, 6}}, parts(equal, {0, 1, -1}, 1)).starts_with("cat(["));
    CHECK(joined(f32_only, {{2, 6}}, parts(equal, {0, 1, 2}, 0)).starts_with("cat(["));
}

TEST_CASE("cat: a slice that is one of the parts is that part") {
    auto const slice = [](int dim, std::int64_t from, std::int64_t to, int along = 1) {
        return [=](inputs v) {
            return aten::slice_copy.Tensor(aten::cat(std::vector{v[0], v[1], v[2]}, dim), along, from, to);
        };
    };
    shapes const sizes{{2, 1}, {2, 3}, {2, 2}};
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    CHECK(joined(elements, sizes, slice(1, 0, 1)) == "x0");
    CHECK(joined(elements, sizes, slice(-1, 1, 4)) == "x1");
    CHECK(joined(elements, sizes, slice(1, 4, end)) == "x2");
    CHECK(joined(f32_only, sizes, slice(1, -2, 6)) == "x2");
    CHECK(joined(f32_only, sizes, slice(1, -9, -5)) == "x0");
    CHECK(joined(f32_only, {{s0, 1}, {s0, 3}, {s0, 2}}, slice(1, 1, 4, -1)) == "x1");
    CHECK(joined(f32_only, sizes, slice(1, 0, 4)) == "slice_copy(cat([x0, x1, x2], 1), 1, 0, 4)");
    CHECK(joined(f32_only, sizes, slice(1, 1, 3)) == "slice_copy(cat([x0, x1, x2], 1), 1, 1, 3)");
    CHECK(joined(f32_only, {{2, 3}, {2, 3}, {2, 3}}, slice(0, 0, 3)) == "slice_copy(cat([x0, x1, x2], 0), 1, 0, 3)");
    CHECK(joined(f32_only, {{s0, 3}, {2, 3}, {4, 3}}, slice(0, 0, 2, 0)).starts_with("slice_copy(cat("));
    CHECK(joined(f32_only, sizes, [](inputs v) {
              return aten::slice_copy.Tensor(aten::cat(std::vector{v[0], v[1], v[2]}, 1), 1, 1, 4, 2);
          }) == "slice_copy(cat([x0, x1, x2], 1), 1, 1, 4, 2)");
}

TEST_CASE("cat: a part of another dtype than the whole is not what is sliced") {
    CHECK(simplified_program(cat<>, {make_spec(dtype::f16, {2}), make_spec(dtype::f32, {2})}, [](inputs v) {
              return aten::slice_copy.Tensor(aten::cat(std::vector{v[0], v[1]}), 0, 0, 2);
          }).starts_with("slice_copy(cat([x0, x1]), 0, 0, 2)"));
}

} // namespace
