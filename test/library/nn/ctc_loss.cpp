#include <graft/library/nn/ctc_loss.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/dialect.hpp>
#include <graft/runtime/evaluate.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

struct ops_here : dialect<ops_here> {
    using members = aten::ctc_loss_ops;
};

// Two classes, of which the blank is 0, each as likely as the other; over `times` times.
tensor even(std::int64_t times) {
    tensor t = tensor::empty({times, 1, 2}, dtype::f32);
    std::fill_n(t.data<float>(), times * 2, std::log(0.5F));
    return t;
}

vec<tensor> losses(op_info const& op, tensor const& log_probs, vec<sym_int> inputs, vec<sym_int> labels,
                   std::int64_t reduction = 0, bool zero = false) {
    call<tensor> c(op);
    c.set(0, log_probs);
    tensor const targets = i64({1, 1}, {1});
    c.set(1, targets);
    c.set(2, inputs);
    c.set(3, labels);
    c.set(5, scalar(reduction));
    if (op.arguments.size() > 6)
        c.set(6, scalar(zero));
    return evaluate(c, kernels_of<ops_here>().find(op));
}

// Of one label, k times, k (k + 1) / 2 of 2^k paths read it. test/data/opcases/nn has what torch gives for more.
TEST_CASE("ctc_loss: counts the paths that read the label") {
    op_info const& op = aten::ctc_loss.intlist.info();
    CHECK(show(losses(op, even(1), {1}, {1})[0]) == "f32[1]: 0.693147");
    CHECK(losses(op, even(3), {3}, {1})[0].data<float>()[0] == doctest::Approx(-std::log(6.0 / 8)));
    CHECK(show(losses(op, even(3), {1}, {1}, 2)[0]) == "f32[]: 0.693147");
    CHECK(show(losses(op, even(3), {0}, {1})[0]) == "f32[1]: inf");
    CHECK(show(losses(op, even(3), {0}, {1}, 1, true)[0]) == "f32[]: 0");
}

TEST_CASE("ctc_loss: lengths and classes are checked") {
    op_info const& op = aten::ctc_loss.intlist.info();
    CHECK(sentence([&] { losses(op, even(1), {2}, {1}); }) ==
          "aten::ctc_loss.IntList: 'input_lengths' has 2, which is not in [0, 1]");
    CHECK(sentence([&] { losses(op, even(1), {1}, {2}); }) ==
          "aten::ctc_loss.IntList: 'target_lengths' has 2, which does not fit 'targets'");
    CHECK(sentence([&] {
              losses(op, even(1), {1, 1}, {1});
          }) == "aten::ctc_loss.IntList: there must be lengths for each of 1 sequences");
    CHECK(sentence([&] { losses(op, even(1), {1}, {1}, 3); }) ==
          "aten::ctc_loss.IntList: 'reduction' must be 0, 1 or 2, not 3");
}

} // namespace
