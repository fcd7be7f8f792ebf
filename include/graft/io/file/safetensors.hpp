#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace graft {

/// What a safetensors file holds: named tensors, and texts about them.
struct safetensors {
    std::map<std::string, tensor> tensors;       ///< by name; their bytes are those of the file
    std::map<std::string, std::string> metadata; ///< by key
};

/// The name of a dtype in a safetensors file: "F32", "BOOL", "F8_E4M3".
[[nodiscard]] inline std::string safetensors_name(dtype d) {
    if (d == dtype::boolean)
        return "BOOL";
    if (is_float8(d))
        return d == dtype::f8e4m3fn ? "F8_E4M3" : d == dtype::f8e5m2 ? "F8_E5M2" : "F8_E8M0";
    std::string name(fx_name(d));
    for (char& c : name)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

/// Reads a safetensors file in memory; aligned tensors share its bytes.
///
/// The tensors have to cover the bytes behind the header, without gap or overlap.
[[nodiscard]] GRAFT_INLINE safetensors read_safetensors(std::shared_ptr<std::byte> const& file, std::size_t file_size);

/// Reads a safetensors file; aligned tensors lie in the mapped file, unread until used.
[[nodiscard]] GRAFT_INLINE safetensors read_safetensors(std::string const& path);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/io/file/safetensors.ipp>
#endif
