#include <graft/transform/detail/pair_call.hpp>

#include <doctest/doctest.h>

#include <graft/ir/bind_arguments.hpp>

#include "pairs.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// Writes the call `n` of the program by `f`; the names of the ops that it calls.
template <class F>
std::string written(exported_program& p, node_id n, std::vector<node_id> const& pairs, F const& f) {
    graph& g = p.graph();
    value_spec const before = *g.val(n);
    detail::pair_call::surroundings around;
    around.is_pair = [&](node_id m) { return std::find(pairs.begin(), pairs.end(), m) != pairs.end(); };
    around.before = &before;
    composition_world<value> world(g, n);
    std::deque<value> values;
    call<value> const bound = bind_arguments<value>(g, n, [&](node_id m) -> value const& {
        return values.emplace_back(value{&g, m});
    });
    f(detail::pair_call(bound, world, around));
    std::string names;
    for (node_id const m : world.created())
        names += std::string{g.target(m).name.substr(6)} + ' ';
    return names;
}

TEST_CASE("pair_call: pairs, columns and parts are made of few calls") {
    program_builder b;
    value const x = b.input("x", f32_spec({3})), pair = b.input("z", f32_spec({3, 2}));
    exported_program p = b.finish({aten::neg(pair)});
    std::vector<node_id> const pairs{pair.id};
    node_id const n = p.graph().at("neg_default");
    CHECK(written(p, n, pairs, [&](detail::pair_call const& k) {
              CHECK(k.is_pair(k->tensor("self")));
              CHECK(k.numbers_rank(k->tensor("self")) == 1);
              CHECK(k.pair(k->tensor("self"), dtype::f32).id == pair.id);
              static_cast<void>(k.pair(value{&p.graph(), x.id}, dtype::f64));
          }) == "_to_copy unsqueeze_copy constant_pad_nd ");
    CHECK(written(p, n, pairs, [&](detail::pair_call const& k) { static_cast<void>(k.turned(k->tensor("self"))); }) ==
          "slice_copy.Tensor neg slice_copy.Tensor cat ");
    CHECK(written(p, n, pairs, [&](detail::pair_call const& k) {
              static_cast<void>(k.part(k->tensor("self"), 1));
              static_cast<void>(k.changed().results());
          }) == "select_copy.int neg ");
}

} // namespace
