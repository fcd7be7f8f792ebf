#pragma once

#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

/// What the inputs of a step were like when it ran last: its numbers, and the dtypes, sizes and strides of its tensors.
class seen_inputs {
public:
    void begin() {
        at_ = 0;
        same_ = true;
        see(0); // so that a step without inputs is new as well, once
    }
    void add(scalar number) {
        see(static_cast<std::int64_t>(number.kind()));
        if (number.is_complex())
            see(std::bit_cast<std::int64_t>(number.imaginary_part()));
        bool const real = number.is_real() || number.is_complex();
        see(real ? std::bit_cast<std::int64_t>(number.real_part()) : number.to<std::int64_t>());
    }
    void add(tensor const& t) {
        see(t.defined() ? static_cast<std::int64_t>(t.dtype()) : -1);
        see(static_cast<std::int64_t>(t.dim()));
        for (std::int64_t const size : t.sizes())
            see(size);
        for (std::int64_t const stride : t.strides())
            see(stride);
    }
    /// True when all that was added since `begin` is what was added the time before.
    [[nodiscard]] bool repeat() {
        same_ = same_ && at_ == words_.size();
        words_.resize(at_);
        return same_;
    }

private:
    void see(std::int64_t word) {
        same_ = same_ && at_ < words_.size() && words_[at_] == word;
        if (at_ == words_.size())
            words_.push_back(word);
        words_[at_++] = word;
    }

    vec<std::int64_t> words_;
    std::size_t at_ = 0;
    bool same_ = false;
};

} // namespace graft::detail
