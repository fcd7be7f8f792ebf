#pragma once

#include <doctest/doctest.h>

#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/verify_signature.hpp>
#include <graft/ir/lint.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/runtime/executor.hpp>

#include "../runtime/test_program.hpp"

#include <random>
#include <string>
#include <vector>

namespace graft_test {

/// A tensor of this spec: every symbol is 3, real elements are in [-2, 2], integers in [0, 4].
inline graft::tensor random_input(graft::tensor_spec const& spec, std::mt19937& random) {
    std::vector<std::int64_t> sizes;
    for (graft::sym_int const& size : spec.sizes) {
        graft::sym_bindings bindings;
        for (graft::symbol const& s : size.symbols())
            bindings.set(s, 3);
        sizes.push_back(graft::evaluate(size, bindings));
    }
    graft::tensor t = graft::tensor::empty(sizes, spec.dtype);
    graft::visit_dtype(spec.dtype, [&]<class T>() {
        for (std::int64_t i = 0; i < t.numel(); ++i)
            if (graft::is_floating_point(spec.dtype))
                t.data<T>()[i] = graft::element_from<T>(static_cast<double>(random() % 4001) / 1000 - 2);
            else
                t.data<T>()[i] = graft::element_from<T>(static_cast<std::int64_t>(random() % 5));
    });
    return t;
}

/// Random tensors for the user's inputs.
inline std::vector<graft::tensor> random_inputs(graft::exported_program const& p) {
    std::mt19937 random(7);
    std::vector<graft::tensor> inputs;
    for (graft::input_spec const* spec : p.signature.inputs_of(graft::input_kind::user_input))
        inputs.push_back(random_input(p.graph().val(p.graph().at(spec->name))->tensor, random));
    return inputs;
}

/// Requires that both programs return the same, within the tolerance of the dtype, for random inputs.
inline void check_same_outputs(graft::exported_program const& before, graft::exported_program const& after) {
    std::vector<graft::tensor> const inputs = random_inputs(before);
    graft::kernel_library const library = graft::cpu_library();
    std::vector<graft::tensor> const expected = graft::executor(before, library).run(inputs),
                                     got = graft::executor(after, library).run(inputs);
    REQUIRE(expected.size() == got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        REQUIRE(got[i].defined());
        graft::difference const d = graft::compare(expected[i], got[i]);
        CAPTURE(i);
        CAPTURE(d.max_abs);
        CHECK(d.agrees());
    }
}

/// Requires that the graph is sound and agrees with signature and state.
inline void check_sound(graft::exported_program const& p) {
    for (graft::lint_finding const& finding : graft::lint(p.graph()))
        FAIL_CHECK(graft::text(p.graph(), finding));
    for (graft::violation const& v : graft::verify_signature(p))
        FAIL_CHECK(graft::text(v));
}

/// The names of the rules that fire on the program, `name*2` for two times, after `undone` if a rewrite was undone;
/// what the program returns may not change.
template <class Rules>
std::string fired(Rules const& rules, graft::exported_program& p) {
    graft::exported_program const before = p;
    graft::rewrite_result const result = graft::rewrite(p.graph(), rules);
    graft::update_output_names(p);
    CHECK(result.converged);
    check_sound(p);
    check_same_outputs(before, p);
    std::string names = result.unsound == 0 ? "" : "undone";
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (std::size_t const times = result.per_rule[i]; times != 0)
            names += (names.empty() ? "" : " ") + std::string{rules[i].name} +
                     (times == 1 ? "" : "*" + std::to_string(times));
    return names;
}
template <class Rules>
std::string fired(Rules const& rules, graft::exported_program&& p) {
    return fired(rules, p);
}

/// The ops of the program's calls in order, such as `addmm relu`.
inline std::string calls(graft::exported_program const& p) {
    graft::graph const& g = p.graph();
    std::string names;
    for (graft::node_id const n : g.nodes())
        if (g.op(n) == graft::opcode::call_function) {
            std::string_view name = g.target(n).name;
            name.remove_prefix(g.target(n).is_op() ? name.find("::") + 2 : name.find('.') + 1);
            names += (names.empty() ? "" : " ") + std::string{name};
        }
    return names;
}

} // namespace graft_test
