#include <graft/transform/complex_to_real.hpp>

#include <doctest/doctest.h>

#include <graft/lower/cpu_ops.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/runtime/pte/method.hpp>
#include <graft/transform/to_edge.hpp>

#include "../io/raises.hpp"
#include "../runtime/tensors.hpp"
#include "check_rewrite.hpp"
#include "detail/pairs.hpp"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Rotates pairs of neighbouring elements by the angles of their places, as Llama does.
exported_program rotary_embedding() {
    program_builder b;
    tensor angles = tensor::empty({6, 2}, dtype::f32), turns = tensor::empty({6, 2}, dtype::c64);
    for (std::int64_t i = 0; i < angles.numel(); ++i)
        turns.view_as_real().data<float>()[2 * i] = std::cos(static_cast<float>(i)),
                                               turns.view_as_real().data<float>()[2 * i + 1] =
                                                   std::sin(static_cast<float>(i));
    value const turn = b.buffer("turns", turns, false), x = b.input("x", f32_spec({symbol("s0"), 6, 4}));
    value const z = aten::view_as_complex(aten::reshape(x, std::vector{-1, 6, 2, 2}));
    value const turned = aten::view_as_real(aten::mul.Tensor(z, aten::unsqueeze(turn, 0)));
    return b.finish({aten::flatten.using_ints(turned, 2)}, {{symbol("s0"), sym_range{1, 8}}});
}

TEST_CASE("complex_to_real: a rotary embedding") {
    exported_program const before = rotary_embedding();
    exported_program after = check_pairs(before);
    CHECK(complex_to_real(after) == 0);
    CHECK(calls(after).find("complex") == std::string::npos);
}

TEST_CASE("complex_to_real: a program of the Edge dialect stays one") {
    exported_program before = rotary_embedding();
    static_cast<void>(to_edge(before));
    exported_program const after = check_pairs(before);
    for (node_id const n : after.graph().nodes())
        if (after.graph().target(n).is_op())
            CHECK(after.graph().target(n).dialect == dialect_tag::edge);
}

// The lengths of the transforms of the frames of a signal.
exported_program spectrogram() {
    program_builder b;
    value const window = b.buffer("window", tensor::full({16}, dtype::f32, 0.5)), x = b.input("x", f32_spec({2, 64}));
    value const bins = aten::stft.center(x, 16, 4, 16, window, true, "reflect", true, true, true);
    return b.finish({aten::pow.Tensor_Scalar(aten::abs(bins), 2)});
}

// The program as a file holds no complex number, and returns what the program returns.
void check_file(exported_program const& program) {
    executorch_program_manager const manager = edge_program_manager(program)
                                                   .transform(pass_manager{vec<any_pass>{complex_to_real}})
                                                   .to_executorch({.library = cpu_library()});
    for (pte_value const& v : manager.executorch_program().plans.at(0).values)
        if (auto const* const t = std::get_if<pte_tensor>(&v))
            CHECK_FALSE(is_complex(t->dtype));
    std::vector<tensor> const inputs = random_inputs(program);
    pte_method method(manager.executorch_program(), "forward", cpu_library().kernels, find_cpu_op<>);
    CHECK(compare(executor(program, cpu_library()).run(inputs)[0], method.run(inputs)[0], tolerance{1e-5, 1e-5})
              .agrees());
}
TEST_CASE("complex_to_real: the program file of a rotary embedding") { check_file(rotary_embedding()); }
TEST_CASE("complex_to_real: the program file of a spectrogram") { check_file(spectrogram()); }

TEST_CASE("complex_to_real: inputs and results are pairs") {
    program_builder b;
    value const z = b.input("z", make_spec(dtype::c64, {2}));
    exported_program p = b.finish({aten::mul.Tensor(z, z), aten::view_as_real(z), z});
    CHECK(complex_to_real(p) == 2);
    check_sound(p);
    check_real(p);
    tensor const given = f32({2, 2}, {1, 2, 3, -1});
    std::vector<tensor> const got = executor(p, cpu_library()).run(std::vector{given});
    CHECK(std::vector<float>(got[0].data<float>(), got[0].data<float>() + 4) == std::vector<float>{-3, 4, 8, -6});
    CHECK(compare(given, got[1]).agrees());
    CHECK(compare(given, got[2]).agrees());
}

TEST_CASE("complex_to_real: a program of real numbers stays") {
    program_builder b;
    exported_program p = b.finish({aten::neg(b.input("x", f32_spec({2})))});
    CHECK(complex_to_real(p) == 0);
    CHECK(calls(p) == "neg");
}

TEST_CASE("complex_to_real: a call that has no form is named, and the program stays as it was") {
    program_builder b;
    value const z = aten::view_as_complex(b.input("x", f32_spec({3, 2})));
    exported_program p = b.finish({aten::abs(aten::prod(aten::neg(z)))});
    CHECK(sentence([&] { complex_to_real(p); }) ==
          "complex_to_real: aten::prod of complex numbers has no form in pairs");
    CHECK(raised([&] { complex_to_real(p); }).find("at %prod_default") != std::string::npos);
    CHECK(calls(p) == "view_as_complex neg prod abs");
    program_builder c;
    value const w = aten::view_as_complex(c.input("x", f32_spec({3, 2})));
    exported_program writes = c.finish({aten::abs(aten::mul_.Scalar(w, 2))});
    CHECK(sentence([&] { complex_to_real(writes); }) ==
          "complex_to_real: aten::mul_.Scalar writes to an argument: the program must be functional");
}

} // namespace
