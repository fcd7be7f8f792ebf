#include <graft/transform/decompose.hpp>

#include <graft/dialect/known_ops.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

/// A program that returns what `f(inputs)` does with inputs of these sizes.
template <class F>
exported_program program_of(dtype d, std::vector<std::vector<sym_int>> const& sizes, F const& f) {
    program_builder b;
    std::vector<value> inputs;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        inputs.push_back(b.input("x" + std::to_string(i), make_spec(d, sizes[i])));
    return b.finish({f(inputs)});
}

/// The ops that are left of `f` of such inputs, which compute the same as what they take the place of.
template <class F>
std::string decomposed(std::vector<std::vector<sym_int>> const& sizes, F const& f, dtype d = dtype::f32,
                       decompose_options const& options = {}) {
    exported_program p = program_of(d, sizes, f);
    exported_program const before = p;
    static_cast<void>(decompose(p.graph(), options));
    update_output_names(p);
    check_sound(p);
    check_same_outputs(before, p);
    return calls(p);
}

TEST_CASE("decompose: an op with another name") {
    CHECK(decomposed({{2, 3}, {3}}, [](auto const& v) { return aten::multiply.Tensor(v[0], v[1]); }) == "mul.Tensor");
    CHECK(decomposed({{2, 3}}, [](auto const& v) { return aten::arctan(v[0]); }) == "atan");
    CHECK(decomposed({{2, 3}}, [](auto const& v) { return aten::greater.Scalar(v[0], 0.5); }) == "gt.Scalar");
}

TEST_CASE("decompose: what it is made of is decomposed as well") {
    CHECK(decomposed({{2, 3}}, [](auto const& v) { return aten::swapaxes(v[0], 0, -1); }) == "permute");
    CHECK(decomposed({{2, 3}}, [](auto const& v) { return aten::silu(v[0]); }) == "sigmoid mul.Tensor");
}

TEST_CASE("decompose: another name of an op that is made of others is made of these") {
    auto const by = [](auto const& op) {
        return decomposed({{2, 3}}, [&](auto const& v) { return op(v[0], "dx"_a = 0.5); });
    };
    CHECK(by(aten::trapz.dx) == by(aten::trapezoid.dx));
    CHECK(by(aten::trapz.dx).find("trapz") == std::string::npos);
}

TEST_CASE("decompose: a core op stays") {
    CHECK(decomposed({{2, 3}}, [](auto const& v) { return aten::relu(v[0]); }) == "relu");
    CHECK(decomposed({{2, 3}, {3, 2}}, [](auto const& v) { return aten::mm(v[0], v[1]); }) == "mm");
}

TEST_CASE("decompose: an op that is to be preserved stays whole") {
    auto const both = [](auto const& v) { return aten::silu(aten::linear(v[0], v[1])); };
    CHECK(decomposed({{2, 3}, {4, 3}}, both) == "permute mm sigmoid mul.Tensor");
    CHECK(decomposed({{2, 3}, {4, 3}}, both, dtype::f32, {{"aten::linear"}}) == "linear sigmoid mul.Tensor");
    CHECK(decomposed({{2, 3}, {4, 3}}, both, dtype::f32, {{"aten::linear", "aten::silu"}}) == "linear silu");
    CHECK(decomposed({{2, 3}, {4, 3}}, both, dtype::f32, {{aten::linear, aten::silu}}) == "linear silu");
    CHECK(decomposed({{2, 3}, {4, 3}}, both, dtype::f32, {{"my::linear"}}) == "permute mm sigmoid mul.Tensor");
}

TEST_CASE("decompose: the name of an op to preserve that is mistaken is an error") {
    graph g;
    auto const complaint = [&](char const* name) { return raised([&] { static_cast<void>(decompose(g, {{name}})); }); };
    CHECK(complaint("aten::liner").starts_with("graft: no op has the name 'aten::liner'; did you mean 'aten::linear'"));
    CHECK(complaint("torch.ops.aten.linear.default")
              .starts_with("graft: no op has the name 'torch.ops.aten.linear.default'; did you mean 'aten::linear'"));
    CHECK(complaint("aten::linear") == "(nothing raised)");
}

TEST_CASE("decompose: products") {
    auto const matmul = [](auto const& v) { return aten::matmul(v[0], v[1]); };
    CHECK(decomposed({{2, 3}, {3, 4}}, matmul) == "mm");
    CHECK(decomposed({{5, 2, 3}, {5, 3, 4}}, matmul).find("bmm") != std::string::npos);
    for (auto const& sizes : std::vector<std::vector<std::vector<sym_int>>>{{{3}, {3}},
                                                                            {{3}, {3, 4}},
                                                                            {{2, 3}, {3}},
                                                                            {{2, 5, 3}, {3, 4}},
                                                                            {{2, 1, 2, 3}, {5, 3, 4}},
                                                                            {{3}, {2, 3, 4}}})
        static_cast<void>(decomposed(sizes, matmul));
    auto const linear = [](auto const& v) { return aten::linear(v[0], v[1], v[2]); };
    for (auto const& sizes :
         std::vector<std::vector<std::vector<sym_int>>>{{{3}, {4, 3}, {4}}, {{2, 5, 3}, {4, 3}, {4}}})
        static_cast<void>(decomposed(sizes, linear));
    CHECK(decomposed({{2, 3}, {4, 3}}, [](auto const& v) {
              return aten::einsum("ij,kj->ki", std::vector{v[0], v[1]});
          }).find("bmm") != std::string::npos);
}

TEST_CASE("decompose: symbolic sizes come from a tensor that has them") {
    auto const linear = [](auto const& v) { return aten::linear(v[0], v[1]); };
    CHECK(decomposed({{s0, 3}, {4, 3}}, linear) == "permute mm");
    CHECK(decomposed({{s0, s1, 3}, {4, 3}}, linear).find("sym_size.int") != std::string::npos);
    CHECK(decomposed({{s0, 3}}, [](auto const& v) { return aten::new_zeros(v[0], std::vector{2}); }) == "full");
}

TEST_CASE("decompose: a call stays whose composition depends on a symbolic size") {
    auto const gru = [](auto const& v) {
        std::vector const weights{v[2], v[3]};
        value const all = aten::gru.input(v[0], v[1], weights, false, 1, 0.0, false, false, false);
        return value{all.owner, all.owner->call_function("operator.getitem", {arg::node(all.id), std::int64_t{1}})};
    };
    std::vector<sym_int> const state{1, 2, 4}, in{12, 3}, back{12, 4};
    CHECK(decomposed({{s0, 2, 3}, state, in, back}, gru) == "gru.input getitem");
    std::string const of_any_batch = decomposed({{2, s0, 3}, {1, s0, 4}, in, back}, gru);
    CHECK(of_any_batch.find("gru") == std::string::npos);
    CHECK(of_any_batch.find("select") != std::string::npos);
}

TEST_CASE("decompose: a dimension of symbolic size is padded in circles and upsampled by a factor") {
    CHECK(decomposed({{2, 3, s0}}, [](auto const& v) {
              return aten::pad(v[0], std::vector{1, 2}, "circular");
          }).find("pad") == std::string::npos);
    CHECK(decomposed({{2, 3, s0}}, [](auto const& v) {
              return aten::upsample_nearest1d.vec(v[0], arg{}, std::vector{2.0});
          }).find("upsample") == std::string::npos);
}

TEST_CASE("decompose: a product of symbolic sizes is computed") {
    std::string const product =
        decomposed({{4, s0, s1, 3}, {4, s0, 3, 5}}, [](auto const& v) { return aten::matmul(v[0], v[1]); });
    CHECK(product.find("matmul") == std::string::npos);
    CHECK(product.find("bmm") != std::string::npos);
}

TEST_CASE("decompose: sizes that are symbolic are computed") {
    auto const without = [](char const* op, std::vector<std::vector<sym_int>> const& sizes, auto const& f) {
        CAPTURE(op);
        std::string const left = decomposed(sizes, f);
        CAPTURE(left);
        CHECK(left.find(op) == std::string::npos);
    };
    without("flatten", {{s0, 2, s1, 4}}, [](auto const& v) { return aten::flatten.using_ints(v[0], 1, 2); });
    without("roll", {{s0, s1}}, [](auto const& v) { return aten::roll(v[0], std::vector{4, -1}, std::vector{0, 1}); });
    without("roll", {{s0, s1}}, [](auto const& v) { return aten::roll(v[0], std::vector{2}); });
    without("glu", {{2, s0 * 2}}, [](auto const& v) { return aten::glu(v[0]); });
    without("narrow", {{s0, 3}}, [](auto const& v) { return aten::narrow(v[0], 0, -2, 2); });
    without("pixel", {{1, s0 * 4, s0, s1}}, [](auto const& v) { return aten::pixel_shuffle(v[0], 2); });
    without("pixel", {{1, 2, s0 * 2, s1 * 2}}, [](auto const& v) { return aten::pixel_unshuffle(v[0], 2); });
    without("shuffle", {{1, s0 * 2, s1, 2}}, [](auto const& v) { return aten::channel_shuffle(v[0], 2); });
    without("im2col", {{1, 2, s0, s1}}, [](auto const& v) {
        return aten::im2col(v[0], std::vector{2, 2}, std::vector{1, 1}, std::vector{1, 1}, std::vector{1, 1});
    });
    without("upsample", {{1, 2, s0}}, [](auto const& v) { return aten::upsample_nearest1d(v[0], std::vector{5}); });
    without("upsample", {{1, 2, s0, s1}}, [](auto const& v) {
        return aten::upsample_bicubic2d.vec(v[0], arg{}, true, std::vector{1.5, 2.0});
    });
    without("upsample", {{1, 2, s0, s1}}, [](auto const& v) {
        return aten::upsample_bicubic2d(v[0], std::vector{9, 7}, false);
    });
    for (bool const corners : {false, true})
        without("upsample", {{1, 2, s0, s1, 4}}, [corners](auto const& v) {
            return aten::upsample_trilinear3d.vec(v[0], arg{}, corners, std::vector{0.5, 2.0, 1.5});
        });
    without("upsample", {{1, 2, 3, s0, s1}}, [](auto const& v) {
        return aten::upsample_trilinear3d.vec(v[0], arg{}, false, std::vector{1.5, 1.25, 1.1});
    });
    without("quantile", {{s0, 4}}, [](auto const& v) { return aten::quantile.scalar(v[0], 0.25, 0); });
    without("cov", {{2, s0}}, [](auto const& v) { return aten::cov(v[0]); });
    without("diff", {{s0, s1}, {1, s1}}, [](auto const& v) { return aten::diff(v[0], 6, 0, v[1], v[0]); });
    without("trapezoid", {{2, s0 - 2}}, [](auto const& v) { return aten::trapezoid.dx(v[0]); });
    without("scaled_dot", {{1, 2, s0, s1}, {1, 2, 4, s1}},
            [](auto const& v) { return aten::scaled_dot_product_attention(v[0], v[1], v[1]); });
}

TEST_CASE("decompose: a number that is symbolic is a tensor where an op takes one, or stays a number of core ops") {
    auto const check = [](std::string const& op, auto const& arguments, dtype d = dtype::f32,
                          std::vector<std::string> const& factors = {}) {
        CAPTURE(op);
        call_builder b;
        arg const x = b.input("x", make_spec(d, {s0, 2})), size = b.call("aten::sym_size.int", {x, 0});
        std::vector<kwarg> named;
        for (std::string const& factor : factors)
            named.push_back({factor, size});
        exported_program p = b.output({b.call("aten::" + op, arguments(b, x, size), named)});
        exported_program const before = p;
        CHECK(decompose(p.graph()) > 0);
        update_output_names(p);
        CAPTURE(calls(p));
        CHECK((" " + calls(p) + " ").find(" " + op + " ") == std::string::npos);
        check_sound(p);
        check_same_outputs(before, p);
    };
    for (char const* const op : {"rsub.Scalar", "clamp_min", "clamp_max", "xlogy.Scalar_Other"})
        check(op, [](auto&, arg const& x, arg const& size) { return vec<arg>{x, size}; });
    for (char const* const op : {"xlogy.Scalar_Self", "remainder.Scalar_Tensor"})
        check(op, [](auto&, arg const& x, arg const& size) { return vec<arg>{size, x}; });
    for (char const* const op : {"lerp.Scalar", "threshold"})
        check(op, [&](auto&, arg const& x, arg const& size) { return vec<arg>{x, op[0] == 'l' ? x : size, size}; });
    check("rsub.Scalar", [](auto&, arg const& x, arg const& size) { return vec<arg>{x, size, 2}; });
    check("rsub.Tensor", [](auto&, arg const& x, arg const&) { return vec<arg>{x, x}; }, dtype::f32, {"alpha"});
    check("softplus", [](auto&, arg const& x, arg const& size) { return vec<arg>{x, size, size}; });
    for (char const* const op : {"celu", "hardshrink"})
        check(op, [](auto&, arg const& x, arg const& size) { return vec<arg>{x, size}; });
    check("renorm", [](auto&, arg const& x, arg const& size) { return vec<arg>{x, 2, 0, size}; });
    for (dtype const d : {dtype::i32, dtype::f32}) {
        check(
            "threshold",
            [](auto&, arg const& x, arg const& size) {
                return vec<arg>{x, size, 3};
            },
            d);
        check("addcmul", [](auto&, arg const& x, arg const&) { return vec<arg>{x, x, x}; }, d, {"value"});
        check("baddbmm",
              [d](auto& b, arg const& x, arg const&) {
                  arg const rows = b.call("aten::unsqueeze", {x, 0});
                  return vec<arg>{rows, rows, b.call("aten::ones", {arg::list({1, 2, 2})}, {{"dtype", d}})};
              },
              d, {"beta", "alpha"});
        check("addr",
              [](auto& b, arg const& x, arg const&) {
                  return vec<arg>{x, b.call("aten::select.int", {x, 1, 0}), b.call("aten::select.int", {x, 0, 0})};
              },
              d, {"beta", "alpha"});
        check("index_add",
              [](auto& b, arg const& x, arg const&) {
                  return vec<arg>{x, 1, b.call("aten::arange", {2}), x};
              },
              d, {"alpha"});
    }
    check("new_full", [](auto&, arg const& x, arg const& size) { return vec<arg>{x, arg::list({3}), size}; });
    check("masked_fill.Scalar", [](auto& b, arg const& x, arg const& size) {
        return vec<arg>{x, b.call("aten::gt.Scalar", {x, 0}), size};
    });
}

// Half of the last size of a tensor.
arg half_of(value const& x, std::string_view division, value_spec val) {
    graph& g = *x.owner;
    node_id const length = g.call_function(decltype(aten::sym_size.int_)::info(), {arg::node(x.id), std::int64_t{-1}});
    g.set_val(length, value_spec::of_integer(s0));
    node_id const half = g.call_function(division, {arg::node(length), std::int64_t{2}});
    g.set_val(half, std::move(val));
    return arg::node(half);
}

TEST_CASE("decompose: numbers that are only known when the program runs") {
    CHECK(decomposed({{2, s0}}, [](auto const& v) {
              graph& g = *v[0].owner;
              node_id const length =
                  g.call_function(decltype(aten::sym_size.int_)::info(), {arg::node(v[0].id), std::int64_t{1}});
              g.set_val(length, value_spec::of_integer(s0));
              node_id const result = g.call_function(aten::arange.start.info(), {0.0, arg::node(length)});
              g.set_val(result, f32_spec({s0}));
              return value{&g, result};
          }) == "sym_size.int arange.start_step");
    std::string const padded = decomposed({{2, s0}}, [](auto const& v) {
        graph& g = *v[0].owner;
        sym_int const half = floor_div(s0, 2);
        arg const pad = arg::list({half_of(v[0], "operator.floordiv", value_spec::of_integer(half)), 1});
        node_id const result = g.call_function(aten::pad.default_.info(), {arg::node(v[0].id), pad, "circular"});
        g.set_val(result, f32_spec({2, s0 + half + 1}));
        return value{&g, result};
    });
    CAPTURE(padded);
    CHECK(padded.find("pad") == std::string::npos);
    CHECK(padded.find("index_select") != std::string::npos);
}

// A part of a dimension of symbolic size, of as many as torch.export records.
template <class Op>
std::string part_of(Op const& op, sym_int const& size, std::int64_t by, std::vector<sym_int> const& lengths) {
    return decomposed({{size, 2}}, [&](auto const& v) {
        graph& g = *v[0].owner;
        node_id const all = g.call_function(op.info(), {arg::node(v[0].id), by});
        vec<value_spec> parts;
        for (sym_int const& length : lengths)
            parts.push_back(make_spec(dtype::f32, {length, 2}));
        g.set_val(all, value_spec::of_list(std::move(parts)));
        return value{&g, g.call_function("operator.getitem", {arg::node(all), std::int64_t{1}})};
    });
}

TEST_CASE("decompose: a dimension of symbolic size is taken apart as the program records it") {
    sym_int const half = floor_div(s0 + 1, 2);
    char const* const with_sizes = "sym_size.int add floordiv mul add split_with_sizes getitem";
    CHECK(part_of(aten::chunk.default_, s0, 2, {half, s0 - half}) == with_sizes);
    CHECK(part_of(aten::unsafe_chunk.default_, s0, 2, {half, s0 - half}) == with_sizes);
    CHECK(part_of(aten::tensor_split.sections, s0, 2, {half, s0 - half}) == with_sizes);
    CHECK(part_of(aten::split.Tensor, s0, 2, {2, s0 - 2}) == "sym_size.int add split_with_sizes getitem");
    CHECK(part_of(aten::unsafe_split.Tensor, s0, 2, {2, s0 - 2}) == "sym_size.int add split_with_sizes getitem");
}

TEST_CASE("decompose: a repetition whose sizes only the elements tell has those that are recorded") {
    graph g;
    value const x = placeholder(g, "x"), times = placeholder(g, "times");
    g.set_val(x.id, f32_spec({3, 4}));
    g.set_val(times.id, make_spec(dtype::i64, {3}));
    value const found = aten::repeat_interleave.self_Tensor(x, times, 0);
    g.set_val(found.id, f32_spec({symbol{"u0"}, 4}));
    output(g, {found});
    CHECK(decompose(g) == 1);
    node_id const picked = g.arg(g.back(), 0)[0].node();
    CHECK(g.target(picked).name == "aten::index_select");
    CHECK(bool(g.val(picked)->tensor == f32_spec({symbol{"u0"}, 4})));
    node_id const indices = g.arg(picked, 2).node();
    CHECK(g.target(indices).name == "aten::repeat_interleave.Tensor");
    CHECK(bool(g.val(indices)->tensor == make_spec(dtype::i64, {symbol{"u0"}})));
}

TEST_CASE("decompose: layers agree with their kernels") {
    std::optional<value> const none;
    auto const norm = [&](auto const& v) { return aten::layer_norm(v[0], std::vector{4}, v[1], v[1]); };
    CHECK(decomposed({{2, 3, 4}, {4}}, norm) == "native_layer_norm getitem");
    auto const group = [&](auto const& v) { return aten::group_norm(v[0], 3, v[1], none); };
    CHECK(decomposed({{2, 6, 4, 2}, {6}}, group) == "native_group_norm getitem");
    CHECK(decomposed({{2, 3, 8}, {4, 3, 3}}, [](auto const& v) { return aten::conv1d(v[0], v[1]); }) == "convolution");
    CHECK(decomposed({{2, 4}}, [](auto const& v) { return aten::softmax.int_(v[0], 1); }) == "_softmax");
    auto const attention = [](auto const& v) { return aten::scaled_dot_product_attention(v[0], v[1], v[1]); };
    CHECK(decomposed({{2, 2, 3, 4}, {2, 2, 5, 4}}, attention).find("bmm") != std::string::npos);
    auto const shared_heads = [&](auto const& v) {
        return aten::scaled_dot_product_attention(v[0], v[1], v[1], none, 0.0, false, "enable_gqa"_a = true);
    };
    CHECK(decomposed({{2, 4, 3, 4}, {2, 2, 5, 4}}, shared_heads).find("bmm") != std::string::npos);
    CHECK(decomposed({{3, 4}, {3, 4}}, [](auto const& v) {
              return aten::cosine_similarity(v[0], v[1]);
          }).find("div.Tensor") != std::string::npos);
}

TEST_CASE("decompose: a recurrent layer is its steps") {
    auto const lstm = [](auto const& v) {
        std::vector const state{v[1], v[1]}, weights{v[2], v[3], v[4], v[4]};
        value const all = aten::lstm.input(v[0], state, weights, true, 1, 0.0, false, false, true);
        return value{all.owner, all.owner->call_function("operator.getitem", {arg::node(all.id), std::int64_t{0}})};
    };
    std::string const ops = decomposed({{2, 5, 3}, {1, 2, 4}, {16, 3}, {16, 4}, {16}}, lstm);
    CHECK(ops.find("lstm") == std::string::npos);
    CHECK(ops.find("tanh") != std::string::npos);
}

// Each is a call of an op that is made of others.
TEST_CASE("decompose: element-wise ops agree with their kernels") {
    using unary = value (*)(value);
    unary const calls[] = {[](value x) { return aten::mish(x); },
                           [](value x) { return aten::softplus(x); },
                           [](value x) { return aten::hardsigmoid(x); },
                           [](value x) { return aten::hardswish(x); },
                           [](value x) { return aten::relu6(x); },
                           [](value x) { return aten::celu(x, 0.5); },
                           [](value x) { return aten::selu(x); },
                           [](value x) { return aten::threshold(x, 0.5, 2); },
                           [](value x) { return aten::log_sigmoid(x); },
                           [](value x) { return aten::square(x); },
                           [](value x) { return aten::frac(x); },
                           [](value x) { return aten::deg2rad(x); },
                           [](value x) { return aten::rad2deg(x); },
                           [](value x) { return aten::clamp_min(x, 0.5); },
                           [](value x) { return aten::clamp_max(x, 0.5); },
                           [](value x) { return aten::hardshrink(x); },
                           [](value x) { return aten::sinc(x); },
                           [](value x) { return aten::logsumexp(x, std::vector{1}); },
                           [](value x) { return aten::addcmul(x, x, x, "value"_a = 0.5); },
                           [](value x) { return aten::lerp.Scalar(x, aten::sin(x), 0.25); },
                           [](value x) { return aten::std(x); },
                           [](value x) { return aten::mse_loss(x, aten::relu(x)); },
                           [](value x) { return aten::nansum(x); },
                           [](value x) { return aten::trace(x); },
                           [](value x) { return aten::rot90(x); },
                           [](value x) {
                               return aten::tile(x, std::vector{2, 1});
                           }};
    for (unary const call : calls) {
        std::string const left = decomposed({{3, 4}}, [&](auto const& v) { return call(v[0]); });
        CAPTURE(left);
        CHECK(!left.empty());
    }
}

TEST_CASE("decompose: a call that its op refuses, and one of which an item is taken that there is not, stay") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    g.set_val(a.id, make_spec(dtype::f32, {}));
    g.set_val(b.id, make_spec(dtype::f32, {2, 3, 4}));
    node_id const product =
        g.call_function(g.intern_target(aten::matmul_default::info()), {arg::node(a.id), arg::node(b.id)});
    g.set_val(product, make_spec(dtype::f32, {2, 3, 4}));
    node_id const parts = g.call_function(g.intern_target(*find_known_op<>("aten::chunk")), {arg::node(b.id), arg(2)});
    g.set_val(parts, value_spec::of_list({make_spec(dtype::f32, {1, 3, 4}), make_spec(dtype::f32, {1, 3, 4})}));
    node_id const item = g.call_function("operator.getitem", {arg::node(parts), arg(7)});
    g.set_val(item, make_spec(dtype::f32, {1, 3, 4}));
    g.output(arg::tuple({arg::node(product), arg::node(item)}));
    CHECK(decompose(g) == 0);
    CHECK(g.contains(product));
    CHECK(g.contains(parts));
}

} // namespace
