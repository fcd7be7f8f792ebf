#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/transform/debug_handles.hpp>
#include <graft/transform/expand_bound_ops.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/scalar_to_tensor.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace graft {
namespace detail {

// ExecuTorch's kernel adds what is quantized to the range of a u8 alone.
inline bool has_other_range(match const& m) {
    constexpr std::pair<std::string_view, std::string_view> ranges[] = {
        {"a_quant_min", "a_quant_max"}, {"b_quant_min", "b_quant_max"}, {"out_quant_min", "out_quant_max"}};
    for (auto const& [least, most] : ranges)
        if (m[least].kind() != arg_kind::integer || m[least].integer() < 0 || m[most].kind() != arg_kind::integer ||
            m[most].integer() > 255)
            return true;
    return false;
}

// A sum of what is quantized to integers of a dtype, as one of real numbers.
template <fixed_string Name, dtype D, class Use = void, auto x = var<"x">, auto y = var<"y">>
inline constexpr auto quantized_sum_of_reals = [] {
    using quantized_decomposed::dequantize_per_tensor;
    constexpr auto a_scale = var<"a_scale">;
    constexpr auto a_zero = var<"a_zero_point">;
    constexpr auto a_min = var<"a_quant_min">;
    constexpr auto a_max = var<"a_quant_max">;
    constexpr auto b_scale = var<"b_scale">;
    constexpr auto b_zero = var<"b_zero_point">;
    constexpr auto b_min = var<"b_quant_min">;
    constexpr auto b_max = var<"b_quant_max">;
    constexpr auto out_scale = var<"out_scale">;
    constexpr auto out_zero = var<"out_zero_point">;
    constexpr auto out_min = var<"out_quant_min">;
    constexpr auto out_max = var<"out_quant_max">;
    return rule<Name>(quantized_decomposed::add(x, a_scale, a_zero, a_min, a_max, y, b_scale, b_zero, b_min, b_max,
                                                out_scale, out_zero, out_min, out_max) >>
                          quantized_decomposed::quantize_per_tensor(
                              aten::add.Tensor(dequantize_per_tensor(x, a_scale, a_zero, a_min, a_max, D),
                                               dequantize_per_tensor(y, b_scale, b_zero, b_min, b_max, D)),
                              out_scale, out_zero, out_min, out_max, D),
                      where(x.in(D), y.in(D), that<"a range is not in that of a u8">(&has_other_range)));
}();

// ExecuTorch's kernels of these add a real number to integers only as a tensor.
template <class Use = void, auto x = var<"x">, auto other = var<"other">, auto alpha = var<"alpha">>
inline constexpr auto forms_of_executorch = rules(
    rule<"add-number-as-tensor">(aten::add.Scalar(x, other, alpha) >> aten::add.Tensor(x, other, "alpha"_a = alpha),
                                 where(x.in(integral_dtypes))),
    rule<"subtract-number-as-tensor">(aten::sub.Scalar(x, other, alpha) >>
                                          aten::sub.Tensor(x, other, "alpha"_a = alpha),
                                      where(x.in(integral_dtypes))),
    quantized_sum_of_reals<"quantized-sum-of-i8", dtype::i8, Use>,
    quantized_sum_of_reals<"quantized-sum-of-i16", dtype::i16, Use>);

} // namespace detail

template <class Use>
void prepare_for_executorch(exported_program& program, kernel_library const& library) {
    if (expand_bound_ops(program, backend_meanings<Use>) != 0) {
        // Weights that a layer of bytes had as such are real again.
        if (!library.kernels.entries().empty())
            static_cast<void>(constant_prop(program, library));
        static_cast<void>(remove_unused_state(program));
    }
    if (rewrite(program.graph(), detail::forms_of_executorch<Use>).rewrites != 0) {
        static_cast<void>(scalar_to_tensor(program.graph()));
        update_output_names(program);
    }
}

template <class Use>
edge_program_manager edge_program_manager::to_backend(kernel_library const& library) const {
    pass_manager const passes = to_backend_passes<Use>(library, {.for_executorch = true});
    edge_program_manager result = *this;
    for (auto& [name, program] : result.methods_)
        result.run(name, program, passes, true);
    return result;
}

template <class Use>
executorch_program_manager edge_program_manager::to_executorch() const {
    return to_executorch<Use>(executorch_backend_config{});
}

template <class Use>
executorch_program_manager edge_program_manager::to_executorch(executorch_backend_config const& config) const {
    std::map<std::string, graft::exported_program> prepared = methods_;
    std::map<std::string, graft::exported_program const*> methods;
    for (auto& [name, program] : prepared)
        for_method(name, [&, &n = name, &p = program] {
            static_cast<void>(config.passes(p));
            prepare_for_executorch<Use>(p, config.library);
            if (config.debug_map != nullptr)
                static_cast<void>(number_debug_handles(p));
            methods.emplace(n, &p);
        });
    return {emit_pte(methods, config.constant_methods,
                     {.memory_alignment = config.memory_alignment,
                      .stack_traces = config.emit_stacktrace,
                      .debug_map = config.debug_map}),
            {.segment_alignment = config.segment_alignment, .tensor_alignment = config.constant_tensor_alignment}};
}

} // namespace graft
