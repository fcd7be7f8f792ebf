#include <graft/runtime/late_call.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"

#include <cstdint>
#include <vector>

using namespace graft;
using namespace graft_test;

namespace {

constexpr auto kernels = kernel_set<decltype(aten::neg.default_), decltype(aten::view.default_)>;

kernel_entry const& entry_of(op_info const& op) { return *kernel_table{kernels}.find_entry(op); }

TEST_CASE("late_call: while sizes repeat it is bound once, and follows the elements and the tensor itself") {
    tensor x = f32({2}, {1, 2});
    detail::late_call neg(entry_of(aten::neg.default_.info()));
    int bound = 0;
    auto const run = [&](bool repeats) {
        return neg.run(repeats, [&] {
            ++bound;
            return make_call<tensor, decltype(aten::neg.default_)>(slots<0>{}, x);
        });
    };
    CHECK(show(run(false).front()) == show(f32({2}, {-1, -2})));
    x = f32({2}, {3, 4});
    CHECK(show(run(true).front()) == show(f32({2}, {-3, -4})));
    CHECK(show(run(true).front()) == show(f32({2}, {-3, -4})));
    CHECK(bound == 1);
    x = f32({3}, {5, 6, 7});
    CHECK(show(run(false).front()) == show(f32({3}, {-5, -6, -7})));
    CHECK(bound == 2);
}

TEST_CASE("late_call: what repeats the first time, and after an error, is bound all the same") {
    tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
    std::vector<std::int64_t> sizes{3, 2};
    detail::late_call view(entry_of(aten::view.default_.info()));
    auto const run = [&](bool repeats) {
        return view.run(repeats,
                        [&] { return make_call<tensor, decltype(aten::view.default_)>(slots<0, 1>{}, x, sizes); });
    };
    CHECK(run(true)[0].sizes() == dim_vector{3, 2});
    sizes = {4, 2};
    CHECK(raised([&] { static_cast<void>(run(false)); }) != "");
    sizes = {6};
    CHECK(run(true)[0].sizes() == dim_vector{6});
    for (int i = 0; i < 3; ++i) {
        tensor const shown = run(true)[0];
        CHECK(shown.sizes() == dim_vector{6});
        CHECK(shown.shares_storage(x));
    }
}

} // namespace
