#include <graft/io/pte/layout.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using namespace graft;

static_assert(pte::program_layout.fields.size() == 8);
static_assert(pte::tensor_layout.fields[pte::tensor::allocation].tables[0] == &pte::allocation_layout);
static_assert(pte::value_layout.fields[pte::value::content].tables.size() ==
              static_cast<std::size_t>(pte::value_kind::optional_tensors));
static_assert(pte::instruction_layout.fields[pte::instruction::content].tables.size() ==
              static_cast<std::size_t>(pte::call_kind::free));

void count(pte_layout const& layout, int depth, int& tables, int& deepest) {
    ++tables;
    deepest = depth > deepest ? depth : deepest;
    for (pte_slot const& slot : layout.fields)
        for (pte_layout const* const inner : slot.tables)
            count(*inner, depth + 1, tables, deepest);
}

TEST_CASE("pte_layout: tables hold tables to a fixed depth, so that reading them ends") {
    int tables = 0, deepest = 0;
    count(pte::program_layout, 0, tables, deepest);
    CHECK(deepest == 4);
    CHECK(tables > 30);
}

TEST_CASE("pte_layout: what a choice chooses from is behind it") {
    for (pte_layout const* const layout : {&pte::value_layout, &pte::instruction_layout}) {
        CHECK(layout->fields[0].kind == pte_field::choice);
        CHECK(layout->fields[1].kind == pte_field::chosen);
    }
    CHECK(std::string_view(pte::identifier) == "ET12");
}

} // namespace
