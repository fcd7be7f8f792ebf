#pragma once

#include <graft/core/error.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

/// The text of a file.
inline std::string read_file(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in)
        graft::raise(graft::errc::file, "cannot read the file '", path, "'");
    return text;
}

/// Writes a file of this text.
inline void write_file(std::string const& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    if (!(out << text) || !out.flush())
        graft::raise(graft::errc::file, "cannot write the file '", path, "'");
}
