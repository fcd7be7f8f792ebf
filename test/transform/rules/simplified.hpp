#pragma once

#include "../../rewrite/formula.hpp"
#include "../check_rewrite.hpp"

#include <graft/lower/cpu_library.hpp>
#include <graft/runtime/unsupported.hpp>
#include <graft/transform/constant_numbers.hpp>

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace graft_test {

inline constexpr graft::dtype floats[] = {graft::dtype::f32, graft::dtype::f64, graft::dtype::f16, graft::dtype::bf16};
inline constexpr graft::dtype whole_numbers[] = {graft::dtype::i64, graft::dtype::i32, graft::dtype::i16,
                                                 graft::dtype::i8, graft::dtype::u8};
inline constexpr graft::dtype signed_whole_numbers[] = {graft::dtype::i64, graft::dtype::i32, graft::dtype::i16,
                                                        graft::dtype::i8};
inline constexpr graft::dtype numbers[] = {graft::dtype::f32,  graft::dtype::f64, graft::dtype::f16,
                                           graft::dtype::bf16, graft::dtype::i64, graft::dtype::i32,
                                           graft::dtype::i16,  graft::dtype::i8,  graft::dtype::u8};
inline constexpr graft::dtype elements[] = {
    graft::dtype::f32, graft::dtype::f64, graft::dtype::f16, graft::dtype::bf16, graft::dtype::i64,
    graft::dtype::i32, graft::dtype::i16, graft::dtype::i8,  graft::dtype::u8,   graft::dtype::boolean};
inline constexpr graft::dtype f32_only[] = {graft::dtype::f32};

using shapes = std::vector<std::vector<graft::sym_int>>;

/// What rules make of `f(inputs)` or `f(builder, inputs)`, as a formula in x0, x1, ...; what the program returns,
/// the value twice over so that nothing is an output that was none, may not change. Nothing may be undone.
template <class Rules, class F>
std::string simplified_program(Rules const& rules, std::vector<graft::tensor_spec> const& specs, F const& f,
                               graft::rewrite_options const& options = {}) {
    program_builder b;
    std::vector<value> inputs;
    for (std::size_t i = 0; i < specs.size(); ++i)
        inputs.push_back(b.input("x" + std::to_string(i), specs[i]));
    value result;
    if constexpr (std::is_invocable_v<F const&, program_builder&, std::vector<value> const&>)
        result = f(b, inputs);
    else
        result = f(inputs);
    graft::node_id const kept = graft::aten::maximum(result, result).id;
    graft::exported_program p = b.finish({value{&b.g(), kept}});
    graft::exported_program const before = p;
    graft::rewrite_result const done = graft::rewrite(p, rules, options);
    CHECK(done.converged);
    CHECK(done.unsound == 0);
    check_sound(p);
    std::string what = formula(p.graph(), p.graph().arg(kept, 0));
    if (graft::unsupported_calls(before, graft::cpu_library()).empty() &&
        graft::unsupported_calls(p, graft::cpu_library()).empty())
        check_same_outputs(before, p);
    else
        what += " (not run)";
    return what;
}

/// What the rules make of inputs of these sizes: one formula for all of the dtypes, or the check fails.
template <class Rules, class F>
std::string simplified(Rules const& rules, std::span<graft::dtype const> dtypes, shapes const& sizes, F const& f,
                       graft::rewrite_options const& options = {}) {
    std::string all;
    for (graft::dtype const d : dtypes) {
        CAPTURE(graft::fx_name(d));
        std::vector<graft::tensor_spec> specs;
        for (auto const& one : sizes)
            specs.push_back(graft::make_spec(d, one));
        std::string const one = simplified_program(rules, specs, f, options);
        all = d == dtypes.front() || one == all ? one : "it depends on the dtype: " + all + " or " + one;
    }
    return all;
}

} // namespace graft_test
