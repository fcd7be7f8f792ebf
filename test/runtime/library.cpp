#include <graft/runtime/library.hpp>

#include <doctest/doctest.h>

#include "toy.hpp"

namespace {

using namespace graft;

struct four_times_t : op<four_times_t> {
    static constexpr schema_text text{"toy::four_times(Tensor self) -> Tensor"};
};
inline constexpr four_times_t four_times;

struct puzzle_t : op<puzzle_t> {
    static constexpr schema_text text{"toy::puzzle(Tensor self) -> Tensor"};
};
inline constexpr puzzle_t puzzle;

constexpr auto self = var<"self">;
constexpr auto four_times_meaning = bind_pattern_to_op(four_times, toy::twice(toy::twice(self)));
constexpr auto puzzle_meaning = bind_pattern_to_op(puzzle, toy::twice(toy::mystery(self)));
constexpr bound_op bound[] = {four_times_meaning.view(), puzzle_meaning.view()};
constexpr kernel_library library{kernels_of<toy::dialect>(), bound};

TEST_CASE("library: an op is supported by its kernel, or by the kernels of all its pattern's calls") {
    CHECK(library.supports(toy::twice.info()));
    CHECK(library.supports(four_times.info()));
    CHECK_FALSE(library.supports(toy::mystery.info()));
    CHECK_FALSE(library.supports(puzzle.info()));
}

TEST_CASE("library: a bound op is found by its name") {
    CHECK(library.find_bound(puzzle.info()) == &bound[1]);
    op_info const copy = four_times.info();
    CHECK(library.find_bound(copy) == &bound[0]);
    CHECK(library.find_bound(toy::twice.info()) == nullptr);
}

TEST_CASE("library: an empty one supports nothing") {
    CHECK_FALSE(kernel_library{}.supports(toy::twice.info()));
    CHECK(kernel_library{}.find_bound(toy::twice.info()) == nullptr);
}

} // namespace
