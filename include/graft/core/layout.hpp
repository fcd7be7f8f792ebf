#pragma once

#include <graft/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// How a tensor's elements are stored.
enum class layout : std::uint8_t { strided, sparse_coo, sparse_csr, sparse_csc, sparse_bsr, sparse_bsc, mkldnn };

/// The order of dimensions an operator is asked to lay its result out in.
enum class memory_format : std::uint8_t { contiguous, preserve, channels_last, channels_last_3d };

namespace detail {

inline constexpr std::array<std::string_view, 7> layout_names{
    "torch.strided",    "torch.sparse_coo", "torch.sparse_csr", "torch.sparse_csc",
    "torch.sparse_bsr", "torch.sparse_bsc", "torch._mkldnn"};

inline constexpr std::array<std::string_view, 4> memory_format_names{"torch.contiguous_format", "torch.preserve_format",
                                                                     "torch.channels_last", "torch.channels_last_3d"};

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::optional<Enum> find_name(std::array<std::string_view, N> const& names,
                                                      std::string_view name) {
    for (std::size_t i = 0; i < N; ++i)
        if (names[i] == name)
            return static_cast<Enum>(i);
    return std::nullopt;
}

} // namespace detail

/// The name Python prints: "torch.strided".
[[nodiscard]] constexpr std::string_view torch_name(layout l) {
    return detail::layout_names[static_cast<std::size_t>(l)];
}

/// The name Python prints: "torch.contiguous_format".
[[nodiscard]] constexpr std::string_view torch_name(memory_format f) {
    return detail::memory_format_names[static_cast<std::size_t>(f)];
}

/// The layout Python prints so, if there is one.
[[nodiscard]] constexpr std::optional<layout> parse_layout(std::string_view name) {
    return detail::find_name<layout>(detail::layout_names, name);
}

/// The memory format Python prints so, if there is one.
[[nodiscard]] constexpr std::optional<memory_format> parse_memory_format(std::string_view name) {
    return detail::find_name<memory_format>(detail::memory_format_names, name);
}

} // namespace graft
