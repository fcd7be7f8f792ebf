#include <graft/io/pte/detail/plan_reader.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/detail/plan_writer.hpp>
#include <graft/meta/vec.hpp>

#include "../../pte_fixture.hpp"
#include "../../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using namespace graft_test;

// The plan that these fields make up.
template <class Fill>
storage program_with(detail::pte_builder& out, Fill const& fill) {
    auto const plans = out.tables({out.table(fill)});
    return storage_of(out.finish(out.table([&] { out.put(pte::program::plans, plans); })));
}

std::string read(storage const& bytes, std::uint64_t limit) {
    std::vector<storage> const none;
    detail::pte_plan_reader reader(none, none, limit);
    pte_table const root = verify_pte_tables({bytes.data(), bytes.size()});
    return raised([&] { static_cast<void>(reader.read(root.table_at(pte::program::plans, 0))); });
}

TEST_CASE("pte_plan_reader: values that share one long list are not read without end") {
    detail::pte_builder out;
    auto const items = out.numbers(vec<std::int64_t>(1000, 0));
    auto const list = out.table([&] { out.put(pte::list::items, items); });
    auto const value = out.table([&] {
        out.put(pte::value::kind, static_cast<std::uint8_t>(pte::value_kind::integers));
        out.put(pte::value::content, list);
    });
    auto const values = out.tables(std::vector(1000, value));
    storage const bytes = program_with(out, [&] { out.put(pte::plan::values, values); });
    CHECK(read(bytes, 16 * bytes.size()).find("refer to the same bytes over and over") != std::string::npos);
    CHECK(read(bytes, 2'000'000) == "(nothing raised)");
}

TEST_CASE("pte_plan_reader: an unknown scalar type or kind of value is an error") {
    detail::pte_builder out;
    auto const tensor = out.table([&] { out.put(pte::tensor::scalar_type, std::int8_t{12}); });
    auto const value = out.table([&] {
        out.put(pte::value::kind, static_cast<std::uint8_t>(pte::value_kind::tensor));
        out.put(pte::value::content, tensor);
    });
    auto const values = out.tables({value});
    CHECK(read(program_with(out, [&] { out.put(pte::plan::values, values); }), 1000).find("the scalar type 12") !=
          std::string::npos);
    detail::pte_builder other;
    auto const chain = other.table([&] {});
    auto const instruction = other.tables({chain});
    auto const chains = other.tables({other.table([&] { other.put(pte::chain::instructions, instruction); })});
    CHECK(read(program_with(other, [&] { other.put(pte::plan::chains, chains); }), 1000)
              .find("an instruction of the program says nothing") != std::string::npos);
}

} // namespace
