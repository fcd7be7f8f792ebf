#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/case_shapes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail {

// The dtypes that cases are made of: those of the Edge dialect.
inline constexpr std::array case_dtypes{dtype::f32, dtype::f16, dtype::bf16, dtype::f64, dtype::i64,
                                        dtype::i32, dtype::i16, dtype::i8,   dtype::u8,  dtype::boolean};

// Proposes literals for arguments that are no tensors, from the type in the schema, the name, and the sizes of the
// tensors beside it.
class attribute_source {
public:
    attribute_source(random_source& random, shape_source& shapes) : random_(random), shapes_(shapes) {}

    [[nodiscard]] arg propose(case_place const& at) {
        schema_argument const& a = at.argument();
        if (a.optional && random_.chance(25))
            return {};
        if (a.list)
            return a.type == type_kind::integer ? integers(at) : list_of_numbers(a);
        switch (a.type) {
        case type_kind::integer: return integer(at);
        case type_kind::scalar: return number();
        case type_kind::real: return real(a.name);
        case type_kind::boolean: return random_.chance(50);
        case type_kind::dtype: return random_.chance(40) ? at.main : random_.pick(case_dtypes);
        case type_kind::string: return string(a.name);
        case type_kind::memory_format:
            return random_.chance(50) ? arg(memory_format::contiguous) : arg(memory_format::preserve);
        default: return {};
        }
    }

    // A number as Python has it, of any of its three types; zeros, of which there are two, more often than others.
    [[nodiscard]] arg number() {
        constexpr std::array reals{0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   0.5,
                                   2.0,
                                   3.0,
                                   -2.5,
                                   0.1,
                                   6.0,
                                   1e-5,
                                   255.0,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
        constexpr std::array<std::int64_t, 8> integers{0, 1, -1, 2, 3, 4, 6, -3};
        if (random_.chance(5))
            return random_.chance(50);
        if (random_.chance(10))
            return random_.chance(50) ? 0.0 : -0.0;
        return random_.chance(45) ? arg(random_.pick(integers)) : arg(random_.pick(reals));
    }

    // True when the op takes any sizes of as many elements.
    [[nodiscard]] static bool is_view(op_info const& op) {
        return case_place{&op}.is_op({aten::view, aten::view_copy, aten::reshape, aten::_unsafe_view});
    }

    // The first dimension as those that it is the product of in a tensor that is there.
    [[nodiscard]] static std::optional<dim_vector> apart(dim_vector const& from, case_graph const& made) {
        if (from.empty())
            return std::nullopt;
        for (auto const& [n, data] : made.inputs) {
            dim_vector to = data.sizes();
            std::int64_t product = 1;
            for (std::size_t i = 0; i < to.size(); ++i) {
                product *= to[i];
                if (i == 0 || product != from[0])
                    continue;
                to.resize(i + 1);
                to.insert(to.end(), from.begin() + 1, from.end());
                return to;
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();

    [[nodiscard]] static std::int64_t rank_of(case_place const& at) {
        return at.first() ? static_cast<std::int64_t>(at.first()->size()) : 0;
    }

    [[nodiscard]] arg integer(case_place const& at) {
        std::string_view const name = at.argument().name;
        std::int64_t const rank = std::max<std::int64_t>(rank_of(at), 1);
        if (name == "dim" || name == "dim0" || name == "dim1" || name == "start_dim" || name == "end_dim" ||
            name == "axis")
            return random_.chance(50) ? -1 : random_.between(-rank, rank - 1);
        if (name == "start")
            return random_.pick(std::array<std::int64_t, 7>{0, 0, 1, -1, 2, -9, 9});
        if (name == "end")
            return random_.pick(std::array<std::int64_t, 8>{far, far, 1, 2, 3, -1, 9, 7});
        if (name == "step")
            return random_.pick(std::array<std::int64_t, 5>{1, 1, 1, 2, 3});
        if (name == "groups")
            return 1;
        if (name == "quant_min" || name == "quant_max")
            return bound(random_.chance(80) ? at.main : dtype::i8, name == "quant_max");
        if (name == "zero_point")
            return random_.between(-3, 3);
        if (name == "index")
            return random_.between(-2, 1);
        return random_.between(-1, 3);
    }

    // The largest or the smallest of a dtype that numbers are quantized to.
    [[nodiscard]] static std::int64_t bound(dtype d, bool largest) {
        switch (d) {
        case dtype::u8: return largest ? 255 : 0;
        case dtype::i16: return largest ? 32767 : -32768;
        default: return largest ? 127 : -128;
        }
    }

    [[nodiscard]] arg integers(case_place const& at) {
        std::string_view const name = at.argument().name;
        auto const rank = static_cast<std::size_t>(rank_of(at));
        if (at.is_op({aten::permute, aten::permute_copy}))
            return permutation(rank);
        if (name == "dim" || name == "dims")
            return some_dims(rank);
        if (is_view(*at.op))
            return viewed(at);
        if (at.is_op({aten::expand, aten::expand_copy}))
            return expanded(at.first().value_or(dim_vector{}));
        if (name == "repeats")
            return small(rank + random_.below(2), 1, 2, 75);
        if (name == "split_sizes")
            return split(at.first().value_or(dim_vector{}));
        if (name == "normalized_shape")
            return ints({at.first() && !at.first()->empty() ? at.first()->back() : 1});
        if (name == "size" || name == "shape")
            return ints(shapes_.base());
        std::size_t count =
            at.argument().list_size > 0 ? static_cast<std::size_t>(at.argument().list_size) : 1 + random_.below(2);
        if (at.is_op({aten::convolution}) && rank > 2)
            count = rank - 2;
        bool const from_zero = name == "padding" || name == "output_padding";
        return name == "output_padding" ? small(count, 0, 0, 100)
                                        : small(count, from_zero ? 0 : 1, from_zero ? 1 : 2, 70);
    }

    [[nodiscard]] static arg ints(dim_vector const& values) {
        vec<arg> items;
        for (std::int64_t const v : values)
            items.emplace_back(v);
        return arg::list(std::move(items));
    }

    // So many numbers, `often` in this part of the cases and else `rarely`.
    [[nodiscard]] arg small(std::size_t count, std::int64_t often, std::int64_t rarely, int percent) {
        dim_vector values(count);
        for (std::int64_t& v : values)
            v = random_.chance(percent) ? often : rarely;
        return ints(values);
    }

    [[nodiscard]] dim_vector shuffled(std::size_t count) {
        dim_vector order(count);
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t i = count; i > 1; --i)
            std::swap(order[i - 1], order[random_.below(i)]);
        return order;
    }

    [[nodiscard]] arg permutation(std::size_t rank) {
        dim_vector order = shuffled(rank);
        if (random_.chance(20))
            std::iota(order.begin(), order.end(), 0);
        for (std::int64_t& d : order)
            if (random_.chance(15))
                d -= static_cast<std::int64_t>(rank);
        return ints(order);
    }

    // Often the last, or the last two.
    [[nodiscard]] arg some_dims(std::size_t rank) {
        if (random_.chance(40))
            return rank > 1 && random_.chance(40) ? ints({-1, -2}) : ints({-1});
        dim_vector dims = shuffled(rank);
        dims.resize(std::min(dims.size(), 1 + random_.below(std::max<std::size_t>(rank, 1))));
        for (std::int64_t& d : dims)
            if (random_.chance(40))
                d -= static_cast<std::int64_t>(rank);
        return ints(dims);
    }

    // Sizes that the user of the view is likely to take: its leading dimensions as one where it asks for a rank, and
    // else often apart as those of a tensor that is there.
    [[nodiscard]] arg viewed(case_place const& at) {
        dim_vector const from = at.first().value_or(dim_vector{});
        if (at.result_rank != 0 && at.result_rank < from.size() && random_.chance(95))
            return ints(merged(from, at.result_rank));
        if ((at.result_rank == 0 || at.result_rank > from.size()) && at.made != nullptr && random_.chance(80))
            if (auto const to = apart(from, *at.made))
                return ints(*to);
        return reshaped(from);
    }
    [[nodiscard]] static dim_vector merged(dim_vector from, std::size_t rank) {
        for (; from.size() > rank; from.erase(from.begin()))
            from[1] *= from[0];
        return from;
    }

    // Other sizes of as many elements: factors regrouped, a one put in, or one of the sizes left to be found.
    [[nodiscard]] arg reshaped(dim_vector const& from) {
        dim_vector to;
        for (std::int64_t const size : from) {
            if (random_.chance(15))
                to.push_back(1);
            if (!to.empty() && random_.chance(30))
                to.back() *= size;
            else if (size != 1 || random_.chance(70))
                to.push_back(size);
        }
        bool const empty = std::find(to.begin(), to.end(), 0) != to.end();
        if (!to.empty() && !empty && random_.chance(25))
            to[random_.below(to.size())] = -1;
        return ints(to);
    }

    [[nodiscard]] arg expanded(dim_vector const& from) {
        dim_vector to;
        if (random_.chance(40))
            to.push_back(2);
        for (std::int64_t const size : from)
            to.push_back(size == 1 && random_.chance(60) ? 3 : !to.empty() && random_.chance(20) ? -1 : size);
        return ints(to);
    }

    [[nodiscard]] arg split(dim_vector const& from) {
        std::int64_t const whole = from.empty() ? 0 : from[0];
        std::int64_t const part = random_.between(0, whole);
        return ints({part, whole - part});
    }

    [[nodiscard]] arg list_of_numbers(schema_argument const& a) {
        vec<arg> items;
        for (std::size_t i = 1 + random_.below(2); i > 0; --i)
            items.push_back(a.type == type_kind::boolean ? arg(random_.chance(50)) : number());
        return arg::list(std::move(items));
    }

    [[nodiscard]] arg real(std::string_view name) {
        if (name == "eps")
            return random_.pick(std::array{1e-5, 1e-3, 0.1});
        if (name == "scale")
            return random_.pick(std::array{1.0, 0.5, 0.1, 0.25});
        if (name == "p" || name == "momentum")
            return random_.pick(std::array{0.0, 0.1, 0.5});
        return random_.pick(std::array{0.0, 1.0, -1.0, 0.5, 2.0});
    }

    [[nodiscard]] arg string(std::string_view name) {
        if (name == "approximate")
            return random_.chance(50) ? "none" : "tanh";
        return random_.chance(50) ? "floor" : "trunc";
    }

    random_source& random_;
    shape_source& shapes_;
};

} // namespace graft::detail
