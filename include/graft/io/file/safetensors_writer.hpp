#pragma once

#include <graft/config.hpp>
#include <graft/io/file/safetensors.hpp>

#include <string>

namespace graft {

/// The bytes of a safetensors file that holds these tensors, each row-major and aligned.
[[nodiscard]] GRAFT_INLINE std::string safetensors_bytes(safetensors const& content);

/// Writes these tensors to a safetensors file.
GRAFT_INLINE void write_safetensors(std::string const& path, safetensors const& content);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/core/tensor.hpp>
#    include <graft/io/file/json_text.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <fstream>
#    include <utility>

namespace graft {
namespace detail {

using named_tensor = std::pair<const std::string, tensor>;

inline std::string safetensors_header(safetensors const& content, vec<named_tensor const*> const& order) {
    std::string header = "{";
    auto const member = [&](std::string const& name) {
        header += header.back() == '{' ? "" : ",";
        append_json_string(header, name);
        header += ':';
    };
    if (!content.metadata.empty()) {
        member("__metadata__");
        header += '{';
        for (auto const& [key, text] : content.metadata) {
            member(key);
            append_json_string(header, text);
        }
        header += '}';
    }
    std::size_t offset = 0;
    for (named_tensor const* named : order) {
        tensor const& value = named->second;
        member(named->first);
        header += "{\"dtype\":\"" + safetensors_name(value.dtype()) + "\",\"shape\":[";
        for (std::size_t i = 0; i < value.dim(); ++i)
            header += (i == 0 ? "" : ",") + std::to_string(value.sizes()[i]);
        header += "],\"data_offsets\":[" + std::to_string(offset) + ",";
        offset += value.nbytes();
        header += std::to_string(offset) + "]}";
    }
    header += '}';
    header.resize((header.size() + 7) / 8 * 8, ' ');
    return header;
}

} // namespace detail

GRAFT_INLINE std::string safetensors_bytes(safetensors const& content) {
    vec<detail::named_tensor const*> order;
    for (detail::named_tensor const& named : content.tensors) {
        if (!named.second.defined())
            raise(errc::invalid_argument, "safetensors: '", named.first, "' is undefined");
        order.push_back(&named);
    }
    // Large elements first: what starts behind them is aligned to the smaller ones.
    std::stable_sort(order.begin(), order.end(),
                     [](auto const* a, auto const* b) { return a->second.element_size() > b->second.element_size(); });
    std::string const header = detail::safetensors_header(content, order);
    std::string file;
    for (int i = 0; i < 8; ++i)
        file += static_cast<char>((header.size() >> (8 * i)) & 0xff);
    file += header;
    for (detail::named_tensor const* named : order) {
        tensor const dense = named->second.contiguous();
        file.append(reinterpret_cast<char const*>(dense.data()), dense.nbytes());
    }
    return file;
}

GRAFT_INLINE void write_safetensors(std::string const& path, safetensors const& content) {
    std::string const bytes = safetensors_bytes(content);
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file)
        raise(errc::file, "cannot write the file '", path, "'");
}

} // namespace graft
#endif
