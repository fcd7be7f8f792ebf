#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/library.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace graft {

/// A `program_test`: true for a program that gives the outputs of a reference program, within a tolerance.
class same_outputs {
public:
    /// Runs the reference once; without a tolerance that of the dtype holds.
    same_outputs(exported_program const& reference, vec<tensor> inputs, kernel_library library,
                 std::optional<tolerance> allowed = {})
        : inputs_(std::move(inputs)), library_(library), allowed_(allowed),
          expected_(run_once(reference, library, inputs_)) {}

    /// Raises when the program cannot run or gives outputs of other dtypes or sizes.
    [[nodiscard]] bool operator()(exported_program const& program) const;

    /// How far two tensors are apart under this test's tolerance.
    [[nodiscard]] difference difference_of(tensor const& expected, tensor const& got) const {
        return allowed_ ? compare(expected, got, *allowed_) : compare(expected, got);
    }

    [[nodiscard]] vec<tensor> const& inputs() const { return inputs_; } ///< What the programs are run on.
    [[nodiscard]] kernel_library library() const { return library_; }   ///< The kernels that they are run with.

private:
    vec<tensor> inputs_;
    kernel_library library_;
    std::optional<tolerance> allowed_;
    vec<tensor> expected_;
};

/// A node whose value differs between two programs.
struct differing_node {
    std::string name;   ///< the node's, in both programs
    difference values;  ///< of no elements when the tensors cannot be compared
    std::string reason; ///< why they cannot, as text
};

namespace detail {

// The program with the values of these nodes as its outputs.
[[nodiscard]] GRAFT_INLINE exported_program returning(exported_program program, view<std::string const> nodes);

} // namespace detail

/// The first node, in the order of `got`, whose value is not that of the node of the same name in `expected`; runs
/// each program once, and holds the values of all calls that both have. Values that are written to later are
/// compared as they are in the end.
[[nodiscard]] GRAFT_INLINE std::optional<differing_node>
find_differing_node(exported_program const& expected, exported_program const& got, same_outputs const& test);

/// How far an output is from its reference, in all the usual measures.
struct output_difference {
    difference values;     ///< how far the elements are apart
    std::uint64_t ulp = 0; ///< the largest distance of two finite numbers in units in the last place; 0 for integers
    /// The power of the reference over that of the difference in decibels, of finite numbers.
    double signal_to_noise = std::numeric_limits<double>::infinity();
};

/// Measures an output; without a tolerance that of the dtype holds. Tensors of different dtype or sizes are an error.
[[nodiscard]] GRAFT_INLINE output_difference measure(tensor const& expected, tensor const& got,
                                                     std::optional<tolerance> allowed = {});

/// The measures on a line: `mse 1e-12, max abs 2e-06, 3 ulp, snr 120.4 dB`.
[[nodiscard]] GRAFT_INLINE std::string text(output_difference const& d);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <algorithm>
#    include <cmath>
#    include <concepts>
#    include <cstddef>
#    include <cstdio>

namespace graft {

GRAFT_INLINE bool same_outputs::operator()(exported_program const& program) const {
    vec<tensor> const got = run_once(program, library_, inputs_);
    bool same = got.size() == expected_.size();
    for (std::size_t i = 0; i < got.size() && same; ++i) {
        same = got[i].defined() == expected_[i].defined();
        if (same && got[i].defined())
            same = difference_of(expected_[i], got[i]).agrees();
    }
    return same;
}

namespace detail {

GRAFT_INLINE exported_program returning(exported_program program, view<std::string const> nodes) {
    graph& g = program.graph();
    vec<arg> values;
    program.signature.outputs.clear();
    for (std::string const& name : nodes) {
        values.push_back(arg::node(g.at(name)));
        program.signature.outputs.push_back({.name = name, .target = {}, .value = {}});
    }
    g.set_arg(g.back(), 0, arg::tuple(std::move(values)));
    return program;
}

[[nodiscard]] inline bool is_tensor_call(graph const& g, node_id n) {
    return n != no_node && g.op(n) == opcode::call_function && tensor_of(g.val(n)) != nullptr;
}

} // namespace detail

GRAFT_INLINE std::optional<differing_node> find_differing_node(exported_program const& expected,
                                                               exported_program const& got, same_outputs const& test) {
    vec<std::string> common;
    for (node_id const n : got.graph().nodes())
        if (detail::is_tensor_call(got.graph(), n) &&
            detail::is_tensor_call(expected.graph(), expected.graph().find(got.graph().name(n)).value_or(no_node)))
            common.emplace_back(got.graph().name(n));
    exported_program const reference = detail::returning(expected, common), tried = detail::returning(got, common);
    vec<tensor> const right = run_once(reference, test.library(), test.inputs());
    vec<tensor> const values = run_once(tried, test.library(), test.inputs());
    for (std::size_t i = 0; i < common.size(); ++i) {
        try {
            if (difference const d = test.difference_of(right[i], values[i]); !d.agrees())
                return differing_node{common[i], d, {}};
        } catch (error const& e) {
            return differing_node{common[i], {}, e.sentence()};
        }
    }
    return {};
}

namespace detail {

template <real_element T>
void measure_elements(T const* expected, T const* got, std::int64_t count, output_difference& found) {
    double signal = 0, noise = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        double const e = static_cast<double>(expected[i]), d = static_cast<double>(got[i]) - e;
        if (!std::isfinite(e) || !std::isfinite(d))
            continue;
        signal += e * e;
        noise += d * d;
        if constexpr (!std::integral<T>)
            found.ulp = std::max(found.ulp, ulp_distance(expected[i], got[i]));
    }
    if (noise != 0)
        found.signal_to_noise = 10 * std::log10(signal / noise);
}

} // namespace detail

GRAFT_INLINE output_difference measure(tensor const& expected, tensor const& got, std::optional<tolerance> allowed) {
    output_difference found;
    found.values = allowed ? compare(expected, got, *allowed) : compare(expected, got);
    tensor const left = expected.contiguous(), right = got.contiguous();
    std::int64_t const parts = is_complex(expected.dtype()) ? 2 : 1;
    visit_dtype(real_part(expected.dtype()), [&]<class T>() {
        if constexpr (real_element<T>)
            detail::measure_elements(reinterpret_cast<T const*>(left.data()), reinterpret_cast<T const*>(right.data()),
                                     parts * expected.numel(), found);
    });
    return found;
}

GRAFT_INLINE std::string text(output_difference const& d) {
    char line[128];
    std::snprintf(line, sizeof line, "mse %.3g, max abs %.3g, %llu ulp, snr %.1f dB", d.values.mse, d.values.max_abs,
                  static_cast<unsigned long long>(d.ulp), d.signal_to_noise);
    return line;
}

} // namespace graft
#endif
