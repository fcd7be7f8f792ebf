#include <graft/dialect/op_list.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;

struct a;
struct b;
struct c;

static_assert(op_list<>::size == 0 && op_list<a, b>::size == 2);
static_assert(std::is_same_v<flat_ops<op_list<a, b>>, op_list<a, b>>);
static_assert(std::is_same_v<flat_ops<join_ops<op_list<a, b>, op_list<>, op_list<c>>>, op_list<a, b, c>>);
static_assert(std::is_same_v<flat_ops<join_ops<op_list<c>>>, op_list<c>>);

using twice = join_ops<join_ops<op_list<a>, op_list<b>>, op_list<c>>;
static_assert(std::is_same_v<flat_ops<twice>, op_list<a, b, c>>);

struct both {
    using members = join_ops<twice, twice, twice, twice, twice, twice, twice, twice, twice, op_list<c>>;
};

TEST_CASE("op_list: joining keeps the order and every op") {
    CHECK(std::is_same_v<flat_ops<join_ops<op_list<c>, op_list<a, b>>>, op_list<c, a, b>>);
    CHECK(flat_ops<join_ops<op_list<a>, op_list<a>>>::size == 2);
    CHECK(ops_of<both>::size == 28);
}

} // namespace
