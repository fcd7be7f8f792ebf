#include <graft/runtime/detail/bound_arguments.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/pattern/list.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <list>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

/// One op of two tensors, bound to a pattern below.
struct bound_pair_t : op<bound_pair_t> {
    static constexpr schema_text text{"toy::bound_pair(Tensor self, Tensor other) -> Tensor"};
};
constexpr bound_pair_t bound_pair;

/// Takes each call of a pattern down; all have two results, those of `aminmax` the first and the second argument.
class noted_calls : public detail::bound_arguments<noted_calls> {
public:
    using bound_arguments::bound_arguments;

    view<tensor const> results_of(graft::call<tensor> const& inner) {
        notes += std::string{inner.op().name} + ' ' + std::string{text(inner[0].kind)} + "; ";
        return results_.emplace_back(vec<tensor>{(*outer_)["self"].tensor[0], (*outer_)["other"].tensor[0]});
    }
    argument<tensor> all() { return value(); }

    std::string notes;

private:
    std::list<vec<tensor>> results_;
};

tensor const one = f32({1}, {1}), two = f32({1}, {2});

template <class P>
std::string noted(P const& p) {
    auto const binding = bind_pattern_to_op(bound_pair, p);
    bound_op const bound = binding.view();
    call<tensor> c(bound_pair_t::info());
    c.set("self", one).set("other", two);
    noted_calls calls(bound, c);
    argument<tensor> const given = calls.all();
    calls.notes += text(given.kind);
    if (given.kind == argument_kind::tensor)
        calls.notes += ": " + show(*given.tensor);
    return calls.notes;
}

constexpr auto self = var<"self">;
constexpr auto other = var<"other">;

TEST_CASE("bound_arguments: an op of one result gives it, one of several all of them, of which an item is one") {
    CHECK(noted(aten::neg(self)) == "aten::neg a tensor; a tensor: f32[1]: 1");
    CHECK(noted(aten::aminmax(self)) == "aten::aminmax a tensor; a list of tensors");
    CHECK(noted(out<1>(aten::aminmax(aten::neg(other)))) ==
          "aten::neg a tensor; aten::aminmax a tensor; a tensor: f32[1]: 2");
}

TEST_CASE("bound_arguments: a list holds tensors, and the pattern returns a call") {
    CHECK(noted(aten::cat(list(self, other), 0)) == "aten::cat a list of tensors; a tensor: f32[1]: 1");
    CHECK(raised([] { static_cast<void>(noted(aten::cat(list(self, 1), 0))); }) ==
          "graft: toy::bound_pair: its pattern has a list of what is no tensor");
    CHECK(raised([] { static_cast<void>(noted(list(self, other))); }) ==
          "graft: toy::bound_pair: its pattern returns something that is no call");
}

} // namespace
