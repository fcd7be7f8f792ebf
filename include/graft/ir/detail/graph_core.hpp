#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/argument_store.hpp>
#include <graft/ir/detail/use_lists.hpp>
#include <graft/ir/node_range.hpp>
#include <graft/ir/origin_table.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/ir/value_table.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

class graph;

namespace detail {

// What loops over nodes read of a graph. The members are those of `graph` that have the same names, but no id is
// checked: it is that of a node of the graph, or all that follows is undefined.
class graph_core {
public:
    constexpr graph_core() : nodes_(1, node_record{}), vals_(1, 0), metas_(1, 0) {}

    [[nodiscard]] constexpr node_id next(node_id n) const { return outward(nodes_[n].next); }
    [[nodiscard]] constexpr node_id prev(node_id n) const { return outward(nodes_[n].prev); }
    [[nodiscard]] constexpr opcode op(node_id n) const { return nodes_[n].op; }
    [[nodiscard]] constexpr std::uint32_t target_id(node_id n) const { return nodes_[n].target; }
    [[nodiscard]] constexpr target_info target(node_id n) const {
        return targets_.view(store_.strings, nodes_[n].target);
    }
    [[nodiscard]] constexpr std::string_view name(node_id n) const { return store_.strings[nodes_[n].name]; }

    [[nodiscard]] constexpr std::size_t arg_count(node_id n) const { return nodes_[n].arg_count; }
    [[nodiscard]] constexpr arg_ref arg(node_id n, std::size_t i) const {
        check_index(i, nodes_[n].arg_count);
        return store_.view(store_.slots[nodes_[n].slots + i].value);
    }
    [[nodiscard]] constexpr std::size_t kwarg_count(node_id n) const { return nodes_[n].kwarg_count; }
    [[nodiscard]] constexpr std::string_view kwarg_key(node_id n, std::size_t i) const {
        return store_.view(kwarg_key_operand(n, i)).text();
    }
    [[nodiscard]] constexpr operand kwarg_key_operand(node_id n, std::size_t i) const {
        check_index(i, nodes_[n].kwarg_count);
        return store_.slots[kwarg_slot(n, i)].value;
    }
    [[nodiscard]] constexpr arg_ref kwarg(node_id n, std::size_t i) const {
        check_index(i, nodes_[n].kwarg_count);
        return store_.view(store_.slots[kwarg_slot(n, i) + 1].value);
    }
    [[nodiscard]] constexpr std::size_t operand_count(node_id n) const { return slot_count(n); }
    [[nodiscard]] constexpr operand operand_at(node_id n, std::size_t i) const {
        return store_.slots[nodes_[n].slots + i].value;
    }
    template <class F>
    constexpr void for_each_input(node_id n, F&& f) const {
        auto const visit = [&](slot const& s) {
            if (s.value.is_node())
                f(s.value.id());
        };
        for_each_slot(store_, nodes_[n].slots, slot_count(n), visit);
    }

    [[nodiscard]] constexpr std::size_t use_count(node_id n) const { return nodes_[n].use_count; }
    [[nodiscard]] constexpr bool has_one_user(node_id n) const { return uses().has_one_user(n); }
    template <class F>
    constexpr void for_each_use(node_id n, F&& f) const {
        uses().for_each(n, f);
    }
    template <class F>
    [[nodiscard]] constexpr bool all_uses(node_id n, F&& f) const {
        return uses().all_of(n, f);
    }

    [[nodiscard]] constexpr value_spec const* val(node_id n) const {
        return vals_[n] == 0 ? nullptr : &values_[vals_[n]];
    }
    [[nodiscard]] constexpr arg_ref meta(node_id n) const { return store_.view(operand::literal(metas_[n])); }
    [[nodiscard]] constexpr std::string_view type(node_id n) const {
        return n < types_.size() ? store_.strings[types_[n]] : std::string_view{};
    }
    [[nodiscard]] constexpr bool is_constant(node_id n) const { return nodes_[n].constant; }
    [[nodiscard]] constexpr bool has_origins(node_id n) const { return origins_.has(n); }

protected:
    [[nodiscard]] static constexpr node_id outward(node_id n) { return n == 0 ? no_node : n; }
    [[nodiscard]] constexpr std::uint32_t slot_count(node_id n) const {
        return nodes_[n].arg_count + 2u * nodes_[n].kwarg_count;
    }
    [[nodiscard]] constexpr std::uint32_t kwarg_slot(node_id n, std::size_t i) const {
        return nodes_[n].slots + nodes_[n].arg_count + static_cast<std::uint32_t>(2 * i);
    }
    static constexpr void check_index(std::size_t i, std::size_t count) {
        if (i >= count)
            raise(errc::invalid_argument, "argument ", i, " of a node that has ", count);
    }
    [[nodiscard]] constexpr use_lists<vec<node_record> const, argument_store const> uses() const {
        return {nodes_, store_};
    }
    [[nodiscard]] constexpr use_lists<vec<node_record>, argument_store> uses() { return {nodes_, store_}; }

    vec<node_record> nodes_;   // node 0 is the sentinel before the first and after the last
    vec<std::uint32_t> vals_;  // by node: ids in values_
    vec<std::uint32_t> metas_; // by node: ids in store_.literals
    vec<std::uint32_t> types_; // by node: string ids; shorter than nodes_ where few have a type
    argument_store store_;
    target_table targets_;
    value_table values_;
    origin_table origins_;
};

// `g` for loops over ids that are known to be of its nodes.
constexpr graph_core const& raw(graph const& g);

} // namespace detail
} // namespace graft
