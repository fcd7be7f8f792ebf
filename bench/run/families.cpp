// Families of kernels on one thread, of f32: bytes read and written each second, and floating-point operations of
// products. Names end in the number of elements; `eigen/` is the same by Eigen. bench/peers/families.py sets torch
// beside them.

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>
#include <graft/kernel/elementwise/activation_functions.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/real_functions.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/kernel/image/avg_pool.hpp>
#include <graft/kernel/image/max_pool.hpp>
#include <graft/kernel/index/index.hpp>
#include <graft/kernel/index/indexed_view.hpp>
#include <graft/kernel/index/scatter.hpp>
#include <graft/kernel/index/sort.hpp>
#include <graft/kernel/index/topk.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/layer_norm.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/scan.hpp>
#include <graft/kernel/reduce/softmax.hpp>

#include <Eigen/Core>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace graft;

constexpr auto f32_alone = values<dtype::f32>;
constexpr std::int64_t row = 1000;

/// What one call does.
struct work {
    std::function<void()> run;
    double bytes = 0, operations = 0;
};

tensor empty(std::vector<std::int64_t> sizes) { return tensor::empty(std::move(sizes), dtype::f32); }

tensor waves(std::vector<std::int64_t> sizes) {
    constexpr std::int64_t period = 9973;
    tensor t = empty(std::move(sizes));
    float* const x = t.data<float>();
    for (std::int64_t i = 0; i < t.numel(); ++i)
        x[i] = i < period ? std::sin(static_cast<float>(i)) : x[i - period];
    return t;
}

/// Numbers above 0.
tensor squares(std::vector<std::int64_t> sizes) {
    tensor t = waves(std::move(sizes));
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = t.data<float>()[i] * t.data<float>()[i] + 0.01f;
    return t;
}

/// Numbers below `end`, far from each other.
tensor places(std::vector<std::int64_t> sizes, std::int64_t end) {
    tensor t = tensor::empty(std::move(sizes), dtype::i64);
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<std::int64_t>()[i] = i * 7919 % end;
    return t;
}

Eigen::Map<Eigen::ArrayXf> array_of(tensor const& t) { return {t.data<float>(), t.numel()}; }

using rows_map = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
rows_map rows_of(tensor const& t) { return {t.data<float>(), t.size(0), t.size(1)}; }

using matrix_map = Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
matrix_map matrix_of(tensor const& t) { return {t.data<float>(), t.size(0), t.size(1)}; }

double floats(std::int64_t count) { return 4.0 * static_cast<double>(count); }

/// The fastest of groups of calls that take 20 us, which give memory to each other as the runs of a program do.
void measure(benchmark::State& state, work const& w) {
    block_cache blocks;
    block_cache::scope const scope(blocks);
    using clock = std::chrono::steady_clock;
    auto const seconds_of = [&](std::int64_t calls) {
        auto const start = clock::now();
        for (std::int64_t i = 0; i < calls; ++i) {
            w.run();
            benchmark::ClobberMemory();
        }
        return std::chrono::duration<double>(clock::now() - start).count() / static_cast<double>(calls);
    };
    double fastest = std::min(seconds_of(1), seconds_of(1));
    std::int64_t const group = 1 + static_cast<std::int64_t>(20e-6 / std::max(fastest, 1e-9));
    while (state.KeepRunningBatch(group))
        fastest = std::min(fastest, seconds_of(group));
    state.counters["fastest"] = fastest;
    state.counters["B/s"] = w.bytes / fastest;
    if (w.operations != 0)
        state.counters["FLOP/s"] = w.operations / fastest;
}

/// Measures what `make` gives for each number of elements.
void family(std::string const& name, std::function<work(std::int64_t)> const& make,
            std::vector<std::int64_t> const& sizes = {1'000, 100'000, 10'000'000}) {
    for (std::int64_t const n : sizes)
        benchmark::RegisterBenchmark(("families/" + name + "/" + std::to_string(n)).c_str(),
                                     [make, n](benchmark::State& state) { measure(state, make(n)); });
}

/// An element-wise kernel, called with one or two arguments, and Eigen's expression of the same.
template <class Kernel, class Expression>
void elementwise(std::string const& name, double arguments, Kernel kernel, Expression expression,
                 tensor (*input)(std::vector<std::int64_t>) = waves) {
    auto const with = [arguments, input](auto run) {
        return [arguments, run, input](std::int64_t n) {
            tensor const x = input({n}), y = input({n}), out = empty({n});
            return work{[=] { run(x, y, out); }, (arguments + 1) * floats(n)};
        };
    };
    family(name, with([=](tensor const& x, tensor const& y, tensor out) { kernel(x, y, out); }));
    if constexpr (!std::is_same_v<Expression, std::nullptr_t>)
        family("eigen/" + name, with([=](tensor const& x, tensor const& y, tensor const& out) {
                   array_of(out) = expression(array_of(x), array_of(y));
               }));
}

template <auto const& Kernel, class Expression>
void unary(std::string const& name, Expression expression, tensor (*input)(std::vector<std::int64_t>) = waves) {
    elementwise(
        name, 1, [](tensor const& x, tensor const&, tensor& out) { Kernel.template operator()<f32_alone>(x, out); },
        expression, input);
}

void register_elementwise() {
    elementwise(
        "add", 2,
        [](tensor const& x, tensor const& y, tensor& out) { kernel::add.operator()<f32_alone>(x, y, 1, out); },
        [](auto const& x, auto const& y) { return x + y; });
    elementwise(
        "mul", 2, [](tensor const& x, tensor const& y, tensor& out) { kernel::mul.operator()<f32_alone>(x, y, out); },
        [](auto const& x, auto const& y) { return x * y; });
    unary<kernel::relu>("relu", [](auto const& x, auto const&) { return x.max(0.0f); });
    unary<kernel::gelu>("gelu", nullptr);
    unary<kernel::sigmoid>("sigmoid", [](auto const& x, auto const&) { return x.logistic(); });
    unary<kernel::tanh>("tanh", [](auto const& x, auto const&) { return x.tanh(); });
    unary<kernel::exp>("exp", [](auto const& x, auto const&) { return x.exp(); });
    unary<kernel::log>(
        "log", [](auto const& x, auto const&) { return x.log(); }, squares);
    unary<kernel::sin>("sin", [](auto const& x, auto const&) { return x.sin(); });
    unary<kernel::sqrt>(
        "sqrt", [](auto const& x, auto const&) { return x.sqrt(); }, squares);
}

/// A call on rows, with a result of the same sizes.
template <class Run>
auto on_rows(Run run) {
    return [run](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty({n / row, row});
        return work{[=] { run(x, out); }, 2 * floats(n)};
    };
}

/// A call on rows, with one result for each or one for all.
template <class Run>
auto folds_rows(bool all, Run run) {
    return [all, run](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty(all ? std::vector<std::int64_t>{} : std::vector{n / row});
        return work{[=] { run(x, out); }, floats(n)};
    };
}

void register_reductions() {
    static constexpr std::array<std::int64_t, 1> last{1};
    family("sum", folds_rows(true, [](tensor const& x, tensor out) { kernel::sum.operator()<f32_alone>(x, {}, out); }));
    family("eigen/sum",
           folds_rows(true, [](tensor const& x, tensor const& out) { *out.data<float>() = array_of(x).sum(); }));
    family("mean",
           folds_rows(true, [](tensor const& x, tensor out) { kernel::mean.operator()<f32_alone>(x, {}, out); }));
    family("eigen/mean",
           folds_rows(true, [](tensor const& x, tensor const& out) { *out.data<float>() = array_of(x).mean(); }));
    family("sum_rows",
           folds_rows(false, [](tensor const& x, tensor out) { kernel::sum.operator()<f32_alone>(x, last, out); }));
    family("eigen/sum_rows",
           folds_rows(false, [](tensor const& x, tensor const& out) { array_of(out) = rows_of(x).rowwise().sum(); }));
    family("amax",
           folds_rows(true, [](tensor const& x, tensor out) { kernel::amax.operator()<f32_alone>(x, {}, out); }));
    family("eigen/amax",
           folds_rows(true, [](tensor const& x, tensor const& out) { *out.data<float>() = array_of(x).maxCoeff(); }));
}

void register_rows() {
    family("argmax", [](std::int64_t n) {
        tensor const x = waves({n / row, row}), found = places({n / row}, 1);
        return work{[=] {
                        static constexpr std::array<std::int64_t, 1> last{1};
                        tensor indices = found;
                        kernel::extremum("argmax", x, last, true, nullptr, &indices);
                    },
                    floats(n)};
    });
    family("softmax", on_rows([](tensor const& x, tensor out) { kernel::softmax.operator()<f32_alone>(x, -1, out); }));
    family("eigen/softmax", on_rows([](tensor const& x, tensor const& out) {
               for (std::int64_t i = 0; i < x.size(0); ++i) {
                   auto const from = rows_of(x).row(i);
                   auto to = rows_of(out).row(i);
                   to = (from - from.maxCoeff()).exp();
                   to /= to.sum();
               }
           }));
    family("layer_norm", on_rows([weight = waves({row})](tensor const& x, tensor out) {
               kernel::layer_norm.operator()<f32_alone>(x, row, &weight, &weight, 1e-5, out);
           }));
    family("eigen/layer_norm", on_rows([weight = waves({row})](tensor const& x, tensor const& out) {
               for (std::int64_t i = 0; i < x.size(0); ++i) {
                   auto const from = rows_of(x).row(i);
                   float const mean = from.mean(), scale = 1 / std::sqrt((from - mean).square().mean() + 1e-5f);
                   auto const w = array_of(weight).transpose();
                   rows_of(out).row(i) = (from - mean) * scale * w + w;
               }
           }));
    family("cumsum", on_rows([](tensor const& x, tensor out) { kernel::cumsum(x, 1, out); }));
    family("sort", [](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty({n / row, row}), found = places({n / row, row}, 1);
        return work{[=] {
                        tensor values = out, indices = found;
                        kernel::sort("sort", x, 1, false, &values, indices);
                    },
                    4 * floats(n)};
    });
    family("topk", [](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty({n / row, 10}), found = places({n / row, 10}, 1);
        return work{[=] {
                        tensor values = out, indices = found;
                        kernel::topk("topk", x, 1, true, true, values, indices);
                    },
                    floats(n)};
    });
}

void register_movements() {
    family("gather", [](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty({n / row, row}), at = places({n / row, row}, row);
        return work{[=] {
                        tensor to = out;
                        kernel::gather(x, 1, at, to);
                    },
                    4 * floats(n)};
    });
    family("scatter_add", [](std::int64_t n) {
        tensor const x = waves({n / row, row}), out = empty({n / row, row}), at = places({n / row, row}, row);
        return work{[=] {
                        tensor to = out;
                        auto const picked = [&](tensor const& self) {
                            return detail::indexed_view::along("scatter_add", self, 1, at);
                        };
                        kernel::scatter("scatter_add", x, picked, x, kernel::scatter_mode::total, true, to);
                    },
                    5 * floats(n)};
    });
    auto const selection = [](auto run) {
        return [run](std::int64_t n) {
            tensor const x = waves({n / 100, 100}), out = empty({n / 100, 100}), at = places({n / 100}, n / 100);
            return work{[=] { run(x, at, out); }, 2 * floats(n)};
        };
    };
    family("index_select",
           selection([](tensor const& x, tensor const& at, tensor out) { kernel::index_select(x, 0, at, out); }));
    family("eigen/index_select", selection([](tensor const& x, tensor const& at, tensor const& out) {
               std::span const indices(at.data<std::int64_t>(), static_cast<std::size_t>(at.numel()));
               rows_of(out) = rows_of(x)(indices, Eigen::all);
           }));
    auto const transposition = [](auto run) {
        return [run](std::int64_t n) { // 25 x 40, 250 x 400, 2500 x 4000
            std::int64_t const height = 25 * std::llround(std::sqrt(static_cast<double>(n) / 1e3)), width = n / height;
            tensor const x = waves({height, width}), out = empty({width, height});
            return work{[=] { run(x, out); }, 2 * floats(n)};
        };
    };
    family("transpose",
           transposition([](tensor const& x, tensor out) { kernel::copy(kernel::transpose(x, 0, 1), out); }));
    family("eigen/transpose",
           transposition([](tensor const& x, tensor const& out) { matrix_of(out) = matrix_of(x).transpose(); }));
    auto const cast = [](auto run) {
        return [run](std::int64_t n) {
            tensor const x = waves({n}), out = tensor::empty({n}, dtype::f16);
            return work{[=] { run(x, out); }, 1.5 * floats(n)};
        };
    };
    family("cast_f16", cast([](tensor const& x, tensor out) { kernel::copy(x, out); }));
    family("eigen/cast_f16", cast([](tensor const& x, tensor const& out) {
               Eigen::Map<Eigen::Array<Eigen::half, Eigen::Dynamic, 1>>(reinterpret_cast<Eigen::half*>(out.data()),
                                                                        out.numel()) = array_of(x).cast<Eigen::half>();
           }));
}

void register_images() {
    auto const pooling = [](auto const& pool) {
        return [&pool](std::int64_t n) {
            std::int64_t const side = 28, planes = std::max<std::int64_t>(n / (side * side), 1);
            tensor const x = waves({1, planes, side, side}), out = empty({1, planes, side / 2, side / 2});
            return work{[=, &pool] {
                            static constexpr std::array<std::int64_t, 1> two{2};
                            tensor to = out;
                            pool(x, two, to);
                        },
                        1.25 * floats(x.numel())};
        };
    };
    static constexpr auto max_pool = [](tensor const& x, std::span<std::int64_t const> size, tensor& out) {
        kernel::max_pool2d.operator()<f32_alone>(x, {size}, out);
    };
    static constexpr auto avg_pool = [](tensor const& x, std::span<std::int64_t const> size, tensor& out) {
        kernel::avg_pool2d.operator()<f32_alone>(x, {size}, true, std::nullopt, out);
    };
    family("max_pool2d", pooling(max_pool));
    family("avg_pool2d", pooling(avg_pool));
    // 3 x 3 kernels of as many channels as the images have.
    family("conv2d", [](std::int64_t n) {
        std::int64_t const channels = n <= 1'000 ? 16 : 64, side = n <= 1'000 ? 8 : n <= 100'000 ? 40 : 56;
        std::int64_t const images = std::max<std::int64_t>(n / (channels * side * side), 1);
        tensor const x = waves({images, channels, side, side}), weight = waves({channels, channels, 3, 3}),
                     out = empty({images, channels, side, side});
        return work{[=] {
                        static constexpr std::array<std::int64_t, 1> one{1};
                        tensor to = out;
                        kernel::convolution_options const options{.stride = one, .padding = one, .dilation = one};
                        kernel::convolution.operator()<f32_alone>(x, weight, nullptr, options, to);
                    },
                    floats(2 * x.numel() + weight.numel()), 18.0 * static_cast<double>(channels * x.numel())};
    });
}

void register_products() {
    auto const product = [](auto run) {
        return [run](std::int64_t n) {
            tensor const a = waves({n, n}), b = waves({n, n}), out = empty({n, n});
            return work{[=] { run(a, b, out); }, floats(3 * n * n), 2.0 * static_cast<double>(n * n * n)};
        };
    };
    family("matmul",
           product([](tensor const& a, tensor const& b, tensor out) { kernel::mm.operator()<f32_alone>(a, b, out); }),
           {64, 256, 1024});
    family("eigen/matmul", product([](tensor const& a, tensor const& b, tensor const& out) {
               matrix_of(out).noalias() = matrix_of(a) * matrix_of(b);
           }),
           {64, 256, 1024});
}

[[maybe_unused]] bool const registered = [] {
    register_elementwise();
    register_reductions();
    register_rows();
    register_movements();
    register_images();
    register_products();
    return true;
}();

} // namespace
