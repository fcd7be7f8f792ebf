#include <graft/meta/hash.hpp>

#include <doctest/doctest.h>

#include <string>

// The published FNV-1a test vectors.
static_assert(graft::fnv1a("") == 0xcbf29ce484222325u);
static_assert(graft::fnv1a("a") == 0xaf63dc4c8601ec8cu);
static_assert(graft::fnv1a("foobar") == 0x85944171f73967e8u);

TEST_CASE("fnv1a: the run-time value equals the constant") {
    const std::string text = "aten::add.Tensor";
    CHECK(graft::fnv1a(text) == graft::fnv1a("aten::add.Tensor"));
    CHECK(graft::fnv1a(text) != graft::fnv1a("aten::add.Scalar"));
}

TEST_CASE("fnv1a: a hash as the seed continues the text") {
    CHECK(graft::fnv1a("bar", graft::fnv1a("foo")) == graft::fnv1a("foobar"));
}

TEST_CASE("fnv1a: bytes above 127 hash as unsigned values") {
    CHECK(graft::fnv1a("\xff") == (0xcbf29ce484222325u ^ 0xffu) * 0x100000001b3u);
}
