#include <graft/kernel/reduce/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

struct reduction {
    sizes kept, without; // the result's sizes with and without the reduced dimensions
    std::vector<bool> reduced;
};

reduction plan(sizes const& space, sizes const& dims) {
    reduction r{space, {}, std::vector<bool>(space.size(), dims.empty())};
    for (std::int64_t d : dims)
        r.reduced[wrap_dim(d, space.size())] = true;
    for (std::size_t d = 0; d < space.size(); ++d)
        if (r.reduced[d])
            r.kept[d] = 1;
        else
            r.without.push_back(space[d]);
    return r;
}

/// Reduces random tensors over random dims, with and without keeping these, and compares with a
/// fold.
template <class Run, class Fold, class Finish, std::size_t N>
void check(Run run, double start, Fold fold, Finish finish, dtype const (&dtypes)[N], dtype result = dtype::undefined,
           std::int64_t least = 0) {
    reference::source random(81);
    for (dtype d : dtypes)
        for (int round = 0; round < 14; ++round) {
            sizes const space = random.shape(random.integer(0, 4), round == 13 ? 40 : 5, round == 12 ? least : 1);
            sizes dims;
            for (std::size_t i = 0; i < space.size(); ++i)
                if (random.integer(0, 1) == 1)
                    dims.push_back(static_cast<std::int64_t>(i) - (random.integer(0, 1) == 1 ? std::ssize(space) : 0));
            tensor const self = random.uniform(space, d);
            reduction const r = plan(space, dims);
            std::map<sizes, double> want;
            auto const key = [&](sizes i) {
                for (std::size_t k = 0; k < i.size(); ++k)
                    i[k] = r.reduced[k] ? 0 : i[k];
                return i;
            };
            reference::for_each_index(space, [&](sizes const& i) {
                double& total = want.try_emplace(key(i), start).first->second;
                total = fold(total, reference::at(self, i));
            });
            double const count = numel(r.kept) == 0 ? 1 : double(numel(space)) / double(numel(r.kept));
            tensor kept = random.empty(r.kept, result == dtype::undefined ? d : result);
            tensor without = random.empty(r.without, kept.dtype());
            run(self, dims, kept);
            run(self, dims, without);
            CHECK(reference::mismatch(
                      kept,
                      [&](sizes const& i) {
                          auto const found = want.find(i);
                          return finish(found == want.end() ? start : found->second, count);
                      },
                      10) == "");
            kept = kernel::reshape(kept, r.without);
            CHECK(reference::mismatch(without, [&](sizes const& i) { return reference::at(kept, i); }) == "");
        }
}

double one(tensor const& t) { return reference::elements(t).at(0); }

} // namespace

TEST_CASE("reduce: sum and mean over any dims of any layout") {
    auto const add = [](double a, double x) { return a + x; };
    auto const keep = [](double a, double) { return a; };
    check([](auto& t, auto& dims, auto& out) { kernel::sum(t, dims, out); }, 0, add, keep, reference::floating);
    check([](auto& t, auto& dims, auto& out) { kernel::sum(t, dims, out); }, 0, add, keep, reference::any_real,
          dtype::f64);
    check([](auto& t, auto& dims, auto& out) { kernel::mean(t, dims, out); }, 0, add,
          [](double a, double n) { return a / n; }, reference::floating);
}

TEST_CASE("reduce: sums of integers and booleans are exact in i64") {
    check([](auto& t, auto& dims, auto& out) { kernel::sum(t, dims, out); }, 0,
          [](double a, double x) { return a + x; }, [](double a, double) { return a; },
          {dtype::boolean, dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64}, dtype::i64);
}

TEST_CASE("reduce: amax and amin in every dtype") {
    double const infinity = std::numeric_limits<double>::infinity();
    auto const keep = [](double a, double) { return a; };
    check([](auto& t, auto& dims, auto& out) { kernel::amax(t, dims, out); }, -infinity,
          [](double a, double x) { return std::max(a, x); }, keep, reference::any_real, dtype::undefined, 1);
    check([](auto& t, auto& dims, auto& out) { kernel::amin(t, dims, out); }, infinity,
          [](double a, double x) { return std::min(a, x); }, keep, reference::any_real, dtype::undefined, 1);
}

TEST_CASE("reduce: a NaN anywhere is the result") {
    for (std::int64_t place : {0, 7, 99}) {
        std::vector<double> numbers(100, 1);
        numbers[static_cast<std::size_t>(place)] = std::numeric_limits<double>::quiet_NaN();
        for (dtype d : reference::floating) {
            tensor const t = reference::make({100}, d, numbers);
            tensor out = tensor::empty({}, d);
            kernel::amax(t, {}, out);
            CHECK(std::isnan(one(out)));
            kernel::amin(t, {}, out);
            CHECK(std::isnan(one(out)));
            kernel::sum(t, {}, out);
            CHECK(std::isnan(one(out)));
        }
    }
}

TEST_CASE("reduce: the largest and smallest of long rows, among infinities and NaN, are those of a fold") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    reference::source random(82);
    for (int round = 0; round < 60; ++round) {
        std::int64_t const n = random.integer(1, 700);
        tensor const t = random.uniform({n}, round % 4 == 0 ? dtype::f64 : dtype::f32);
        for (double special : {infinity, -infinity, std::nan("")})
            if (random.integer(0, 2) == 0)
                reference::put(t, {random.integer(0, n - 1)}, special);
        double least = infinity, most = -infinity;
        for (double x : reference::elements(t)) {
            least = std::isnan(x) || x < least ? x : least;
            most = std::isnan(x) || x > most ? x : most;
        }
        tensor out = tensor::empty({}, t.dtype());
        kernel::amax(t, {}, out);
        CHECK(reference::close(one(out), most, dtype::i64));
        kernel::amin(t, {}, out);
        CHECK(reference::close(one(out), least, dtype::i64));
    }
}

TEST_CASE("reduce: floats in a row of any length are added, an infinity and a NaN among them") {
    std::vector<float> row(400);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = static_cast<float>(i * 37 % 101) - 50;
    float sum = 0; // of integers, so that every order gives the same
    for (std::size_t n = 0; n <= row.size(); sum += n < row.size() ? row[n] : 0, ++n)
        CHECK(detail::add_row(static_cast<std::int64_t>(n), row.data()) == sum);
    for (std::size_t at : {0u, 130u, 385u, 399u}) {
        std::vector<float> other = row;
        other[at] = INFINITY;
        CHECK(detail::add_row(400, other.data()) == INFINITY);
        other[399 - at] = NAN;
        CHECK(std::isnan(detail::add_row(400, other.data())));
    }
}

TEST_CASE("reduce: a mean is infinite where a sum of f32 is") {
    for (dtype d : {dtype::f32, dtype::f64}) {
        tensor mean = tensor::empty({}, d);
        kernel::mean(reference::make({2}, d, {0x1.8p127, 0x1.8p127}), {}, mean);
        CHECK(std::isinf(reference::elements(mean)[0]) == (d == dtype::f32));
    }
}

TEST_CASE("reduce: a product that has left the range of what it is computed in does not return, along any dim") {
    auto const product = [](dtype d, std::vector<double> const& of, std::int64_t dim) {
        tensor columns = reference::make({2, 3}, d, {of[0], of[1], of[2], of[0], of[1], of[2]});
        tensor rows = tensor::empty({3, 2}, d), out = tensor::empty({2}, d);
        kernel::copy(kernel::permute(columns, sizes{1, 0}), rows);
        kernel::prod(dim == 1 ? columns : rows, sizes{dim}, out);
        return reference::elements(out)[1];
    };
    for (dtype d : {dtype::f32, dtype::bf16, dtype::f64})
        for (std::int64_t dim : {0, 1}) {
            CHECK(std::isnan(product(d, {0x1p100, 0x1p100, 0}, dim)) == (d != dtype::f64));
            CHECK(std::isinf(product(d, {0x1p100, 0x1p100, 0x1p-100}, dim)) == (d != dtype::f64));
            CHECK((product(d, {0x1p-100, 0x1p-100, 0x1p100}, dim) == 0) == (d != dtype::f64));
        }
}

TEST_CASE("reduce: no elements sum to 0, have no mean and no largest") {
    tensor const t = tensor::empty({2, 0}, dtype::f32);
    tensor out = tensor::empty({2}, dtype::f32), none = tensor::empty({0}, dtype::f32);
    sizes const last{1}, first{0};
    kernel::sum(t, last, out);
    CHECK(reference::elements(out) == std::vector<double>{0, 0});
    kernel::mean(t, last, out);
    CHECK(std::isnan(one(out)));
    CHECK_THROWS_AS(kernel::amax(t, last, out), error);
    kernel::amax(t, first, none);
}

TEST_CASE("reduce: long sums stay accurate") {
    tensor const t = tensor::full({1000003}, dtype::f32, 0.1);
    tensor out = tensor::empty({}, dtype::f32);
    kernel::sum(t, {}, out);
    CHECK(one(out) == doctest::Approx(1000003 * double(0.1f)).epsilon(1e-6));
    tensor columns = tensor::empty({2}, dtype::f32);
    sizes const first{0};
    kernel::sum(t.as_strided({500000, 2}, {2, 1}, 0), first, columns);
    CHECK(one(columns) == doctest::Approx(500000 * double(0.1f)).epsilon(1e-7));
}

TEST_CASE("reduce: what is left of a short row whose elements cancel is right to the last bit") {
    reference::source random(5);
    for (std::int64_t n = 1; n <= 256; ++n) {
        std::vector<float> elements;
        double exact = 0;
        for (std::int64_t i = 0; i + 1 < n; ++i) {
            elements.push_back(std::ldexp(static_cast<float>(random.integer(-4'000'000, 4'000'000)), -20));
            exact += static_cast<double>(elements.back());
        }
        elements.push_back(static_cast<float>(-exact));
        exact += static_cast<double>(elements.back());
        tensor out = tensor::empty({}, dtype::f32);
        kernel::sum(tensor::from<float>({n}, elements), {}, out);
        CHECK(out.data<float>()[0] == static_cast<float>(exact));
    }
}

TEST_CASE("reduce: wrong dims and results are errors") {
    tensor const t = tensor::zeros({2, 3}, dtype::f32);
    tensor out = tensor::empty({2}, dtype::f32), wrong = tensor::empty({3}, dtype::f32);
    CHECK_THROWS_AS(kernel::sum(t, sizes{2}, out), error);
    CHECK_THROWS_AS(kernel::sum(t, sizes{1, -1}, out), error);
    CHECK_THROWS_AS(kernel::sum(t, sizes{1}, wrong), error);
    CHECK_THROWS_AS(kernel::sum(t, sizes{0, 1}, out), error);
    tensor whole = tensor::empty({2}, dtype::i64);
    CHECK_THROWS_WITH_AS(kernel::mean(t, sizes{1}, whole), "graft: mean does not take the dtype i64", error);
}

TEST_CASE("reduce: products and truths, of none too") {
    for (dtype d : reference::any_real) {
        tensor const self = reference::make({2, 2}, d, {1, 1, 0, 1});
        tensor out = tensor::empty({2}, d), truth = tensor::empty({2}, dtype::boolean),
               count = tensor::empty({2}, dtype::i64);
        kernel::prod(self, sizes{1}, out);
        CHECK(reference::elements(out) == std::vector<double>{1, 0});
        kernel::any(self, sizes{0}, truth);
        CHECK(reference::elements(truth) == std::vector<double>{1, 1});
        kernel::all(self, sizes{0}, truth);
        CHECK(reference::elements(truth) == std::vector<double>{0, 1});
        kernel::count_nonzero(self, sizes{1}, count);
        CHECK(reference::elements(count) == std::vector<double>{2, 1});
    }
    tensor const none = tensor::empty({0}, dtype::f32);
    tensor truth = tensor::empty({}, dtype::boolean), one = tensor::empty({}, dtype::f32);
    kernel::any(none, {}, truth);
    CHECK(reference::elements(truth)[0] == 0);
    kernel::all(none, {}, truth);
    CHECK(reference::elements(truth)[0] == 1);
    kernel::prod(none, {}, one);
    CHECK(reference::elements(one)[0] == 1);
}
