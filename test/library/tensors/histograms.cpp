#include <graft/library/tensors/histograms.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/dialect.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

struct ops_here : dialect<ops_here> {
    using members = aten::histograms_ops;
};

template <class Op, class Bins>
vec<tensor> counted(Op const&, tensor const& x, Bins const& bins, bool density = false) {
    call<tensor> c(Op::info());
    c.set(0, x);
    c.set(1, bins);
    c.set("density", scalar(density));
    return evaluate(c, kernels_of<ops_here>().find(Op::info()));
}

// What torch gives; test/data/opcases/tensors has more.
TEST_CASE("histograms: a bin begins with its lower end, the last one holds both") {
    tensor const x = f32({5}, {0, 1, 1, 2, 4});
    auto const found = counted(aten::histogram.bin_ct, x, scalar(2));
    CHECK(show(found[0]) == "f32[2]: 3 2");
    CHECK(show(found[1]) == "f32[3]: 0 2 4");
    CHECK(show(counted(aten::histogram.bins_tensor, x, f32({3}, {1, 2, 3}))[0]) == "f32[2]: 2 1");
    CHECK(show(counted(aten::histogram.bin_ct, x, scalar(2), true)[0]) == "f32[2]: 0.3 0.2");
    CHECK(show(counted(aten::histogram.bin_ct, f32({1}, {3}), scalar(1))[1]) == "f32[2]: 2.5 3.5");
}

TEST_CASE("histograms: points of several coordinates") {
    tensor const x = f32({3, 2}, {0, 0, 1, 2, 1, 0});
    vec<sym_int> const bins{1, 2};
    CHECK(show(counted(aten::_histogramdd_from_bin_cts_default{}, x, bins)[0]) == "f32[1, 2]: 2 1");
    CHECK(show(counted(aten::_histogramdd_bin_edges_default{}, x, bins)[1]) == "f32[3]: 0 1 2");
}

TEST_CASE("histograms: bins and elements are checked") {
    tensor const x = f32({1}, {1});
    CHECK(sentence([&] { counted(aten::histogram.bin_ct, x, scalar(0)); }) ==
          "aten::histogram.bin_ct: there must be at least one bin");
    CHECK(sentence([&] { counted(aten::histogram.bin_ct, i64({1}, {1}), scalar(1)); }) ==
          "aten::histogram.bin_ct: 'self' must be of float32 or float64, not torch.int64");
    CHECK(sentence([&] {
              counted(aten::histogram.bins_tensor, x, f32({2}, {1, 0}));
          }) == "aten::histogram.bins_tensor: the ends of bins must rise");
}

} // namespace
