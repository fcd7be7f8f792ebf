#include <graft/schema/runtime_op.hpp>

#include <graft/core/error.hpp>

#include "../io/raises.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>

namespace {

graft::runtime_op make() {
    std::string text = "my::pad(Tensor self, int[2] by=0, str mode=\"a\\tb\") -> Tensor";
    return graft::runtime_op(std::move(text), graft::op_tags::core);
}

} // namespace

TEST_CASE("runtime_op: the descriptor owns its text and survives the copy it came from") {
    std::optional<graft::runtime_op> first = make();
    graft::op_info const* const address = &first->info();
    graft::runtime_op const second = *first;
    first.reset();
    CHECK(&second.info() == address);
    CHECK(second.info().name == "my::pad");
    CHECK(second.info().arguments[1].default_value.count == 2);
    CHECK(second.info().arguments[2].default_value.text == "a\tb");
    CHECK(graft::has(second.info().tags, graft::op_tags::core));
    CHECK((second.info().meta == nullptr));
}

TEST_CASE("runtime_op: a malformed schema is an error with words and position") {
    try {
        graft::runtime_op("my::pad(Tensor self, Tensr other) -> Tensor");
        FAIL("no error");
    } catch (graft::error const& e) {
        CHECK(e.code() == graft::errc::parse);
        CHECK(e.byte() == 21);
        CHECK(e.sentence() == "malformed schema: unknown type name in "
                              "'my::pad(Tensor self, Tensr other) -> Tensor'");
    }
}

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
