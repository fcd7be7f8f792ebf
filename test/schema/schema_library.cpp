#include <graft/schema/schema_library.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <string>
#include <utility>

using namespace graft;
using graft_test::raised;

TEST_CASE("schema_library: the ops of a text are found by name, in the order of its lines") {
    schema_library const library("# two ops\n"
                                 "my::pad(Tensor self, int[2] by=0) -> Tensor\r\n"
                                 "\n"
                                 "my::pad.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)");
    REQUIRE(library.ops().size() == 2);
    CHECK(library.find("my::pad") == &library.ops()[0].info());
    CHECK(library.find("my::pad.out") == &library.ops()[1].info());
    CHECK(library.find("my::pad")->arguments[1].name == "by");
    CHECK(library.find("my::pa") == nullptr);
    CHECK(schema_library("").ops().empty());
}

TEST_CASE("schema_library: its ops stay where they are when it grows or moves") {
    schema_library library;
    op_info const* const first = &library.add(runtime_op("my::first(Tensor x) -> Tensor"));
    for (int i = 0; i < 100; ++i)
        library.add(runtime_op("my::op" + std::to_string(i) + "(Tensor x) -> Tensor"));
    schema_library const moved = std::move(library);
    CHECK(moved.find("my::first") == first);
    CHECK(first->name == "my::first");
    CHECK(moved.find("my::op99")->name == "my::op99");
}

TEST_CASE("schema_library: a wrong line is named") {
    CHECK(raised([] { schema_library("my::f(Tensor x) -> Tensor\nmy::g(Tensr x) -> Tensor"); }) ==
          "graft: line 2: malformed schema: unknown type name in 'my::g(Tensr x) -> Tensor'");
    CHECK(raised([] { schema_library("my::f(Tensor x) -> Tensor\n\nmy::f(int x) -> Tensor"); }) ==
          "graft: line 3: there is an op 'my::f' already");
}
