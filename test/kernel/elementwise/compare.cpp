#include <graft/kernel/elementwise/compare.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

template <class Kernel, class F>
void check(Kernel const& kernel, F right) {
    reference::source random(41);
    for (dtype d : reference::any_real)
        for (dtype result : {dtype::boolean, dtype::f32}) {
            sizes const space = random.shape(3, 4);
            tensor const a = random.uniform(random.broadcasting(space), d, -2, 2);
            tensor const b = random.uniform(random.broadcasting(space), d, -2, 2);
            tensor out = random.empty(space, result);
            kernel(a, b, out);
            CHECK(reference::mismatch(out, [&](sizes const& i) {
                      return double(right(reference::at(a, i), reference::at(b, i)));
                  }) == "");
        }
}

template <class Kernel>
bool holds(Kernel const& kernel, kernel::operand const& a, kernel::operand const& b) {
    tensor out = tensor::empty({1}, dtype::boolean);
    kernel(a, b, out);
    return out.item().to<bool>();
}

} // namespace

TEST_CASE("compare: every predicate in every dtype, to boolean or converted") {
    check(kernel::eq, [](double x, double y) { return x == y; });
    check(kernel::ne, [](double x, double y) { return x != y; });
    check(kernel::lt, [](double x, double y) { return x < y; });
    check(kernel::le, [](double x, double y) { return x <= y; });
    check(kernel::gt, [](double x, double y) { return x > y; });
    check(kernel::ge, [](double x, double y) { return x >= y; });
}

TEST_CASE("compare: floats of 8 bits are equal or not, and in no order") {
    for (dtype const d : {dtype::f8e4m3fn, dtype::f8e5m2}) {
        tensor const one = tensor::full({1}, d, 1), two = tensor::full({1}, d, 2);
        CHECK((holds(kernel::eq, one, one) && holds(kernel::ne, one, two) && !holds(kernel::eq, one, two)));
        CHECK(holds(kernel::eq, one, 1.05)); // a number is rounded first
        CHECK(holds(kernel::eq, one, tensor::full({}, dtype::f32, 1.05)));
        CHECK_THROWS_WITH_AS(static_cast<void>(holds(kernel::lt, one, two)),
                             d == dtype::f8e5m2 ? "graft: lt does not take the dtype f8e5m2"
                                                : "graft: lt does not take the dtype f8e4m3fn",
                             error);
        CHECK_THROWS_AS(static_cast<void>(holds(kernel::eq, one, tensor::full({1}, dtype::f32, 1))), error);
    }
    tensor const four = tensor::full({1}, dtype::f8e8m0fnu, 4);
    CHECK((holds(kernel::eq, four, four) && holds(kernel::eq, four, 3) && holds(kernel::ne, four, 2)));
    CHECK_THROWS_AS(static_cast<void>(holds(kernel::lt, four, four)), error);
}

TEST_CASE("compare: NaN is unequal to everything and in no order") {
    for (dtype d : reference::floating) {
        tensor const x = reference::make({1}, d, {std::numeric_limits<double>::quiet_NaN()});
        CHECK_FALSE(holds(kernel::eq, x, x));
        CHECK(holds(kernel::ne, x, x));
        CHECK_FALSE(holds(kernel::le, x, x));
        CHECK_FALSE(holds(kernel::gt, x, 1));
    }
    CHECK(holds(kernel::eq, reference::make({1}, dtype::f32, {-0.0}), 0));
}

TEST_CASE("compare: operands meet in the dtype they promote to") {
    tensor const tenth = reference::make({1}, dtype::f16, {0.1}), two = reference::make({1}, dtype::i32, {2});
    CHECK(holds(kernel::eq, tenth, 0.1)); // the number is rounded to f16, too
    CHECK(holds(kernel::lt, two, 2.5));
    CHECK_FALSE(holds(kernel::eq, two, 2.5));
    tensor const large = tensor::full({1}, dtype::i64, (std::int64_t{1} << 53) + 1);
    CHECK_FALSE(holds(kernel::eq, large, std::int64_t{1} << 53));
}

TEST_CASE("eq: integers without sign of more than 8 bits are equal where all bits are") {
    for (dtype const d : {dtype::u16, dtype::u32, dtype::u64}) {
        double const most = d == dtype::u16 ? 0x1p16 - 1 : d == dtype::u32 ? 0x1p32 - 1 : 0x1p63;
        tensor const a = reference::make({3}, d, {most, 7, 0}), b = reference::make({3}, d, {most, 8, 0});
        tensor out = tensor::empty({3}, dtype::boolean);
        kernel::eq(a, b, out);
        CHECK(reference::elements(out) == std::vector<double>{1, 0, 1});
        kernel::ne(a, 7, out);
        CHECK(reference::elements(out) == std::vector<double>{1, 0, 1});
        CHECK_THROWS_AS(kernel::lt(a, b, out), error); // as torch does
    }
}
