#include <graft/meta/vec_parts.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <string>

using namespace graft::detail;

TEST_CASE("vec_draft: what is not taken away is destroyed, with its memory") {
    auto const shared = std::make_shared<int>(1);
    {
        vec_draft<std::shared_ptr<int>> draft(std::allocator<std::shared_ptr<int>>().allocate(4), 4);
        draft.begin_at(1);
        draft.put(put_repeated<std::shared_ptr<int>>{2, shared});
        CHECK(draft.first == draft.memory + 1);
        CHECK(draft.last == draft.memory + 3);
        CHECK(shared.use_count() == 3);
    }
    CHECK(shared.use_count() == 1);
}

TEST_CASE("vec_draft: elements without value are zero") {
    vec_draft<int> draft(std::allocator<int>().allocate(3), 3);
    draft.put(put_repeated<int>{3, -1});
    draft.begin_at(0);
    draft.put(put_defaults<int>{2});
    CHECK(draft.memory[0] == 0);
    CHECK(draft.memory[1] == 0);
    CHECK(draft.memory[2] == -1);
}

TEST_CASE("vec_draft: elements are copied and moved") {
    std::string words[] = {"a word longer than any that is kept in place", "two"};
    vec_draft<std::string> draft(std::allocator<std::string>().allocate(4), 4);
    draft.put(put_copied<std::string, std::string*>{words, 2});
    CHECK(words[0].size() == 44);
    draft.put(put_moved<std::string, std::string*>{words, 2});
    CHECK(words[0].empty());
    CHECK(draft.memory[0] == draft.memory[2]);
    CHECK(draft.memory[3] == "two");
}

static_assert([] {
    vec_draft<int> draft(std::allocator<int>().allocate(2), 2);
    int const numbers[] = {3, 4};
    draft.put(put_copied<int, int const*>{numbers, 2});
    return draft.last == draft.memory + 2 && draft.memory[1] == 4;
}());
