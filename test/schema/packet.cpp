#include <graft/schema/packet.hpp>

#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

using graft::schema_text;

struct relu_ops : graft::packet<relu_ops> {
    struct default_t : graft::op<default_t> {
        static constexpr schema_text text{"aten::relu(Tensor self) -> Tensor"};
    } default_;
    struct out_t : graft::op<out_t> {
        static constexpr schema_text text{"aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"};
    } out;
};
inline constexpr relu_ops relu;

struct add_ops {
    struct tensor_t : graft::op<tensor_t> {
        static constexpr schema_text text{"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    } Tensor;
    struct scalar_t : graft::op<scalar_t> {
        static constexpr schema_text text{"aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
    } Scalar;
};
inline constexpr add_ops add;

struct item {};
struct name_carrier {
    template <class Op, int... Slot, class... Arguments>
    static constexpr std::string_view call(graft::slots<Slot...>, Arguments const&...) {
        return Op::info().name;
    }
};

} // namespace

template <>
struct graft::carrier_of<item> {
    using type = name_carrier;
};

static_assert(relu(item{}) == "aten::relu" && relu.default_(item{}) == "aten::relu");

TEST_CASE("packet: its members are the overloads and calling it calls the default one") {
    using namespace graft::literals;
    CHECK(relu(item{}) == relu.default_(item{}));
    CHECK(relu.out(item{}, "out"_a = item{}) == "aten::relu.out");
    CHECK(add.Tensor(item{}, item{}) == "aten::add.Tensor");
    CHECK(add.Scalar(item{}, 2) == "aten::add.Scalar");
    CHECK(relu.out.info().mutates());
}
