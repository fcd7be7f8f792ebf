#include <graft/dialect/op_list.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>

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

struct x_default : op<x_default> {
    static constexpr schema_text text{"test::x(Tensor self) -> Tensor"};
};
struct y_one : op<y_one> {
    static constexpr schema_text text{"test::y.one(Tensor self) -> Tensor"};
};
struct y_two : op<y_two> {
    static constexpr schema_text text{"test::y.two(Tensor self) -> Tensor"};
};
inline constexpr single_overload<x_default> x{};
inline constexpr single_overload<inplace<x_default>> x_{};
inline constexpr struct y_packet : packet<y_packet> {
    y_one one;
    y_two two;
} y{};
static_assert(std::is_same_v<flat_ops<overloads_of<y, x>>, op_list<y_one, y_two, x_default>>);
static_assert(std::is_same_v<flat_ops<join_ops<overloads_of<x_>, op_list<y_two>>>, op_list<inplace<x_default>, y_two>>);

TEST_CASE("op_list: joining keeps the order and every op") {
    CHECK(std::is_same_v<flat_ops<join_ops<op_list<c>, op_list<a, b>>>, op_list<c, a, b>>);
    CHECK(flat_ops<join_ops<op_list<a>, op_list<a>>>::size == 2);
    CHECK(ops_of<both>::size == 28);
}

} // namespace
