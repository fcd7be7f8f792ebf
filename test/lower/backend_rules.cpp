#include <graft/lower/backend_rules.hpp>

#include <doctest/doctest.h>

#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/constant_prop.hpp>

#include "../transform/check_rewrite.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr std::array one{1, 1}, zero{0, 0};

/// Builds programs of convolutions and what follows them.
struct image_builder : program_builder {
    std::mt19937 random{3};

    tensor random_f32(std::vector<std::int64_t> sizes) {
        tensor_spec spec = make_spec(dtype::f32, std::vector<sym_int>(sizes.begin(), sizes.end()));
        return random_input(spec, random);
    }
    value weight(std::string const& name, std::vector<std::int64_t> sizes) {
        return parameter(name, random_f32(std::move(sizes)));
    }
    value statistics(std::string const& name, std::int64_t channels) {
        tensor t = random_f32({channels});
        for (std::int64_t i = 0; i < channels; ++i)
            t.data<float>()[i] = t.data<float>()[i] * t.data<float>()[i] + 0.1f;
        return buffer(name, t);
    }
    value batch_norm(value x, std::optional<value> gamma, std::optional<value> beta, value mean, value variance) {
        return aten::_native_batch_norm_legit_no_training(x, gamma, beta, mean, variance, 0.1, 1e-5);
    }
};

// What conv and batch norm are made of; the state comes before the input.
struct conv_norm : image_builder {
    value w = weight("w", {4, 3, 3, 3}), b = weight("b", {4}), gamma = weight("gamma", {4}), beta = weight("beta", {4}),
          mean = statistics("mean", 4), variance = statistics("variance", 4), x = input("x", f32_spec({2, 3, 6, 6}));

    value convolve(std::optional<value> bias) {
        return aten::convolution(x, w, bias, std::array{2, 1}, one, one, false, zero, 1);
    }
    value norm(value c) { return item(batch_norm(c, gamma, beta, mean, variance), 0); }
};

TEST_CASE("backend rules: batch norm goes into the weights of its convolution, with or without a bias") {
    conv_norm with, without;
    exported_program p = with.finish({with.norm(with.convolve(with.b))});
    CHECK(fired(rule_sets::fold_batch_norm<>, p) == "fold-batch-norm");
    exported_program q = without.finish({without.norm(without.convolve(std::nullopt))});
    CHECK(fired(rule_sets::fold_batch_norm<>, q) == "fold-batch-norm-without-bias");
    for (exported_program* const folded : {&p, &q}) {
        exported_program const before = *folded;
        constant_prop(*folded, cpu_library());
        CHECK(calls(*folded) == "convolution");
        check_sound(*folded);
        check_same_outputs(before, *folded);
    }
}

TEST_CASE("backend rules: batch norm of a convolution that something else uses is not folded") {
    conv_norm b;
    value const c = b.convolve(b.b);
    exported_program p = b.finish({aten::add.Tensor(b.norm(c), c)});
    CHECK(fired(rule_sets::backend<>, p) == "");
}

TEST_CASE("backend rules: batch norm whose other results are used is not folded") {
    conv_norm b;
    value const norm = b.batch_norm(b.convolve(b.b), b.gamma, b.beta, b.mean, b.variance);
    exported_program p = b.finish({b.item(norm, 0), b.item(norm, 1)});
    CHECK(fired(rule_sets::backend<>, p) == "");
}

TEST_CASE("backend rules: batch norm is not folded unless all it is made of is constant") {
    {
        conv_norm b;
        value const mean = b.input("m", f32_spec({4}));
        value const norm = b.batch_norm(b.convolve(b.b), b.gamma, b.beta, mean, b.variance);
        exported_program p = b.finish({b.item(norm, 0)});
        CHECK(fired(rule_sets::backend<>, p) == "");
    }
    conv_norm b;
    b.mutate("mean", aten::mul.Tensor(b.mean, 2));
    exported_program p = b.finish({b.norm(b.convolve(b.b))});
    CHECK(fired(rule_sets::backend<>, p) == "");
}

TEST_CASE("backend rules: batch norm without weights, and of a convolution of one dimension, is folded, too") {
    conv_norm plain;
    value const norm =
        plain.batch_norm(plain.convolve(plain.b), std::nullopt, std::nullopt, plain.mean, plain.variance);
    exported_program p = plain.finish({plain.item(norm, 0)});
    CHECK(fired(rule_sets::backend<>, p) == "fold-plain-batch-norm");

    image_builder b;
    value const w = b.weight("w", {4, 3, 3}), gamma = b.weight("gamma", {4}), beta = b.weight("beta", {4});
    value const mean = b.statistics("mean", 4), variance = b.statistics("variance", 4);
    value const x = b.input("x", f32_spec({2, 3, 6}));
    value const c =
        aten::convolution(x, w, nullptr, std::array{1}, std::array{1}, std::array{1}, false, std::array{0}, 1);
    exported_program q = b.finish({b.item(b.batch_norm(c, gamma, beta, mean, variance), 0)});
    CHECK(fired(rule_sets::backend<>, q) == "fold-batch-norm-without-bias");
}

TEST_CASE("backend rules: two convolutions may share weights that only one of them has folded") {
    conv_norm b;
    value const normed = b.norm(b.convolve(b.b)), plain = b.convolve(b.b);
    exported_program p = b.finish({normed, plain});
    CHECK(fired(rule_sets::backend<>, p) == "fold-batch-norm");
}

TEST_CASE("backend rules: convolution and relu become one op of the backend") {
    image_builder b;
    value const w = b.weight("w", {4, 1, 3, 3});
    value const x = b.input("x", f32_spec({2, 2, 6, 6}));
    value const c =
        aten::convolution(x, w, nullptr, std::array{2, 1}, std::array{1, 0}, std::array{1, 2}, false, zero, 2);
    exported_program p = b.finish({aten::relu(c)});
    CHECK(fired(rule_sets::backend<>, p) == "fuse-conv-relu");
    CHECK(calls(p) == "conv_relu");
    target_info const target = p.graph().target(p.graph().at("relu_default"));
    CHECK(target.dialect == dialect_tag::backend);
    CHECK(target.op == &backend::conv_relu.info());
}

TEST_CASE("backend rules: convolution, batch norm and relu become one op, and constants do the rest") {
    conv_norm b;
    exported_program p = b.finish({aten::relu(b.norm(b.convolve(b.b)))});
    exported_program const before = p;
    CHECK(fired(rule_sets::backend<>, p) == "fold-batch-norm fuse-conv-relu");
    constant_prop(p, cpu_library());
    CHECK(calls(p) == "conv_relu");
    check_same_outputs(before, p);
}

TEST_CASE("backend rules: a skip connection, which needs the convolution's own result, is not fused") {
    conv_norm b;
    value const c = b.convolve(b.b);
    exported_program p = b.finish({aten::add.Tensor(aten::relu(c), c)});
    CHECK(fired(rule_sets::backend<>, p) == "");
    CHECK(calls(p) == "convolution relu add.Tensor");
}

TEST_CASE("backend rules: a convolution that the program returns is not fused") {
    conv_norm b;
    value const c = b.convolve(b.b);
    exported_program p = b.finish({aten::relu(c), c});
    CHECK(fired(rule_sets::backend<>, p) == "");
}

TEST_CASE("backend rules: a transposed convolution is neither folded nor fused") {
    image_builder b;
    value const w = b.weight("w", {3, 4, 3, 3});
    value const x = b.input("x", f32_spec({2, 3, 6, 6}));
    value const c = aten::convolution(x, w, nullptr, one, zero, one, true, zero, 1);
    exported_program p = b.finish({aten::relu(c)});
    CHECK(rewrite(p.graph(), rule_sets::backend<>).rewrites == 0);
}

TEST_CASE("backend rules: what changes nothing is removed") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    value const y = aten::detach_copy(aten::alias_copy(aten::clone(aten::dropout(aten::neg(x), 0.5, false))));
    exported_program p = b.finish({aten::neg(y)});
    exported_program const before = p;
    CHECK(rewrite(p.graph(), rule_sets::no_ops<>).rewrites == 4);
    CHECK(calls(p) == "neg neg");
    check_sound(p);
}

TEST_CASE("backend rules: dropout in training stays, and so does a copy that changes the layout") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    value const y = aten::clone(aten::dropout(aten::neg(x), 0.0, true), "memory_format"_a = memory_format::contiguous);
    exported_program p = b.finish({aten::neg(y)});
    CHECK(fired(rule_sets::no_ops<>, p) == "");
}

} // namespace
