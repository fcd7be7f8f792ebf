#pragma once

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/transform/complex_to_real.hpp>

#include "../check_rewrite.hpp"

#include <string>
#include <utility>
#include <vector>

namespace graft_test {

/// Requires that no value of a program is complex.
inline void check_real(graft::exported_program const& p) {
    for (graft::node_id const n : p.graph().nodes())
        if (graft::value_spec const* const val = p.graph().val(n); val != nullptr && val->is_tensor()) {
            CAPTURE(p.graph().name(n));
            CHECK_FALSE(graft::is_complex(val->tensor.dtype));
        }
    for (auto const& [name, t] : p.state_dict)
        CHECK_FALSE(graft::is_complex(t.dtype()));
    for (auto const& [name, t] : p.constants)
        CHECK_FALSE(graft::is_complex(t.dtype()));
}

/// The program without complex numbers, which must return what the program returns, or the parts of that. The user's
/// inputs are real.
inline graft::exported_program check_pairs(graft::exported_program const& before, double allowed = 1e-5) {
    graft::exported_program after = before;
    CHECK(graft::complex_to_real(after) > 0);
    check_sound(after);
    check_real(after);
    std::vector<graft::tensor> const inputs = random_inputs(before);
    graft::kernel_library const library = graft::cpu_library();
    std::vector<graft::tensor> const expected = graft::executor(before, library).run(inputs),
                                     got = graft::executor(after, library).run(inputs);
    REQUIRE(expected.size() == got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        CAPTURE(i);
        graft::tensor const wanted = is_complex(expected[i].dtype()) ? expected[i].view_as_real() : expected[i];
        REQUIRE(wanted.dtype() == got[i].dtype());
        REQUIRE(wanted.sizes() == got[i].sizes());
        graft::difference const d = graft::compare(wanted, got[i], graft::tolerance{allowed, allowed});
        CAPTURE(d.max_abs);
        CHECK(d.agrees());
    }
    return after;
}

/// The program that `results(z, w, x)` makes of two complex tensors and a real one of these sizes, written with pairs
/// as above.
template <class F>
graft::exported_program check_pairs_of(F const& results, std::vector<graft::sym_int> sizes = {2, 3},
                                       graft::dtype d = graft::dtype::f32) {
    program_builder b;
    std::vector<graft::sym_int> parts = sizes;
    parts.push_back(2);
    graft::value const z = graft::aten::view_as_complex(b.input("z", graft::make_spec(d, parts))),
                       w = graft::aten::view_as_complex(b.input("w", graft::make_spec(d, parts))),
                       x = b.input("x", graft::make_spec(d, std::move(sizes)));
    graft::exported_program const program = b.finish(results(b, z, w, x));
    return check_pairs(program, d == graft::dtype::f64 ? 1e-10 : 1e-5);
}

} // namespace graft_test
