#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace graft {

/// A file mapped into memory; copies share the mapping, and the file itself is never written.
class mapped_file {
public:
    /// Costs no reading: pages are loaded when they are first touched.
    explicit mapped_file(std::string const& path);

    [[nodiscard]] view<std::byte const> bytes() const { return {data_.get(), size_}; } ///< The whole file.

    /// Owns the mapping; what is written through it is seen by this process only.
    [[nodiscard]] std::shared_ptr<std::byte> const& data() const { return data_; }

private:
    std::shared_ptr<std::byte> data_;
    std::size_t size_ = 0;
};

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/core/storage.hpp>

#    include <cstdint>
#    include <cstdio> // fopen
#    include <filesystem>
#    include <system_error>

#    if defined(__cpp_exceptions)
#        include <boost/interprocess/file_mapping.hpp>
#        include <boost/interprocess/mapped_region.hpp>
#    endif

namespace graft {
namespace detail {

// Opening a directory works, and mapping it fails with no more than a number.
inline void refuse_directory(std::string const& path) {
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown))
        raise(errc::file, "cannot read '", path, "': it is a directory, not a file");
}

} // namespace detail

#    if defined(__cpp_exceptions)
GRAFT_INLINE mapped_file::mapped_file(std::string const& path) {
    detail::refuse_directory(path);
    namespace ipc = boost::interprocess;
    try {
        ipc::file_mapping const file(path.c_str(), ipc::read_only);
        auto const region = std::make_shared<ipc::mapped_region>(file, ipc::copy_on_write);
        data_ = {region, static_cast<std::byte*>(region->get_address())};
        size_ = region->get_size();
    } catch (ipc::interprocess_exception const& failure) {
        // The system calls a mapping of no bytes an invalid argument.
        std::error_code unknown;
        bool const empty = std::filesystem::file_size(path, unknown) == 0;
        raise(errc::file, "cannot map the file '", path, "': ", empty ? "it is empty" : failure.what());
    }
}
#    else
// Boost.Interprocess needs exceptions; without them the file is read.
GRAFT_INLINE mapped_file::mapped_file(std::string const& path) {
    detail::refuse_directory(path);
    std::error_code unknown;
    std::uintmax_t const size = std::filesystem::file_size(path, unknown);
    std::FILE* const file = unknown ? nullptr : std::fopen(path.c_str(), "rb");
    if (file == nullptr || size == 0)
        raise(errc::file, "cannot map the file '", path, "': ",
              unknown           ? unknown.message()
              : file == nullptr ? "it cannot be opened"
                                : "it is empty");
    storage const all = storage::allocate(size);
    size_ = std::fread(all.data(), 1, size, file);
    std::fclose(file);
    if (size_ != size)
        raise(errc::file, "cannot map the file '", path, "': only ", size_, " of ", size, " bytes can be read");
    data_ = {std::make_shared<storage>(all), all.data()};
}
#    endif

} // namespace graft
#endif
