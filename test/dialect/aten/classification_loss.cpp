#include <graft/dialect/aten/classification_loss.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("classification_loss: one loss for each sample, or for all") {
    CHECK(text(aten::cross_entropy_loss(f32({s0(), 3}), i64({s0()}), nullptr, 0)) == "f32[s0]");
    CHECK(text(aten::cross_entropy_loss(f32({2, 3, 4}), i64({2, 4}))) == "f32[]");
    CHECK(text(aten::cross_entropy_loss(f32({s0(), 3}), f32({s0(), 3}))) == "f32[]");
    CHECK(text(aten::cross_entropy_loss(f32({2, s0()}), f32({2, s0()}), nullptr, 0)) == "f32[2]");
    CHECK(text(aten::nll_loss2d(f32({2, 3, 4, 5}), strided(i64({2, 4, 5}), {20, 1, 4}), nullptr, 0)) == "f32[2, 4, 5]");
    CHECK(text(aten::nll_loss_forward(f32({2, 3}), i64({2}), nullptr, 0, -100)) == "(f32[2], f32[])");
    CHECK(text(aten::multilabel_margin_loss_forward(f32({2, 3}), i64({2, 3}), 0)) == "(f32[2], f32[2, 3])");
    CHECK(text(aten::multilabel_margin_loss(f32({3}), i64({3}), 0)) == "f32[1]");
    CHECK(text(aten::multi_margin_loss(f32({3}), i64({1}), 1, 1, nullptr, 0)) == "f32[1]");
    CHECK(text(aten::multi_margin_loss(f32({3}), i64({}), 1, 1, nullptr, 2)) == "f32[]");
}

TEST_CASE("classification_loss: any number of classes, and sizes that nothing tells to differ") {
    CHECK(text(aten::cross_entropy_loss(f32({2, s0(), 4}), f32({2, s0(), 4}))) == "f32[]");
    CHECK(text(aten::nll_loss2d(f32({2, 3, 1, s0()}), i64({2, 1, symbol("s1")}))) == "f32[]");
}

TEST_CASE("classification_loss: labels are smoothed over a symbolic number of classes, in every dtype") {
    for (dtype const d : {dtype::f32, dtype::f64, dtype::bf16, dtype::f16}) {
        tensor_spec const x = make_spec(d, {2, s0()});
        for (std::int64_t const reduction : {0, 1, 2}) {
            tensor_spec const expected = make_spec(d, reduction == 0 ? vec<sym_int>{2} : vec<sym_int>{});
            CHECK(text(aten::cross_entropy_loss(x, i64({2}), nullptr, reduction, -100, 0.1)) == text(expected));
            CHECK(text(aten::cross_entropy_loss(x, x, nullptr, reduction, -100, 0.1)) == text(expected));
        }
    }
    CHECK(text(aten::cross_entropy_loss(f32({0, s0()}), f32({0, s0()}))) == "f32[]");
    CHECK_THROWS_WITH(static_cast<void>(aten::cross_entropy_loss(f32({2, s0()}), i64({2}), nullptr, 1, -100, 1.5)),
                      "graft: aten::cross_entropy_loss: 'label_smoothing' must be between 0 and 1");
}

TEST_CASE("classification_loss: sizes that are not known may be those of the targets") {
    CHECK(text(aten::nll_loss_nd(f32({1, 3, s0(), 1}), i64({1, 2, 1}))) == "f32[]");
    for (std::int64_t const reduction : {0, 1, 2})
        CHECK(text(aten::cross_entropy_loss(f32({s0(), 3}), i64({symbol("s1")}), nullptr, reduction, -100, 0.1)) ==
              (reduction == 0 ? "f32[s1]" : "f32[]"));
    CHECK_THROWS_WITH(
        static_cast<void>(aten::nll_loss_nd(f32({1, 3, s0(), 1}), i64({1, 2, 2}))),
        "graft: aten::nll_loss_nd: aten::nll_loss2d_forward: the sizes of 'self' and 'target' do not fit");
}

TEST_CASE("classification_loss: targets of the wrong dtype or number are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::nll_loss(f32({2, 3}), f32({2}))),
                      "graft: aten::nll_loss_forward: 'target' must be torch.int64, not torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::multi_margin_loss(f32({2, 3}), i64({2}), 3)),
                      "graft: aten::multi_margin_loss: 'p' must be 1 or 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::cross_entropy_loss(f32({2, 3}), f32({2, 4}))),
                      "graft: aten::cross_entropy_loss: 'target' does not have the sizes of 'self'");
    CHECK_THROWS_WITH(static_cast<void>(aten::nll_loss2d(f32({2, 3, 4, s0()}), i64({2, 4, s0() + 1}))),
                      "graft: aten::nll_loss2d_forward: the sizes of 'self' and 'target' do not fit");
}

} // namespace
