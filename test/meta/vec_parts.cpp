#include <graft/meta/vec_parts.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

using namespace graft::detail;

TEST_CASE("vec_parts: memory of any alignment, none for no elements, an error for too many") {
    for (std::size_t const alignment : {std::size_t{1}, alignof(std::max_align_t), std::size_t{256}}) {
        void* const memory = allocate_elements(3, 512, alignment);
        CHECK(reinterpret_cast<std::uintptr_t>(memory) % alignment == 0);
        free_elements(memory, alignment);
    }
    CHECK(allocate_elements(0, 8, 8) == nullptr);
    CHECK_THROWS_AS(static_cast<void>(allocate_elements(most_elements(8) + 1, 8, 8)), std::length_error);
}

static_assert(room_for(4, 1, 100) == 8 && room_for(4, 9, 100) == 13 && room_for(60, 1, 100) == 100);

TEST_CASE("vec_parts: no room for more than there can be") {
    CHECK_THROWS_AS(static_cast<void>(room_for(4, 97, 100)), std::length_error);
}

TEST_CASE("vec_parts: elements without value are zero, and are counted") {
    int memory[] = {-1, -1, -1, -1};
    std::size_t size = 1;
    put_defaults<int>{2}(memory, size);
    CHECK(size == 3);
    CHECK((memory[0] == -1 && memory[1] == 0 && memory[2] == 0 && memory[3] == -1));
}

TEST_CASE("vec_parts: elements are repeated, copied and moved") {
    std::string words[] = {"a word longer than any that is kept in place", "two"};
    std::allocator<std::string> all;
    std::string* const memory = all.allocate(6);
    std::size_t size = 0;
    put_repeated<std::string>{2, words[1]}(memory, size);
    put_copied<std::string, std::string*>{words, 2}(memory, size);
    CHECK(words[0].size() == 44);
    put_moved<std::string, std::string*>{words, 2}(memory, size);
    CHECK(words[0].empty());
    CHECK(size == 6);
    CHECK((memory[0] == "two" && memory[1] == "two" && memory[2] == memory[4] && memory[5] == "two"));
    std::destroy_n(memory, size);
    all.deallocate(memory, 6);
}

static_assert([] {
    int memory[] = {0, 0};
    int const numbers[] = {3, 4};
    std::size_t size = 0;
    put_copied<int, int const*>{numbers, 2}(memory, size);
    return size == 2 && memory[1] == 4;
}());
