#include <graft/io/pte/detail/builder.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

TEST_CASE("pte_builder: fields are read as they were put") {
    detail::pte_builder out;
    auto const sizes = out.numbers(vec<std::uint64_t>{7, 8});
    auto const part = out.table([&] {
        out.put(pte::subsegments::segment, std::uint32_t{3});
        out.put(pte::subsegments::offsets, sizes);
    });
    std::string bytes = out.finish(out.table([&] { out.put(pte::program::constant_segment, part); }));
    std::vector<std::uint64_t> aligned(bytes.size() / 8 + 1);
    std::memcpy(aligned.data(), bytes.data(), bytes.size());
    pte_table const root = verify_pte_tables({reinterpret_cast<std::byte const*>(aligned.data()), bytes.size()});
    pte_table const read = root.table(pte::program::constant_segment);
    CHECK(read.number<std::uint32_t>(pte::subsegments::segment) == 3);
    CHECK(read.count(pte::subsegments::offsets) == 2);
    CHECK(read.number_at<std::uint64_t>(pte::subsegments::offsets, 1) == 8);
    CHECK(!root.table(pte::program::segments).exists());
}

TEST_CASE("pte_builder: an integer of 0 takes no bytes, a real of -0.0 does") {
    auto const size = [](auto number) {
        detail::pte_builder out;
        return out.finish(out.table([&] { out.put(0, number); })).size();
    };
    CHECK(size(std::int64_t{0}) < size(std::int64_t{1}));
    CHECK(size(-0.0) == size(1.0));
}

} // namespace
