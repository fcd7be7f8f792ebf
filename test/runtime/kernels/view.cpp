#include <graft/runtime/kernels/view.hpp>

#include <doctest/doctest.h>

#include <graft/lower/cpu_library.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>

#include "../../io/call_builder.hpp"
#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = iota({2, 3});

std::string view(tensor const& result) { return view_of(x, result); }
std::string copy(tensor const& result) { return copy_of(x, result); }

TEST_CASE("view: each view shares storage, its copy does not, and both show the same") {
    CHECK(view(aten::permute(x, std::array{1, 0})) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(copy(aten::permute_copy(x, std::array{1, 0})) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(view(aten::view(x, std::array{3, -1})) == "f32[3, 2]: 0 1 2 3 4 5");
    CHECK(copy(aten::view_copy(x, std::array{3, -1})) == "f32[3, 2]: 0 1 2 3 4 5");
    CHECK(view(aten::expand(aten::unsqueeze(x, 0), std::array{2, -1, -1})) == "f32[2, 2, 3]: 0 1 2 3 4 5 0 1 2 3 4 5");
    CHECK(copy(aten::expand_copy(aten::unsqueeze(x, 0), std::array{2, -1, -1})) ==
          "f32[2, 2, 3]: 0 1 2 3 4 5 0 1 2 3 4 5");
    CHECK(view(aten::unsqueeze(x, -1)) == "f32[2, 3, 1]: 0 1 2 3 4 5");
    CHECK(copy(aten::unsqueeze_copy(x, -1)) == "f32[2, 3, 1]: 0 1 2 3 4 5");
    CHECK(view(aten::select.int_(x, 1, -1)) == "f32[2]: 2 5");
    CHECK(copy(aten::select_copy.int_(x, 1, -1)) == "f32[2]: 2 5");
    CHECK(view(aten::slice.Tensor(x, 1, 0, 3, 2)) == "f32[2, 2]: 0 2 3 5");
    CHECK(copy(aten::slice_copy.Tensor(x, 1, 0, 3, 2)) == "f32[2, 2]: 0 2 3 5");
}

TEST_CASE("view: the views are those that the op of the call describes, which must describe some") {
    op_info op = aten::t.default_.info();
    graft::call<tensor> c(op);
    c.set("self", x);
    std::array<tensor, 1> result;
    kernel_of<aten::t_default>::run(c, graft::view<tensor>(result));
    CHECK(view(result[0]) == "f32[3, 2]: 0 3 1 4 2 5");
    op.meta = nullptr;
    CHECK_THROWS_WITH_AS(kernel_of<aten::t_default>::run(c, graft::view<tensor>(result)),
                         "graft: aten::t: the op has no meta function", error);
}

TEST_CASE("view: views without a copying form") {
    CHECK(view(aten::transpose.int_(x, 0, -1)) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(view(aten::t(x)) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(view(aten::detach(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(show(aten::t(f32({2}, {1, 2}))) == "f32[2]: 1 2");
}

TEST_CASE("view: a slice has neither start nor end by default, and both are cut to the size") {
    CHECK(view(aten::slice.Tensor(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(view(aten::slice.Tensor(x, "start"_a = 1)) == "f32[1, 3]: 3 4 5");
    CHECK(view(aten::slice.Tensor(x, 1, nullptr, -1)) == "f32[2, 2]: 0 1 3 4");
    CHECK(view(aten::slice.Tensor(x, 1, -2, 99)) == "f32[2, 2]: 1 2 4 5");
}

TEST_CASE("view: other sizes are a view where there is one, else a copy") {
    tensor const transposed = kernel::transpose(x, 0, 1);
    CHECK(copy(aten::alias_copy(x)) == "f32[2, 3]: 0 1 2 3 4 5");
    CHECK(copy(aten::view_copy(transposed, std::array{6})) == "f32[6]: 0 3 1 4 2 5");
    CHECK(copy(aten::reshape(transposed, std::array{2, 3})) == "f32[2, 3]: 0 3 1 4 2 5");
    CHECK(view(aten::reshape(x, std::array{3, 2})) == "f32[3, 2]: 0 1 2 3 4 5");
    CHECK(copy(aten::flatten.using_ints(transposed)) == "f32[6]: 0 3 1 4 2 5");
    CHECK(view(aten::flatten.using_ints(x.view({1, 2, 3}), 1)) == "f32[1, 6]: 0 1 2 3 4 5");
    CHECK(raised([&] { aten::view(transposed, std::array{6}); }).find("aten::view") != std::string::npos);
}

TEST_CASE("view: the bytes of a tensor are shown whatever its strides are along dimensions of size 1") {
    auto const shown = [](tensor const& self, dtype as) {
        graft::call<tensor> c(aten::view.dtype.info());
        c.set("self", self);
        c.set("dtype", as);
        std::array<tensor, 1> result;
        kernel_of<aten::view_dtype>::run(c, graft::view<tensor>(result));
        CHECK(result[0].shares_storage(self));
        return show(aten::view.dtype(result[0], self.dtype()));
    };
    tensor const wide = make<double>({4}, {0, 1, 2, 3}), narrow = iota({4});
    CHECK(shown(wide.as_strided({4, 1}, {1, 4}, 0), dtype::f32) == show(wide.view({4, 1})));
    CHECK(shown(narrow.as_strided({1, 2, 1, 2}, {3, 2, 1, 1}, 0), dtype::f64) == show(narrow.view({1, 2, 1, 2})));
}

TEST_CASE(
    "view: a program shows the bytes of what lies otherwise along dimensions of size 1 than it was exported with") {
    call_builder b;
    arg const column = b.input("x", make_spec(dtype::f64, {4, 1}));
    exported_program const p = b.output({b.call("aten::view.dtype", {column, dtype::f32})});
    tensor const wide = make<double>({4}, {0, 1, 2, 3});
    std::vector<tensor> const shown = executor(p, cpu_library()).run({wide.as_strided({4, 1}, {1, 4}, 0)});
    CHECK(show(aten::view.dtype(shown[0], dtype::f64)) == show(wide.view({4, 1})));
}

TEST_CASE("view: several, and of views") {
    CHECK(show(aten::split_with_sizes(x, std::array{1, 2}, 1)) == "f32[2, 1]: 0 3\nf32[2, 2]: 1 2 4 5\n");
    CHECK(show(aten::unbind_copy.int_(aten::t(x))) == "f32[2]: 0 3\nf32[2]: 1 4\nf32[2]: 2 5\n");
    CHECK(view(aten::diagonal(aten::slice.Tensor(x, 1, 1))) == "f32[2]: 1 5");
    CHECK(view(aten::unfold(x, 1, 2, 1)) == "f32[2, 2, 2]: 0 1 1 2 3 4 4 5");
    CHECK(view(aten::movedim.int_(x, 0, 1)) == "f32[3, 2]: 0 3 1 4 2 5");
    CHECK(view(aten::narrow(x, 1, -2, 2)) == "f32[2, 2]: 1 2 4 5");
    CHECK(copy(aten::squeeze_copy.dim(x.view({1, 6}), 0)) == "f32[6]: 0 1 2 3 4 5");
}

} // namespace
