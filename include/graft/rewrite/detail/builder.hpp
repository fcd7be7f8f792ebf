#pragma once

#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/detail/matcher.hpp>
#include <graft/rewrite/rule.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// A call that is made ready: its operands are on top of those of the builder.
struct built_call {
    std::uint32_t target = 0;
    std::size_t first = 0; // where its operands begin; they reach to the end
    std::size_t kwargs = 0;
};

// Builds the right side of a matched rule: interior calls become nodes before the root.
template <class Matcher>
class builder {
public:
    constexpr builder(graph& g, prepared_rules& rules, Matcher const& matched)
        : g_(g), rules_(rules), matched_(matched) {}

    // The nodes made for the rule since `begin`, in execution order.
    vec<node_id> created;
    // The operands of the last call made ready: positional, then keys and values.
    vec<operand> operands;

    // Starts on the right side of a rule that matched at `root`.
    constexpr void begin(std::uint32_t rule, node_id root) {
        rule_ = rule;
        match_ = matched_.view(rule, root);
        dialect_ = dialect_tag::aten;
        for (node_id const n : matched_.nodes)
            if (target_info const target = g_.target(n); target.op != nullptr || target.is_op()) {
                dialect_ = target.dialect; // the root's, or that of what a `getitem` root takes apart
                break;
            }
        item_ = no_item;
        place_ = root;
        first_ = static_cast<node_id>(g_.capacity());
        created.clear();
        operands.clear();
    }

    // Takes back what has been made since `begin`; nothing else may use it.
    constexpr void undo() {
        for (auto n = static_cast<node_id>(g_.capacity()); n > first_; --n)
            if (g_.contains(n - 1))
                g_.erase_node(n - 1);
        created.clear();
    }

    // Lets new nodes stand before this one rather than before the root.
    constexpr void build_before(node_id place) { place_ = place; }

    using call = built_call;

    // What the right side at `at` is in the end: the alternative that was chosen, or the one leaf of a tree.
    [[nodiscard]] constexpr std::uint32_t resolve(std::uint32_t at) const {
        pattern_kind const kind = rules_.nodes[at].kind;
        return kind == pattern_kind::one_of || kind == pattern_kind::flat ? resolve_further(at) : at;
    }

    // True when the right side at `at`, resolved, is a call rather than a value that is there already.
    [[nodiscard]] constexpr bool is_call(std::uint32_t at) const {
        pattern_kind const kind = rules_.nodes[at].kind;
        return kind == pattern_kind::call || kind == pattern_kind::item || kind == pattern_kind::flat ||
               kind == pattern_kind::built;
    }

    // The call at `at`, resolved; its operands are built and on top of `operands`.
    constexpr call make_call(std::uint32_t at) {
        call c;
        if (rules_.nodes[at].kind == pattern_kind::flat)
            return make_tree(at);
        if (rules_.nodes[at].kind == pattern_kind::built)
            return make_built(at);
        if (rules_.nodes[at].kind == pattern_kind::item) {
            operand const whole = build(at + 1);
            c.first = operands.size();
            operands.push_back(whole);
            operands.push_back(rules_.nodes[at].literal);
            c.target = g_.intern_target("operator.getitem");
            return c;
        }
        c.target = target_of(at);
        c.first = operands.size();
        op_info const& op = *rules_.nodes[at].source->op;
        std::size_t positional = 0;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child)) {
            std::size_t const slot = rules_.nodes[child].slot;
            operand const value = build(child); // leaves `operands` as it was
            if (op.arguments[slot].kwarg_only || slot != positional || c.kwargs > 0) {
                operands.push_back(rules_.keys[rules_.nodes[at].parameters + slot]);
                ++c.kwargs;
            } else {
                ++positional;
            }
            operands.push_back(value);
        }
        return c;
    }

    // The nodes that the right side at `at` uses as they are; those of a function may be all that is bound.
    [[nodiscard]] constexpr vec<node_id> const& used_nodes(std::uint32_t at) {
        used_.clear();
        add_all_used(at);
        return used_;
    }

    // What stands for a node of the right side as an argument.
    constexpr operand build(std::uint32_t unresolved) {
        std::uint32_t const at = resolve(unresolved);
        prepared_node const& p = rules_.nodes[at];
        switch (p.kind) {
        case pattern_kind::variable:
        case pattern_kind::number: return g_.duplicate(matched_.bound[p.variable]);
        case pattern_kind::literal: return p.literal;
        case pattern_kind::splat: return to_operand(g_, p.source->value);
        case pattern_kind::computed:
            return g_.encode(p.source->map != nullptr ? p.source->map(g_.view(matched_.bound[p.variable]))
                                                      : p.source->compute(match_));
        case pattern_kind::list: return g_.encode(arg_kind::list, build_items(at));
        case pattern_kind::rest: return build_item(p.variable);
        case pattern_kind::call:
        case pattern_kind::flat:
        case pattern_kind::built:
        case pattern_kind::item: return operand::node(create(make_call(at)));
        case pattern_kind::any: fail("a wildcard stands on the right side");
        default: fail("the right side has something that only the left can have");
        }
    }

private:
    [[noreturn]] void fail(std::string_view what) const {
        raise(errc::invalid_argument, "rule '", rules_.rules[rule_].source.name, "': ", what);
    }

    // A call that the rule has made already is not made again.
    constexpr node_id create(call c) {
        for (node_id const n : created)
            if (is_same_call(n, c)) {
                for (std::size_t i = c.first; i < operands.size(); ++i)
                    g_.discard(operands[i]);
                operands.resize(c.first);
                return n;
            }
        auto const scope = inserting_before(g_, place_);
        node_id const n = g_.create_node(opcode::call_function, c.target,
                                         graft::view<operand const>{operands}.subspan(c.first), {}, c.kwargs);
        operands.resize(c.first);
        created.push_back(n);
        return n;
    }

    [[nodiscard]] constexpr bool is_same_call(node_id n, call const& c) const {
        if (g_.target_id(n) != c.target || g_.kwarg_count(n) != c.kwargs ||
            g_.operand_count(n) != operands.size() - c.first || is_impure(g_, n))
            return false;
        for (std::size_t i = 0; i < g_.operand_count(n); ++i)
            if (!is_same(g_.view(g_.operand_at(n, i)), g_.view(operands[c.first + i])))
                return false;
        return true;
    }
    static constexpr bool is_same(arg_ref a, arg_ref b) {
        if (a.value() == b.value())
            return true;
        if (a.kind() != b.kind() || (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple) || a.size() != b.size())
            return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!is_same(a[i], b[i]))
                return false;
        return true;
    }

    constexpr void add_all_used(std::uint32_t at) {
        for (std::uint32_t i = at; i < rules_.end_of(at); ++i) {
            prepared_node const& p = rules_.nodes[i];
            if (p.kind == pattern_kind::built)
                add_all_used(rules_.rules[rule_].lhs);
            else if (p.kind == pattern_kind::rest)
                for (operand const item : matched_.list(p.variable))
                    add_used(item);
            else if (p.kind == pattern_kind::variable && p.source->variable >= 0)
                add_used(matched_.bound[p.variable]);
        }
    }

    constexpr void add_used(operand value) {
        if (value.is_node())
            used_.push_back(value.id());
        else if (arg_ref const items = g_.view(value); value.is_aggregate())
            for (std::size_t i = 0; i < items.size(); ++i)
                add_used(items[i].value());
    }

    [[nodiscard, gnu::noinline]] constexpr std::uint32_t resolve_further(std::uint32_t at) const {
        return rules_.nodes[at].kind == pattern_kind::one_of ? resolve_choice(at) : resolve_tree(at);
    }
    [[nodiscard]] constexpr std::uint32_t resolve_choice(std::uint32_t at) const {
        auto const chosen = static_cast<std::uint64_t>(g_.view(matched_.bound[rules_.nodes[at].variable]).integer());
        std::uint32_t child = at + 1;
        for (std::uint64_t i = 0; i < chosen && child < rules_.end_of(at); ++i)
            child = rules_.end_of(child);
        if (child == rules_.end_of(at))
            fail("a one_of() on the right side has fewer alternatives than that on the left");
        return resolve(child);
    }
    [[nodiscard]] constexpr std::uint32_t resolve_tree(std::uint32_t at) const {
        if (count_items(at) == 1)
            for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
                if (!is_empty_rest(child))
                    return resolve(child);
        return at;
    }

    //=== lists ===//

    [[nodiscard]] constexpr bool is_empty_rest(std::uint32_t at) const {
        prepared_node const& p = rules_.nodes[at];
        return p.kind == pattern_kind::rest && matched_.list(p.variable).empty();
    }

    // How many items the children of a list or tree make.
    [[nodiscard]] constexpr std::size_t count_items(std::uint32_t at) const {
        std::size_t count = 0;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child)) {
            prepared_node const& p = rules_.nodes[child];
            count += p.kind == pattern_kind::rest   ? matched_.list(p.variable).size()
                     : p.kind == pattern_kind::each ? repetitions(child)
                                                    : 1;
        }
        return count;
    }

    // How often an `each` is built: once for each item that its rests stand for.
    [[nodiscard]] constexpr std::size_t repetitions(std::uint32_t at) const {
        bool any = false;
        std::size_t count = 0;
        for (std::uint32_t i = at + 1; i < rules_.end_of(at); ++i) {
            if (rules_.nodes[i].kind != pattern_kind::rest)
                continue;
            std::size_t const size = matched_.list(rules_.nodes[i].variable).size();
            if (any && size != count)
                fail("the rests within an each() stand for lists of different lengths");
            any = true;
            count = size;
        }
        if (!any)
            fail("an each() on the right side has no rest within");
        return count;
    }

    constexpr vec<operand> build_items(std::uint32_t at) {
        vec<operand> items;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child)) {
            prepared_node const& p = rules_.nodes[child];
            if (p.kind == pattern_kind::rest) {
                for (operand const o : matched_.list(p.variable))
                    items.push_back(g_.duplicate(o));
            } else if (p.kind == pattern_kind::each) {
                std::size_t const count = repetitions(child);
                for (item_ = 0; item_ < count; ++item_)
                    items.push_back(build(child + 1));
                item_ = no_item;
            } else {
                items.push_back(build(child));
            }
        }
        return items;
    }

    // The item that a rest stands for within an `each`, or the only one it has.
    constexpr operand build_item(std::uint8_t variable) {
        vec<operand> const& items = matched_.list(variable);
        return g_.duplicate(items.at(item_ == no_item ? 0 : item_));
    }

    // A tree of calls of a binary op, nested to the left; the last is not created.
    constexpr call make_tree(std::uint32_t at) {
        vec<operand> const items = build_items(at);
        if (items.size() < 2)
            fail("a flat() on the right side has no items");
        call c;
        c.target = target_of(at);
        c.first = operands.size();
        operands.push_back(items[0]);
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (i > 1)
                operands.push_back(operand::node(create(c)));
            operands.push_back(items[i]);
        }
        return c;
    }

    // What a function of the rule makes; its result is a call that is not created.
    constexpr call make_built(std::uint32_t at) {
        auto const begin = static_cast<node_id>(g_.capacity());
        value result;
        {
            auto const scope = inserting_before(g_, place_);
            right_side side{g_, match_};
            result = rules_.nodes[at].source->build(side, match_);
        }
        bool const made = result.owner == &g_ && result.id >= begin && g_.contains(result.id);
        if (!made || g_.use_count(result.id) > 0)
            fail("its build() returns a value that it has not made, or that it uses itself");
        for (node_id n = begin; n < g_.capacity(); ++n) {
            if (!g_.contains(n))
                continue;
            op_info const& op = declared_op(at, n);
            g_.set_target(n, g_.intern_target(op, has(op.tags, op_tags::backend) ? dialect_tag::backend : dialect_));
            if (n != result.id)
                created.push_back(n);
        }
        call c;
        c.target = g_.target_id(result.id);
        c.first = operands.size();
        c.kwargs = g_.kwarg_count(result.id);
        for (std::size_t i = 0; i < g_.operand_count(result.id); ++i)
            operands.push_back(g_.duplicate(g_.operand_at(result.id, i)));
        g_.erase_node(result.id);
        return c;
    }

    // The op of a node that a build() has made; it is one of those that the rule declares.
    constexpr op_info const& declared_op(std::uint32_t at, node_id n) const {
        std::string_view const name = g_.target(n).name;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
            if (op_info const& op = *rules_.nodes[child].source->op; op.name == name && !op.mutates())
                return op;
        raise(errc::invalid_argument, "rule '", rules_.rules[rule_].source.name, "': its build() calls '", name,
              "', which its creates() does not declare, or which writes to its arguments");
    }

    // An op of a backend is in its dialect, any other in the dialect of what it replaces.
    constexpr std::uint32_t target_of(std::uint32_t at) {
        std::uint32_t& target = rules_.ops[rules_.nodes[at].op].targets[static_cast<std::size_t>(dialect_)];
        if (target == prepared_op::no_target) {
            op_info const& op = *rules_.nodes[at].source->op;
            target = g_.intern_target(op, has(op.tags, op_tags::backend) ? dialect_tag::backend : dialect_);
        }
        return target;
    }

    static constexpr std::size_t no_item = static_cast<std::size_t>(-1);

    graph& g_;
    prepared_rules& rules_;
    Matcher const& matched_;
    std::uint32_t rule_ = 0;
    std::size_t item_ = no_item; // of the `each` that is being built
    match match_;
    node_id place_ = no_node;
    node_id first_ = no_node; // the first that can have been made since `begin`
    vec<node_id> used_;
    dialect_tag dialect_ = dialect_tag::aten;
};

} // namespace graft::detail
