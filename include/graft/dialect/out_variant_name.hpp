#pragma once

#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace graft {
namespace detail {

struct out_overload {
    std::string_view op, overload;
};

/// The ops whose out-variant is not called after their own overload, sorted.
inline constexpr out_overload out_overloads[] = {
    {"aten::add.Tensor", "out"},
    {"aten::all", "all_out"},
    {"aten::all.dim", "out"},
    {"aten::any", "all_out"},
    {"aten::any.dim", "out"},
    {"aten::arange.start_step", "start_out"},
    {"aten::avg_pool2d_backward", "grad_input"},
    {"aten::copysign.Tensor", "out"},
    {"aten::div.Tensor", "out"},
    {"aten::div.Tensor_mode", "out_mode"},
    {"aten::divide.Tensor", "out"},
    {"aten::divide.Tensor_mode", "out_mode"},
    {"aten::empty.memory_format", "out"},
    {"aten::frobenius_norm.dim", "out"},
    {"aten::kthvalue", "values"},
    {"aten::ldexp.Tensor", "out"},
    {"aten::log_sigmoid_forward", "output"},
    {"aten::max", "unary_out"},
    {"aten::max.dim", "dim_max"},
    {"aten::max.other", "out"},
    {"aten::max_pool2d_with_indices_backward", "grad_input"},
    {"aten::mean", "dtype_out"},
    {"aten::mean.dim", "out"},
    {"aten::median.dim", "dim_values"},
    {"aten::min", "unary_out"},
    {"aten::min.dim", "dim_min"},
    {"aten::min.other", "out"},
    {"aten::mode", "values"},
    {"aten::mul.Tensor", "out"},
    {"aten::multilabel_margin_loss_forward", "output"},
    {"aten::multiply.Tensor", "out"},
    {"aten::nanmedian.dim", "dim_values"},
    {"aten::nll_loss2d_forward", "output"},
    {"aten::nll_loss_forward", "output"},
    {"aten::norm.ScalarOpt_dim", "out"},
    {"aten::norm.ScalarOpt_dim_dtype", "dtype_out"},
    {"aten::prod.dim_int", "int_out"},
    {"aten::sort", "values"},
    {"aten::sort.stable", "values_stable"},
    {"aten::std.dim", "out"},
    {"aten::sub.Tensor", "out"},
    {"aten::subtract.Tensor", "out"},
    {"aten::sum.dim_IntList", "IntList_out"},
    {"aten::topk", "values"},
    {"aten::true_divide.Tensor", "out"},
    {"aten::var.dim", "out"},
    {"aten::xlogy.Scalar_Other", "OutScalar_Other"},
    {"aten::xlogy.Scalar_Self", "OutScalar_Self"},
    {"aten::xlogy.Tensor", "OutTensor"},
};

} // namespace detail

/// True of an op whose out-variant has another name than the op's own overload gives it.
[[nodiscard]] constexpr bool has_own_out_name(op_info const& op) {
    auto const found = std::ranges::lower_bound(detail::out_overloads, op.name, {}, &detail::out_overload::op);
    return found != std::end(detail::out_overloads) && found->op == op.name;
}

/// The name of the op that writes what `op` returns into tensors that it is given, such as `aten::add.out`. It takes
/// the arguments of `op`, but for those of `is_out_variant_argument`, and then what it writes.
[[nodiscard]] inline std::string out_variant_name(op_info const& op) {
    std::size_t const dot = std::min(op.name.find('.'), op.name.size());
    std::string name(op.name.substr(0, dot));
    auto const found = std::ranges::lower_bound(detail::out_overloads, op.name, {}, &detail::out_overload::op);
    if (found != std::end(detail::out_overloads) && found->op == op.name)
        return (name += '.') += found->overload;
    std::string overload(op.name.substr(std::min(dot + 1, op.name.size())));
    // ExecuTorch's own ops of quantisation write the overload of ATen, `Tensor`.
    if (op.name.starts_with("quantized_decomposed::") && overload.starts_with("tensor"))
        overload[0] = 'T';
    return name + (overload.empty() ? ".out" : "." + overload + "_out");
}

/// True if the out-variant of an op takes this argument of it: what makes a tensor is in the tensor that is given.
[[nodiscard]] constexpr bool is_out_variant_argument(op_info const& op, schema_argument const& argument) {
    return op.find_argument("pin_memory") < 0 ||
           (argument.name != "dtype" && argument.name != "layout" && argument.name != "device" &&
            argument.name != "pin_memory");
}

} // namespace graft
