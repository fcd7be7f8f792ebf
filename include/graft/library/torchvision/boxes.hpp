#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/sort.hpp>
#include <graft/meta/hana.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/schema/op.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::torchvision {

/// The boxes, [x1, y1, x2, y2] each, that overlap with none of a better score by more than a part of what both cover,
/// best first: their places, how many of which depends on the elements. Of f32 or f64.
struct nms_default : described_op<nms_default, op_tags::none> {
    static constexpr schema_text text{"torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"};
};
inline constexpr single_overload<nms_default> nms{};

/// The ops of this header.
using box_ops = overloads_of<nms>;

} // namespace graft::torchvision

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// True if two boxes overlap by more than this part of what both cover.
template <class T>
[[nodiscard]] bool overlap(T const* a, T const* b, double threshold) {
    auto const area = [](T const* box) { return (box[2] - box[0]) * (box[3] - box[1]); };
    T const width = std::max(T{0}, std::min(a[2], b[2]) - std::max(a[0], b[0]));
    T const height = std::max(T{0}, std::min(a[3], b[3]) - std::max(a[1], b[1]));
    T const both = width * height;
    return static_cast<double>(both / (area(a) + area(b) - both)) > threshold;
}

/// The places of the boxes that are left.
[[nodiscard]] inline vec<std::int64_t> boxes_left(tensor const& boxes, tensor const& scores, double threshold) {
    static constexpr auto dtypes = values<dtype::f32, dtype::f64>;
    tensor order = tensor::empty(scores.sizes(), dtype::i64);
    kernel::sort("nms", scores, 0, true, nullptr, order);
    vec<std::int64_t> left;
    kernel::dispatch<dtypes>(boxes.dtype(), "nms", [&]<class T>() {
        dense_argument<T> const all(boxes);
        for (std::int64_t i = 0; i < order.numel(); ++i) {
            std::int64_t const place = order.data<std::int64_t>()[i];
            bool const hidden = std::any_of(left.begin(), left.end(), [&](std::int64_t better) {
                return overlap(all.data() + 4 * better, all.data() + 4 * place, threshold);
            });
            if (!hidden)
                left.push_back(place);
        }
    });
    return left;
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<torchvision::nms_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const &boxes = c.tensor("dets"), &scores = c.tensor("scores");
        if (boxes.dim() != 2 || boxes.size(1) != 4)
            raise(errc::invalid_argument, c.op().name, ": 'dets' must be 4 numbers for each box");
        if (scores.dim() != 1 || scores.size(0) != boxes.size(0))
            raise(errc::invalid_argument, c.op().name, ": 'scores' must be one number for each of the ", boxes.size(0),
                  " boxes");
        if (scores.dtype() != boxes.dtype())
            raise(errc::invalid_argument, c.op().name, ": 'scores' is ", torch_name(scores.dtype()), ", but 'dets' ",
                  torch_name(boxes.dtype()));
        if (boxes.dtype() != dtype::f32 && boxes.dtype() != dtype::f64)
            raise(errc::invalid_argument, c.op().name, ": it is not defined for ", torch_name(boxes.dtype()));
        vec<std::int64_t> const left = detail::boxes_left(boxes, scores, c.real("iou_threshold"));
        tensor made = tensor::empty({static_cast<std::int64_t>(left.size())}, dtype::i64);
        std::copy(left.begin(), left.end(), made.data<std::int64_t>());
        detail::give(made, results[0], c);
    }
};

} // namespace graft
