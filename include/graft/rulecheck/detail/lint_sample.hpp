#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule_instance.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail {

// Random numbers that are the same everywhere.
class sample_random {
public:
    constexpr explicit sample_random(std::uint64_t seed) : state_(seed * 2 + 1) {}

    constexpr std::size_t below(std::size_t end) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::size_t>((state_ >> 11) % end);
    }
    constexpr bool one_in(std::size_t n) { return below(n) == 0; }

    template <class T, std::size_t N>
    constexpr T const& of(std::array<T, N> const& values) {
        return values[below(N)];
    }

private:
    std::uint64_t state_;
};

// Draws what the variables of a rule may stand for: tensors of random dtypes and small sizes that tend to fit each
// other and the rule's conditions, and arguments that tend to fit the tensors. What the parameters of convolutions,
// norms, pools and quantised ops are like their names say, which are the same in all of them.
class binding_sampler {
public:
    constexpr binding_sampler(rule_view const& rule, std::uint64_t seed) : random_(seed), rule_(rule) {
        roles_.resize(rule.variables.size());
        for (std::size_t i = 0; i < rule.lhs.size(); ++i)
            if (rule.lhs[i].kind == pattern_kind::call)
                for_each_child(rule.lhs, i, [&](std::size_t child) {
                    give_role(child, *rule.lhs[i].op, static_cast<std::size_t>(rule.lhs[child].slot));
                });
            else if (rule.lhs[i].kind == pattern_kind::flat)
                for_each_child(rule.lhs, i, [&](std::size_t child) { give_role(child, *rule.lhs[i].op, 0); });
            else if (rule.lhs[i].kind == pattern_kind::one_of && rule.lhs[i].variable >= 0)
                role(rule.lhs[i]).alternatives = count_children(rule.lhs, i);
        for (pattern_node const& n : rule.lhs)
            if (n.kind == pattern_kind::call)
                for (schema_argument const& argument : n.op->arguments) {
                    has_windows_ = has_windows_ || argument.name == "dilation" || argument.name == "kernel_size";
                    is_quantized_ = is_quantized_ || argument.name == "quant_min";
                }
    }

    constexpr vec<side_binding> draw() {
        base_.clear();
        for (std::size_t rank = has_windows_ && !random_.one_in(8) ? 3 + random_.below(2) : random_.below(5); rank > 0;
             --rank)
            base_.push_back(draw_size());
        channels_ = base_.size() > 1 && random_.one_in(2) ? base_[1] : draw_size();
        dtype_ = random_.one_in(2) ? dtype::f32 : all_dtypes[random_.below(all_dtypes.size())];
        if (is_quantized_ && random_.one_in(2))
            dtype_ = random_.one_in(2) ? dtype::i8 : dtype::u8;
        mixes_dtypes_ = random_.one_in(2);
        bindings_.clear();
        for (std::size_t v = 0; v < roles_.size(); ++v)
            bindings_.push_back(draw_variable(v));
        bindings_.push_back({"_", {value_spec{draw_tensor(rule_.variables.size())}}, {}, false});
        return bindings_;
    }

    // For each `one_of` without a tag, and each chain.
    constexpr vec<std::size_t> draw_choices() {
        vec<std::size_t> choices;
        for (std::size_t i = 0; i < rule_.lhs.size(); ++i)
            if (rule_.lhs[i].kind == pattern_kind::one_of && rule_.lhs[i].variable < 0)
                choices.push_back(random_.below(count_children(rule_.lhs, i)));
            else if (rule_.lhs[i].kind == pattern_kind::chain)
                choices.push_back(random_.below(2));
        return choices;
    }

private:
    struct variable_role {
        op_info const* op = nullptr;           // the first that takes it
        schema_argument const* slot = nullptr; // where it does
        bool number = false, rest = false;
        std::size_t alternatives = 0;
    };

    constexpr variable_role& role(pattern_node const& n) { return roles_[static_cast<std::size_t>(n.variable)]; }

    constexpr void give_role(std::size_t at, op_info const& op, std::size_t slot) {
        pattern_node const& n = rule_.lhs[at];
        if (n.kind == pattern_kind::one_of || n.kind == pattern_kind::chain || n.kind == pattern_kind::list ||
            n.kind == pattern_kind::each)
            for_each_child(rule_.lhs, at, [&](std::size_t child) { give_role(child, op, slot); });
        if (n.variable < 0 || n.kind == pattern_kind::one_of || role(n).slot != nullptr)
            return;
        role(n).op = &op;
        role(n).slot = &op.arguments[slot];
        role(n).number = n.kind == pattern_kind::number;
        role(n).rest = n.kind == pattern_kind::rest;
    }

    constexpr side_binding draw_variable(std::size_t v) {
        variable_role const& r = roles_[v];
        side_binding b{rule_.variables[v], {}, {}, r.rest};
        if (r.alternatives > 0)
            b.literal = arg{static_cast<std::int64_t>(random_.below(r.alternatives))};
        else if (r.slot == nullptr)
            b.tensors.push_back(value_spec{draw_tensor(v)});
        else if (r.number)
            b.literal = draw_number();
        else if (r.slot->type == type_kind::tensor && !(r.slot->optional && !is_asked(v) && random_.one_in(4)))
            for (std::size_t count = r.rest ? random_.below(3) : 1; count > 0; --count)
                b.tensors.push_back(value_spec{draw_tensor(v)});
        else if (r.slot->type != type_kind::tensor)
            b.literal = draw_argument(*r.slot);
        return b;
    }

    // Whether a condition is about the variable, which is then no None.
    constexpr bool is_asked(std::size_t v) const {
        return std::any_of(rule_.conditions.begin(), rule_.conditions.end(), [&](constraint const& c) {
            return c.of.variable >= 0 && static_cast<std::size_t>(c.of.variable) == v;
        });
    }

    //=== tensors ===//

    constexpr std::int64_t draw_size() { return random_.of(std::array<std::int64_t, 4>{2, 3, 2, 1}); }

    // The sizes of what a layer is made of; none where the slot says nothing of them, and now and then.
    constexpr vec<std::int64_t> draw_parameter(std::size_t v) {
        if (v >= roles_.size() || roles_[v].slot == nullptr || random_.one_in(8))
            return {};
        std::string_view const name = roles_[v].slot->name;
        bool const is_kernel = name == "weight" && roles_[v].op->find_argument("stride") >= 0;
        if (is_kernel && base_.size() > 2) { // [out, in, ...], or transposed
            vec<std::int64_t> sizes{channels_, base_[1]};
            if (random_.one_in(3))
                std::swap(sizes[0], sizes[1]);
            while (sizes.size() < base_.size())
                sizes.push_back(1 + static_cast<std::int64_t>(random_.below(2)));
            return sizes;
        }
        bool const of_norm = roles_[v].op->find_argument("running_mean") >= 0;
        if (name == "bias" || name == "scales" || name == "running_mean" || name == "running_var" ||
            (name == "weight" && of_norm))
            return {channels_};
        if (has_windows_ && name == "other" && base_.size() > 2 && random_.one_in(2)) { // a number per channel
            vec<std::int64_t> sizes(base_.size() - 1, 1);
            sizes[0] = channels_;
            if (random_.one_in(2))
                sizes.insert(sizes.begin(), 1);
            return sizes;
        }
        return {};
    }

    constexpr tensor_spec draw_tensor(std::size_t v) {
        dtype d = mixes_dtypes_ && random_.one_in(2) ? all_dtypes[random_.below(all_dtypes.size())] : dtype_;
        vec<std::int64_t> sizes = draw_parameter(v);
        std::size_t const kind = sizes.empty() ? random_.below(4) : 3;
        if (sizes.empty())
            sizes = base_;
        switch (kind) {
        case 0: // one that can be broadcast to the others, or not
            sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(random_.below(sizes.size() + 1)));
            for (std::int64_t& size : sizes)
                size = random_.one_in(2) ? 1 : size;
            break;
        case 1:
            sizes.assign(random_.below(5), 0);
            for (std::int64_t& size : sizes)
                size = draw_size();
            break;
        default: break;
        }
        for (constraint const& c : rule_.conditions)
            if (c.of.variable >= 0 && static_cast<std::size_t>(c.of.variable) == v)
                adapt(c, d, sizes);
            else if (c.other.variable >= 0 && static_cast<std::size_t>(c.other.variable) == v)
                adapt_to(c.kind, c.of, d, sizes);
        return make_spec(d, {sizes.begin(), sizes.end()});
    }

    constexpr void adapt(constraint const& c, dtype& d, vec<std::int64_t>& sizes) {
        switch (c.kind) {
        case constraint_kind::has_dtype:
            while ((c.value & dtype_bit(d)) == 0 && (c.value & all_dtype_bits) != 0)
                d = all_dtypes[random_.below(all_dtypes.size())];
            break;
        case constraint_kind::rank:
            while (sizes.size() != static_cast<std::size_t>(c.value))
                if (sizes.size() > static_cast<std::size_t>(c.value))
                    sizes.erase(sizes.begin());
                else
                    sizes.insert(sizes.begin(), random_.of(std::array<std::int64_t, 3>{2, 3, 1}));
            break;
        case constraint_kind::size: {
            auto const rank = static_cast<std::int64_t>(sizes.size());
            std::int64_t const at = c.of.dim < 0 ? c.of.dim + rank : c.of.dim;
            if (at >= 0 && at < rank)
                sizes[static_cast<std::size_t>(at)] = c.value;
            break;
        }
        default: adapt_to(c.kind, c.other, d, sizes);
        }
    }

    // Makes a tensor like one that is drawn already.
    constexpr void adapt_to(constraint_kind kind, constraint::subject const& other, dtype& d,
                            vec<std::int64_t>& sizes) const {
        auto const v = static_cast<std::size_t>(other.variable);
        if (other.variable < 0 || v >= bindings_.size() || bindings_[v].tensors.empty())
            return;
        tensor_spec const& t = bindings_[v].tensors[0].tensor;
        if (kind == constraint_kind::same_dtype)
            d = t.dtype;
        if (kind == constraint_kind::same_shape || kind == constraint_kind::broadcasts_to) {
            sizes.clear();
            for (sym_int const& size : t.sizes)
                sizes.push_back(size.value());
        }
    }

    static constexpr std::int64_t all_dtype_bits = [] {
        std::int64_t bits = 0;
        for (dtype const d : all_dtypes)
            bits |= dtype_bit(d);
        return bits;
    }();

    //=== other arguments ===//

    constexpr arg draw_number() {
        std::int64_t const whole = random_.of(std::array<std::int64_t, 5>{0, 1, 2, -1, 6});
        if (random_.one_in(2))
            return arg{whole};
        return arg{static_cast<double>(whole) * random_.of(std::array{1.0, 0.5, -1.0})};
    }

    constexpr arg draw_argument(schema_argument const& slot) {
        if (slot.has_default && random_.one_in(2))
            return to_arg(default_constant(slot));
        if (slot.optional && random_.one_in(4))
            return {};
        if (!random_.one_in(8)) {
            if (slot.name == "quant_min")
                return arg{dtype_ == dtype::i8 ? std::int64_t{-128} : std::int64_t{0}};
            if (slot.name == "quant_max")
                return arg{dtype_ == dtype::i8 ? std::int64_t{127} : std::int64_t{255}};
            if (slot.name == "groups")
                return arg{std::int64_t{1}};
        }
        switch (slot.type) {
        case type_kind::integer: return slot.list ? draw_list(slot) : arg{draw_dim()};
        case type_kind::real: return arg{random_.of(std::array{0.0, 0.5, 1e-5, 1.0, -1.0})};
        case type_kind::boolean: return arg{random_.one_in(2)};
        case type_kind::scalar: return draw_number();
        case type_kind::string:
            return arg{random_.of(std::array<std::string_view, 4>{"none", "tanh", "floor", "trunc"})};
        case type_kind::dtype: return arg{random_.one_in(2) ? dtype_ : all_dtypes[random_.below(all_dtypes.size())]};
        case type_kind::memory_format:
            return arg{random_.one_in(2) ? memory_format::contiguous : memory_format::preserve};
        default: return {};
        }
    }

    constexpr std::int64_t draw_dim() { return random_.of(std::array<std::int64_t, 7>{0, 1, -1, 2, 3, -2, 1}); }

    constexpr arg draw_list(schema_argument const& slot) {
        vec<arg> items;
        std::size_t const rank = base_.size();
        if (slot.list_size > 0) {
            std::int64_t const value = random_.of(std::array<std::int64_t, 3>{1, 0, 2});
            items.assign(static_cast<std::size_t>(slot.list_size), arg{value});
            return arg::list(items);
        }
        if (has_windows_ && rank > 2 && !random_.one_in(8)) { // one number, or few, per dimension of a window
            bool const padding = slot.name == "padding" || slot.name == "output_padding";
            items.assign(rank - 2, arg{std::int64_t{(padding ? 0 : 1) + (random_.one_in(4) ? 1 : 0)}});
            return arg::list(items);
        }
        switch (random_.below(4)) {
        case 0: { // a permutation
            for (std::size_t i = 0; i < rank; ++i)
                items.insert(items.begin() + static_cast<std::ptrdiff_t>(random_.below(i + 1)),
                             arg{static_cast<std::int64_t>(i)});
            break;
        }
        case 1: // sizes of as many elements
            for (std::size_t i = 0; i < rank; ++i)
                items.push_back(arg{base_[rank - 1 - i]});
            break;
        case 2: items.push_back(arg{std::int64_t{-1}}); break;
        default:
            for (std::size_t i = 0; i < rank; ++i)
                items.push_back(arg{base_[i]});
        }
        return arg::list(items);
    }

    sample_random random_;
    rule_view const& rule_;
    vec<variable_role> roles_;
    vec<std::int64_t> base_;
    std::int64_t channels_ = 2;
    dtype dtype_ = dtype::f32;
    bool mixes_dtypes_ = false, has_windows_ = false, is_quantized_ = false;
    vec<side_binding> bindings_;
};

} // namespace graft::detail
