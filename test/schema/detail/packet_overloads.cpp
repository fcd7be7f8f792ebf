#include <graft/schema/detail/packet_overloads.hpp>

#include <graft/schema/op.hpp>
#include <graft/schema/packet.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;

struct eq_int : op<eq_int> {
    static constexpr schema_text text{"my::eq.int(int a, int b) -> bool"};
};
struct eq_tensor : op<eq_tensor> {
    static constexpr schema_text text{"my::eq.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct one_packet : packet<one_packet> {
    eq_tensor Tensor;
};
struct two_packet : packet<two_packet> {
    eq_int int_;
    eq_tensor Tensor;
};
struct eight_packet : packet<eight_packet> {
    eq_int a, b, c, d, e, f, g, h;
};
struct empty_packet : packet<empty_packet> {};

TEST_CASE("packet_overloads: the overloads are called as their schemas say, and words of C++ have a _ behind them") {
    CHECK(std::is_same_v<graft::detail::no_default_overload<one_packet>,
                         packet_without_default<one_packet, "my::eq.Tensor">>);
    CHECK(std::is_same_v<graft::detail::no_default_overload<two_packet>,
                         packet_without_default<two_packet, "my::eq.int_", "my::eq.Tensor">>);
    CHECK(std::is_same_v<graft::detail::no_default_overload<empty_packet>, packet_without_default<empty_packet>>);
    CHECK(graft::detail::has_members<eight_packet, 8>);
    CHECK(!graft::detail::has_members<eight_packet, 9>);
    CHECK(graft::detail::member_name("my::relu").view() == "my::relu");
}

} // namespace
