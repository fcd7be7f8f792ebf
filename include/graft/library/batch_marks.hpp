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
/// results. Of a symbolic number of examples, products, reductions, what else works along dimensions of an example, and
/// what ops are made of that are made of others, are called once, too. Returns how many calls were between marks, those
/// of one `torch.vmap` within another as often as they are made. An op that draws random numbers, and a call for each
/// of a symbolic number of examples are errors that name the node.
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
#    include <graft/library/detail/example_calls.hpp>
#    include <graft/library/detail/example_dims.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/schema/op_tags.hpp>
#    include <graft/symbolic/range.hpp>
#    include <graft/symbolic/sym_int.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <iterator>
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
        for (std::size_t i = parts_.size(); i-- > 0;)
            if (g_.contains(parts_[i]) && g_.use_count(parts_[i]) == 0)
                g_.erase_node(parts_[i]);
        batched_.clear();
        made_of_.clear();
        parts_.clear();
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
            g_.replace_all_uses_with(n, moved(n, every(n, inside), 0, g_.arg(n, 3).integer()));
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
        if (target == "operator.getitem" && made_of_.contains(g_.arg(n, 0).node())) {
            vec<node_id> const& items = made_of_.at(g_.arg(n, 0).node());
            std::int64_t const i = g_.arg(n, 1).integer();
            batched_[n] = every(n, items.at(static_cast<std::size_t>(i < 0 ? i + std::ssize(items) : i)));
        } else if (target == "operator.getitem" && listed_.contains(g_.arg(n, 0).node())) {
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
        } else if (op == nullptr || draws(g_, n) || has(op->tags, op_tags::higher_order)) {
            raise(errc::unsupported, target, ": it is not known how it is called for each example of torch.vmap");
        } else if ((has(op->tags, op_tags::pointwise) && op->returns.size() == 1 &&
                    !promotes_otherwise(g_, n, [this](node_id input) { return batched_.contains(input); })) ||
                   (g_.target(n) == aten::expand_as && batched_.contains(g_.arg(n, 1).node()))) {
            std::size_t const rank = recorded_tensor(g_, n).dim();
            batched_[n] = called(n, [&](node_id input) { return aligned(n, input, rank); });
        } else if (asserts_no_sizes(g_, n)) {
            called(n, [&](node_id input) { return all_of(input); });
        } else if (is_new(g_, n) || g_.target(n) == aten::expand) {
            // The number of examples comes before the sizes; that of what is expanded stays.
            std::size_t const rank = g_.arg(n, 1).size();
            vec<arg> sizes{is_new(g_, n) ? to_arg(g_.arg(level_, 0)) : arg(-1)};
            for (std::size_t i = 0; i < rank; ++i)
                sizes.push_back(to_arg(g_.arg(n, 1)[i]));
            batched_[n] = called(
                n, [&](node_id input) { return is_new(g_, n) ? all_of(input) : aligned(n, input, rank); },
                [&](vec<arg>& args) { args[1] = arg::list(std::move(sizes)); });
        } else if (std::size_t const dims = dimension_count(g_, n); dims != 0) {
            batched_[n] = called(
                n, [&](node_id input) { return all_of(input); },
                [&](vec<arg>& args) {
                    for (std::size_t i = 1; i <= dims; ++i)
                        if (std::int64_t const dim = g_.arg(n, i).integer(); dim >= 0)
                            args[i] = dim + 1;
                });
        } else if (std::optional<std::size_t> const rank = common_index_rank(g_, n);
                   rank && !batched_.contains(g_.arg(n, 0).node())) {
            batched_[n] = called(n, [&](node_id input) { return aligned(n, input, *rank); });
        } else if (has_known_count() || !visit_unknown_count(n)) {
            // Sizes are those of every example.
            bool const alike = g_.target(n) == aten::_assert_tensor_metadata;
            std::int64_t const count = alike ? std::min<std::int64_t>(example_count(), 1) : example_count();
            vec<node_id> calls;
            for (std::int64_t i = 0; i < count; ++i)
                calls.push_back(add_call(
                    n, [&](node_id input) { return example(n, input, i); }, as_they_are{}, false));
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

    // Calls for a number of examples that is not known, of an op that takes them as one more dimension before those of
    // an example, or is made of such; false of any other.
    bool visit_unknown_count(node_id n) { return visit_whole(n) || visit_arranged(n) || visit_parts(n); }

    // One call that puts elements of each example elsewhere, or tells a size.
    bool visit_arranged(node_id n) {
        target_info const op = g_.target(n);
        auto const all = [this](node_id input) { return all_of(input); };
        bool const same_places = has(op.op->tags, op_tags::casts) || has(op.op->tags, op_tags::same_tensor) ||
                                 op.is_any_of(aten::clone, aten::contiguous);
        if (op == aten::sym_size.int_) {
            std::int64_t const dim = g_.arg(n, 1).integer();
            node_id const size = called(n, all, [&](vec<arg>& args) { args[1] = dim < 0 ? dim : dim + 1; });
            g_.replace_all_uses_with(n, size);
        } else if (op.is_any_of(aten::stack, aten::cat)) {
            std::optional<arg_ref> const given = g_.schema_arg(n, 1);
            std::int64_t const dim = given ? given->integer() : 0;
            batched_[n] = called(
                n, [&](node_id input) { return every(n, input); },
                [&](vec<arg>& args) {
                    args.resize(1);
                    args.emplace_back(dim < 0 ? dim : dim + 1);
                });
        } else if (same_places || (op == aten::embedding && !batched_.contains(g_.arg(n, 0).node()))) {
            batched_[n] = called(n, all);
        } else if (has(op.op->tags, op_tags::resizes) && is_aggregate(g_.arg(n, 1).kind())) {
            batched_[n] = called(n, all, [&](vec<arg>& args) {
                vec<arg> sizes{to_arg(g_.arg(level_, 0))};
                for (std::size_t i = 0; i < g_.arg(n, 1).size(); ++i)
                    sizes.push_back(args[1].items[i]);
                args[1] = arg::list(std::move(sizes));
            });
        } else if (op.is_any_of(aten::permute, aten::squeeze.dims)) {
            vec<arg> dims;
            if (op == aten::permute)
                dims.push_back(0);
            for (std::size_t i = 0; i < g_.arg(n, 1).size(); ++i)
                dims.push_back(behind_examples(g_.arg(n, 1)[i]));
            batched_[n] = called(n, all, [&](vec<arg>& args) { args[1] = arg::list(std::move(dims)); });
        } else {
            return false;
        }
        return true;
    }

    // The calls that it is made of.
    bool visit_parts(node_id n) {
        std::optional<example_calls> const made = calls_of_example(g_, n);
        if (!made)
            return false;
        for (node_id const part : made->created) {
            auto const scope = inserting_before(g_, n);
            parts_.push_back(part);
            if (takes_batched(part))
                at_node(g_, n, [&] { visit_call(part, g_.target(part).name); });
        }
        if (g_.val(n) != nullptr && g_.val(n)->is_list())
            made_of_[n] = made->results;
        else
            batched_[n] = every(n, made->results[0]);
        return true;
    }

    // One call of products, reductions and what works along dimensions.
    bool visit_whole(node_id n) {
        target_info const op = g_.target(n);
        if (!g_.arg(n, 0).is_node())
            return false;
        if (op.is_any_of(aten::matmul, aten::mm, aten::mv, aten::dot, aten::bmm)) {
            batched_[n] = product(n);
            return true;
        }
        bool const leading = op == aten::scaled_dot_product_attention
                                 ? batched_inputs(n) == 3
                                 : op.is_any_of(aten::linear, aten::layer_norm) && batched_inputs(n) == 1;
        std::optional<std::size_t> const slot = dim_slot(g_, n);
        if (!batched_.contains(g_.arg(n, 0).node()) || recorded_tensor(g_, g_.arg(n, 0).node()).dim() == 0 ||
            (!leading && !slot))
            return false;
        auto const all = [this](node_id input) { return all_of(input); };
        node_id const made = called(n, all, [&](vec<arg>& args) {
            if (slot && *slot < args.size())
                args[*slot] = behind_examples(g_.arg(n, *slot));
            else if (slot && *slot == args.size() && begins_with_first(op) && !g_.schema_arg(n, *slot))
                args.emplace_back(1);
        });
        (g_.val(n) != nullptr && g_.val(n)->is_list() ? listed_ : batched_)[n] = made;
        return true;
    }

    // All examples of what is one, or the same for each.
    node_id every(node_id like, node_id inside) {
        return batched_.contains(inside) ? batched_.at(inside) : repeated(like, inside);
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

    [[nodiscard]] bool takes_batched(node_id n) const {
        bool takes = false;
        g_.for_each_input(n, [&](node_id input) {
            takes = takes || batched_.contains(input) || each_.contains(input) || listed_.contains(input) ||
                    made_of_.contains(input);
        });
        return takes;
    }

    struct as_they_are {
        void operator()(vec<arg>&) const {}
    };
    // The call of `n` on what `input_of` makes of its inputs, with arguments that `change` changes.
    template <class F, class Change = as_they_are>
    node_id called(node_id n, F const& input_of, Change const& change = {}) {
        return add_call(n, input_of, change, true);
    }

    // Of all examples, or of one. What symbols alone do not tell of the result is as it was recorded.
    template <class F, class Change>
    node_id add_call(node_id n, F const& input_of, Change const& change, bool of_all) {
        std::map<node_id, node_id> made;
        vec<node_id> inputs;
        g_.for_each_input(n, [&](node_id input) { inputs.push_back(input); });
        for (node_id const input : inputs)
            if (!made.contains(input))
                made[input] = input_of(input);
        call_arguments given = map_arguments(g_, n, [&](node_id input) { return arg::node(made.at(input)); });
        change(given.args);
        node_id const added = g_.call_function(*g_.target(n).op, given.args, given.kwargs);
        g_.copy_meta(n, added);
        if (g_.val(n) != nullptr)
            g_.set_val(added, of_all ? of_all_examples(*g_.val(n)) : *g_.val(n));
        infer(g_, added);
        return added;
    }

    // What is known of all examples of a value.
    [[nodiscard]] value_spec of_all_examples(value_spec one) const {
        if (one.is_tensor()) {
            one.tensor.sizes.insert(one.tensor.sizes.begin(), count_of_examples());
            one.tensor.strides = contiguous_strides(one.tensor.sizes);
        }
        for (value_spec& item : one.items)
            item = of_all_examples(std::move(item));
        return one;
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
    node_id level_ = no_node;                 // the mark that says how many examples there are
    std::map<node_id, node_id> batched_;      // by the node of one example, that of all, whose first dimension they are
    std::map<node_id, vec<node_id>> each_;    // by the node of one example that gives a list, those of each
    std::map<node_id, node_id> listed_;       // by such a node, that of one call which gives the lists of all
    std::map<node_id, vec<node_id>> made_of_; // by such a node, those of one example that it is made of
    vec<node_id> replaced_;
    vec<node_id> parts_; // what calls are made of
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
    symbols_within const scope(program.range_constraints);
    std::size_t const count = detail::remove_batch_marks_of(program.module);
    update_output_names(program);
    return count;
}

} // namespace graft
#endif
