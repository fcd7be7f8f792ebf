#include <graft/core/huge_pages.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <new>

using namespace graft;

TEST_CASE("use_huge_pages: the bytes keep their values") {
    std::size_t const size = 2 * huge_page + 4097;
    auto const release = [](std::byte* p) { ::operator delete(p, std::align_val_t{huge_page}); };
    std::unique_ptr<std::byte, decltype(release)> const bytes(
        static_cast<std::byte*>(::operator new(size, std::align_val_t{huge_page})), release);
    std::fill_n(bytes.get(), size, std::byte{5});
    use_huge_pages(bytes.get(), size);
    CHECK(std::count(bytes.get(), bytes.get() + size, std::byte{5}) == static_cast<std::ptrdiff_t>(size));
    std::fill_n(bytes.get(), size, std::byte{6});
    CHECK(std::count(bytes.get(), bytes.get() + size, std::byte{6}) == static_cast<std::ptrdiff_t>(size));
    use_huge_pages(bytes.get(), 1);
}
