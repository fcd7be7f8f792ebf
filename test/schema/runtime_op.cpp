#include <graft/schema/runtime_op.hpp>

#include <graft/core/error.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>

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
