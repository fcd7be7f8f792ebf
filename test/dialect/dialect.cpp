#include <graft/dialect/dialect.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

struct neg_t : op<neg_t> {
    static constexpr schema_text text{"mine::neg(Tensor self) -> Tensor"};
};
struct add_t : op<add_t> {
    static constexpr schema_text text{"mine::add.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct stranger_t : op<stranger_t> {
    static constexpr schema_text text{"mine::stranger(Tensor self) -> Tensor"};
};
struct broken_t : op<broken_t> {
    static constexpr schema_text text{"mine::broken(Tensor"};
};

struct mine : dialect<mine> {
    using members = op_list<neg_t, add_t>;
};
struct empty : dialect<empty> {
    using members = op_list<>;
};
struct careless : dialect<careless> {
    using members = op_list<neg_t, broken_t>;
};

static_assert(mine::contains<neg_t> && mine::contains<add_t>);
static_assert(!mine::contains<stranger_t> && !mine::contains<int> && !empty::contains<neg_t>);
static_assert(broken_t::text.size > 0 && careless::contains<broken_t>, "asking for an op type parses no schema");
static_assert(mine::ops().size() == 2 && mine::ops()[1] == &add_t::info());
static_assert(mine::find("mine::neg") == &neg_t::info());
static_assert(mine::find("mine::add") == nullptr);
static_assert(mine::find(stranger_t::info().name) == nullptr);
static_assert(empty::ops().empty() && empty::find("mine::neg") == nullptr);

TEST_CASE("dialect: an op is found by its name at run time") {
    for (op_info const* const op : mine::ops())
        CHECK(bool(mine::find(op->name) == op));
    CHECK(bool(mine::find("mine::add.Tensor") == &add_t::info()));
}

TEST_CASE("dialect: the default overload has no suffix, and strangers are not found") {
    for (char const* const name : {"", "mine::", "mine::neg.default", "mine::add", "mine::add.Scalar", "mine::stranger",
                                   "neg", "mine::neg(Tensor self)"})
        CHECK(!mine::find(name));
}

TEST_CASE("dialect: the ops are listed in the order of the members") {
    REQUIRE(mine::ops().size() == 2);
    CHECK(mine::ops()[0]->name == "mine::neg");
    CHECK(mine::ops()[1]->name == "mine::add.Tensor");
}

} // namespace
