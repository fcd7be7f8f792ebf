#include <graft/runtime/detail/known_sizes.hpp>

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace graft;

namespace {

sym_int const rows = symbol("s0");

tensor_spec spec(std::vector<sym_int> sizes) {
    tensor_spec s;
    s.dtype = dtype::i64;
    s.sizes = std::move(sizes);
    return s;
}

sym_bindings three_rows() {
    sym_bindings bindings;
    bindings.set(symbol("s0"), 3);
    return bindings;
}

TEST_CASE("known_sizes: sizes that follow from the symbols that are known") {
    CHECK(detail::known_sizes(spec({rows * 2, 4}), three_rows()).value() == dim_vector{6, 4});
    CHECK_FALSE(detail::known_sizes(spec({rows, symbol("u0")}), three_rows()).has_value());
}

TEST_CASE("likely_tensor: of a tensor whose sizes are known") {
    value_spec const val(spec({rows, 4})), number = value_spec::of_integer(3);
    tensor const t = detail::likely_tensor(&val, three_rows());
    CHECK(t.sizes() == dim_vector{3, 4});
    CHECK(t.dtype() == dtype::i64);
    CHECK_FALSE(detail::likely_tensor(&val, {}).defined());
    CHECK_FALSE(detail::likely_tensor(nullptr, {}).defined());
    CHECK_FALSE(detail::likely_tensor(&number, {}).defined());
}

} // namespace
