// Header-only: what holds in constants needs bodies.
#include <graft/ir/value_table.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("value_table: id 0 is for what is not known, even by a spec that is empty") {
    value_table values;
    CHECK(values.size() == 0);
    std::uint32_t const none = values.intern(value_spec{});
    CHECK(none == 1);
    CHECK(values.intern(value_spec{}) == none);
    CHECK(values[none].is_none());
}

TEST_CASE("value_table: equal specs are one, others differ in any field") {
    value_table values;
    tensor_spec const base = make_spec(dtype::f32, {2, 3});
    std::uint32_t const first = values.intern(base);
    CHECK(values.intern(make_spec(dtype::f32, {2, 3})) == first);
    std::vector<tensor_spec> others(6, base);
    others[0].dtype = dtype::f16;
    others[1].strides = {1, 2};
    others[2].storage_offset = 4;
    others[3].requires_grad = true;
    others[4].layout = layout::sparse_coo;
    others[5].dev = *parse_device("cuda:0");
    std::vector<std::uint32_t> seen{first};
    for (tensor_spec const& other : others) {
        std::uint32_t const id = values.intern(other);
        for (std::uint32_t const earlier : seen)
            CHECK(id != earlier);
        seen.push_back(id);
        CHECK(values[id].tensor == other);
    }
    CHECK(values.intern(value_spec::of_list({base})) != values.intern(value_spec::of_list({base, base})));
    CHECK(values.intern(value_spec::of_integer(1)) != values.intern(value_spec::of_boolean(1)));
}

TEST_CASE("value_table: many views of one tensor, which would take minutes if their offsets did not tell them apart") {
    value_table values;
    sym_int const s{symbol{"s0"}};
    for (std::int64_t i = 0; i < 100'000; ++i) {
        tensor_spec part = make_spec(dtype::f32, {1});
        part.storage_offset = i;
        values.intern(std::move(part));
        values.intern(make_spec(dtype::f32, {sym_int(sym_function::floor_div, {s, i + 2})}));
    }
    CHECK(values.size() == 200'000);
}

TEST_CASE("value_table: symbolic sizes are one when they are the same polynomial") {
    value_table values;
    sym_int const s{symbol{"s0"}}, u{symbol{"u0"}};
    std::uint32_t const first = values.intern(make_spec(dtype::f32, {s + 1, u * 2}));
    CHECK(values.intern(make_spec(dtype::f32, {sym_int{1} + s, u + u})) == first);
    CHECK(values.intern(make_spec(dtype::f32, {s + 2, u * 2})) != first);
}

TEST_CASE("value_table: ten thousand specs, sizes or symbols, come back as they were") {
    value_table values;
    auto const spec = [](int i) {
        sym_int const size = i % 2 == 0 ? sym_int{i} : sym_int{symbol{"u" + std::to_string(i)}};
        return make_spec(dtype::i64, {size, 3});
    };
    for (int i = 0; i < 10'000; ++i)
        REQUIRE(values.intern(spec(i)) == static_cast<std::uint32_t>(i + 1));
    for (int i = 0; i < 10'000; i += 97)
        REQUIRE(values[static_cast<std::uint32_t>(i + 1)].tensor == spec(i));
}

constexpr bool works_in_constants() {
    value_table values;
    for (std::int64_t i = 0; i < 20; ++i)
        values.intern(make_spec(dtype::f32, {i, 2}));
    return values.intern(make_spec(dtype::f32, {7, 2})) == 8;
}
static_assert(works_in_constants());

} // namespace
