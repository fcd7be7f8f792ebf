#include <graft/dialect/composition.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/ir/text/print_value.hpp>

#include "meta/specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

struct twice_default : composite_op<twice_default> {
    static constexpr schema_text text{"test::twice(Tensor self, *, bool squared=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return k(aten::add.Tensor, k->boolean("squared") ? k(aten::mul.Tensor, self, self) : self, self);
    }
};

struct halves_default : composite_op<halves_default, op_tags::view> {
    static constexpr schema_text text{"test::halves(Tensor(a -> *) self) -> Tensor(a)[]"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t const half = k.number_of(k.size(self, -1)) / 2;
        k.require(half > 0, "'self' is too short, with a size of ", k.number_of(k.size(self, -1)));
        return std::vector<V>{k(aten::narrow, self, k.rank(self) - 1, 0, half),
                              k(aten::narrow, self, k.rank(self) - 1, half, half)};
    }
};

struct reciprocal_twice_default : composite_op<reciprocal_twice_default> {
    static constexpr schema_text text{"test::reciprocal_twice(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.forward(twice_default{}).front(); }
};

inline constexpr twice_default twice{};
inline constexpr inplace<twice_default> twice_{};
inline constexpr halves_default halves{};

static_assert(composite<twice_default> && composed<twice_default>);
static_assert(!composed<decltype(aten::add.Tensor)> && !composite<inplace<twice_default>>);

TEST_CASE("composition: on what is known of tensors it is the meta function") {
    CHECK(text(twice(i64({2, s0()}))) == "i64[2, s0]");
    CHECK(text(halves(f32({2, 6}))) == "(f32[2, 3][6, 1], f32[2, 3][6, 1] offset=3)");
    CHECK(text(reciprocal_twice_default{}(f32({2}))) == "f32[2]");
}

TEST_CASE("composition: an in-place op has the tensor that it writes to") {
    CHECK(text(twice_(f32({2}))) == "f32[2]");
    CHECK(has(inplace<twice_default>::info().tags, op_tags::inplace));
}

TEST_CASE("composition: what is wrong is said of the op, whether it or one that it is made of finds it") {
    CHECK_THROWS_WITH(static_cast<void>(halves(f32({1}))),
                      "graft: test::halves: 'self' is too short, with a size of 1");
    CHECK_THROWS_WITH(static_cast<void>(halves(f32({}))), "graft: test::halves: dimension -1 of a tensor that has 0");
}

TEST_CASE("composition: a size that has to be a number is unsupported where it is symbolic") {
    try {
        static_cast<void>(halves(f32({s0()})));
        FAIL("nothing is raised");
    } catch (error const& e) {
        CHECK(e.code() == errc::unsupported);
        CHECK(e.sentence() == "test::halves: a size is symbolic on which the composition depends");
    }
}

} // namespace
