#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/detail/bound_arguments.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/library.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <utility>

// Patterns of element-wise ops, run block by block: what lies between the ops never leaves the cache.

namespace graft::detail {

/// Evaluates a pattern of element-wise ops over a call whose tensors are of one size, or of no dimensions, a block of
/// elements at a time; the calls and the buffers between them are made once.
class blocked_evaluator : public bound_arguments<blocked_evaluator> {
public:
    static constexpr std::int64_t block = 4096;

    blocked_evaluator(bound_op const& bound, graft::call<tensor> const& c, kernel_table kernels)
        : bound_arguments(bound, c), kernels_(kernels) {}

    /// True if the pattern and the tensors are such, and many enough to be worth it.
    [[nodiscard]] bool applies() const {
        dim_vector const* sizes = nullptr;
        for (pattern_node const& n : bound_->pattern) {
            if (n.kind == pattern_kind::call) {
                if (!is_elementwise(*n.op) || kernels_.find(*n.op) == nullptr)
                    return false;
            } else if (n.kind == pattern_kind::variable) {
                argument<tensor> const& given = (*outer_)[n.name];
                if (given.kind == argument_kind::tensors)
                    return false;
                if (given.kind != argument_kind::tensor || given.tensor->dim() == 0)
                    continue;
                if (!given.tensor->is_contiguous() || (sizes != nullptr && given.tensor->sizes() != *sizes))
                    return false;
                sizes = &given.tensor->sizes();
            } else if (n.kind != pattern_kind::literal) {
                return false;
            }
        }
        return sizes != nullptr && bound_->pattern.front().kind == pattern_kind::call && numel(*sizes) >= 2 * block;
    }

    tensor result() {
        static_cast<void>(value());
        tensor* const last = steps_.back().out;
        dim_vector const& sizes = leaves_.front().whole->sizes();
        tensor made = tensor::empty(sizes, last->dtype());
        std::int64_t const count = made.numel();
        for (std::int64_t at = 0; at < count; at += block) {
            std::int64_t const length = std::min(block, count - at);
            for (leaf& l : leaves_)
                l.part = part_of(*l.whole, at, length);
            if (length < block)
                for (tensor& buffer : buffers_)
                    buffer = part_of(buffer, 0, length);
            *last = part_of(made, at, length);
            for (step& s : steps_)
                s.run(s.inner, view(s.out, 1));
        }
        return made;
    }

    /// Adds a call of the pattern, whose result is a buffer.
    view<tensor const> results_of(graft::call<tensor> inner) {
        inner.check();
        value_spec const known = infer(spec_call{inner}.get());
        tensor& out = buffers_.emplace_back(allocate(known.tensor));
        kernel_function const kernel = kernels_.find(inner.op());
        steps_.push_back({std::move(inner), kernel, &out});
        return view(&out, 1);
    }

    /// An argument of the call of the op; of a tensor a block.
    argument<tensor> variable(pattern_node const& n) {
        argument<tensor> const& given = (*outer_)[n.name];
        if (given.kind != argument_kind::tensor || given.tensor->dim() == 0)
            return given;
        for (leaf& l : leaves_)
            if (l.name == n.name)
                return l.part;
        return leaves_.emplace_back(leaf{n.name, given.tensor, part_of(*given.tensor, 0, block)}).part;
    }

private:
    struct leaf {
        std::string_view name;
        tensor const* whole;
        tensor part;
    };
    struct step {
        graft::call<tensor> inner;
        kernel_function run;
        tensor* out;
    };

    static tensor part_of(tensor const& whole, std::int64_t at, std::int64_t length) {
        return whole.as_strided({length}, {1}, whole.storage_offset() + at);
    }

    kernel_table kernels_;
    std::list<leaf> leaves_;    // calls point to the parts
    std::list<tensor> buffers_; // and to these
    vec<step> steps_;
};

} // namespace graft::detail
