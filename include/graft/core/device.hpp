#pragma once

#include <graft/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graft {

/// Where a tensor lives; the kernels of this library run on `cpu` only.
enum class device_kind : std::uint8_t { cpu, cuda, meta, mps, xpu, mtia, hpu, xla, vulkan };

/// A device and its index; -1 means that no index is written.
struct device {
    device_kind kind = device_kind::cpu; ///< what computes
    std::int8_t index = -1;              ///< which of them, or -1

    friend constexpr bool operator==(device, device) = default;
};

namespace detail {

inline constexpr std::array<std::string_view, 9> device_names{"cpu",  "cuda", "meta", "mps",   "xpu",
                                                              "mtia", "hpu",  "xla",  "vulkan"};

} // namespace detail

/// The name Python prints: "cuda".
[[nodiscard]] constexpr std::string_view torch_name(device_kind k) {
    return detail::device_names[static_cast<std::size_t>(k)];
}

/// The device written as "cpu" or "cuda:1", if it is one.
[[nodiscard]] constexpr std::optional<device> parse_device(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && text[end] != ':')
        ++end;
    device result;
    if (end < text.size()) {
        std::size_t const digits = text.size() - end - 1;
        if (digits == 0 || digits > 3 || (digits > 1 && text[end + 1] == '0'))
            return std::nullopt;
        int index = 0;
        for (char c : text.substr(end + 1)) {
            if (c < '0' || c > '9')
                return std::nullopt;
            index = index * 10 + (c - '0');
        }
        if (index > 127)
            return std::nullopt;
        result.index = static_cast<std::int8_t>(index);
    }
    for (std::size_t i = 0; i < detail::device_names.size(); ++i)
        if (detail::device_names[i] == text.substr(0, end)) {
            result.kind = static_cast<device_kind>(i);
            return result;
        }
    return std::nullopt;
}

/// The text Python prints: "cpu", "cuda:1".
[[nodiscard]] inline std::string text(device d) {
    std::string text(torch_name(d.kind));
    return d.index < 0 ? text : text + ":" + std::to_string(d.index);
}

} // namespace graft
