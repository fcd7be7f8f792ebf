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

/// What a test computes from inputs, `f(inputs)` or `f(builder, inputs)`, whatever the type of `f`: what checks it is
/// compiled once.
class computation {
public:
    template <class F>
    computation(F const& f) // not explicit: tests pass lambdas
        : f_(&f), call_([](void const* object, program_builder& b, std::vector<value> const& inputs) -> value {
              F const& g = *static_cast<F const*>(object);
              if constexpr (std::is_invocable_v<F const&, program_builder&, std::vector<value> const&>)
                  return g(b, inputs);
              else
                  return g(inputs);
          }) {}

    value operator()(program_builder& b, std::vector<value> const& inputs) const { return call_(f_, b, inputs); }

private:
    void const* f_; // lives until the full expression ends
    value (*call_)(void const*, program_builder&, std::vector<value> const&);
};

/// Rules of any set, by views of them; the set lives as long.
struct viewed_rules : graft::vec<graft::rule_view> {
    template <class Rules>
    viewed_rules(Rules const& rules) : graft::vec<graft::rule_view>(graft::detail::views_of(rules)) {}
};

/// What rules make of `f`, as a formula in x0, x1, ...; what the program returns, the value twice over so that nothing
/// is an output that was none, may not change. Nothing may be undone.
inline std::string simplified_program(viewed_rules const& rules, std::vector<graft::tensor_spec> const& specs,
                                      computation f, graft::rewrite_options const& options = {}) {
    program_builder b;
    std::vector<value> inputs;
    for (std::size_t i = 0; i < specs.size(); ++i)
        inputs.push_back(b.input("x" + std::to_string(i), specs[i]));
    value const result = f(b, inputs);
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
inline std::string simplified(viewed_rules const& rules, std::span<graft::dtype const> dtypes, shapes const& sizes,
                              computation f, graft::rewrite_options const& options = {}) {
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
