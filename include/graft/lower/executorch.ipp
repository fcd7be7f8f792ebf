#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
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
#include <utility>

namespace graft {
namespace detail {

// ExecuTorch's kernels of these add a real number to integers only as a tensor.
template <class Use = void, auto x = var<"x">, auto other = var<"other">, auto alpha = var<"alpha">>
inline constexpr auto numbers_as_tensors = rules(
    rule<"add-number-as-tensor">(aten::add.Scalar(x, other, alpha) >> aten::add.Tensor(x, other, "alpha"_a = alpha),
                                 where(x.in(integral_dtypes))),
    rule<"subtract-number-as-tensor">(aten::sub.Scalar(x, other, alpha) >> aten::sub.Tensor(x, other, "alpha"_a = alpha),
                                      where(x.in(integral_dtypes))));

} // namespace detail

template <class Use>
void prepare_for_executorch(exported_program& program, kernel_library const& library) {
    if (expand_bound_ops(program, backend_meanings<>) != 0) {
        // Weights that a layer of bytes had as such are real again.
        if (!library.kernels.entries().empty())
            static_cast<void>(constant_prop(program, library));
        static_cast<void>(remove_unused_state(program));
    }
    if (rewrite(program.graph(), detail::numbers_as_tensors<Use>).rewrites != 0) {
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
