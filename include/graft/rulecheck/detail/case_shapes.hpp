#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/runtime/random_tensor.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace graft::detail {

// The argument of a call that sizes, or a literal, are wanted for, and what is known of the others.
struct case_place {
    op_info const* op = nullptr;
    std::size_t slot = 0;
    vec<std::optional<dim_vector>> sizes{}; // by slot, of the tensors that are there
    vec<dim_vector> items{};                // of the tensors before it in its list
    std::size_t result_rank = 0;            // that the user of the call asks for, where it asks for one
    dtype main = dtype::f32;                // that most tensors have
    case_graph const* made = nullptr;       // what has been made before

    [[nodiscard]] schema_argument const& argument() const { return op->arguments[slot]; }
    [[nodiscard]] std::optional<dim_vector> of(std::size_t i) const {
        return i < sizes.size() ? sizes[i] : std::nullopt;
    }
    // The sizes of the first tensor that is there.
    [[nodiscard]] std::optional<dim_vector> first() const {
        for (auto const& s : sizes)
            if (s)
                return s;
        return items.empty() ? std::nullopt : std::optional(items.front());
    }
    // True of an overload of one of these ops.
    [[nodiscard]] bool is_op(std::initializer_list<call_target> ops) const {
        auto const packet = [](std::string_view name) { return name.substr(0, name.find('.')); };
        return std::any_of(ops.begin(), ops.end(),
                           [&](call_target const& of) { return packet(op->name) == packet(of.name()); });
    }
    // The rank that the op asks for in this argument, or 0 for any.
    [[nodiscard]] std::size_t wanted_rank() const {
        if (op == nullptr)
            return 0;
        bool const biased = is_op({aten::addmm, aten::baddbmm});
        if (biased && slot == 0)
            return 0;
        return is_op({aten::mm, aten::addmm}) ? 2 : is_op({aten::bmm, aten::baddbmm}) ? 3 : 0;
    }
};

// Proposes sizes of tensors that their op is likely to take; its meta function has the last word.
class shape_source {
public:
    explicit shape_source(random_source& random) : random_(random) {
        constexpr std::array<std::int64_t, 5> all{0, 1, 2, 3, 7};
        pool_ = {all[random_.below(all.size())], all[random_.below(all.size())]};
        if (random_.chance(70)) // most cases should have elements
            for (std::int64_t& size : pool_)
                size = size == 0 ? 2 : size;
        base_ = of_rank(random_.below(5));
    }

    // What the tensors of a case broadcast to, unless an op has it otherwise.
    [[nodiscard]] dim_vector const& base() const { return base_; }

    [[nodiscard]] std::int64_t size() { return pool_[random_.below(pool_.size())]; }
    [[nodiscard]] dim_vector of_rank(std::size_t rank) {
        dim_vector sizes(rank);
        for (std::int64_t& s : sizes)
            s = rank > 2 && random_.chance(50) ? std::min<std::int64_t>(size(), 2) : size();
        return sizes;
    }

    // What broadcasts to `sizes`: without leading dimensions, and with ones.
    [[nodiscard]] dim_vector partner(dim_vector sizes) {
        if (random_.chance(40))
            return sizes;
        sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(random_.below(sizes.size() + 1)));
        for (std::int64_t& s : sizes)
            if (random_.chance(25))
                s = 1;
        return sizes;
    }

    [[nodiscard]] dim_vector propose(case_place const& at) {
        if (at.argument().list)
            return item_of_list(at);
        if (at.is_op({aten::mm, aten::addmm, aten::bmm, aten::matmul, aten::baddbmm}))
            return factor(at);
        if (at.is_op({aten::linear}))
            return of_linear(at);
        if (at.is_op({aten::convolution, aten::conv1d, aten::conv2d}))
            return of_convolution(at);
        if (at.is_op({aten::batch_norm, aten::_native_batch_norm_legit_no_training}))
            return at.slot == 0 || !at.of(0) ? of_rank(2 + random_.below(3)) : channel(*at.of(0));
        if (at.is_op({aten::layer_norm, aten::native_layer_norm, aten::rms_norm}))
            return at.slot == 0 || !at.first() ? of_rank(1 + random_.below(4)) : last(*at.first());
        if (at.is_op({aten::scaled_dot_product_attention}))
            return at.first() ? *at.first() : of_rank(4);
        if (at.is_op({aten::max_pool2d, aten::max_pool2d_with_indices, aten::avg_pool2d, aten::adaptive_avg_pool2d,
                      aten::_adaptive_avg_pool2d, aten::upsample_nearest2d.vec, aten::upsample_bilinear2d.vec}))
            return image();
        if (at.argument().name == "scales" || at.argument().name == "zero_points")
            return at.first() ? channel(*at.first()) : of_rank(1);
        if (!has_other_tensors(at))
            return random_.chance(50) ? base_ : of_rank(random_.below(5));
        return elementwise(at);
    }

private:
    [[nodiscard]] static bool has_other_tensors(case_place const& at) {
        std::size_t tensors = 0;
        for (schema_argument const& a : at.op->arguments)
            tensors += a.type == type_kind::tensor;
        return tensors > 1;
    }

    [[nodiscard]] dim_vector elementwise(case_place const& at) {
        std::optional<dim_vector> const known = at.first();
        if (!known)
            return random_.chance(70) ? base_ : partner(base_);
        if (random_.chance(60))
            return partner(*known);
        return known->size() < base_.size() || random_.chance(30) ? base_ : *known;
    }

    [[nodiscard]] dim_vector item_of_list(case_place const& at) {
        if (at.items.empty())
            return base_.empty() ? of_rank(1) : base_;
        dim_vector sizes = at.items.front();
        if (at.is_op({aten::cat}) && !sizes.empty() && random_.chance(50))
            sizes[random_.chance(60) ? 0 : random_.below(sizes.size())] = size();
        return sizes;
    }

    // The sizes of `bias [m, n], left [.., m, k], right [.., k, n]`, whichever of the three are known.
    [[nodiscard]] dim_vector factor(case_place const& at) {
        bool const biased = at.is_op({aten::addmm, aten::baddbmm});
        std::size_t const a = biased ? 1 : 0, b = a + 1;
        auto const left = at.of(a), right = at.of(b);
        std::size_t rank = at.is_op({aten::bmm, aten::baddbmm}) ? 3 : at.is_op({aten::matmul}) ? 4 : 2;
        if (left || right)
            rank = left ? left->size() : right->size();
        else if (rank == 4)
            rank = 2 + random_.below(3);
        dim_vector sizes = left ? *left : right ? *right : of_rank(rank);
        if (sizes.size() < 2)
            return sizes;
        std::size_t const rows = sizes.size() - 2, columns = sizes.size() - 1;
        if (biased && at.slot == 0) {
            sizes[rows] = left && left->size() == rank ? (*left)[rows] : size();
            sizes[columns] = right && right->size() == rank ? (*right)[columns] : size();
            return partner(sizes);
        }
        if (at.slot == b && left)
            sizes = with(sizes, rows, (*left)[columns], columns, size());
        else if (at.slot == a && right)
            sizes = with(sizes, rows, size(), columns, (*right)[rows]);
        return sizes;
    }
    [[nodiscard]] static dim_vector with(dim_vector sizes, std::size_t i, std::int64_t a, std::size_t j,
                                         std::int64_t b) {
        sizes[i] = a;
        sizes[j] = b;
        return sizes;
    }

    [[nodiscard]] dim_vector of_linear(case_place const& at) {
        auto const input = at.of(0), weight = at.of(1);
        if (at.slot == 2)
            return {weight && !weight->empty() ? weight->front() : size()};
        std::int64_t const inner = at.slot == 1 && input && !input->empty()     ? input->back()
                                   : at.slot == 0 && weight && !weight->empty() ? weight->back()
                                                                                : size();
        dim_vector sizes = at.slot == 1 ? dim_vector{size(), 0} : of_rank(1 + random_.below(3));
        sizes.back() = inner;
        return sizes;
    }

    // As many channels everywhere: of one group, and of depthwise convolutions of one channel.
    [[nodiscard]] dim_vector of_convolution(case_place const& at) {
        auto const input = at.of(0), weight = at.of(1);
        std::int64_t const channels = input && input->size() > 1 ? (*input)[1] : random_.between(1, 3);
        std::size_t const rank = input ? input->size() : weight ? weight->size() : 3 + random_.below(2);
        if (at.slot == 2)
            return {weight && !weight->empty() ? weight->front() : channels};
        dim_vector sizes(rank);
        for (std::int64_t& s : sizes)
            s = at.slot == 0 ? random_.between(3, 5) : random_.between(1, 3);
        if (at.slot == 0)
            sizes[0] = random_.between(1, 2);
        if (rank > 1)
            sizes[1] = at.slot == 0 && weight && weight->size() > 1 ? (*weight)[1] : channels;
        return sizes;
    }

    [[nodiscard]] dim_vector image() {
        dim_vector sizes = of_rank(3 + random_.below(2));
        for (std::size_t i = sizes.size() - 2; i < sizes.size(); ++i)
            sizes[i] = random_.between(2, 5);
        return sizes;
    }

    [[nodiscard]] static dim_vector channel(dim_vector const& sizes) {
        return {sizes.size() > 1 ? sizes[1] : std::int64_t{1}};
    }
    [[nodiscard]] static dim_vector last(dim_vector const& sizes) {
        return {sizes.empty() ? std::int64_t{1} : sizes.back()};
    }

    random_source& random_;
    std::array<std::int64_t, 2> pool_{};
    dim_vector base_;
};

} // namespace graft::detail
