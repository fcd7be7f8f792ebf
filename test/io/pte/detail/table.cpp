#include <graft/io/pte/detail/table.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/detail/plan_writer.hpp>
#include <graft/io/pte/layout.hpp>
#include <graft/io/pte/writer.hpp>

#include "../../pte_fixture.hpp"
#include "../../raises.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;
using namespace graft_test;

TEST_CASE("pte_table: a table that is not there has the defaults of all fields") {
    pte_table const none;
    CHECK(!none.exists());
    CHECK(none.number<std::int32_t>(0, 5) == 5);
    CHECK(none.text(1).empty());
    CHECK(none.count(2) == 0);
    CHECK(!none.table(3).exists());
}

TEST_CASE("pte_table: bytes that are no program are told apart from damaged ones") {
    storage const other = storage_of("this is a text of some length");
    CHECK(raised([&] {
              static_cast<void>(verify_pte_tables({other.data(), other.size()}));
          }).find("its identifier is not ET12") != std::string::npos);
    std::string text = to_bytes(add_relu());
    std::string newer = text;
    newer.replace(4, 4, "ET13");
    storage const later = storage_of(newer);
    CHECK(raised([&] {
              static_cast<void>(verify_pte_tables({later.data(), later.size()}));
          }) == "graft: the program has the format ET13, which is newer than ET12, the newest that is read");
    text[0] = '\xff';
    storage const damaged = storage_of(text);
    CHECK(raised([&] {
              static_cast<void>(verify_pte_tables({damaged.data(), damaged.size()}));
          }).find("damaged") != std::string::npos);
}

TEST_CASE("pte_table: tables that are one and the same many times over are damaged") {
    detail::pte_builder out;
    auto const name = out.text("x");
    auto const named = out.table([&] { out.put(pte::named_data::key, name); });
    auto const all = out.tables(std::vector(2000, named));
    std::string const text = out.finish(out.table([&] { out.put(pte::program::named_data, all); }));
    storage const bytes = storage_of(text);
    CHECK(verify_pte_tables({bytes.data(), bytes.size()}).count(pte::program::named_data) == 2000);
    std::vector<detail::pte_builder::table_offset> plans;
    detail::pte_builder twice;
    auto const value = twice.table([] {});
    auto const values = twice.tables(std::vector(1000, value));
    auto const plan = twice.table([&] { twice.put(pte::plan::values, values); });
    auto const both = twice.tables(std::vector(1000, plan));
    storage const bomb = storage_of(twice.finish(twice.table([&] { twice.put(pte::program::plans, both); })));
    CHECK(raised([&] {
              static_cast<void>(verify_pte_tables({bomb.data(), bomb.size()}));
          }).find("damaged") != std::string::npos);
}

} // namespace
