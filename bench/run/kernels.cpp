// Families of kernels, one thread, f32: bytes read and written each second, or floating-point operations. Names end
// in the number of elements; `eigen/` is the same by Eigen. bench/peers/kernels.sh sets torch beside them.

#include <graft/core/tensor.hpp>
#include <graft/kernel/activation_functions.hpp>
#include <graft/kernel/avg_pool.hpp>
#include <graft/kernel/binary.hpp>
#include <graft/kernel/index.hpp>
#include <graft/kernel/layer_norm.hpp>
#include <graft/kernel/matmul.hpp>
#include <graft/kernel/max_pool.hpp>
#include <graft/kernel/reduce.hpp>
#include <graft/kernel/scan.hpp>
#include <graft/kernel/softmax.hpp>
#include <graft/kernel/sort.hpp>
#include <graft/kernel/special_functions.hpp>
#include <graft/kernel/unary.hpp>

#include <Eigen/Core>
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace graft;

constexpr auto f32_alone = values<dtype::f32>;
constexpr std::int64_t row = 1000;

tensor waves(std::vector<std::int64_t> sizes) {
    tensor t = tensor::empty(std::move(sizes), dtype::f32);
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = std::sin(static_cast<float>(i % 9973));
    return t;
}

Eigen::Map<Eigen::ArrayXf> array_of(tensor const& t) { return {t.data<float>(), t.numel()}; }

/// Measures `run`, which moves so many floats, or makes so many operations if those are given.
void family(std::string const& name, std::int64_t elements, std::int64_t moved, std::function<void()> run,
            double operations = 0) {
    benchmark::RegisterBenchmark((name + "/" + std::to_string(elements)).c_str(),
                                 [=](benchmark::State& state) {
                                     for (auto _ : state) {
                                         run();
                                         benchmark::ClobberMemory();
                                     }
                                     state.SetBytesProcessed(state.iterations() * moved * 4);
                                     if (operations != 0)
                                         state.counters["FLOP/s"] = benchmark::Counter(
                                             operations, benchmark::Counter::kIsIterationInvariantRate);
                                 });
}

void register_elementwise(std::int64_t n) {
    tensor const x = waves({n}), y = waves({n});
    tensor out = tensor::empty({n}, dtype::f32);
    auto const unary = [&](char const* name, auto const& kernel) {
        family(name, n, 2 * n, [=]() mutable { kernel.template operator()<f32_alone>(x, out); });
    };
    family("add", n, 3 * n, [=]() mutable { kernel::add.operator()<f32_alone>(x, y, 1, out); });
    family("mul", n, 3 * n, [=]() mutable { kernel::mul.operator()<f32_alone>(x, y, out); });
    unary("exp", kernel::exp);
    unary("tanh", kernel::tanh);
    unary("erf", kernel::erf);
    unary("sigmoid", kernel::sigmoid);
    unary("gelu", kernel::gelu);
    unary("relu", kernel::relu);
    auto const eigen = [&](char const* name, std::int64_t moved, auto expression) {
        family(std::string("eigen/") + name, n, moved, [=] { array_of(out) = expression(array_of(x), array_of(y)); });
    };
    eigen("add", 3 * n, [](auto const& a, auto const& b) { return a + b; });
    eigen("mul", 3 * n, [](auto const& a, auto const& b) { return a * b; });
    eigen("exp", 2 * n, [](auto const& a, auto const&) { return a.exp(); });
    eigen("tanh", 2 * n, [](auto const& a, auto const&) { return a.tanh(); });
    eigen("sigmoid", 2 * n, [](auto const& a, auto const&) { return a.logistic(); });
}

void register_rows(std::int64_t n) {
    tensor const x = waves({n / row, row}), weight = waves({row});
    tensor out = tensor::empty({n / row, row}, dtype::f32), one = tensor::empty({}, dtype::f32),
           each = tensor::empty({n / row}, dtype::f32), indices = tensor::empty({n / row, row}, dtype::i64);
    family("softmax", n, 2 * n, [=]() mutable { kernel::softmax.operator()<f32_alone>(x, -1, out); });
    family("layer_norm", n, 2 * n,
           [=]() mutable { kernel::layer_norm.operator()<f32_alone>(x, row, &weight, &weight, 1e-5, out); });
    family("sum", n, n, [=]() mutable { kernel::sum.operator()<f32_alone>(x, {}, one); });
    family("sum_rows", n, n, [=]() mutable {
        std::array<std::int64_t, 1> const last{1};
        kernel::sum.operator()<f32_alone>(x, last, each);
    });
    family("amax", n, n, [=]() mutable { kernel::amax.operator()<f32_alone>(x, {}, one); });
    family("sort", n, 4 * n, [=]() mutable { kernel::sort("sort", x, 1, false, &out, indices); });
    family("eigen/sum", n, n, [=] { benchmark::DoNotOptimize(array_of(x).sum()); });
    family("eigen/amax", n, n, [=] { benchmark::DoNotOptimize(array_of(x).maxCoeff()); });
    family("eigen/softmax", n, 2 * n, [=] {
        for (std::int64_t i = 0; i < n / row; ++i) {
            Eigen::Map<Eigen::ArrayXf const> const in(x.data<float>() + i * row, row);
            Eigen::Map<Eigen::ArrayXf> to(out.data<float>() + i * row, row);
            to = (in - in.maxCoeff()).exp();
            to /= to.sum();
        }
    });
    tensor places = tensor::empty({n / row, row}, dtype::i64);
    for (std::int64_t i = 0; i < n; ++i)
        places.data<std::int64_t>()[i] = i * 7919 % row;
    family("gather", n, 4 * n, [=]() mutable { kernel::gather(x, 1, places, out); });
}

void register_images(std::int64_t n) {
    std::int64_t const side = 28, planes = std::max<std::int64_t>(n / (side * side), 1), moved = planes * side * side;
    tensor const x = waves({planes, side, side});
    tensor out = tensor::empty({planes, side / 2, side / 2}, dtype::f32);
    static constexpr std::array<std::int64_t, 1> two{2};
    family("max_pool2d", n, moved + moved / 4,
           [=]() mutable { kernel::max_pool2d.operator()<f32_alone>(x, {two}, out); });
    family("avg_pool2d", n, moved + moved / 4,
           [=]() mutable { kernel::avg_pool2d.operator()<f32_alone>(x, {two}, out); });
}

void register_products(std::int64_t n) {
    tensor const a = waves({n, n}), b = waves({n, n});
    tensor out = tensor::empty({n, n}, dtype::f32);
    double const operations = 2.0 * static_cast<double>(n * n * n);
    family("matmul", n, 3 * n * n, [=]() mutable { kernel::mm.operator()<f32_alone>(a, b, out); }, operations);
    using matrix = Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
    family("eigen/matmul", n, 3 * n * n, [=] {
        matrix(out.data<float>(), n, n).noalias() =
            matrix(a.data<float>(), n, n) * matrix(b.data<float>(), n, n);
    }, operations);
}

[[maybe_unused]] bool const registered = [] {
    for (std::int64_t const n : {std::int64_t{1000}, std::int64_t{100'000}, std::int64_t{10'000'000}}) {
        register_elementwise(n);
        register_rows(n);
        register_images(n);
    }
    for (std::int64_t const n : {64, 256, 1024})
        register_products(n);
    return true;
}();

} // namespace
