#include <graft/kernel/elementwise/random.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/elementwise/complex.hpp>

#include "../reference.hpp"

#include <algorithm>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("random: uniform numbers lie in [0, 1) in every dtype") {
    for (dtype d : reference::floating) {
        tensor out = tensor::empty({4000}, d);
        kernel::uniform(out);
        std::vector<double> const values = reference::elements(out);
        CHECK(*std::ranges::min_element(values) >= 0);
        CHECK(*std::ranges::max_element(values) < 1);
        CHECK(std::abs(std::accumulate(values.begin(), values.end(), 0.0) / 4000 - 0.5) < 0.05);
    }
}

TEST_CASE("random: normal numbers have mean 0 and deviation 1") {
    tensor out = tensor::empty({100, 100}, dtype::f64);
    kernel::normal(out);
    double sum = 0, squares = 0;
    for (double const x : reference::elements(out)) {
        sum += x;
        squares += x * x;
    }
    CHECK(std::abs(sum / 1e4) < 0.05);
    CHECK(std::abs(squares / 1e4 - 1) < 0.05);
}

TEST_CASE("random: a permutation has every integer once and changes from call to call") {
    tensor a = tensor::empty({50}, dtype::i32), b = tensor::empty({50}, dtype::i64);
    kernel::permutation(a);
    kernel::permutation(b);
    std::vector<double> first = reference::elements(a);
    CHECK(first != reference::elements(b));
    std::ranges::sort(first);
    for (std::size_t i = 0; i < first.size(); ++i)
        CHECK(first[i] == double(i));
}

TEST_CASE("random: what is kept is scaled so that the mean stays") {
    tensor const ones = tensor::full({100, 10}, dtype::f32, 1);
    tensor out = tensor::empty(ones.sizes(), dtype::f32), kept = tensor::empty(ones.sizes(), dtype::boolean);
    kernel::dropout(ones, 0.75, out, kept);
    for (std::int64_t i = 0; i < 1000; ++i)
        CHECK(out.data<float>()[i] == (kept.data<bool>()[i] ? 4.0F : 0.0F));
    kernel::dropout(ones, 1, out, kept);
    CHECK(reference::elements(out) == std::vector<double>(1000, 0));
}

// What is not dropped of 3 - 4i is scaled by `scale` and moved by `up`, what is dropped lies at `down`.
void check_parts(tensor const& out, tensor const& kept, double scale, double up, double down) {
    std::vector<double> const parts = reference::elements(out.view_as_real());
    for (std::size_t i = 0; i < static_cast<std::size_t>(out.numel()); ++i) {
        bool const stays = kept.data<bool>()[i / 10];
        CHECK(parts[2 * i] == doctest::Approx(stays ? 3 * scale + up : down).epsilon(1e-6));
        CHECK(parts[2 * i + 1] == doctest::Approx(stays ? -4 * scale : 0).epsilon(1e-6));
    }
}

TEST_CASE("random: complex numbers are dropped as a whole, channels too") {
    for (dtype const d : {dtype::c64, dtype::c128}) {
        tensor const numbers = tensor::full({20, 10}, d, scalar::complex(3, -4));
        tensor out = tensor::empty(numbers.sizes(), d), kept = tensor::empty({20, 1}, dtype::boolean);
        kernel::dropout(numbers, 0.75, out, kept);
        check_parts(out, kept, 4, 0, 0);
        kernel::dropout(numbers, 1, out, kept);
        check_parts(out, kept, 0, 0, 0);
        // torch.alpha_dropout of 1j and 0.5: -0.7792 where it is dropped, 0.7792 + 0.8864j where not.
        kernel::alpha_dropout(numbers, 0.5, out, kept);
        check_parts(out, kept, 0.8864048946659319, 0.7791939, -0.7791939);
        kernel::alpha_dropout(numbers, 1, out, kept);
        check_parts(out, kept, 0, 0, 0);
    }
}

} // namespace
