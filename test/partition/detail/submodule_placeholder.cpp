#include <graft/partition/detail/submodule_placeholder.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("submodule_placeholder: the name is the target in snake case, the type and the value stay") {
    graph from;
    node_id const n = from.call_function("user.f", {}, {}, "someName");
    from.set_val(n, make_spec(dtype::f32, {2}));
    from.set_type(n, "Tensor");
    graph to;
    node_id const p = detail::submodule_placeholder(from, n, to, from.name(n));
    CHECK(to.name(p) == "some_name");
    CHECK(to.target(p).name == "someName");
    CHECK(to.type(p) == "Tensor");
    CHECK(*to.val(p) == *from.val(n));
}

} // namespace
