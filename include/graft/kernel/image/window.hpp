#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// One dimension of a window that slides over an input, as convolution and pooling do.
struct window {
    std::int64_t in = 1, out = 1, size = 1, stride = 1, padding = 0, dilation = 1;

    /// Sets `out`; rounded up, a last window that is partly outside counts if it starts inside. A stride or dilation
    /// that moves nothing becomes 1.
    void slide(std::string_view op, bool round_up) {
        if (padding > most_padding)
            raise(errc::unsupported, op, ": a padding of ", padding, " is too large");
        std::int64_t const padded = checked_add(in, checked_mul(2, padding));
        std::int64_t const room = checked_add(padded, -checked_add(checked_mul(dilation, size - 1), 1));
        if (size <= 0 || room < (round_up ? 1 - stride : 0))
            raise(errc::invalid_argument, op, ": a window of ", size, " with dilation ", dilation,
                  " does not fit into a padded input of ", padded);
        out = room < 0 ? 1 : room / stride + 1;
        if (round_up && room > 0 && room % stride != 0 && checked_mul(out, stride) < in + padding)
            ++out;
        if (out == 1)
            stride = 1;
        if (size == 1)
            dilation = 1;
    }

    /// This window without the first and the last taps that see nothing but padding, wherever the window is.
    [[nodiscard]] window seen() const {
        window w = *this;
        std::int64_t const before =
            std::min(std::max<std::int64_t>(padding - (out - 1) * stride, 0) / dilation, size - 1);
        w.padding -= before * dilation;
        w.size = std::max<std::int64_t>(std::min(size, (in - 1 + padding) / dilation + 1) - before, 1);
        if (w.size == 1)
            w.dilation = 1;
        return w;
    }

    /// The input index under tap `tap` of output index 0; negative in the padding.
    [[nodiscard]] std::int64_t first(std::int64_t tap) const { return tap * dilation - padding; }

    /// The first output index whose tap is not in the padding before the input.
    [[nodiscard]] std::int64_t begin(std::int64_t tap) const {
        std::int64_t const before = -first(tap);
        return before <= 0 ? 0 : (before - 1) / stride + 1;
    }

    /// Behind the last output index whose tap is not in the padding behind the input.
    [[nodiscard]] std::int64_t end(std::int64_t tap) const {
        std::int64_t const room = in - 1 - first(tap);
        return std::min(out, room < 0 ? 0 : room / stride + 1);
    }

    /// True if every output index sees its own input index and no other.
    [[nodiscard]] bool is_pointwise() const { return size == 1 && stride == 1 && padding == 0 && in == out; }

private:
    // So that the places of padded images can be counted in 64 bits.
    static constexpr std::int64_t most_padding = std::int64_t{1} << 31;
};

/// The value of a setting for spatial dimension `i` of `count`: a list of one value counts for
/// all.
[[nodiscard]] inline std::int64_t window_setting(std::string_view op, std::string_view name,
                                                 graft::view<std::int64_t const> values, std::size_t i,
                                                 std::size_t count, std::int64_t least) {
    if (values.size() != 1 && values.size() != count)
        raise(errc::invalid_argument, op, ": ", name, " needs one value or ", count, ", not ", values.size());
    std::int64_t const value = values.size() == 1 ? values[0] : values[i];
    if (value < least)
        raise(errc::invalid_argument, op, ": ", name, " cannot be ", value);
    return value;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
