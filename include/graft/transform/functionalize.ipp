#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/lazy_views.hpp>
#include <graft/dialect/show_hidden_writes.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/partition/detail/inline_regions.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/functionalize.hpp>
#include <graft/transform/outs_to_copies.hpp>
#include <graft/transform/root_as_strided.hpp>
#include <graft/transform/scatter_view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace graft {
namespace detail {

// Walks one graph and gives every write a new value. Each tensor with elements of its own is a root; views know what
// they are taken of, and are taken anew when their root has changed since.
class functionalizer {
public:
    explicit functionalizer(graph& g)
        : g_(g), rule_(g.intern_string("functionalize")), reach_(g), facts_(g.capacity()) {
        for (node_id const n : g.nodes()) {
            facts_[n].current = n;
            facts_[n].root = n;
            tensor_spec const* const spec = tensor_of(g.val(n));
            facts_[n].in_row = spec != nullptr && is_contiguous(*spec);
        }
    }

    void run() {
        auto const original = static_cast<node_id>(facts_.size());
        // Before anything is written: a value behind that may have other strides, a call made functional another dtype.
        lazy_views const lazy(g_);
        for (node_id const n : g_.nodes())
            if (lazy.role_of(n) != lazy_views::role::resolves)
                at_node(g_, n, [&] { facts_[n].relation = relation_to_first(g_, n); });
        for (node_id const n : g_.nodes())
            if (n < original)
                at_node(g_, n, [&] { visit(n); });
        for (std::size_t i = dead_.size(); i-- > 0;)
            g_.erase_node(dead_[i]);
    }

    // The placeholders that were written to.
    [[nodiscard]] vec<node_id> written_inputs() const {
        vec<node_id> found;
        for (node_id const n : g_.nodes())
            if (g_.op(n) == opcode::placeholder && facts_[n].current != n)
                found.push_back(n);
        return found;
    }
    // What the tensor of a placeholder holds in the end.
    [[nodiscard]] node_id current(node_id placeholder) const { return facts_[placeholder].current; }

private:
    struct node_facts {
        node_id current = no_node; // the node that has its value now
        node_id root = no_node;    // the tensor whose elements it shows
        node_id parent = no_node;  // of a view: what it is taken of
        std::uint32_t version = 0; // of a root: how often it was written to; of a view: the root's when it was taken
        node_id same = no_node;    // another node that is the same tensor
        view_relation relation = view_relation::none; // to the first argument, as the program was written
        bool in_row = false;                          // it lay row by row as the program was written
        bool moved = false;                           // its elements lie otherwise than the program was written
        bool below = false;   // it is a view in which an element of the root may have several places, or one of such
        bool repeats = false; // and has them
    };

    [[nodiscard]] node_id same_tensor(node_id n) const {
        while (facts_[n].same != no_node)
            n = facts_[n].same;
        return n;
    }

    // The node that has the value of an original node at this point.
    node_id value_of(node_id n) { return value_at(same_tensor(n)); }
    // The node that has the value of an original node at this point as its views see it, not as the other view that it
    // may have become in place since.
    node_id value_at(node_id n) {
        vec<node_id> stale;
        for (; is_stale(n); n = facts_[n].parent)
            stale.push_back(n);
        while (!stale.empty()) {
            take_again(stale.back());
            n = stale.back();
            stale.pop_back();
        }
        return facts_[n].current;
    }
    [[nodiscard]] bool is_stale(node_id n) const {
        return facts_[n].parent != no_node && facts_[n].version != facts_[facts_[n].root].version;
    }
    void take_again(node_id view) {
        node_id const parent = facts_[view].parent;
        node_id again = facts_[parent].current;
        if (!shows_all(g_, view)) {
            again = call_again(g_, view, as_it_lay(view, parent, again));
            g_.copy_meta(view, again);
            if (lie_alike(g_, parent, g_.arg(again, 0).node()))
                g_.copy_val(view, again);
            else
                infer_view(g_, again, g_.val(view));
            g_.add_origins(again, rule_, vec{view});
        }
        facts_[view].current = again;
        facts_[view].version = facts_[facts_[view].root].version;
    }

    void visit(node_id n) {
        auto const scope = inserting_before(g_, n);
        node_id const first = first_argument(g_, n); // as the program was written, which is what views are of
        vec<node_id> const written = written_arguments(g_, n);
        read_current_values(n);
        if (shows_by_place(g_, n) && first != no_node)
            g_.set_arg(n, 0, arg::node(as_it_lay(n, first, g_.arg(n, 0).node())));
        op_info const* const op = g_.target(n).op;
        if (g_.op(n) != opcode::call_function || reach_.writes(n))
            return;
        if (op != nullptr && op->mutates())
            return writes_unreturned(*op) ? write_several(n, *op, written) : write(n, *op, written);
        view_relation const relation = facts_[n].relation;
        relate(n, first, relation);
        if (relation == view_relation::view && !is_laid(n, first))
            lie_on(n, same_tensor(first)); // of which a call in place says how it lies now
    }
    // A view lies otherwise than the program was written where the value does that it is taken of.
    void lie_on(node_id view, node_id shown) {
        facts_[view].moved = facts_[shown].moved || !lie_alike(g_, shown, g_.arg(view, 0).node());
        if (facts_[view].moved)
            infer_view(g_, view, g_.val(view));
    }

    // True of an op that does not return what it writes.
    [[nodiscard]] static bool writes_unreturned(op_info const& op) {
        return op.functional != nullptr && op.functional->returns.size() > op.returns.size();
    }

    void read_current_values(node_id n) {
        bool changed = false;
        vec<std::pair<node_id, node_id>> values;
        g_.for_each_input(n, [&](node_id input) { values.emplace_back(input, no_node); });
        for (auto& [input, value] : values) {
            value = value_of(input);
            changed = changed || value != input;
        }
        if (!changed)
            return;
        auto next = values.begin();
        call_arguments const given = map_arguments(g_, n, [&](node_id) { return arg::node((next++)->second); });
        g_.set_args(n, given.args, given.kwargs);
    }

    // The value of a tensor as a call on it needs it: one that lay row by row does so again where its place matters, and
    // one that lay otherwise does where other sizes of it, or pairs of its elements, are to be seen.
    node_id as_it_lay(node_id call, node_id tensor, node_id value) {
        bool const moved = shows_by_place(g_, call) && (facts_[tensor].moved || !lie_alike(g_, tensor, value));
        if (!is_laid(call, tensor) && (!moved || g_.target(call) == aten::as_strided))
            return value;
        return view_scatterer(g_, call).row_by_row(value, moved && resizes_elements(g_, call));
    }
    [[nodiscard]] bool is_laid(node_id call, node_id tensor) const {
        return facts_[tensor].in_row && shows_by_place(g_, call);
    }

    void relate(node_id n, node_id first, view_relation relation) {
        if (relation == view_relation::none)
            return;
        first = same_tensor(first);
        bool const is_item = g_.target(n).name == "operator.getitem";
        if (is_item && facts_[first].parent == no_node) {
            // Of several values that are no views: the same item is the same tensor.
            auto const [known, is_new] = items_.emplace(std::pair{first, g_.arg(n, 1).integer()}, n);
            if (!is_new)
                facts_[n].same = known->second;
            return;
        }
        if (relation == view_relation::same && !shows_all(g_, n)) {
            facts_[n].same = first;
            return;
        }
        facts_[n].parent = first;
        tensor_spec const* const shown = tensor_of(g_.val(n));
        facts_[n].below = facts_[first].below || view_scatterer(g_, n).may_show_twice(n, first);
        facts_[n].repeats = facts_[n].below && !(shown != nullptr && shows_each_once(*shown));
        facts_[n].root = facts_[first].root;
        facts_[n].version = facts_[facts_[n].root].version;
    }

    //=== writes ===//
    void write(node_id n, op_info const& op, vec<node_id> const& written) {
        check_write(n, op, written);
        node_id const to = same_tensor(written[0]);
        if (g_.target(n) == aten::detach_) {
            facts_[n].same = to;
            dead_.push_back(n);
            return;
        }
        if (g_.target(n).is_any_of(aten::resize_, aten::resize_as_))
            return resize(n, to);
        if (op_info const* const functional = op.functional; functional != nullptr && functional->names_alias()) {
            // A view in place, such as `t_`: from now on the tensor is this view of what it was.
            g_.set_target(n, g_.intern_target(*functional, g_.target(n).dialect));
            relate(n, to, view_relation::view);
            lie_on(n, to);
            facts_[to].same = n;
            return;
        }
        facts_[n].same = to;
        auto const behind = inserting_before(g_, g_.next(n));
        bool const repeated = facts_[to].repeats;
        node_id const put = repeated && g_.target(n) == aten::index_put_ ? n : no_node;
        node_id const places = put != no_node ? put : repeated ? written_places(g_, n) : no_node;
        bool const fills = g_.target(n).is_any_of(aten::zero_, aten::fill_.Scalar, aten::fill_.Tensor);
        store(n, to, new_value(n, op, written_arguments(g_, n)[0]), fills, places);
        if (put != no_node)
            dead_.push_back(n);
    }

    // Of a call that writes to several arguments: what each holds behind it is one of its results.
    void write_several(node_id n, op_info const& op, vec<node_id> const& written) {
        op_info const& functional = *op.functional;
        if (written.size() + op.returns.size() != functional.returns.size())
            raise(errc::unsupported, "functionalize: ", op.name, " is given no tensor for something that it writes");
        for (std::size_t i = 1; i < written.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (same_tensor(written[i]) == same_tensor(written[k]))
                    raise(errc::unsupported, "functionalize: ", op.name, " writes to one tensor twice");
        call_by(n, op, functional);
        auto const behind = inserting_before(g_, g_.next(n));
        vec<node_id> items;
        for (std::size_t i = 0; i < functional.returns.size(); ++i)
            items.push_back(op.returns.size() == 1 || i >= op.returns.size() ? item_of(n, i) : no_node);
        if (op.returns.size() == 1)
            facts_[n].current = items[0];
        for (std::size_t i = 0; i < written.size(); ++i) {
            node_id const to = same_tensor(written[i]);
            store(n, to,
                  fit_value(g_, n, items[op.returns.size() + i], recorded_tensor(g_, value_at(to)), value_at(to)));
        }
    }

    node_id item_of(node_id n, std::size_t i) {
        node_id const item = g_.call_function("operator.getitem", {arg::node(n), static_cast<std::int64_t>(i)});
        infer(g_, item);
        g_.copy_meta(n, item);
        g_.add_origins(item, rule_, vec{n});
        return item;
    }

    // Makes a call one of another op, whose arguments have the same names.
    void call_by(node_id n, op_info const& op, op_info const& functional) {
        bool const same_order = have_same_types(op.arguments, functional.arguments.first(op.arguments.size()));
        call_arguments given;
        for (std::size_t i = 0; !same_order && i < functional.arguments.size(); ++i) {
            auto const slot = op.find_argument(functional.arguments[i].name);
            if (auto const a = g_.schema_arg(n, static_cast<std::size_t>(slot)))
                given.kwargs.push_back({functional.arguments[i].name, to_arg(*a)});
        }
        if (!same_order)
            g_.set_args(n, given.args, given.kwargs);
        g_.set_target(n, g_.intern_target(functional, g_.target(n).dialect));
        infer(g_, n);
    }

    // From now on the tensor is its first elements under other sizes, where those are not shown of its storage.
    void resize(node_id n, node_id to) {
        tensor_spec const before = recorded_tensor(g_, g_.arg(n, 0).node()), after = recorded_tensor(g_, n);
        auto const refuse = [&](std::string_view why) {
            raise(errc::unsupported, "functionalize: ", g_.target(n).name, " of a tensor ", why);
        };
        // With a memory format elements stay where they lie and get other indices.
        auto const format = g_.schema_arg(n, 2);
        if (format && format->kind() == arg_kind::memory_format &&
            !(format->memory_format() == memory_format::contiguous && is_contiguous(before)))
            refuse("that gets another memory format");
        if (before.sizes == after.sizes) {
            facts_[n].same = to;
            dead_.push_back(n);
            return;
        }
        if (g_.op(to) == opcode::placeholder)
            refuse("that is an input");
        if (to == facts_[to].root && before.numel() == 0 && is_contiguous(after)) {
            make_new(g_, n);
            facts_[to].same = n;
            return;
        }
        auto const has_symbols = [](tensor_spec const& of) {
            return std::ranges::any_of(of.sizes, &sym_int::is_symbolic);
        };
        if (has_symbols(before) || has_symbols(after))
            refuse("whose sizes are symbolic");
        if (after.numel().value() > before.numel().value())
            refuse("that becomes larger: nobody has written the new elements");
        if (!is_contiguous(before) || !is_contiguous(after))
            refuse("that does not lie row by row");
        vec<arg> sizes, strides;
        for (std::size_t i = 0; i < after.dim(); ++i) {
            sizes.emplace_back(after.sizes[i].value());
            strides.emplace_back(after.strides[i].value());
        }
        g_.set_args(n, vec<arg>{to_arg(g_.arg(n, 0)), arg::list(std::move(sizes)), arg::list(std::move(strides))});
        g_.set_target(n, g_.intern_target(aten::as_strided.default_.info(), g_.target(n).dialect));
        infer(g_, n);
        relate(n, to, view_relation::view);
        facts_[to].same = n;
    }

    void check_write(node_id n, op_info const& op, vec<node_id> const& written) const {
        std::size_t writes = 0;
        for (schema_argument const& argument : op.arguments)
            writes += argument.writes;
        if (g_.arg_count(n) == 0 || !g_.arg(n, 0).is_node() || writes != 1 || written.size() != 1)
            raise(errc::unsupported, "functionalize: ", op.name, " writes to more than one tensor");
    }

    // What the tensor that is written holds after the call, which is made functional or erased in the end.
    node_id new_value(node_id n, op_info const& op, node_id written) {
        tensor_spec const before = recorded_tensor(g_, written);
        if (g_.target(n) == aten::copy_ && g_.arg_count(n) > 1 && g_.arg(n, 1).is_node() &&
            tensor_of(g_.val(g_.arg(n, 1).node())) != nullptr) {
            dead_.push_back(n);
            return fit_value(g_, n, g_.arg(n, 1).node(), before, written);
        }
        bool const zeros = g_.target(n) == aten::zero_;
        if (zeros || (g_.target(n) == aten::fill_.Scalar && g_.arg_count(n) > 1)) {
            dead_.push_back(n);
            arg const value = zeros ? arg(0) : to_arg(g_.arg(n, 1));
            return add_call_like(g_, n, aten::full_like, {to_arg(g_.arg(n, 0)), value});
        }
        op_info const* const functional = op.functional;
        if (functional == nullptr)
            raise(errc::unsupported, "functionalize: no op is known that computes what ", op.name, " writes");
        call_by(n, op, *functional);
        return fit_value(g_, n, n, before, written);
    }

    // A tensor, what it is a view of, and so on to the root.
    [[nodiscard]] vec<node_id> chain_of(node_id n) const {
        vec<node_id> chain{n};
        while (facts_[chain.back()].parent != no_node)
            chain.push_back(facts_[chain.back()].parent);
        return chain;
    }

    // Makes `value` that of `to` and of what `to` is a view of; other views are taken again when they are next used. A
    // value of which all elements are equal may be written to several places of one, and one that is written in some
    // `places` only, or by a call of index_put.
    void store(node_id n, node_id to, node_id value, bool equal_elements = false, node_id places = no_node) {
        view_scatterer scatterer(g_, n);
        tensor_spec const* const shown = tensor_of(g_.val(to)); // of which a view without elements changes none
        vec<node_id> const chain = shown != nullptr && shown->numel() == 0 ? vec<node_id>{to} : chain_of(to);
        bool const all_places = !facts_[to].repeats || equal_elements || places != no_node;
        vec<std::pair<node_id, node_id>> changed;
        if (places == no_node)
            changed.emplace_back(to, value);
        for (std::size_t i = 0; i + 1 < chain.size();) {
            bool const is_item = g_.target(chain[i]).name == "operator.getitem";
            std::size_t const from = i;
            i += is_item ? 2 : 1;
            bool const repeats = facts_[chain[from]].repeats;
            if (all_places && (repeats || facts_[chain[i]].repeats)) {
                while (facts_[chain[i]].repeats)
                    ++i;
                vec<node_id> views;
                for (std::size_t k = i; k-- > from;)
                    views.push_back(chain[k]);
                node_id const base = value_at(chain[i]);
                value = places != no_node && g_.target(places) == aten::index_put
                            ? scatterer.put_places(views, base, std::exchange(places, no_node))
                            : scatterer.scatter_places(views, base, value, std::exchange(places, no_node));
            } else if (repeats && !facts_[chain[i]].repeats) {
                view_scatterer::refuse_view(g_.target(chain[from]).name);
            } else if (is_item) {
                value = scatterer.scatter_item(chain[from], value_at(chain[i]), value);
            } else {
                value = scatterer.scatter(chain[from], value_at(chain[i]), value);
            }
            changed.emplace_back(chain[i], value);
        }
        std::uint32_t const version = ++facts_[facts_[to].root].version;
        for (auto const& [node, now] : changed) {
            facts_[node].current = now;
            facts_[node].version = version;
        }
    }

    graph& g_;
    std::uint32_t rule_;
    opaque_reach reach_;
    vec<node_facts> facts_; // by node, of those that were there
    std::map<std::pair<node_id, std::int64_t>, node_id> items_;
    vec<node_id> dead_;
};

[[nodiscard]] inline bool writes_anywhere(graph_module const& module) {
    graph const& g = module.graph;
    for (node_id const n : g.nodes())
        if (op_info const* const op = g.target(n).op;
            op != nullptr && g.op(n) == opcode::call_function && op->mutates())
            return true;
    return std::any_of(module.submodules.begin(), module.submodules.end(),
                       [](submodule const& inner) { return writes_anywhere(inner.module); });
}

// Graphs that control flow calls may write to their own tensors only.
inline void functionalize_submodules(graph_module& module, view<decomposition const> unsaid_views) {
    for (submodule& inner : module.submodules) {
        if (is_opaque_body(module.graph, inner.name))
            continue;
        decomposer(inner.module.graph, unsaid_views, {}).run();
        root_as_strided(inner.module.graph);
        functionalizer work(inner.module.graph);
        work.run();
        if (auto const written = work.written_inputs(); !written.empty())
            raise(errc::unsupported, "functionalize: the graph '", inner.name,
                  "', which control flow calls, writes to its input '", inner.module.graph.name(written.front()), "'");
        functionalize_submodules(inner.module, unsaid_views);
    }
}

[[nodiscard]] inline output_spec mutation_of(input_spec const& input) {
    switch (input.kind) {
    case input_kind::parameter: return {output_kind::parameter_mutation, {}, input.target, {}};
    case input_kind::buffer: return {output_kind::buffer_mutation, {}, input.target, {}};
    case input_kind::user_input: return {output_kind::user_input_mutation, {}, input.name, {}};
    default: break;
    }
    raise(errc::unsupported, "functionalize: the input '", input.name, "', a ", name(input.kind), ", is written to");
}

// Returns the new values of inputs before everything else, and says so in the signature.
inline void return_mutations(exported_program& program, functionalizer const& work) {
    graph& g = program.graph();
    vec<arg> results;
    vec<output_spec> outputs;
    for (input_spec& input : program.signature.inputs)
        if (auto const n = g.find(input.name); n && work.current(*n) != *n) {
            if (input.kind == input_kind::constant_tensor) {
                input.kind = input_kind::buffer;
                input.persistent = false;
            }
            outputs.push_back(mutation_of(input));
            results.push_back(arg::node(work.current(*n)));
        }
    arg const before = to_arg(g.arg(g.back(), 0));
    bool const several = before.kind == arg_kind::tuple || before.kind == arg_kind::list;
    if (several)
        results.insert(results.end(), before.items.begin(), before.items.end());
    else
        results.push_back(before);
    g.set_arg(g.back(), 0, arg::tuple(std::move(results)));
    outputs.insert(outputs.end(), program.signature.outputs.begin(), program.signature.outputs.end());
    program.signature.outputs = std::move(outputs);
}

} // namespace detail

GRAFT_INLINE bool functionalize_pass::operator()(exported_program& program, op_lookup find,
                                                 view<decomposition const> unsaid_views,
                                                 void (*prepare)(graph_module&)) const {
    if (!detail::writes_anywhere(program.module) && !detail::hides_writes(program.module) &&
        !detail::has_regions(program.module))
        return false;
    exported_program attempt = program;
    detail::inline_regions_in(attempt.module, prepare);
    outs_to_copies(attempt.module); // first: `native_batch_norm.out` hides writes too
    show_hidden_writes(attempt.module, find);
    detail::functionalize_submodules(attempt.module, unsaid_views);
    detail::decomposer(attempt.graph(), unsaid_views, {}).run();
    root_as_strided(attempt.graph());
    detail::functionalizer work(attempt.graph());
    work.run();
    if (!work.written_inputs().empty())
        detail::return_mutations(attempt, work);
    update_output_names(attempt);
    bool const functional = !detail::writes_anywhere(attempt.module);
    for (std::string& verifier : attempt.verifiers)
        if (functional && verifier == "TRAINING")
            verifier = "ATEN";
    mark_constants(attempt);
    program = std::move(attempt);
    return true;
}

} // namespace graft
