#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Makes ordinary calls of what `torch.vmap` left in an exported program, as it does within `torch.associative_scan`:
/// between the marks `torch._functorch.predispatch._add_batch_dim` and `_remove_batch_dim` calls are of one example, of
/// which there are several. An element-wise op is called once for all of them, and so are a view with other dimensions,
/// a new tensor like an example, and `index` of what all have in common; any other once for each, and `stack` joins the
/// results. Of a symbolic number of examples, products, reductions and what else works along dimensions of an example
/// are called once, too. Returns how many calls were between marks, those of one `torch.vmap` within another as often
/// as they are made. An op that draws random numbers, and a call for each of a symbolic number of examples are errors
/// that name the node.
///
/// `read_pt2<every_op>` runs it.
struct remove_batch_marks_pass {
    static constexpr std::string_view name = "remove_batch_marks"; ///< by which constraints name it
    std::size_t operator()(exported_program& program) const;       ///< runs it, on all graphs
};
inline constexpr remove_batch_marks_pass remove_batch_marks{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LIBRARY_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/dialect/add_call_like.hpp>
#    include <graft/dialect/aten/creation.hpp>
#    include <graft/dialect/aten/index.hpp>
#    include <graft/dialect/aten/linear_algebra.hpp>
#    include <graft/dialect/aten/normalization.hpp>
#    include <graft/dialect/aten/products.hpp>
#    include <graft/dialect/aten/rearrange.hpp>
#    include <graft/dialect/aten/reduction.hpp>
#    include <graft/dialect/aten/sort.hpp>
#    include <graft/dialect/aten/symbolic.hpp>
#    include <graft/dialect/aten/view.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/op_tags.hpp>
#    include <graft/symbolic/sym_int.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <map>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

// Removes the marks of one graph.
class batch_mark_remover {
public:
    explicit batch_mark_remover(graph& g) : g_(g) {}

    std::size_t run() {
        vec<node_id> nodes(g_.nodes().begin(), g_.nodes().end()), begun;
        for (node_id const n : nodes) {
            if (is_mark(n, "_vmap_increment_nesting")) {
                begun.push_back(n);
            } else if (is_mark(n, "lazy_load_decompositions")) {
                g_.erase_node(n);
            } else if (is_mark(n, "_vmap_decrement_nesting") && !begun.empty()) {
                remove_level(begun.back(), n);
                begun.pop_back();
            } else if (begun.empty() && is_mark(n, "")) {
                bool const of_vmap = is_mark(n, "_add_batch_dim") || is_mark(n, "_remove_batch_dim") ||
                                     is_mark(n, "_vmap_decrement_nesting");
                std::string_view const why = of_vmap ? ": it is not within torch.vmap" : unknown_mark;
                at_node(g_, n, [&] { raise(errc::unsupported, g_.target(n).name, why); });
            }
        }
        for (node_id const n : begun)
            at_node(g_, n, [] { raise(errc::unsupported, "the end of torch.vmap is missing"); });
        return count_;
    }

private:
    static constexpr std::string_view prefix = "torch._functorch.predispatch.";
    static constexpr std::string_view unknown_mark =
        ": of torch.func only vmap is known; run_decompositions() before torch.export.save resolves what "
        "differentiates";

    [[nodiscard]] bool is_mark(node_id n, std::string_view mark) const {
        if (g_.op(n) != opcode::call_function || !g_.target(n).name.starts_with(prefix))
            return false;
        return mark.empty() || g_.target(n).name.substr(prefix.size()) == mark;
    }

    // Of the marks of one torch.vmap, within which there is no other any more: calls for the examples of one around it
    // are of one example of that.
    void remove_level(node_id first, node_id last) {
        vec<node_id> nodes;
        for (node_id const n : g_.nodes()) {
            if (n == first || !nodes.empty())
                nodes.push_back(n);
            if (n == last)
                break;
        }
        for (node_id const n : nodes)
            at_node(g_, n, [&] { visit(n); });
        for (std::size_t i = replaced_.size(); i-- > 0;)
            g_.erase_node(replaced_[i]);
        batched_.clear();
        each_.clear();
        listed_.clear();
        replaced_.clear();
    }

    void visit(node_id n) {
        if (g_.op(n) != opcode::call_function)
            return;
        std::string_view const target = g_.target(n).name;
        if (target.starts_with(prefix))
            visit_mark(n, target.substr(prefix.size()));
        else if (takes_batched(n))
            visit_call(n, target);
    }

    void visit_mark(node_id n, std::string_view mark) {
        if (mark == "_vmap_increment_nesting") {
            level_ = n;
        } else if (mark == "_vmap_decrement_nesting") {
            level_ = no_node;
        } else if (mark == "_add_batch_dim") {
            auto const scope = inserting_before(g_, n);
            batched_[n] = moved(n, g_.arg(n, 0).node(), g_.arg(n, 1).integer(), 0);
        } else if (mark == "_remove_batch_dim") {
            auto const scope = inserting_before(g_, n);
            node_id const inside = g_.arg(n, 0).node();
            node_id const all = batched_.contains(inside) ? batched_.at(inside) : repeated(n, inside);
            g_.replace_all_uses_with(n, moved(n, all, 0, g_.arg(n, 3).integer()));
        } else {
            raise(errc::unsupported, g_.target(n).name, unknown_mark);
        }
        replaced_.push_back(n);
    }

    // A call of one example: of an element-wise op one of all, else one of each.
    void visit_call(node_id n, std::string_view target) {
        ++count_;
        replaced_.push_back(n);
        auto const scope = inserting_before(g_, n);
        op_info const* const op = g_.target(n).op;
        if (target == "operator.getitem" && listed_.contains(g_.arg(n, 0).node())) {
            arg const of = arg::node(listed_.at(g_.arg(n, 0).node()));
            batched_[n] = g_.call_function("operator.getitem", {of, to_arg(g_.arg(n, 1))});
            g_.copy_meta(n, batched_[n]);
            infer(g_, batched_[n]);
        } else if (target == "operator.getitem") {
            vec<node_id> items;
            for (node_id const of : each_.at(g_.arg(n, 0).node()))
                items.push_back(g_.call_function("operator.getitem", {arg::node(of), to_arg(g_.arg(n, 1))}));
            for (node_id const item : items) {
                g_.copy_meta(n, item);
                infer(g_, item);
            }
            batched_[n] = stacked(n, items);
        } else if (op == nullptr || draws(n) || has(op->tags, op_tags::higher_order)) {
            raise(errc::unsupported, target, ": it is not known how it is called for each example of torch.vmap");
        } else if (has(op->tags, op_tags::pointwise) && op->returns.size() == 1 && !promotes_otherwise(n)) {
            std::size_t const rank = recorded_tensor(g_, n).dim();
            batched_[n] = called(n, [&](node_id input) { return aligned(n, input, rank); });
        } else if (asserts_no_sizes(n)) {
            called(n, [&](node_id input) { return all_of(input); });
        } else if (is_new(n) || g_.target(n) == aten::expand) {
            // The number of examples comes before the sizes; that of what is expanded stays.
            std::size_t const rank = g_.arg(n, 1).size();
            vec<arg> sizes{is_new(n) ? to_arg(g_.arg(level_, 0)) : arg(-1)};
            for (std::size_t i = 0; i < rank; ++i)
                sizes.push_back(to_arg(g_.arg(n, 1)[i]));
            batched_[n] = called(
                n, [&](node_id input) { return is_new(n) ? all_of(input) : aligned(n, input, rank); },
                [&](vec<arg>& args) { args[1] = arg::list(std::move(sizes)); });
        } else if (std::size_t const dims = dimension_count(n); dims != 0) {
            batched_[n] = called(
                n, [&](node_id input) { return all_of(input); },
                [&](vec<arg>& args) {
                    for (std::size_t i = 1; i <= dims; ++i)
                        if (std::int64_t const dim = g_.arg(n, i).integer(); dim >= 0)
                            args[i] = dim + 1;
                });
        } else if (std::optional<std::size_t> const rank = common_index_rank(n)) {
            batched_[n] = called(n, [&](node_id input) { return aligned(n, input, *rank); });
        } else if (has_known_count() || !visit_unknown_count(n)) {
            // Sizes are those of every example.
            bool const alike = g_.target(n) == aten::_assert_tensor_metadata;
            std::int64_t const count = alike ? std::min<std::int64_t>(example_count(), 1) : example_count();
            vec<node_id> calls;
            for (std::int64_t i = 0; i < count; ++i)
                calls.push_back(called(n, [&](node_id input) { return example(n, input, i); }));
            if (op->returns.empty())
                return;
            if (g_.val(n) == nullptr)
                raise(errc::invalid_argument, target, ": nothing is known of what it returns");
            if (g_.val(n)->is_list())
                each_[n] = std::move(calls);
            else
                batched_[n] = stacked(n, calls);
        }
    }

    // One call for a number of examples that is not known, of an op that takes them as one more dimension before those
    // of an example; false of any other.
    bool visit_unknown_count(node_id n) {
        target_info const op = g_.target(n);
        if (!g_.arg(n, 0).is_node())
            return false;
        if (op.is_any_of(aten::matmul, aten::mm, aten::mv, aten::dot)) {
            batched_[n] = product(n);
            return true;
        }
        bool const leading = op == aten::scaled_dot_product_attention
                                 ? batched_inputs(n) == 3
                                 : op.is_any_of(aten::linear, aten::layer_norm) && batched_inputs(n) == 1;
        bool const whole = op.is_any_of(aten::sum, aten::mean);
        std::optional<std::size_t> const slot = dim_slot(n);
        if (!batched_.contains(g_.arg(n, 0).node()) || recorded_tensor(g_, g_.arg(n, 0).node()).dim() == 0 ||
            (!leading && !whole && !slot))
            return false;
        auto const all = [this](node_id input) { return all_of(input); };
        if (whole) {
            vec<arg> dims;
            for (std::size_t d = recorded_tensor(g_, g_.arg(n, 0).node()).dim(); d > 0; --d)
                dims.push_back(-static_cast<std::int64_t>(d));
            call_arguments given = map_arguments(g_, n, [&](node_id input) { return arg::node(all_of(input)); });
            given.args.push_back(arg::list(std::move(dims)));
            batched_[n] = op == aten::sum ? add_call_like(g_, n, aten::sum.dim_IntList, given.args, given.kwargs)
                                          : add_call_like(g_, n, aten::mean.dim, given.args, given.kwargs);
            return true;
        }
        node_id const made = called(n, all, [&](vec<arg>& args) {
            if (slot && *slot < args.size())
                args[*slot] = behind_examples(g_.arg(n, *slot));
        });
        (g_.val(n) != nullptr && g_.val(n)->is_list() ? listed_ : batched_)[n] = made;
        return true;
    }

    // How many tensors of its arguments are of one example each.
    [[nodiscard]] std::size_t batched_inputs(node_id n) const {
        std::size_t count = 0;
        g_.for_each_input(n, [&](node_id input) { count += batched_.contains(input); });
        return count;
    }

    // The products of all examples of two operands, a vector among them as a matrix of one row or column.
    node_id product(node_id n) {
        std::size_t rank = 2;
        for (std::size_t i = 0; i < 2; ++i)
            rank = std::max(rank, recorded_tensor(g_, g_.arg(n, i).node()).dim());
        auto const operand = [&](std::size_t i, std::int64_t dim) {
            node_id const input = g_.arg(n, i).node();
            std::size_t have = recorded_tensor(g_, input).dim();
            node_id all = all_of(input);
            if (have == 1) {
                all = add_call_like(g_, n, aten::unsqueeze, {arg::node(all), dim});
                ++have;
            }
            for (; have < rank && batched_.contains(input); ++have)
                all = add_call_like(g_, n, aten::unsqueeze, {arg::node(all), 1});
            return arg::node(all);
        };
        node_id made = add_call_like(g_, n, aten::matmul, {operand(0, -2), operand(1, -1)});
        for (std::int64_t i = 0; i < 2; ++i)
            if (recorded_tensor(g_, g_.arg(n, static_cast<std::size_t>(i)).node()).dim() == 1)
                made = add_call_like(g_, n, aten::squeeze.dim, {arg::node(made), i - 2});
        return made;
    }

    // Which argument says along which dimensions an op works that does to each line along these what it does to any
    // other; nothing of another op, and where the call does not say it.
    [[nodiscard]] std::optional<std::size_t> dim_slot(node_id n) const {
        op_info const& op = *g_.target(n).op;
        target_info const target = g_.target(n);
        bool const last = target.is_any_of(aten::sort.default_, aten::topk); // where nothing is said
        if (!last && !target.is_any_of(aten::amax, aten::amin, aten::argmax, aten::argmin, aten::cumprod, aten::cumsum,
                                       aten::flip, aten::log_softmax.int_, aten::logsumexp, aten::max.dim,
                                       aten::mean.dim, aten::min.dim, aten::narrow.default_, aten::slice.Tensor,
                                       aten::softmax.int_, aten::sum.dim_IntList))
            return std::nullopt;
        auto const slot = static_cast<std::size_t>(std::max(op.find_argument("dim"), op.find_argument("dims")));
        if (slot >= g_.arg_count(n))
            return last && !g_.schema_arg(n, slot) ? std::optional(slot) : std::nullopt;
        bool const says = g_.arg(n, slot).kind() == arg_kind::integer ||
                          (is_aggregate(g_.arg(n, slot).kind()) && g_.arg(n, slot).size() > 0);
        return says ? std::optional(slot) : std::nullopt;
    }

    // Dimensions of an example among those of all.
    [[nodiscard]] static arg behind_examples(arg_ref dims) {
        if (dims.kind() == arg_kind::integer)
            return dims.integer() < 0 ? dims.integer() : dims.integer() + 1;
        vec<arg> all;
        for (std::size_t i = 0; i < dims.size(); ++i)
            all.push_back(behind_examples(dims[i]));
        return arg::list(std::move(all));
    }

    [[nodiscard]] bool takes_batched(node_id n) const {
        bool takes = false;
        g_.for_each_input(n, [&](node_id input) {
            takes = takes || batched_.contains(input) || each_.contains(input) || listed_.contains(input);
        });
        return takes;
    }

    // True of a call that draws random numbers: not of one that drops nothing out.
    [[nodiscard]] bool draws(node_id n) const {
        op_info const& op = *g_.target(n).op;
        int const dropped = op.find_argument("dropout_p");
        if (!has(op.tags, op_tags::random) || dropped < 0)
            return has(op.tags, op_tags::random);
        std::optional<arg_ref> const given = g_.schema_arg(n, static_cast<std::size_t>(dropped));
        return given && !(given->kind() == arg_kind::real && given->real() == 0);
    }

    // The call of `n` on what `input_of` makes of its inputs.
    template <class F>
    node_id called(node_id n, F const& input_of) {
        return called(n, input_of, [](vec<arg>&) {});
    }

    // As well with arguments that `change` changes.
    template <class F, class Change>
    node_id called(node_id n, F const& input_of, Change const& change) {
        std::map<node_id, node_id> made;
        vec<node_id> inputs;
        g_.for_each_input(n, [&](node_id input) { inputs.push_back(input); });
        for (node_id const input : inputs)
            if (!made.contains(input))
                made[input] = input_of(input);
        call_arguments given = map_arguments(g_, n, [&](node_id input) { return arg::node(made.at(input)); });
        change(given.args);
        return add_call_like(g_, n, *g_.target(n).op, given.args, given.kwargs);
    }

    // True where tensors without dimensions, of another dtype than others, would count as ones that have dimensions.
    [[nodiscard]] bool promotes_otherwise(node_id n) const {
        bool without = false, differ = false;
        std::optional<dtype> first;
        g_.for_each_input(n, [&](node_id input) {
            if (g_.val(input) == nullptr || !g_.val(input)->is_tensor())
                return;
            tensor_spec const& spec = recorded_tensor(g_, input);
            without = without || (batched_.contains(input) && spec.dim() == 0);
            differ = differ || (first && *first != spec.dtype);
            first = spec.dtype;
        });
        return without && differ;
    }

    // True of an assertion about dtype, device or layout only, which all examples together have as each does.
    [[nodiscard]] bool asserts_no_sizes(node_id n) const {
        auto const given = [&](std::size_t i) { return g_.schema_arg(n, i) && !g_.schema_arg(n, i)->is_none(); };
        return g_.target(n) == aten::_assert_tensor_metadata && !given(1) && !given(2);
    }

    // True of a new tensor with the dtype of an example, and with sizes of its own.
    [[nodiscard]] bool is_new(node_id n) const {
        target_info const op = g_.target(n);
        return op.is_any_of(aten::new_empty, aten::new_full, aten::new_ones, aten::new_zeros);
    }

    // Of a view of an example, which it moves the dimensions of, how many arguments after the first are dimensions.
    [[nodiscard]] std::size_t dimension_count(node_id n) const {
        target_info const op = g_.target(n);
        if (op.is_any_of(aten::movedim.int_, aten::transpose.int_))
            return 2;
        return op.is_any_of(aten::select.int_, aten::squeeze.dim, aten::unsqueeze) ? 1 : 0;
    }

    // Of an `index`, by numbers of each example, of what all have in common, how many dimensions the indices give an
    // example; these are the first of its result.
    [[nodiscard]] std::optional<std::size_t> common_index_rank(node_id n) const {
        if (g_.target(n) != aten::index.Tensor || batched_.contains(g_.arg(n, 0).node()) || g_.arg(n, 1)[0].is_none())
            return std::nullopt;
        std::size_t rank = 0;
        for (std::size_t i = 0; i < g_.arg(n, 1).size(); ++i) {
            if (g_.arg(n, 1)[i].is_none())
                continue;
            tensor_spec const& spec = recorded_tensor(g_, g_.arg(n, 1)[i].node());
            if (spec.dtype == dtype::boolean || spec.dtype == dtype::u8)
                return std::nullopt;
            rank = std::max(rank, spec.dim());
        }
        return rank;
    }

    [[nodiscard]] node_id all_of(node_id input) const {
        auto const found = batched_.find(input);
        return found == batched_.end() ? input : found->second;
    }

    // All examples of an input of a call whose result has so many dimensions.
    node_id aligned(node_id n, node_id input, std::size_t rank) {
        auto const found = batched_.find(input);
        if (found == batched_.end())
            return input;
        node_id all = found->second;
        for (std::size_t have = recorded_tensor(g_, input).dim(); have < rank; ++have)
            all = add_call_like(g_, n, aten::unsqueeze, {arg::node(all), 1});
        return all;
    }

    node_id example(node_id n, node_id input, std::int64_t i) {
        auto const found = batched_.find(input);
        return found == batched_.end() ? input
                                       : add_call_like(g_, n, aten::select.int_, {arg::node(found->second), 0, i});
    }

    node_id moved(node_id like, node_id x, std::int64_t from, std::int64_t to) {
        return from == to ? x : add_call_like(g_, like, aten::movedim.int_, {arg::node(x), from, to});
    }

    // Without examples, no elements of the sizes of `like`.
    node_id stacked(node_id like, vec<node_id> const& items) {
        vec<arg> list;
        if (items.empty()) {
            tensor_spec const& spec = recorded_tensor(g_, like);
            list.push_back(0);
            for (sym_int const& size : spec.sizes) {
                if (size.is_symbolic())
                    raise(errc::unsupported, "torch.vmap of no examples of a symbolic size is not supported");
                list.push_back(size.value());
            }
            return add_call_like(g_, like, aten::full, {arg::list(std::move(list)), 0}, {{"dtype", spec.dtype}});
        }
        for (node_id const item : items)
            list.push_back(arg::node(item));
        return add_call_like(g_, like, aten::stack, {arg::list(std::move(list)), 0});
    }

    // What is the same for every example.
    node_id repeated(node_id like, node_id x) {
        vec<arg> sizes{to_arg(g_.arg(level_, 0))};
        for (std::size_t d = 0; d < recorded_tensor(g_, x).dim(); ++d)
            sizes.push_back(-1);
        node_id const one = add_call_like(g_, like, aten::unsqueeze, {arg::node(x), 0});
        return add_call_like(g_, like, aten::expand, {arg::node(one), arg::list(std::move(sizes))});
    }

    sym_int count_of_examples() const {
        arg_ref const given = g_.arg(level_, 0);
        return given.is_node() ? g_.val(given.node())->integer : sym_int(given.integer());
    }

    bool has_known_count() const { return !count_of_examples().is_symbolic(); }

    std::int64_t example_count() const {
        sym_int const count = count_of_examples();
        if (count.is_symbolic())
            raise(errc::unsupported, "the number of examples of torch.vmap has to be known");
        return count.value();
    }

    graph& g_;
    node_id level_ = no_node;              // the mark that says how many examples there are
    std::map<node_id, node_id> batched_;   // by the node of one example, that of all, whose first dimension they are
    std::map<node_id, vec<node_id>> each_; // by the node of one example that gives a list, those of each
    std::map<node_id, node_id> listed_;    // by such a node, that of one call which gives the lists of all
    vec<node_id> replaced_;
    std::size_t count_ = 0;
};

inline std::size_t remove_batch_marks_of(graph_module& module) {
    std::size_t count = batch_mark_remover(module.graph).run();
    for (submodule& inner : module.submodules)
        count += remove_batch_marks_of(inner.module);
    return count;
}

} // namespace detail

GRAFT_INLINE std::size_t remove_batch_marks_pass::operator()(exported_program& program) const {
    std::size_t const count = detail::remove_batch_marks_of(program.module);
    update_output_names(program);
    return count;
}

} // namespace graft
#endif
