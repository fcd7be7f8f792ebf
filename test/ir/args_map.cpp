#include <graft/ir/args_map.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "toy.hpp"

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Records what it sees and leaves it as it is.
struct recorder {
    std::string* seen;

    arg operator()(arg const& value, schema_argument const& slot) const {
        *seen += std::string{slot.name} + (value.kind == arg_kind::real ? ":real " : " ");
        return value;
    }
};

std::string seen(op_info const& op, std::vector<arg> args, std::vector<kwarg> kwargs) {
    std::string names;
    static_cast<void>(args_map(op, recorder{&names}, std::move(args), std::move(kwargs)));
    return names;
}

constexpr bool doubles_integers() {
    call_arguments const mapped = args_map(
        toy::add_t::info(),
        [](arg const& a, schema_argument const& slot) { return slot.type == type_kind::scalar ? arg{2 * a.bits} : a; },
        {3, 4}, {{"alpha", 5}});
    return mapped.args[0].bits == 3 && mapped.args[1].bits == 4 && mapped.kwargs[0].value.bits == 10;
}
static_assert(doubles_integers());

TEST_CASE("args_map: a function sees what is given, however it is given, in the order of the schema") {
    CHECK(seen(toy::add_t::info(), {1, 2.0}, {{"alpha", 1}}) == "self other:real alpha ");
    CHECK(seen(toy::add_t::info(), {1}, {{"alpha", 1}, {"other", 2.0}}) == "self other:real alpha ");
    CHECK(seen(toy::add_t::info(), {1, 2}, {}) == "self other ");
    CHECK(seen(toy::add_t::info(), {}, {}) == "");
    CHECK(doubles_integers());
}

TEST_CASE("args_map: what the op does not take is an error that names it") {
    op_info const& add = toy::add_t::info();
    CHECK(raised([&] { seen(add, {1, 2}, {{"beta", 1}}); }) == "graft: toy::add.Tensor: there is no argument 'beta'");
    CHECK(raised([&] {
              seen(add, {1, 2}, {{"other", 1}});
          }) == "graft: toy::add.Tensor: argument 'other' is given twice");
    CHECK(raised([&] {
              seen(add, {1, 2, 3}, {});
          }) == "graft: toy::add.Tensor: 3 positional arguments are given, more than it takes");
}

} // namespace
