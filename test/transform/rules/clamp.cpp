#include <graft/transform/rules/clamp.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;
using bound = std::optional<double>;

constexpr dtype signed_numbers[] = {dtype::f32, dtype::f64, dtype::f16, dtype::bf16,
                                    dtype::i64, dtype::i32, dtype::i16, dtype::i8};

std::string made(std::span<dtype const> dtypes, auto const& f) {
    return simplified(rule_sets::clamp<>, dtypes, {{2, 5}}, f);
}

TEST_CASE("clamp: a relu of a relu is one") {
    CHECK(made(numbers, [](inputs v) { return aten::relu(aten::relu(v[0])); }) == "relu(x0)");
    CHECK(made(numbers, [](inputs v) { return aten::relu(v[0]); }) == "relu(x0)");
}

TEST_CASE("clamp: two clamps are one") {
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], 0, 3), 1, 2); }) == "clamp(x0, 1, 2)");
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], 0), nullptr, 2); }) == "clamp(x0, 0, 2)");
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], nullptr, 3), nullptr, 2); }) ==
          "clamp(x0, None, 2)");
    CHECK(made(floats, [](inputs v) { return aten::clamp(aten::clamp(v[0], -0.5, 0.5), -1, 0.25); }) ==
          "clamp(x0, -0.5, 0.25)");
}

TEST_CASE("clamp: ranges that have nothing in common leave one value") {
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], 0, 1), 2, 3); }) == "clamp(x0, 2, 2)");
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], 3), nullptr, 1); }) == "clamp(x0, 1, 1)");
}

TEST_CASE("clamp: hardtanh and relu are clamps, of floating-point numbers") {
    CHECK(made(floats, [](inputs v) { return aten::clamp(aten::hardtanh(v[0], 0, 6), 1); }) == "clamp(x0, 1, 6)");
    CHECK(made(floats, [](inputs v) { return aten::hardtanh(aten::clamp(v[0], -3)); }) == "clamp(x0, -1, 1)");
    CHECK(made(floats, [](inputs v) { return aten::hardtanh(aten::hardtanh(v[0], 0, 6), 1, 2); }) == "clamp(x0, 1, 2)");
    CHECK(made(signed_numbers, [](inputs v) { return aten::relu(aten::clamp(v[0], -1, 2)); }) == "clamp(x0, 0, 2)");
    CHECK(made(floats, [](inputs v) { return aten::relu(aten::hardtanh(v[0])); }) == "clamp(x0, 0, 1)");
    CHECK(made(numbers, [](inputs v) { return aten::clamp(aten::relu(v[0]), nullptr, 2); }) == "clamp(x0, 0, 2)");
    CHECK(made(signed_numbers, [](inputs v) { return aten::clamp(aten::relu(v[0]), nullptr, -2); }) ==
          "clamp(x0, -2, -2)");
    CHECK(made(floats, [](inputs v) { return aten::hardtanh(aten::relu(v[0]), -1, 6); }) == "clamp(x0, 0, 6)");
    CHECK(made(whole_numbers, [](inputs v) { return aten::hardtanh(aten::hardtanh(v[0], 0, 3), 0, 2); }) ==
          "hardtanh(hardtanh(x0, 0, 3), 0, 2)");
    CHECK(made(floats, [](inputs v) { return aten::hardtanh(v[0], 0, 6); }) == "hardtanh(x0, 0, 6)");
}

TEST_CASE("clamp: what is in no order stays, as does what changes the dtype") {
    CHECK(made(floats, [](inputs v) { return aten::clamp(aten::clamp(v[0], 2, 1), 0, 3); }) ==
          "clamp(clamp(x0, 2, 1), 0, 3)");
    CHECK(made(floats, [](inputs v) { return aten::clamp(aten::clamp(v[0], 0, 3), 2, 1); }) ==
          "clamp(clamp(x0, 0, 3), 2, 1)");
    CHECK(made(whole_numbers, [](inputs v) { return aten::clamp(aten::clamp(v[0], 0.5, 1.5), 0.5, 1.25); }) ==
          "clamp(clamp(x0, 0.5, 1.5), 0.5, 1.25)");
}

TEST_CASE("clamp: a bound that the integers cannot be stays, whatever is made of it") {
    constexpr dtype u8[] = {dtype::u8}, i8[] = {dtype::i8};
    CHECK(made(u8, [](inputs v) { return aten::clamp(aten::clamp(v[0], -1, 4), 2, 3); }) ==
          "clamp(clamp(x0, -1, 4), 2, 3)");
    CHECK(made(i8, [](inputs v) { return aten::relu(aten::clamp(v[0], 1, 300)); }) == "relu(clamp(x0, 1, 300))");
}

TEST_CASE("clamp: every pair of ranges gives what the two give one after the other") {
    bound const values[] = {std::nullopt, -1.0, 0.0, 0.5, 2.0};
    int pairs = 0;
    for (bound const a : values)
        for (bound const b : values)
            for (bound const c : values)
                for (bound const d : values) {
                    auto const is_range = [](bound low, bound high) {
                        return (low || high) && (!low || !high || *low <= *high);
                    };
                    if (!is_range(a, b) || !is_range(c, d))
                        continue;
                    ++pairs;
                    CHECK(made(f32_only, [&](inputs v) {
                              return aten::clamp(aten::clamp(v[0], a, b), c, d);
                          }).starts_with("clamp(x0, "));
                }
    CHECK(pairs == 324);
}

} // namespace
