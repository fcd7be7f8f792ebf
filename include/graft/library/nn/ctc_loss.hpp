#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// Connectionist temporal classification: how unlikely a sequence of labels is, whatever times they are read at.
namespace graft {

namespace detail {

/// Of log_probs[time, batch, classes], or [time, classes], which loss and _ctc_loss have: how many sequences there are.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int ctc_batch(call<tensor_spec> const& c, bool may_be_one) {
    tensor_spec const &log_probs = c.tensor("log_probs"), &targets = c.tensor("targets");
    require_domain(c, dtype_domain::floating_point, log_probs.dtype);
    if (log_probs.dtype != dtype::f32 && log_probs.dtype != dtype::f64)
        reject(c, "'log_probs' must be of float32 or float64, not ", torch_name(log_probs.dtype));
    if (targets.dtype != dtype::i32 && targets.dtype != dtype::i64)
        reject(c, "'targets' must be of int32 or int64, not ", torch_name(targets.dtype));
    if (log_probs.dim() != 3 && !(may_be_one && log_probs.dim() == 2))
        reject(c, "'log_probs' must have 3 dimensions, not ", log_probs.dim());
    if (targets.dim() != 1 && targets.dim() != 2)
        reject(c, "'targets' must have 1 or 2 dimensions, not ", targets.dim());
    sym_int const batch = log_probs.dim() == 3 ? log_probs.sizes[1] : sym_int(1);
    if (known_lt(0, log_probs.sizes.back()) == false || known_lt(0, batch) == false)
        reject(c, "'log_probs' ", shape_text(log_probs.sizes), " has no elements");
    return batch;
}

/// _ctc_loss: a loss for each sequence, and what is known of it at each time.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ctc_lists(call<tensor_spec> const& c) {
    tensor_spec const& log_probs = c.tensor("log_probs");
    sym_int const batch = ctc_batch(c, false);
    sym_int longest = 0;
    for (char const* const name : {"input_lengths", "target_lengths"})
        if (certainly_differ(static_cast<std::int64_t>(c.integers(name).size()), batch))
            reject(c, "'", name, "' must have an entry for each of ", text(batch), " sequences");
    for (sym_int const& length : c.integers("target_lengths"))
        longest = std::max(longest.value(), length.value());
    return value_spec::of_list({new_tensor(log_probs, log_probs.dtype, vec<sym_int>(1, batch)),
                                new_tensor(log_probs, log_probs.dtype, {batch, log_probs.sizes[0], 2 * longest + 1})});
}

/// ctc_loss: the loss of each sequence, or one number.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ctc_loss(call<tensor_spec> const& c) {
    tensor_spec const& log_probs = c.tensor("log_probs");
    sym_int const batch = ctc_batch(c, true);
    std::int64_t const reduction = c.integer("reduction").value();
    if (reduction < 0 || reduction > 2)
        reject(c, "'reduction' must be 0, 1 or 2, not ", reduction);
    vec<sym_int> sizes;
    if (reduction == 0 && log_probs.dim() == 3)
        sizes.push_back(batch);
    return new_tensor(log_probs, log_probs.dtype, std::move(sizes));
}

} // namespace detail

namespace aten {

struct _ctc_loss_default : described_op<_ctc_loss_default, op_tags::none, detail::meta_ctc_lists> {
    static constexpr schema_text text{
        "aten::_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, "
        "bool zero_infinity=False) -> (Tensor, Tensor)"};
};
/// The sizes of the second result depend on the elements of `target_lengths`.
struct _ctc_loss_tensor : described_op<_ctc_loss_tensor, op_tags::none> {
    static constexpr schema_text text{
        "aten::_ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int "
        "blank=0, bool zero_infinity=False) -> (Tensor, Tensor)"};
};
inline constexpr struct _ctc_loss_packet : packet<_ctc_loss_packet> {
    _ctc_loss_default default_;
    _ctc_loss_tensor tensor;
} _ctc_loss{};

struct ctc_loss_intlist : described_op<ctc_loss_intlist, op_tags::no_out, detail::meta_ctc_loss> {
    static constexpr schema_text text{
        "aten::ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int "
        "blank=0, int reduction=1, bool zero_infinity=False) -> Tensor"};
};
struct ctc_loss_tensor : described_op<ctc_loss_tensor, op_tags::no_out, detail::meta_ctc_loss> {
    static constexpr schema_text text{
        "aten::ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int "
        "blank=0, int reduction=1, bool zero_infinity=False) -> Tensor"};
};
inline constexpr struct ctc_loss_packet : packet<ctc_loss_packet> {
    ctc_loss_intlist intlist;
    ctc_loss_tensor tensor;
} ctc_loss{};

/// Every op of this header.
using ctc_loss_ops = overloads_of<_ctc_loss, ctc_loss>;

} // namespace aten

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The logarithm of a sum of numbers whose logarithms are given.
[[nodiscard]] inline double log_of_sum(double a, double b, double c) {
    double most = std::max(a, std::max(b, c));
    most = std::isinf(most) && most < 0 ? 0 : most;
    return std::log(std::exp(a - most) + std::exp(b - most) + std::exp(c - most)) + most;
}

/// The losses of sequences, computed in double.
class ctc_losses {
public:
    explicit ctc_losses(call<tensor> const& c) : c_(c), blank_(integer_of(c, "blank")) {
        tensor const &log_probs = c.tensor("log_probs"), &targets = c.tensor("targets");
        probabilities_ = as_dense(log_probs, dtype::f64);
        labels_ = as_dense(targets, dtype::i64);
        times_ = log_probs.size(0);
        classes_ = log_probs.size(-1);
        inputs = lengths("input_lengths");
        labels = lengths("target_lengths");
        batch_ = log_probs.dim() == 3 ? log_probs.size(1) : 1;
        if (static_cast<std::int64_t>(inputs.size()) != batch_ || inputs.size() != labels.size())
            raise(errc::invalid_argument, c.op().name, ": there must be lengths for each of ", batch_, " sequences");
        if (blank_ < 0 || blank_ >= classes_)
            raise(errc::invalid_argument, c.op().name, ": 'blank' is ", blank_, ", which is no class");
        place_labels(targets);
        for (std::int64_t const length : inputs)
            if (length < 0 || length > times_)
                raise(errc::invalid_argument, c.op().name, ": 'input_lengths' has ", length, ", which is not in [0, ",
                      times_, "]");
        loss = tensor::empty({batch_}, dtype::f64);
        states = tensor::full({batch_, times_, 2 * longest_ + 1}, dtype::f64, -infinity);
        for (std::int64_t b = 0; b < batch_; ++b)
            loss.data<double>()[b] = loss_of(b);
    }

    vec<std::int64_t> inputs, labels; ///< how long each sequence is
    tensor loss, states;              ///< of each sequence; and at each time the probability of each state

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    [[nodiscard]] vec<std::int64_t> lengths(char const* name) const {
        vec<std::int64_t> values;
        if (c_[name].kind == argument_kind::tensor) {
            tensor const dense = as_dense(c_.tensor(name), dtype::i64);
            values.assign(dense.data<std::int64_t>(), dense.data<std::int64_t>() + dense.numel());
        } else {
            for (std::int64_t const length : integers_of(c_, name))
                values.push_back(length);
        }
        return values;
    }

    // Labels stand one behind the other, or in a row for each sequence.
    void place_labels(tensor const& targets) {
        std::int64_t at = 0;
        for (std::size_t b = 0; b < labels.size(); ++b) {
            if (labels[b] < 0 || (targets.dim() == 2 && labels[b] > targets.size(1)))
                raise(errc::invalid_argument, c_.op().name, ": 'target_lengths' has ", labels[b],
                      ", which does not fit 'targets'");
            longest_ = std::max(longest_, labels[b]);
            first_.push_back(targets.dim() == 1 ? at : checked_mul(static_cast<std::int64_t>(b), targets.size(1)));
            at = checked_add(at, labels[b]);
        }
        if (targets.dim() == 1 ? at > targets.size(0) : targets.size(0) != batch_)
            raise(errc::invalid_argument, c_.op().name, ": 'targets' does not have labels for all sequences");
        std::int64_t const* const label = labels_.data<std::int64_t>();
        for (std::int64_t i = 0; i < labels_.numel(); ++i)
            if (label[i] < 0 || label[i] >= classes_)
                raise(errc::invalid_argument, c_.op().name, ": 'targets' has ", label[i], ", which is no class");
    }

    [[nodiscard]] double loss_of(std::int64_t b) {
        auto const at = static_cast<std::size_t>(b);
        std::int64_t const count = labels[at], length = inputs[at], width = 2 * longest_ + 1;
        std::int64_t const* const label = labels_.data<std::int64_t>() + first_[at];
        // Blanks stand between labels, and around them.
        auto const read = [&](std::int64_t s) { return s % 2 == 0 ? blank_ : label[s / 2]; };
        auto const seen = [&](std::int64_t t, std::int64_t s) {
            return probabilities_.data<double>()[(t * batch_ + b) * classes_ + read(s)];
        };
        double* const first = states.data<double>() + b * times_ * width;
        if (length == 0)
            return count == 0 ? 0 : infinity;
        first[0] = seen(0, 0);
        if (count > 0)
            first[1] = seen(0, 1);
        for (std::int64_t t = 1; t < length; ++t) {
            double const* const before = first + (t - 1) * width;
            for (std::int64_t s = 0; s < 2 * count + 1; ++s) {
                double const step = s > 0 ? before[s - 1] : -infinity;
                double const leap = s > 1 && read(s) != read(s - 2) ? before[s - 2] : -infinity;
                first[t * width + s] = log_of_sum(before[s], step, leap) + seen(t, s);
            }
        }
        double const* const last = first + (length - 1) * width + 2 * count;
        return count == 0 ? -last[0] : -log_of_sum(last[0], last[-1], -infinity);
    }

    call<tensor> const& c_;
    std::int64_t blank_, times_ = 0, batch_ = 0, classes_ = 0, longest_ = 0;
    tensor probabilities_, labels_;
    vec<std::int64_t> first_;
};

/// The losses, and the states.
struct ctc_states_kernel {
    static void run(call<tensor> const& c, auto results) {
        ctc_losses const all(c);
        dtype const d = c.tensor("log_probs").dtype();
        give(as_dense(all.loss, d), results[0], c);
        give(as_dense(all.states, d), results[1], c);
    }
};

/// The losses, their sum, or the mean of what they are for each label.
struct ctc_loss_kernel {
    static void run(call<tensor> const& c, auto results) {
        ctc_losses const all(c);
        std::int64_t const reduction = integer_of(c, "reduction"), count = all.loss.numel();
        tensor loss = all.loss;
        double* const each = loss.data<double>();
        double total = 0;
        for (std::int64_t b = 0; b < count; ++b) {
            if (c.boolean("zero_infinity") && std::isinf(each[b]) && each[b] > 0)
                each[b] = 0;
            auto const share = static_cast<double>(std::max<std::int64_t>(all.labels[static_cast<std::size_t>(b)], 1));
            total += reduction == 1 ? each[b] / share : each[b];
        }
        if (reduction == 0)
            kernel::copy(loss.view(results[0].sizes()), results[0]);
        else
            kernel::fill(results[0], reduction == 1 ? total / static_cast<double>(count) : total);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::_ctc_loss_default> : detail::ctc_states_kernel {};
template <>
struct kernel_of<aten::_ctc_loss_tensor> : detail::ctc_states_kernel {};
template <>
struct kernel_of<aten::ctc_loss_intlist> : detail::ctc_loss_kernel {};
template <>
struct kernel_of<aten::ctc_loss_tensor> : detail::ctc_loss_kernel {};

} // namespace graft
