#pragma once

#include <graft/config.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/transform/detail/prepare_regions.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

/// A call that cannot write to memory that it is given, and why.
struct missing_out_variant {
    /// The names of the node and of the op, and why, as text.
    /// @{
    std::string node, op, reason;
    /// @}
};

namespace detail {

// Where `only_look` is false, calls change; `known` are the ops of which others are named in `missing`.
[[nodiscard]] GRAFT_INLINE std::size_t to_out_variant_in(graph_module& module, symbol_ranges ranges,
                                                         view<op_info const* const> known,
                                                         vec<missing_out_variant>& missing, bool only_look);

} // namespace detail

/// What keeps calls of the program from writing to memory that they are given, of all its graphs. Of an op without an
/// out-variant another overload is named that has one, if there is one among `known`. Regions are inlined, after
/// `prepare` has put into each module what they say.
[[nodiscard]] GRAFT_INLINE vec<missing_out_variant>
missing_out_variants(exported_program const& program, view<op_info const* const> known, void (*prepare)(graph_module&));

/// Among the ops of a dialect; a template, so that only who calls it pays for their table.
template <class Dialect = known_ops, class Composites = detail::autocast_composites>
[[nodiscard]] vec<missing_out_variant> missing_out_variants(exported_program const& program) {
    return missing_out_variants(program, every_known_op<Dialect>(), detail::prepare_regions<Composites>);
}

/// Lets every call that returns new tensors write them to memory that it is given, exir's `ToOutVarPass`: it becomes
/// one of the op's out-variant, behind a `memory_alloc` with room for the largest sizes. Calls that write to arguments,
/// or show them, stay, and so do those of which nothing is known. Returns how many changed. Unless `ignore_missing`
/// leaves them, calls that cannot are an error that lists them all, and then nothing changes.
struct to_out_variant_pass {
    static constexpr std::string_view name = "to_out_variant"; ///< by which constraints name it
    /// Runs it.
    std::size_t operator()(exported_program& program, bool ignore_missing, view<op_info const* const> known,
                           void (*prepare)(graph_module&)) const;
    /// Among the ops of a dialect; a template, so that only who calls it pays for their table.
    template <class Dialect = known_ops, class Composites = detail::autocast_composites>
    std::size_t operator()(exported_program& program, bool ignore_missing = false) const {
        return (*this)(program, ignore_missing, every_known_op<Dialect>(), detail::prepare_regions<Composites>);
    }
};
inline constexpr to_out_variant_pass to_out_variant{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/dialect/memory_alloc.hpp>
#    include <graft/dialect/out_variant.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/opaque.hpp>
#    include <graft/partition/detail/inline_regions.hpp>
#    include <graft/transform/detail/chosen_sizes.hpp>
#    include <graft/transform/inline_regions.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

// Gives the calls of one graph memory to write to, one after the other.
class out_variant_pass {
public:
    out_variant_pass(graph& g, symbol_ranges ranges, view<op_info const* const> known)
        : g_(g), ranges_(ranges), known_(known), reach_(g) {
        for (node_id const n : g.nodes())
            if (op_info const* const op = g.target(n).op; g.op(n) == opcode::call_function && op != nullptr)
                writes_ = writes_ || (op->mutates() && !reach_.writes(n));
    }

    void run(vec<missing_out_variant>& missing) {
        for (node_id const n : g_.nodes())
            if (returns_new_tensors(n)) {
                std::string reason = why_not(n);
                if (reason.empty())
                    calls_.push_back(n);
                else
                    missing.push_back({std::string(g_.name(n)), std::string(g_.target(n).name), std::move(reason)});
            }
    }

    std::size_t rewrite() {
        for (node_id const n : calls_)
            write_to_memory(n);
        for (node_id const item : items_)
            g_.erase_node(item);
        return calls_.size();
    }

private:
    // False of what writes to arguments or shows them, of numbers, statements, functions of Python, and of calls of which
    // nothing is known, which stay as they are; so do those that give a result to such a call, but not row by row. Of
    // what shows arguments without a word in its schema the out-variant would copy what may be viewed further.
    [[nodiscard]] bool returns_new_tensors(node_id n) const {
        target_info const target = g_.target(n);
        if (g_.op(n) != opcode::call_function || !target.is_op())
            return false;
        return target.op != nullptr && !target.op->mutates() && !target.op->names_alias() &&
               !(has(target.op->tags, op_tags::unsaid_view) && has_out_variant(*target.op)) &&
               !(reach_[n] && g_.val(n) != nullptr && !lie_row_by_row(n)) &&
               std::any_of(target.op->returns.begin(), target.op->returns.end(),
                           [](schema_argument const& r) { return r.type == type_kind::tensor; });
    }

    [[nodiscard]] view<value_spec const> values_of(node_id n) const {
        value_spec const& val = *g_.val(n);
        return val.is_list() ? view<value_spec const>(val.items) : view<value_spec const>(&val, 1);
    }

    [[nodiscard]] bool lie_row_by_row(node_id n) const {
        for (value_spec const& value : values_of(n))
            if (value.is_tensor() && !is_contiguous(value.tensor))
                return false;
        return true;
    }

    // True of a result that the call does not compute, as an output mask says: memory for it holds nothing.
    [[nodiscard]] static bool is_left_out(value_spec const& value) { return value.is_none(); }

    // The largest sizes; none where there are none, or they are of more bytes than any memory has.
    [[nodiscard]] std::optional<vec<std::int64_t>> room_for(tensor_spec const& spec) const {
        vec<std::int64_t> room;
        std::int64_t left = (std::int64_t{1} << 48) / static_cast<std::int64_t>(element_size(spec.dtype));
        for (sym_int const& size : spec.sizes) {
            std::optional<std::int64_t> const most = bounds(size, ranges_).max;
            if (!most || *most > left)
                return {};
            left /= std::max<std::int64_t>(*most, 1);
            room.push_back(*most);
        }
        return room;
    }

    // Why a call stays as it is; empty if it need not.
    [[nodiscard]] std::string why_not(node_id n) const {
        op_info const* const op = g_.target(n).op;
        if (!has_out_variant(*op))
            return "it has no out-variant" + nearest(*op);
        if (g_.val(n) == nullptr)
            return "nothing is known of its result";
        for (value_spec const& value : values_of(n)) {
            if (is_left_out(value))
                continue;
            if (!value.is_tensor())
                return "one of its results is no tensor";
            if (!room_for(value.tensor))
                return "the sizes of its result have no upper bound";
        }
        if (writes_ && !lie_row_by_row(n))
            return "its result does not lie row by row, as memory does, and may be written to by its views";
        if (op->returns[0].list && !g_.all_uses(n, [&](node_id user) { return is_item(user); }))
            return "the list of its results is used as a whole";
        return {};
    }

    // Another overload that has an out-variant.
    [[nodiscard]] std::string nearest(op_info const& op) const {
        std::string_view const packet = op.name.substr(0, op.name.find('.'));
        for (op_info const* const other : known_)
            if (other->name.substr(0, other->name.find('.')) == packet && has_out_variant(*other))
                return "; this overload has: " + out_variant_schema(*other);
        return {};
    }

    [[nodiscard]] bool is_item(node_id n) const {
        return g_.target(n).name == "operator.getitem" && g_.arg_count(n) == 2 &&
               g_.arg(n, 1).kind() == arg_kind::integer && g_.arg(n, 1).integer() >= 0;
    }

    void write_to_memory(node_id n) {
        op_info const& functional = *g_.target(n).op;
        op_info const& out = *out_variant_of(functional);
        auto const before = inserting_before(g_, n);
        vec<arg> memory;
        vec<value_spec> const values(values_of(n).begin(), values_of(n).end());
        for (value_spec const& value : values) {
            tensor_spec const spec = is_left_out(value) ? make_spec(dtype::f32, {0}) : value.tensor;
            memory.push_back(arg::node(add_memory_alloc(g_, spec, *room_for(spec))));
        }
        call_arguments given = arguments_for(n, functional);
        if (functional.returns[0].list)
            given.kwargs.push_back({out.arguments.back().name, arg::list(memory)});
        else
            for (std::size_t i = 0; i < memory.size(); ++i)
                given.kwargs.push_back({out.arguments[out.arguments.size() - memory.size() + i].name, memory[i]});
        g_.set_args(n, given.args, given.kwargs);
        g_.set_target(n, g_.intern_target(out, g_.target(n).dialect));
        if (functional.returns[0].list)
            read_memory(n, memory);
    }

    // What it is called with, but for what the memory says: the dtype, and what else is of its kind.
    [[nodiscard]] call_arguments arguments_for(node_id n, op_info const& functional) const {
        call_arguments given = arguments_of(g_, n), kept;
        for (std::size_t i = 0; i < given.args.size(); ++i)
            if (is_out_variant_argument(functional, functional.arguments[i]))
                kept.args.push_back(std::move(given.args[i]));
        for (kwarg& a : given.kwargs) {
            int const slot = functional.find_argument(a.key);
            if (slot < 0 || is_out_variant_argument(functional, functional.arguments[static_cast<std::size_t>(slot)]))
                kept.kwargs.push_back(std::move(a));
        }
        return kept;
    }

    // An op that writes a list returns nothing: its items are the memory itself.
    void read_memory(node_id n, vec<arg> const& memory) {
        vec<node_id> items;
        g_.for_each_use(n, [&](node_id user) { items.push_back(user); });
        for (node_id const item : items) {
            auto const i = static_cast<std::size_t>(g_.arg(item, 1).integer());
            g_.replace_all_uses_with(item, static_cast<node_id>(memory.at(i).bits));
            items_.push_back(item);
        }
        g_.clear_val(n);
    }

    graph& g_;
    symbol_ranges ranges_;
    view<op_info const* const> known_;
    opaque_reach reach_;
    bool writes_ = false; // to what no such call can reach
    vec<node_id> calls_, items_;
};

GRAFT_INLINE std::size_t to_out_variant_in(graph_module& module, symbol_ranges ranges, view<op_info const* const> known,
                                           vec<missing_out_variant>& missing, bool only_look) {
    vec<symbol_range> const narrowed = with_chosen_sizes(module.graph, ranges);
    if (!narrowed.empty())
        ranges = narrowed;
    out_variant_pass pass(module.graph, ranges, known);
    pass.run(missing);
    std::size_t count = only_look ? 0 : pass.rewrite();
    for (submodule& inner : module.submodules)
        count += to_out_variant_in(inner.module, ranges, known, missing, only_look);
    return count;
}

} // namespace detail

GRAFT_INLINE vec<missing_out_variant> missing_out_variants(exported_program const& program,
                                                           view<op_info const* const> known,
                                                           void (*prepare)(graph_module&)) {
    vec<missing_out_variant> missing;
    graph_module module = program.module;
    detail::inline_regions_in(module, prepare); // an out-variant would not be cast for by autocast
    static_cast<void>(detail::to_out_variant_in(module, program.range_constraints, known, missing, true));
    return missing;
}

GRAFT_INLINE std::size_t to_out_variant_pass::operator()(exported_program& program, bool ignore_missing,
                                                         view<op_info const* const> known,
                                                         void (*prepare)(graph_module&)) const {
    if (!ignore_missing)
        if (vec<missing_out_variant> const missing = missing_out_variants(program, known, prepare); !missing.empty()) {
            std::string sentence = "to_out_variant: missing out-variants:";
            for (missing_out_variant const& m : missing)
                sentence += "\n  " + m.op + " at %" + m.node + ": " + m.reason;
            raise(errc::unsupported, sentence);
        }
    inline_regions(program, prepare);
    vec<missing_out_variant> left;
    std::size_t const count = detail::to_out_variant_in(program.module, program.range_constraints, known, left, false);
    update_output_names(program);
    return count;
}

} // namespace graft
#endif
