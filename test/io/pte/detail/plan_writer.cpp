#include <graft/io/pte/detail/plan_writer.hpp>

#include <graft/io/pte/detail/plan_reader.hpp>
#include <graft/meta/vec.hpp>

#include "../../pte_fixture.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using namespace graft_test;

TEST_CASE("pte_plan_writer: the bytes of delegates become segments, in order") {
    pte_plan plan = add_relu().plans[0];
    plan.delegates = {{"a", storage_of("one"), {}}, {"b", storage_of("three"), {}}};
    detail::pte_builder out;
    std::vector<std::size_t> sizes;
    detail::pte_plan_writer writer(out, [&](storage const& s) {
        sizes.push_back(s.size());
        return static_cast<std::uint32_t>(sizes.size() - 1);
    });
    auto const plans = out.tables({writer.write(plan)});
    storage const bytes = storage_of(out.finish(out.table([&] { out.put(pte::program::plans, plans); })));
    CHECK(sizes == std::vector<std::size_t>{3, 5});
    pte_table const root = verify_pte_tables({bytes.data(), bytes.size()});
    std::vector<storage> const none, segments{plan.delegates[0].data, plan.delegates[1].data};
    detail::pte_plan_reader reader(none, segments, 1 << 20);
    pte_plan const again = reader.read(root.table_at(pte::program::plans, 0));
    CHECK((again.delegates.at(1).data.data() == segments[1].data()));
    CHECK((again.values == plan.values));
}

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
