#include <graft/io/pte/detail/plan_writer.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/detail/plan_reader.hpp>

#include "../../pte_fixture.hpp"

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

} // namespace
