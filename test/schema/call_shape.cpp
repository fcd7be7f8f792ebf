#include <graft/schema/call_shape.hpp>

#include <graft/schema/op.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using graft::detail::call_mistake;

namespace {

using namespace graft::literals;

struct add_t {
    static constexpr graft::schema_text text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
using self = graft::named<"self", int>;
using other = graft::named<"other", int>;
using alpha = graft::named<"alpha", int>;
using alfa = graft::named<"alfa", int>;

template <class... Arguments>
constexpr auto& shape = graft::detail::call_of<add_t, Arguments...>::shape;

static_assert(std::is_same_v<graft::detail::call_of<add_t, int, int>::slots, graft::slots<0, 1>>);
static_assert(std::is_same_v<graft::detail::call_of<add_t, alpha, other, self>::slots, graft::slots<2, 1, 0>>);
static_assert(std::is_same_v<graft::detail::call_of<add_t, int, int>, graft::detail::call_of<add_t, char, bool>>);
static_assert(graft::slots<2, 1, 0>::values[0] == 2);

} // namespace

TEST_CASE("call_shape: positional arguments fill the first slots, keywords theirs") {
    CHECK(shape<int, int>.mistake == call_mistake::none);
    CHECK(shape<int, alpha, other>.mistake == call_mistake::none);
    CHECK(shape<int, alpha, other>.slot == std::array{0, 2, 1});
}

TEST_CASE("call_shape: each mistake comes with its facts") {
    CHECK(shape<int, int, int>.mistake == call_mistake::too_many_positional);
    CHECK(shape<int, int, int>.given == 3);
    CHECK(shape<int, int, int>.most == 2);
    CHECK(shape<int>.mistake == call_mistake::missing);
    CHECK(shape<int>.name == "other");
    CHECK(shape<>.mistake == call_mistake::missing);
    CHECK(shape<int, int, alfa>.mistake == call_mistake::unknown_keyword);
    CHECK(shape<int, int, alfa>.name == "alfa");
    CHECK(shape<int, int, self>.mistake == call_mistake::given_twice);
    CHECK(shape<int, int, self>.name == "self");
    CHECK(shape<int, int, alpha, alpha>.mistake == call_mistake::given_twice);
    CHECK(shape<self, int>.mistake == call_mistake::positional_after_keyword);
    CHECK(shape<self, int>.culprit == 1);
}
