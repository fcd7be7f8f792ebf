#include <graft/kernel/base/instruction_set.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <typeinfo>

namespace graft_test::inline GRAFT_INSTRUCTION_SET {
struct of_this_unit {};
} // namespace graft_test::inline GRAFT_INSTRUCTION_SET

namespace {

TEST_CASE("instruction_set: is the name of a namespace") {
    std::string_view const name = typeid(graft_test::of_this_unit).name();
#if defined(__AVX512F__)
    CHECK(name.find("avx512") != name.npos);
#elif defined(__AVX2__)
    CHECK(name.find("avx2") != name.npos);
#endif
    CHECK(name.find("of_this_unit") > name.find("graft_test") + sizeof "graft_test");
}

} // namespace
