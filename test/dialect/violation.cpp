#include <graft/dialect/violation.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;

std::string raised(std::vector<violation> const& violations) {
    try {
        require_none(violations);
    } catch (error const& e) {
        CHECK(e.code() == errc::verification);
        return e.what();
    }
    return "nothing";
}

} // namespace

TEST_CASE("violation: it reads as a sentence, a place and a stack trace") {
    CHECK(text(violation{"it is wrong", "", "", ""}) == "it is wrong");
    CHECK(text(violation{"it is wrong", "add", "", ""}) == "it is wrong [at %add]");
    CHECK(text(violation{"it is wrong", "add", "model.py", "then.body"}) ==
          "it is wrong [at then.body.%add]\nmodel.py");
}

TEST_CASE("violation: one is an error at its node, several are listed") {
    CHECK(raised({}) == "nothing");
    CHECK(raised({{"it is wrong", "add", "model.py", ""}}) == "graft: it is wrong [at %add]\nmodel.py");
    CHECK(raised({{"one", "a", "", ""}, {"two", "", "", ""}}) == "graft: 2 violations\n  one [at %a]\n  two");
}

TEST_CASE("violation: notes are no error") {
    violation note{"it is kept", "add", "", ""};
    note.severity = severity::note;
    CHECK(is_note(note));
    CHECK_FALSE(has_errors({note, note}));
    CHECK(has_errors({note, {"it is wrong", "add", "", ""}}));
    CHECK(raised({note}) == "nothing");
    CHECK(raised({note, {"it is wrong", "add", "", ""}}) == "graft: it is wrong [at %add]");
}
