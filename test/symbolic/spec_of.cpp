#include <graft/symbolic/spec_of.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace graft;

TEST_CASE("spec_of: everything but the elements") {
    std::vector<std::int32_t> const elements{0, 1, 2, 3, 4, 5};
    tensor_spec const spec = spec_of(tensor::from<std::int32_t>({2, 3}, elements).as_strided({2}, {3}, 1));
    CHECK(spec.dtype == dtype::i32);
    CHECK(spec.sizes == std::vector<sym_int>{2});
    CHECK(spec.strides == std::vector<sym_int>{3});
    CHECK(spec.storage_offset == 1);
    CHECK(spec.dev == device{});
}
