#include <graft/transform/rules/fold.hpp>

#include <doctest/doctest.h>

#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/constant_prop.hpp>

#include "../check_rewrite.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using sizes = std::vector<std::int64_t>;

tensor random_tensor(sizes const& of, dtype d, unsigned seed, bool positive = false) {
    std::mt19937 random(seed);
    tensor t = tensor::empty(of, d);
    visit_dtype(d, [&]<class T>() {
        for (std::int64_t i = 0; i < t.numel(); ++i) {
            double const number = static_cast<double>(random() % 2001) / 1000 - 1;
            t.data<T>()[i] = element_from<T>(positive ? std::abs(number) + 0.1 : number);
        }
    });
    return t;
}

// A convolution of 2 x 4 x 5 x 6 and what follows it.
struct layer {
    dtype of = dtype::f32;
    bool bias = true, affine = true, transposed = false;
    std::int64_t groups = 1;
    bool constant_weight = true, constant_mean = true;
    double eps = 1e-5;
    bool batched = true;
    bool shared = false; // the convolution's own result is returned as well
    int norm_result = 0;
};

constexpr std::int64_t channels = 6;

value convolution(program_builder& b, layer const& l) {
    sizes const input = l.batched ? sizes{2, 4, 5, 6} : sizes{4, 6, 6};
    sizes const kernel = l.transposed ? sizes{4, channels / l.groups, 3, 2} : sizes{channels, 4 / l.groups, 3, 2};
    value w, bias;
    if (l.constant_weight)
        w = b.parameter("w", random_tensor(kernel, l.of, 1));
    if (l.bias)
        bias = b.parameter("b", random_tensor({channels}, l.of, 2));
    value const x = b.input("x", make_spec(l.of, {input.begin(), input.end()}));
    if (!l.constant_weight)
        w = b.input("w", make_spec(l.of, {kernel.begin(), kernel.end()}));
    return aten::convolution(x, w, l.bias ? std::optional{bias} : std::nullopt, std::array{2, 1}, std::array{1, 0},
                             std::array{1, 1}, l.transposed, l.transposed ? std::array{1, 0} : std::array{0, 0},
                             l.groups);
}

// What fires on the program, and what is left of it when its constants are evaluated.
template <class F>
std::string folded(layer const& l, F const& f) {
    program_builder b;
    std::vector<value> const results = f(b);
    exported_program p = b.finish(results);
    std::string const names = fired(rule_sets::fold<>, p);
    if (names.empty() || l.shared)
        return names;
    exported_program const before = p;
    constant_prop(p, cpu_library());
    check_sound(p);
    check_same_outputs(before, p);
    return names + ": " + calls(p);
}

float const* elements_of(exported_program const& p, arg_ref constant) {
    for (input_spec const& spec : p.signature.inputs)
        if (constant.is_node() && spec.name == p.graph().name(constant.node()))
            return p.find_state(spec)->data<float>();
    FAIL("the argument is no constant");
    return nullptr;
}

// What becomes of a transposed convolution, whose new kernel and bias are checked number by number: each output channel
// is to be multiplied by its scale, and its shift is then to be added.
template <class F>
std::string folded_transposed(layer const& l, F const& f, std::vector<float> const& scale,
                              std::vector<float> const& shift) {
    program_builder b;
    exported_program p = b.finish({f(b)});
    rewrite_result const result = rewrite(p.graph(), rule_sets::fold<>);
    update_output_names(p);
    CHECK(result.rewrites == 1);
    CHECK(result.unsound == 0);
    constant_prop(p, cpu_library());
    check_sound(p);
    REQUIRE(calls(p) == "convolution");
    graph const& g = p.graph();
    node_id const convolution = g.arg(g.back(), 0)[0].node();
    tensor const w = random_tensor({4, channels / l.groups, 3, 2}, dtype::f32, 1);
    tensor const bias = random_tensor({channels}, dtype::f32, 2);
    float const* const kernel = elements_of(p, g.arg(convolution, 1));
    std::int64_t const inner = channels / l.groups, taps = 6;
    for (std::int64_t i = 0; i < w.numel(); ++i) {
        std::int64_t const in = i / (inner * taps), out = in / (4 / l.groups) * inner + i / taps % inner;
        CHECK(kernel[i] == doctest::Approx(w.data<float>()[i] * scale[static_cast<std::size_t>(out)]));
    }
    for (std::int64_t c = 0; c < channels; ++c) {
        auto const at = static_cast<std::size_t>(c);
        float const expected = (l.bias ? bias.data<float>()[c] * scale[at] : 0) + shift[at];
        CHECK(elements_of(p, g.arg(convolution, 2))[c] == doctest::Approx(expected));
    }
    for (std::size_t i = 0; i < rule_sets::fold<>.size(); ++i)
        if (result.per_rule[i] != 0)
            return std::string{rule_sets::fold<>[i].name};
    return {};
}

// The convolution and its batch norm.
std::vector<value> norm_of(program_builder& b, layer const& l, std::int64_t statistics) {
    value gamma, beta, mean;
    if (l.affine) {
        gamma = b.parameter("gamma", random_tensor({statistics}, l.of, 3));
        beta = b.parameter("beta", random_tensor({statistics}, l.of, 4));
    }
    if (l.constant_mean)
        mean = b.buffer("mean", random_tensor({statistics}, l.of, 5));
    value const variance = b.buffer("variance", random_tensor({statistics}, l.of, 6, true));
    value const c = convolution(b, l);
    if (!l.constant_mean)
        mean = b.input("mean", make_spec(l.of, {statistics}));
    auto const optional = [&](value v) { return l.affine ? std::optional{v} : std::nullopt; };
    value const norm =
        aten::_native_batch_norm_legit_no_training(c, optional(gamma), optional(beta), mean, variance, 0.1, l.eps);
    std::vector<value> results{b.item(norm, 0)};
    if (l.shared)
        results.push_back(c);
    return results;
}

std::string normalized(layer const& l, std::int64_t statistics = channels) {
    if (!l.transposed)
        return folded(l, [&](program_builder& b) { return norm_of(b, l, statistics); });
    std::vector<float> scale, shift;
    auto const numbers = [](unsigned seed, bool positive = false) {
        return random_tensor({channels}, dtype::f32, seed, positive);
    };
    tensor const gamma = numbers(3), beta = numbers(4), mean = numbers(5), variance = numbers(6, true);
    for (std::int64_t c = 0; c < channels; ++c) {
        float const factor = l.affine ? gamma.data<float>()[c] : 1;
        scale.push_back(factor / std::sqrt(variance.data<float>()[c] + static_cast<float>(l.eps)));
        shift.push_back((l.affine ? beta.data<float>()[c] : 0) - mean.data<float>()[c] * scale.back());
    }
    return folded_transposed(
        l, [&](program_builder& b) { return norm_of(b, l, statistics).front(); }, scale, shift);
}

TEST_CASE("fold: batch norm of a convolution, whatever has a bias") {
    CHECK(normalized({}) == "fold-batch-norm: convolution");
    CHECK(normalized({.of = dtype::f64}) == "fold-batch-norm: convolution");
    CHECK(normalized({.bias = false}) == "fold-batch-norm-without-bias: convolution");
    CHECK(normalized({.affine = false}) == "fold-plain-batch-norm: convolution");
    CHECK(normalized({.bias = false, .affine = false}) == "fold-plain-batch-norm-without-bias: convolution");
    CHECK(normalized({.groups = 2}) == "fold-batch-norm: convolution");
}

TEST_CASE("fold: batch norm of a transposed convolution, whose kernel has the output channels second and by group") {
    CHECK(normalized({.transposed = true}) == "fold-batch-norm-transposed");
    CHECK(normalized({.transposed = true, .groups = 2}) == "fold-batch-norm-transposed");
    CHECK(normalized({.bias = false, .transposed = true, .groups = 2}) == "fold-batch-norm-transposed-without-bias");
    CHECK(normalized({.affine = false, .transposed = true}) == "fold-plain-batch-norm-transposed");
    CHECK(normalized({.bias = false, .affine = false, .transposed = true}) ==
          "fold-plain-batch-norm-transposed-without-bias");
}

TEST_CASE("fold: not of what is no constant, is used as well, or has no channels there") {
    CHECK(normalized({.constant_weight = false}) == "");
    CHECK(normalized({.constant_mean = false}) == "");
    CHECK(normalized({.shared = true}) == "");
    CHECK(normalized({.eps = 0.0}) == "");
    CHECK(normalized({.of = dtype::f16}) == "");
    // The result is [6, 3, 5]: batch norm takes the three rows for channels.
    CHECK(normalized({.batched = false}, 3) == "");
}

TEST_CASE("fold: batch norm before a program is decomposed") {
    auto const run = [](bool bias, bool affine, bool training) {
        return folded({}, [&](program_builder& b) {
            auto const vector = [&](char const* name, unsigned seed) {
                return b.parameter(name, random_tensor({6}, dtype::f32, seed, true));
            };
            value const w = b.parameter("w", random_tensor({6, 4, 3, 2}, dtype::f32, 1));
            std::optional<value> const nothing;
            auto const bias_value = bias ? std::optional{vector("b", 2)} : nothing;
            auto const gamma = affine ? std::optional{vector("gamma", 3)} : nothing;
            auto const beta = affine ? std::optional{vector("beta", 4)} : nothing;
            value const mean = b.buffer("mean", random_tensor({6}, dtype::f32, 5)),
                        variance = b.buffer("variance", random_tensor({6}, dtype::f32, 6, true));
            value const x = b.input("x", make_spec(dtype::f32, {2, 4, 5, 6}));
            value const c = aten::conv2d(x, w, bias_value, std::array{1, 2}, std::array{1, 0});
            return std::vector<value>{aten::batch_norm(c, gamma, beta, mean, variance, training, 0.1, 1e-5, true)};
        });
    };
    CHECK(run(true, true, false) == "fold-batch-norm-of-conv2d: conv2d");
    CHECK(run(false, true, false) == "fold-batch-norm-of-conv2d-without-bias: conv2d");
    CHECK(run(true, false, false) == "fold-plain-batch-norm-of-conv2d: conv2d");
    CHECK(run(false, false, false) == "fold-plain-batch-norm-of-conv2d-without-bias: conv2d");
}

std::string scaled(layer const& l, sizes const& factor, bool sum = false, bool constant = true) {
    auto const build = [&](program_builder& b) {
        value m;
        if (constant)
            m = b.constant("m", random_tensor(factor, l.of, 7));
        value const c = convolution(b, l);
        if (!constant)
            m = b.input("m", make_spec(l.of, {factor.begin(), factor.end()}));
        value const result = sum ? aten::add.Tensor(c, m) : aten::mul.Tensor(m, c);
        return l.shared ? std::vector{result, c} : std::vector{result};
    };
    if (!l.transposed)
        return folded(l, build);
    tensor const m = random_tensor(factor, l.of, 7);
    std::vector<float> const numbers(m.data<float>(), m.data<float>() + channels);
    return folded_transposed(
        l, [&](program_builder& b) { return build(b).front(); }, sum ? std::vector<float>(channels, 1) : numbers,
        sum ? numbers : std::vector<float>(channels, 0));
}

TEST_CASE("fold: a factor or a summand per channel of a convolution") {
    CHECK(scaled({}, {1, 6, 1, 1}) == "fold-factor: convolution");
    CHECK(scaled({.bias = false, .groups = 2}, {6, 1, 1}) == "fold-factor-without-bias: convolution");
    CHECK(scaled({.transposed = true, .groups = 2}, {1, 6, 1, 1}) == "fold-factor-transposed");
    CHECK(scaled({}, {6, 1, 1}, true) == "fold-summand: convolution");
    CHECK(scaled({.bias = false}, {6, 1, 1}, true) == "fold-summand-without-bias: convolution");
    CHECK(scaled({.transposed = true, .groups = 2}, {1, 6, 1, 1}, true) == "fold-summand");
    CHECK(scaled({.bias = false, .transposed = true}, {6, 1, 1}, true) == "fold-summand-without-bias");
}

TEST_CASE("fold: not what makes more channels of one") {
    for (bool const sum : {false, true})
        CHECK(folded({}, [sum](program_builder& b) {
                  value const x = b.input("x", make_spec(dtype::f32, {2, 3, 5, 5})),
                              w = b.parameter("w", random_tensor({1, 3, 2, 2}, dtype::f32, 1)),
                              m = b.constant("m", random_tensor({6, 1, 1}, dtype::f32, 2));
                  value const y = aten::convolution(x, w, nullptr, std::array{1, 1}, std::array{0, 0}, std::array{1, 1},
                                                    false, std::array{0, 0}, 1);
                  return std::vector{sum ? aten::add.Tensor(y, m) : aten::mul.Tensor(y, m)};
              }) == "");
}

TEST_CASE("fold: not one per anything else, nor what is no constant") {
    CHECK(scaled({}, {6, 1, 1}, false, false) == "");
    CHECK(scaled({.constant_weight = false}, {6, 1, 1}) == "");
    CHECK(scaled({}, {2, 1, 1, 1}) == "");
    CHECK(scaled({}, {1, 1, 1, 1}) == "");
    CHECK(scaled({}, {5}, true) == "");
    CHECK(scaled({.shared = true}, {6, 1, 1}) == "");
    CHECK(scaled({.batched = false}, {6, 1, 1}) == "");
}

enum class product { linear, linear_without_bias, addmm };

std::string after_product(product what, sizes const& factor, bool sum, bool scaled_sum = false) {
    return folded({}, [&](program_builder& b) {
        sizes const of_w = what == product::addmm ? sizes{3, 4} : sizes{4, 3};
        value const w = b.parameter("w", random_tensor(of_w, dtype::f32, 1)),
                    bias = b.parameter("b", random_tensor({4}, dtype::f32, 2)),
                    m = b.constant("m", random_tensor(factor, dtype::f32, 3)),
                    x = b.input("x", make_spec(dtype::f32, {5, 3}));
        value const y = what == product::linear  ? aten::linear(x, w, bias)
                        : what == product::addmm ? aten::addmm(bias, x, w)
                                                 : aten::linear(x, w);
        return std::vector<value>{!sum         ? aten::mul.Tensor(y, m)
                                  : scaled_sum ? aten::add.Tensor(y, m, "alpha"_a = 2)
                                               : aten::add.Tensor(y, m)};
    });
}

TEST_CASE("fold: a factor or a summand per column of a linear layer") {
    CHECK(after_product(product::linear, {4}, false) == "fold-factor-of-linear: linear");
    CHECK(after_product(product::linear_without_bias, {4}, false) == "fold-factor-of-linear-without-bias: linear");
    CHECK(after_product(product::addmm, {4}, false) == "fold-factor-of-addmm: addmm");
    CHECK(after_product(product::linear, {4}, true) == "fold-summand-of-linear: linear");
    CHECK(after_product(product::linear_without_bias, {4}, true) == "fold-summand-of-linear-without-bias: linear");
    CHECK(after_product(product::addmm, {4}, true) == "fold-summand-of-addmm: addmm");
    CHECK(after_product(product::linear, {1}, false) == "");
    CHECK(after_product(product::linear, {5, 1}, false) == "");
    CHECK(after_product(product::linear, {4}, true, true) == "");
}

} // namespace
