#include <graft/runtime/kernel.hpp>

#include <doctest/doctest.h>

#include "toy.hpp"

#include <string_view>
#include <vector>

namespace {

using namespace graft;

static_assert(has_kernel<toy::twice_t>);
static_assert(!has_kernel<toy::mystery_t>);

constexpr kernel_table two{kernel_set<toy::twice_t, toy::pieces_t>};
static_assert(two.entries().size() == 2);
static_assert(two.find(toy::twice.info()) == &kernel_of<toy::twice_t>::run);
static_assert(two.find(toy::split_sign.info()) == nullptr);

struct silent {
    using members = op_list<toy::mystery_t>;
};

std::vector<std::string_view> names(kernel_table table) {
    std::vector<std::string_view> found;
    for (kernel_entry const& entry : table.entries())
        found.push_back(entry.name);
    return found;
}

TEST_CASE("kernel: a set holds the kernels of the ops it names and of no others") {
    CHECK(two.entries().size() == 2);
    CHECK((two.find(toy::twice.info()) == &kernel_of<toy::twice_t>::run));
    CHECK((two.find(toy::pieces.info()) == &kernel_of<toy::pieces_t>::run));
    CHECK((two.find(toy::split_sign.info()) == nullptr));
    CHECK((kernel_table{}.find(toy::twice.info()) == nullptr));
}

TEST_CASE("kernel: the order in which a set names its ops does not matter") {
    constexpr kernel_table other{kernel_set<toy::pieces_t, toy::twice_t>};
    CHECK(names(two) == names(other));
}

TEST_CASE("kernel: an op is found by its name, not by its descriptor or its hash alone") {
    op_info copy = toy::twice.info();
    CHECK((two.find(copy) == &kernel_of<toy::twice_t>::run));
    copy.name = "toy::another_with_the_same_hash";
    CHECK((two.find(copy) == nullptr));
}

TEST_CASE("kernel: those of a dialect are the kernels of its ops that have one") {
    constexpr kernel_table table = kernels_of<toy::dialect>();
    CHECK(table.entries().size() == 3);
    CHECK((table.find(toy::split_sign.info()) == &kernel_of<toy::split_sign_t>::run));
    CHECK((table.find(toy::mystery.info()) == nullptr));
    CHECK(names(table) == names(kernel_table{kernel_set<toy::twice_t, toy::split_sign_t, toy::pieces_t>}));
}

TEST_CASE("kernel: a dialect without kernels gives an empty table") { CHECK(kernels_of<silent>().entries().empty()); }

TEST_CASE("joined_kernels: both tables' kernels, of an op that both have the first one's") {
    constexpr auto mine = [](graft::call<tensor> const&, view<tensor>) {};
    kernel_list<1> own{kernel_entry{toy::twice.info().hash, toy::twice.info().name, mine}};
    vec<kernel_entry> const all = joined_kernels(kernel_table{own}, two);
    kernel_table const table{view<kernel_entry const>(all)};
    CHECK(all.size() == 2);
    CHECK((table.find(toy::twice.info()) == own[0].run));
    CHECK((table.find(toy::pieces.info()) == two.find(toy::pieces.info())));
}

} // namespace
