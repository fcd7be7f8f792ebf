#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/library.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <utility>

// Patterns of element-wise ops, run block by block: what lies between the ops never leaves the cache.

namespace graft::detail {

// A literal of a pattern as an argument.
inline argument<tensor> literal_argument(constant const& c) {
    switch (c.kind) {
    case arg_kind::none: return std::nullopt;
    case arg_kind::boolean: return c.bits != 0;
    case arg_kind::integer: return c.bits;
    case arg_kind::real: return std::bit_cast<double>(c.bits);
    case arg_kind::dtype: return static_cast<dtype>(c.bits);
    case arg_kind::string: return c.text;
    case arg_kind::list: return dim_vector(c.items.begin(), c.items.begin() + c.count);
    default: raise(errc::unsupported, "a literal of this kind has no value in a pattern");
    }
}

/// Evaluates a pattern of element-wise ops over a call whose tensors are of one size, or of no dimensions, a block of
/// elements at a time; the calls and the buffers between them are made once.
class blocked_evaluator {
public:
    static constexpr std::int64_t block = 4096;

    blocked_evaluator(bound_op const& bound, call<tensor> const& c, kernel_table kernels)
        : bound_(bound), call_(c), kernels_(kernels) {}

    /// True if the pattern and the tensors are such, and many enough to be worth it.
    [[nodiscard]] bool applies() const {
        dim_vector const* sizes = nullptr;
        for (pattern_node const& n : bound_.pattern) {
            if (n.kind == pattern_kind::call) {
                if (!is_elementwise(*n.op) || kernels_.find(*n.op) == nullptr)
                    return false;
            } else if (n.kind == pattern_kind::variable) {
                argument<tensor> const& given = call_[n.name];
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
        return sizes != nullptr && bound_.pattern.front().kind == pattern_kind::call && numel(*sizes) >= 2 * block;
    }

    tensor run() {
        tensor* const last = prepare(0);
        dim_vector const& sizes = leaves_.front().whole->sizes();
        tensor result = tensor::empty(sizes, last->dtype());
        std::int64_t const count = result.numel();
        for (std::int64_t at = 0; at < count; at += block) {
            std::int64_t const length = std::min(block, count - at);
            for (leaf& l : leaves_)
                l.part = part_of(*l.whole, at, length);
            if (length < block)
                for (tensor& buffer : buffers_)
                    buffer = part_of(buffer, 0, length);
            *last = part_of(result, at, length);
            for (step& s : steps_)
                s.run(s.inner, view(s.out, 1));
        }
        return result;
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

    // The buffer that a call of the pattern writes, after those that it reads.
    tensor* prepare(std::size_t at) {
        pattern_node const& n = bound_.pattern[at];
        graft::call<tensor> inner(*n.op);
        for_each_child(bound_.pattern, at,
                       [&](std::size_t child) { inner.set(bound_.pattern[child].slot, value(child)); });
        inner.check();
        value_spec const known = infer(spec_call{inner}.get());
        tensor* const out = &buffers_.emplace_back(allocate(known.tensor));
        steps_.push_back({std::move(inner), kernels_.find(*n.op), out});
        return out;
    }

    argument<tensor> value(std::size_t at) {
        pattern_node const& n = bound_.pattern[at];
        if (n.kind == pattern_kind::call)
            return *prepare(at);
        if (n.kind == pattern_kind::literal)
            return literal_argument(n.value);
        argument<tensor> const& given = call_[n.name];
        if (given.kind != argument_kind::tensor || given.tensor->dim() == 0)
            return given;
        for (leaf& l : leaves_)
            if (l.name == n.name)
                return l.part;
        return leaves_.emplace_back(leaf{n.name, given.tensor, part_of(*given.tensor, 0, block)}).part;
    }

    bound_op const& bound_;
    graft::call<tensor> const& call_;
    kernel_table kernels_;
    std::list<leaf> leaves_;    // calls point to the parts
    std::list<tensor> buffers_; // and to these
    vec<step> steps_;
};

} // namespace graft::detail
