#include <graft/schema/weight.hpp>

#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

namespace weighed {

struct plain_t : graft::op<plain_t> {
    static constexpr graft::schema_text text{"weighed::plain(Tensor self) -> Tensor"};
};
struct heavy_t : graft::op<heavy_t> {
    static constexpr graft::schema_text text{"weighed::heavy(Tensor self) -> Tensor"};
    static constexpr int weight = 64;
};
struct foreign_t : graft::op<foreign_t> {
    static constexpr graft::schema_text text{"weighed::foreign(Tensor self) -> Tensor"};
};

} // namespace weighed

template <>
inline constexpr int graft::weight<weighed::foreign_t> = 7;

TEST_CASE("weight: 2, or what the op says, or what is said of it elsewhere") {
    CHECK(weighed::plain_t::info().weight == 2);
    CHECK(weighed::heavy_t::info().weight == 64);
    CHECK(weighed::foreign_t::info().weight == 7);
    static_assert(graft::weight<weighed::heavy_t> == 64);
}
