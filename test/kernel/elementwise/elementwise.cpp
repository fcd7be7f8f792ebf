#include <graft/kernel/elementwise/elementwise.hpp>

#include "../checks.hpp"
#include "../reference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace graft;
using reference::sizes;

namespace {

struct weighted {
    static constexpr std::string_view name = "weighted";
    static constexpr auto apply(auto x, auto y) { return static_cast<decltype(x)>(x + x + y); }
};

void run(kernel::operand const& a, kernel::operand const& b, tensor& out, dtype compute = dtype::undefined) {
    detail::promoted_elementwise<weighted, kernel::numeric, kernel::integers::stay, 2>(out, compute, {a, b});
}

} // namespace

TEST_CASE("elementwise: any layouts, broadcasts and sizes of 0 give what a loop over indices gives") {
    reference::source random(11);
    for (dtype d : reference::numeric)
        for (int round = 0; round < 12; ++round) {
            sizes const space = random.shape(random.integer(0, 4), 5, round % 6 == 0 ? 0 : 1);
            tensor const a = random.uniform(random.broadcasting(space), d);
            tensor const b = random.uniform(random.broadcasting(space), d);
            tensor out = random.empty(space, d);
            run(a, b, out);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return 2 * reference::at(a, i) + reference::at(b, i); }) == "");
        }
}

TEST_CASE("elementwise: every pair of dtypes is computed in what they promote to and converted "
          "to the result") {
    reference::source random(12);
    for (dtype x : reference::numeric)
        for (dtype y : reference::numeric)
            for (dtype z : {dtype::i64, dtype::f32, dtype::f64}) {
                tensor const a = random.uniform({3, 7}, x, 0, 4), b = random.uniform({7}, y, 0, 4);
                tensor out = random.empty({3, 7}, z);
                run(a, b, out);
                dtype const common = promote_types(x, y);
                CHECK(reference::mismatch(
                          out,
                          [&](sizes const& i) {
                              tensor const exact =
                                  reference::make({}, common, {2 * reference::at(a, i) + reference::at(b, i)});
                              double const value = reference::at(exact, {});
                              return is_floating_point(z) ? value : std::trunc(value);
                          },
                          is_floating_point(common) && !is_floating_point(z) ? 1e-2 : 1) == "");
            }
}

TEST_CASE("elementwise: rows longer than a block, converted and not") {
    reference::source random(13);
    for (dtype d : {dtype::f32, dtype::f16, dtype::i32}) {
        tensor const a = random.uniform({2, 1300}, d), b = random.uniform({2, 1}, d);
        tensor out = tensor::empty({2, 1300}, d);
        run(a, b, out, dtype::f32);
        CHECK(reference::mismatch(out, [&](sizes const& i) { return 2 * reference::at(a, i) + reference::at(b, i); }) ==
              "");
    }
}

TEST_CASE("elementwise: short rows, more than a block of them, with operands that broadcast along either loop") {
    reference::source random(14);
    sizes const space{3, 70, 20};
    for (dtype d : {dtype::f32, dtype::f16, dtype::i32, dtype::u8})
        for (dtype other : {d, dtype::f32, dtype::boolean})
            for (sizes const& of :
                 std::vector<sizes>{{20}, {70, 1}, {3, 1, 1}, {3, 1, 20}, {70, 20}, {1}, {3, 70, 20}}) {
                tensor const a = random.uniform(space, d, 0, 4), b = random.uniform(of, other, 0, 2);
                dtype const common = promote_types(d, other);
                tensor out = tensor::empty(space, common);
                tensor turned = tensor::empty({20, 3, 70}, common).as_strided(space, {70, 1, 210}, 0);
                auto const expected = [&](sizes const& i) {
                    return reference::at(reference::make({}, common, {2 * reference::at(a, i) + reference::at(b, i)}),
                                         {});
                };
                run(a, b, out);
                CHECK(reference::mismatch(out, expected) == "");
                run(a, b, turned);
                CHECK(reference::mismatch(turned, expected) == "");
            }
}

TEST_CASE("elementwise: short rows of a result that is an operand") {
    reference::source random(15);
    tensor const weights = random.uniform({40, 1}, dtype::f32);
    tensor a = random.uniform({2, 40, 8}, dtype::f32);
    tensor const before = a.clone();
    run(a, weights, a);
    CHECK(reference::mismatch(
              a, [&](sizes const& i) { return 2 * reference::at(before, i) + reference::at(weights, i); }) == "");
}

TEST_CASE("elementwise: the result may be an operand") {
    tensor a = reference::make({1000}, dtype::f32, std::vector<double>(1000, 3));
    run(a, a, a);
    CHECK(reference::mismatch(a, [](sizes const&) { return 9; }) == "");
    tensor half_precision = reference::make({3}, dtype::f16, {1, 2, 3});
    run(half_precision, 1, half_precision);
    CHECK(reference::elements(half_precision) == std::vector<double>{3, 5, 7});
}

TEST_CASE("elementwise: between 16-bit operands and another dtype the values are rounded to 16 "
          "bits") {
    // 2049 is no f16: as an operand and as a result it becomes 2048.
    tensor const a = reference::make({1}, dtype::f16, {0}), i = reference::make({1}, dtype::i64, {2049});
    tensor out = tensor::empty({1}, dtype::f32);
    run(a, i, out);
    CHECK(out.item().to<double>() == 2048);
    tensor const b = reference::make({1}, dtype::f16, {1024});
    run(b, 1, out);
    CHECK(out.item().to<double>() == 2048);
    run(b, 1, out, dtype::f32);
    CHECK(out.item().to<double>() == 2049);
}

TEST_CASE("elementwise: numbers do not widen the result") {
    tensor const a = reference::make({2}, dtype::u8, {1, 2});
    tensor out = tensor::empty({2}, dtype::i64);
    run(a, 300, out);
    CHECK(reference::elements(out) == std::vector<double>{46, 48});
    run(a, 0.5, out);
    CHECK(reference::elements(out) == std::vector<double>{2, 4});
}

TEST_CASE("elementwise: errors name the operation") {
    tensor const a = tensor::zeros({2, 3}, dtype::f32), b = tensor::zeros({2}, dtype::f32),
                 c = tensor::zeros({3}, dtype::c64);
    tensor out = tensor::empty({2, 3}, dtype::f32);
    CHECK_THROWS_WITH_AS(run(a, b, out),
                         "graft: weighted: the size 2 of an operand does not broadcast to 3 at dimension 1", error);
    CHECK_THROWS_WITH_AS(run(a, c, out), "graft: weighted does not take the dtype c64", error);
    tensor small = tensor::empty({3}, dtype::f32);
    CHECK_THROWS_AS(run(a, a, small), error);
}

using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;

namespace {

struct shifted_t : kernel::parametric<shifted_t, kernel::numeric, 2> {
    static constexpr std::string_view name = "shifted";
    static constexpr auto apply(auto x, auto factor, auto shift) {
        return static_cast<decltype(x)>(x * factor + shift);
    }
};

struct rounded_t : kernel::parametric<rounded_t, kernel::floating, 1> {
    using rounds_numbers = void;
    static constexpr std::string_view name = "rounded";
    static constexpr auto apply(auto x, auto number) { return static_cast<decltype(x)>(x - number); }
};

} // namespace

TEST_CASE("parametric: the numbers follow the operand and do not promote it") {
    for (dtype d : reference::numeric) {
        tensor out = tensor::empty({3}, d);
        shifted_t{}(reference::make({3}, d, {1, 2, 3}), {2, 1}, out);
        CHECK(reference::elements(out) == std::vector<double>{3, 5, 7});
    }
}

TEST_CASE("parametric: f16 is computed in float with numbers in full precision") {
    tensor out = tensor::empty({1}, dtype::f32);
    shifted_t{}(reference::make({1}, dtype::f16, {1}), {1.0, 0x1p-12}, out);
    CHECK(reference::elements(out)[0] == 1);
}

TEST_CASE("parametric: numbers are rounded as elements are where the function says so") {
    tensor out = tensor::empty({1}, dtype::f32);
    rounded_t{}(reference::make({1}, dtype::bf16, {0}), {0.1}, out);
    CHECK(reference::elements(out)[0] == -static_cast<double>(bfloat16(0.1f)));
}
