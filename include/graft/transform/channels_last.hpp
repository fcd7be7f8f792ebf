#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace graft {

/// An op with the arguments of `aten::convolution` up to the dilation, and the groups, that clamps its result.
struct clamped_convolution {
    op_info const* op; ///< the op
    /// The bounds of the clamp; nothing where there is none.
    /// @{
    std::optional<double> min{}, max{};
    /// @}
};

/// Makes convolutions of f32 images with constant weights `channels_last::convolution`, with the additions and clamps
/// that follow them in one; what lies between them is computed in that order, too. `clamped` are ops that stand for
/// a convolution and a clamp. Returns how many convolutions there were.
struct to_channels_last_pass {
    static constexpr std::string_view name = "to_channels_last"; ///< by which constraints name it
    std::size_t operator()(exported_program& program, view<clamped_convolution const> clamped = {}) const; ///< runs it
};
inline constexpr to_channels_last_pass to_channels_last{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/arithmetic.hpp>
#    include <graft/dialect/aten/convolution.hpp>
#    include <graft/dialect/aten/pooling.hpp>
#    include <graft/dialect/aten/reduction.hpp>
#    include <graft/dialect/aten/view.hpp>
#    include <graft/dialect/channels_last.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/op_info.hpp>
#    include <graft/transform/epilogue.hpp>

#    include <algorithm>
#    include <array>
#    include <cstdint>
#    include <utility>

namespace graft {
namespace detail {

// Computes what convolutions of f32 images give with the channels last, and what element-wise ops, means and pools
// make of it; copies between the orders are left only where both meet.
class channels_last_pass {
public:
    channels_last_pass(graph& g, view<clamped_convolution const> convolutions)
        : g_(g), convolutions_(convolutions), reach_(g), images_(g.capacity()) {}

    std::size_t run() {
        vec<node_id> nodes(g_.nodes().begin(), g_.nodes().end());
        for (node_id const n : nodes)
            if (g_.op(n) == opcode::call_function) {
                auto const scope = inserting_before(g_, n);
                visit(n);
            }
        if (converted_ == 0)
            return 0;
        for (node_id const n : nodes)
            connect(n);
        eliminate_dead_code(g_);
        return converted_;
    }

private:
    // What stands for a node's value. Those that read the old node are given `replacement` in the end.
    struct image {
        node_id last = no_node;        // the value with the channels last
        node_id entered = no_node;     // a copy of the value in that order, for an image from elsewhere
        node_id replacement = no_node; // the same value as the old node
        bool open = false;             // a convolution that may take an addition and a clamp
        bool added = false;            // an addition is in it
    };

    //=== what is known of nodes ===//

    [[nodiscard]] tensor_spec const* spec(node_id n) const { return tensor_of(g_.val(n)); }
    [[nodiscard]] bool is_image(node_id n) const {
        return spec(n) != nullptr && spec(n)->dim() == 4 && spec(n)->dtype == dtype::f32;
    }
    [[nodiscard]] node_id node_at(node_id n, std::size_t i) const {
        auto const a = g_.schema_arg(n, i);
        return a && a->is_node() ? a->node() : no_node;
    }
    [[nodiscard]] bool is_converted(node_id n) const {
        return n != no_node && n < images_.size() && images_[n].last != no_node;
    }
    [[nodiscard]] arg argument(node_id n, std::size_t i) const {
        auto const a = g_.schema_arg(n, i);
        return a ? map_arg(*a, [](node_id input) { return arg::node(input); }) : arg{};
    }
    [[nodiscard]] static bool is_default(std::optional<arg_ref> const& a, double value) {
        return !a || (a->kind() == arg_kind::integer && static_cast<double>(a->integer()) == value) ||
               (a->kind() == arg_kind::real && a->real() == value);
    }

    //=== new nodes ===//

    node_id add(op_info const& op, dialect_tag dialect, vec<arg> const& args, node_id like) {
        node_id const n = g_.call_function(g_.intern_target(op, dialect), args, {}, {});
        g_.copy_meta(like, n);
        node_id const source[] = {like};
        g_.add_origins(n, g_.intern_string("channels_last"), source);
        infer(g_, n);
        return n;
    }
    node_id reorder(node_id n, std::array<int, 4> const& order, node_id like) {
        vec<arg> dims;
        for (int const d : order)
            dims.emplace_back(d);
        return add(aten::permute_copy.default_.info(), dialect_tag::edge, {arg::node(n), arg::list(dims)}, like);
    }
    // The value with the channels last.
    node_id entered(node_id n, node_id like) {
        if (is_converted(n))
            return images_[n].last;
        if (n >= images_.size())
            raise(errc::internal, "channels_last: node '", g_.name(n), "' is not of the program");
        if (reach_[n]) // may hold something else later
            return reorder(n, {0, 2, 3, 1}, like);
        if (images_[n].entered == no_node)
            images_[n].entered = reorder(n, {0, 2, 3, 1}, like);
        return images_[n].entered;
    }
    void convert(node_id n, node_id last) { images_[n].last = last; }

    //=== ops ===//

    void visit(node_id n) {
        if (reach_[n])
            return;
        if (g_.target(n).op == nullptr || spec(n) == nullptr) {
            if (g_.target(n).name == "operator.getitem")
                visit_item(n);
            return;
        }
        if (clamped_convolution const* const form = convolution_form(n))
            return visit_convolution(n, *form);
        if (auto const then = epilogue_of(g_, n))
            return visit_epilogue(n, *then);
        if (g_.target(n) == aten::add.Tensor && visit_addition(n))
            return;
        if (g_.target(n) == aten::mean.dim)
            return visit_mean(n);
        if (is_elementwise(*g_.target(n).op))
            visit_elementwise(n);
    }

    [[nodiscard]] clamped_convolution const* convolution_form(node_id n) const {
        static clamped_convolution const plain{&aten::convolution.default_.info()};
        op_info const* const op = g_.target(n).op;
        if (op == plain.op)
            return &plain;
        for (clamped_convolution const& c : convolutions_)
            if (c.op == op)
                return &c;
        return nullptr;
    }

    // True for what the packed kernels are for: constant weights, one group, one group for each channel, or wide ones.
    [[nodiscard]] bool is_packable(node_id n, op_info const& op) const {
        node_id const x = node_at(n, 0), w = node_at(n, 1), b = node_at(n, 2);
        auto const groups = g_.schema_arg(n, static_cast<std::size_t>(op.find_argument("groups")));
        int const transposed = op.find_argument("transposed");
        auto const is_transposed =
            transposed < 0 ? std::nullopt : g_.schema_arg(n, static_cast<std::size_t>(transposed));
        if (x == no_node || w == no_node || !is_image(n) || !is_image(x) || !is_image(w) || !g_.is_constant(w) ||
            (b != no_node && !g_.is_constant(b)) || !groups || groups->kind() != arg_kind::integer ||
            (is_transposed && is_transposed->boolean()))
            return false;
        tensor_spec const& weight = *spec(w);
        for (sym_int const& size : weight.sizes)
            if (size.is_symbolic())
                return false;
        std::int64_t const count = groups->integer(), in = weight.sizes[1].value(), out = weight.sizes[0].value();
        return count == 1 || (in == 1 && out == count) || (in >= 8 && out / count >= 8);
    }

    void visit_convolution(node_id n, clamped_convolution const& form) {
        if (!is_packable(n, *form.op))
            return;
        arg const least = form.min ? arg{*form.min} : arg{}, most = form.max ? arg{*form.max} : arg{};
        node_id const x = entered(node_at(n, 0), n);
        auto const groups = static_cast<std::size_t>(form.op->find_argument("groups"));
        node_id const made = add(channels_last::convolution.info(), dialect_tag::backend,
                                 {arg::node(x),
                                  argument(n, 1),
                                  argument(n, 2),
                                  {},
                                  argument(n, 3),
                                  argument(n, 4),
                                  argument(n, 5),
                                  argument(n, groups),
                                  least,
                                  most,
                                  {}},
                                 n);
        convert(n, made);
        images_[n].open = !form.min && !form.max;
        ++converted_;
    }

    // The call that stands for `n`, which alone reads a convolution, with other arguments from `at` on.
    void extend(node_id n, node_id convolution, std::size_t at, vec<arg> const& values) {
        vec<arg> args;
        for (std::size_t i = 0; i < 11; ++i)
            args.push_back(argument(images_[convolution].last, i));
        std::copy(values.begin(), values.end(), args.begin() + static_cast<std::ptrdiff_t>(at));
        convert(n, add(channels_last::convolution.info(), dialect_tag::backend, args, n));
    }
    [[nodiscard]] bool is_open(node_id n) const { return is_converted(n) && images_[n].open && g_.has_one_user(n); }

    void visit_epilogue(node_id n, epilogue const& then) {
        if (node_id const x = node_at(n, 0); is_open(x) && is_image(n))
            extend(n, x, 8, {then.min, then.max, then.activation()});
        else
            visit_elementwise(n);
    }

    bool visit_addition(node_id n) {
        node_id const a = node_at(n, 0), b = node_at(n, 1);
        if (!is_default(g_.schema_arg(n, 2), 1) || !is_image(n) || !is_converted(a) || !is_converted(b) || a == b ||
            spec(a)->sizes != spec(n)->sizes || spec(b)->sizes != spec(n)->sizes)
            return false;
        for (auto const& [convolved, other] : {std::pair{b, a}, std::pair{a, b}})
            if (is_open(convolved) && !images_[convolved].added) {
                extend(n, convolved, 3, {arg::node(images_[other].last)});
                images_[n].open = images_[n].added = true;
                return true;
            }
        return false;
    }

    // All images that it reads are converted, and what else it reads has no dimensions.
    void visit_elementwise(node_id n) {
        bool any = false, all = is_image(n) && g_.kwarg_count(n) == 0;
        g_.for_each_input(n, [&](node_id input) {
            tensor_spec const* const of = spec(input);
            any = any || is_converted(input);
            all = all && (is_converted(input) || (of != nullptr && of->dim() == 0));
        });
        if (!any || !all)
            return;
        vec<arg> args;
        for (std::size_t i = 0; i < g_.arg_count(n); ++i)
            args.push_back(map_arg(g_.arg(n, i), [this](node_id input) {
                return arg::node(is_converted(input) ? images_[input].last : input);
            }));
        convert(n, add(*g_.target(n).op, g_.target(n).dialect, args, n));
    }

    void visit_mean(node_id n) {
        node_id const x = node_at(n, 0);
        auto const dims = g_.schema_arg(n, 1), keep = g_.schema_arg(n, 2), type = g_.schema_arg(n, 3);
        if (!is_converted(x) || !dims || !is_aggregate(dims->kind()) || (type && type->kind() != arg_kind::none))
            return;
        constexpr std::array<std::int64_t, 4> now_at{0, 3, 1, 2};
        vec<arg> moved;
        bool planes = dims->size() == 2;
        for (std::size_t i = 0; i < dims->size(); ++i) {
            if ((*dims)[i].kind() != arg_kind::integer)
                return;
            std::int64_t const d = (*dims)[i].integer() + ((*dims)[i].integer() < 0 ? 4 : 0);
            planes = planes && d >= 2;
            moved.emplace_back(now_at.at(static_cast<std::size_t>(d)));
        }
        bool const keeps = keep && keep->boolean();
        if (!keeps && !planes)
            return;
        node_id const made =
            add(*g_.target(n).op, g_.target(n).dialect, {arg::node(images_[x].last), arg::list(moved), arg{keeps}}, n);
        if (keeps)
            convert(n, made);
        else
            images_[n].replacement = made;
    }

    // The values of a pool whose indices nobody reads.
    void visit_item(node_id n) {
        node_id const pool = g_.arg(n, 0).is_node() ? g_.arg(n, 0).node() : no_node;
        if (pool == no_node || g_.target(pool) != aten::max_pool2d_with_indices || !g_.has_one_user(pool) ||
            g_.arg(n, 1).kind() != arg_kind::integer || g_.arg(n, 1).integer() != 0 || !is_image(n) ||
            !is_converted(node_at(pool, 0)))
            return;
        vec<arg> args{arg::node(images_[node_at(pool, 0)].last)};
        for (std::size_t i = 1; i < 6 && g_.schema_arg(pool, i); ++i)
            args.push_back(argument(pool, i));
        convert(n, add(channels_last::max_pool2d.info(), dialect_tag::backend, args, n));
    }

    //=== where the orders meet ===//

    // Gives those that still read the old node the new value in the old order.
    void connect(node_id n) {
        if (n >= images_.size() || (!is_converted(n) && images_[n].replacement == no_node))
            return;
        vec<node_id> readers;
        for (node_id const user : g_.users(n)) {
            bool const stands = is_converted(user) || (user < images_.size() && images_[user].replacement != no_node);
            if (!stands && !is_absorbed(user))
                readers.push_back(user);
        }
        if (readers.empty())
            return;
        if (images_[n].replacement == no_node) {
            auto const scope = inserting_after(g_, images_[n].last);
            images_[n].replacement = reorder(images_[n].last, {0, 3, 1, 2}, n);
        }
        for (node_id const reader : readers)
            g_.replace_input_with(reader, n, images_[n].replacement);
    }

    // A pool is converted where its values are taken.
    [[nodiscard]] bool is_absorbed(node_id n) const {
        return g_.target(n) == aten::max_pool2d_with_indices && g_.has_one_user(n) && is_converted(g_.users(n).front());
    }

    graph& g_;
    view<clamped_convolution const> convolutions_;
    opaque_reach reach_;
    vec<image> images_; // by node
    std::size_t converted_ = 0;
};

} // namespace detail

GRAFT_INLINE std::size_t to_channels_last_pass::operator()(exported_program& program,
                                                           view<clamped_convolution const> clamped) const {
    std::size_t const count = detail::channels_last_pass{program.graph(), clamped}.run();
    if (count != 0)
        update_output_names(program);
    return count;
}

} // namespace graft
#endif
