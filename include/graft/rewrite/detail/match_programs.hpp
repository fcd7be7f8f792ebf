#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// One step of a match: what is in an argument of a node that has matched.
struct match_step {
    enum kind : std::uint8_t {
        call,    // a call of the op `value`, which gets the register `to`
        bind,    // anything, for the variable `to`
        same,    // what the variable `to` stands for
        literal, // the literal `expected`
    };
    kind what = call;
    std::uint8_t from = 0, slot = 0, to = 0;
    std::uint8_t arguments = 0; // that the call has to have, all positional
    bool one_use = false, one_user = false;
    std::uint16_t value = 0;
    std::uint16_t check_count = 0; // conditions asked then
    std::uint32_t checks = 0;
    operand expected;
};

enum class program_answer : std::uint8_t { no, yes, unsure };

// The left sides that are only calls, variables and literals, as steps without a choice: one run of steps for each
// order of their operands, in the order in which they are tried. Register 0 is the root, the others are in pre-order.
class match_programs {
public:
    explicit constexpr match_programs(prepared_rules const& rules) : rules_(rules) {
        programs_.reserve(rules.rules.size());
        for (prepared_rule const& r : rules.rules)
            add(r.lhs);
    }

    [[nodiscard]] constexpr bool has(std::size_t rule) const {
        return rule < programs_.size() && programs_[rule].count > 0;
    }

    // Tries the rule at `root`; `checks(begin, count)` says whether these conditions hold. Unsure where a call has
    // other arguments than the pattern mentions, in order: they may be defaults or keywords.
    template <class Bound, class Checks>
    [[nodiscard]] constexpr program_answer run(std::size_t rule, graph const& g, node_id root, Bound& bound,
                                               vec<node_id>& matched, Checks const& checks) const {
        program const& p = programs_[rule];
        if (rules_.op_of(g, root) != p.root_op)
            return program_answer::no;
        if (!has_arguments(g, root, p.root_arguments))
            return program_answer::unsure;
        matched.resize(p.registers, no_node);
        matched[0] = root;
        if (p.root_check_count > 0 && !checks(p.root_checks, p.root_check_count))
            return program_answer::no;
        prepared_rule const& r = rules_.rules[rule];
        for (std::uint32_t i = 0; i < p.count; ++i) {
            program_answer const v = run(steps(p, i), g, bound, matched, checks);
            if (v == program_answer::unsure || (v == program_answer::yes && checks(r.checks, r.check_count)))
                return v;
        }
        return program_answer::no;
    }

private:
    struct program {
        std::uint32_t begin = 0, length = 0, count = 0; // runs of one length, one after the other
        std::uint8_t registers = 0;
        std::uint8_t root_arguments = 0;
        std::uint16_t root_op = 0, root_check_count = 0;
        std::uint32_t root_checks = 0;
    };

    [[nodiscard]] constexpr view<match_step const> steps(program const& p, std::uint32_t run) const {
        return {steps_.data() + p.begin + run * p.length, p.length};
    }

    template <class Bound, class Checks>
    constexpr program_answer run(view<match_step const> steps, graph const& g, Bound& bound, vec<node_id>& matched,
                                 Checks const& checks) const {
        for (match_step const& s : steps) {
            operand const value = raw(g).operand_at(matched[s.from], s.slot);
            switch (s.what) {
            case match_step::bind: bound[s.to] = value; break;
            case match_step::same:
                if (bound[s.to] != value)
                    return program_answer::no;
                break;
            case match_step::literal:
                if (s.expected != value)
                    return program_answer::no;
                break;
            case match_step::call:
                if (!value.is_node() || rules_.op_of(g, value.id()) != s.value ||
                    !rules_.regions.same(value.id(), matched[0]))
                    return program_answer::no;
                if (!has_arguments(g, value.id(), s.arguments))
                    return program_answer::unsure;
                if ((s.one_use && raw(g).use_count(value.id()) != 1) ||
                    (s.one_user && !raw(g).has_one_user(value.id())))
                    return program_answer::no;
                matched[s.to] = value.id();
                break;
            }
            if (s.check_count > 0 && !checks(s.checks, s.check_count))
                return program_answer::no;
        }
        return program_answer::yes;
    }

    [[nodiscard]] static constexpr bool has_arguments(graph const& g, node_id n, std::size_t count) {
        return raw(g).arg_count(n) == count && raw(g).kwarg_count(n) == 0;
    }

    static constexpr std::size_t most_swaps = 3;

    constexpr void add(std::uint32_t lhs) {
        program p;
        p.begin = static_cast<std::uint32_t>(steps_.size());
        std::size_t swaps = 0;
        if (nodes()[lhs].kind == pattern_kind::call && is_simple(lhs, swaps) && swaps <= most_swaps) {
            p.root_op = nodes()[lhs].op;
            p.root_arguments = nodes()[lhs].leading;
            p.root_checks = nodes()[lhs].checks;
            p.root_check_count = nodes()[lhs].check_count;
            p.count = 1u << swaps;
            for (std::uint32_t order = 0; order < p.count; ++order) {
                order_ = order << (32 - swaps) % 32;
                known_ = 0;
                registers_ = 1;
                add_children(lhs, 0);
            }
            p.registers = registers_;
            p.length = (static_cast<std::uint32_t>(steps_.size()) - p.begin) / p.count;
        }
        programs_.push_back(p);
    }

    [[nodiscard]] constexpr vec<prepared_node> const& nodes() const { return rules_.nodes; }

    // Whether a subtree has nothing but calls without keywords, variables and literals.
    [[nodiscard]] constexpr bool is_simple(std::uint32_t at, std::size_t& swaps) const {
        for (std::uint32_t i = at; i < rules_.end_of(at); ++i) {
            prepared_node const& n = nodes()[i];
            bool const is_call = n.kind == pattern_kind::call;
            bool const is_leaf =
                n.kind == pattern_kind::any || n.kind == pattern_kind::variable || n.kind == pattern_kind::literal;
            if (n.internal || (is_leaf && n.limits_uses) || (!is_call && !is_leaf))
                return false;
            if (is_call && (n.any_attributes || n.mentioned != (std::uint64_t{1} << n.leading) - 1 || n.leading > 32))
                return false;
            swaps += n.swappable;
        }
        return true;
    }

    constexpr void add_children(std::uint32_t at, std::uint8_t from) {
        bool swapped = false;
        if (nodes()[at].swappable) {
            swapped = (order_ >> 31 & 1u) != 0;
            order_ <<= 1;
        }
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child)) {
            prepared_node const& n = nodes()[child];
            match_step s;
            s.from = from;
            s.slot = static_cast<std::uint8_t>(swapped ? 1 - n.slot : n.slot);
            s.checks = n.checks;
            s.check_count = n.check_count;
            s.expected = n.literal;
            switch (n.kind) {
            case pattern_kind::variable:
                s.what = (known_ >> n.variable & 1u) != 0 ? match_step::same : match_step::bind;
                s.to = n.variable;
                known_ |= 1u << n.variable;
                steps_.push_back(s);
                break;
            case pattern_kind::literal:
                s.what = match_step::literal;
                steps_.push_back(s);
                break;
            case pattern_kind::call:
                s.to = registers_++;
                s.value = n.op;
                s.arguments = n.leading;
                s.one_use = n.one_use;
                s.one_user = n.one_user;
                steps_.push_back(s);
                add_children(child, s.to);
                break;
            default: break;
            }
        }
    }

    prepared_rules const& rules_;
    vec<program> programs_;
    vec<match_step> steps_;
    std::uint32_t order_ = 0; // the top bit says whether the next swappable call has its operands exchanged
    std::uint32_t known_ = 0; // a bit per variable that is bound
    std::uint8_t registers_ = 0;
};

} // namespace graft::detail
