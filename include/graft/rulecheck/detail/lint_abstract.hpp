#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/detail/alternative_choices.hpp>
#include <graft/rulecheck/detail/lint_elementwise.hpp>
#include <graft/rulecheck/lint_constraint.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

namespace graft::detail {

// Checks the dtypes and sizes of a rule of element-wise calls without a graph, cheap enough for constant expressions:
// every assignment of dtypes to its tensors, and of abstract sizes, that its conditions admit.
//
// In a constant expression a few dtypes and sizes stand for the others where there are three tensors or more. A rule
// with a predicate, or with another op, is left alone: `known()` is false.
class abstract_checker {
public:
    // `table` is that of the dialect in which the rule is to be sound, or null.
    constexpr abstract_checker(rule_view const& rule, elementwise_dtypes const& dtypes,
                               constraint_table table = nullptr)
        : rule_(rule), dtypes_(dtypes), choices_(rule), table_(table) {
        facts_.resize(rule.lhs.size() + rule.rhs.size());
        for (constraint const& c : rule.conditions) {
            known_ = known_ && c.kind != constraint_kind::predicate;
            bool const about_replaced = is_about_replaced(c);
            asks_replaced_ = asks_replaced_ || about_replaced;
            asks_pairs_ = asks_pairs_ || (is_pair(c.kind) && !about_replaced);
        }
        look_up(rule.lhs, 0);
        look_up(rule.rhs, rule.lhs.size());
    }

    // False when a call is not element-wise, or a part of the rule has no dtype of its own.
    [[nodiscard]] constexpr bool known() const { return known_; }

    // Looks for an assignment under which the sides have different dtypes, and for one of sizes.
    constexpr void check(vec<rule_finding>& findings) {
        std::optional<rule_finding> of_dtypes, of_sizes;
        do {
            known_ = known_ && collect_leaves() && make_program(rule_.lhs, choices_.on_left(0), left_) &&
                     make_program(rule_.rhs, choices_.on_right(0), right_);
            if (known_ && !of_dtypes)
                of_dtypes = try_assignments(false);
            // Sides of the same tensors have the same sizes, or are both refused.
            if (known_ && !of_sizes && left_.leaves != right_.leaves)
                of_sizes = try_assignments(true);
        } while (known_ && !(of_dtypes && of_sizes) && choices_.next());
        for (std::optional<rule_finding> const& found : {of_dtypes, of_sizes})
            if (found)
                findings.push_back(*found);
    }

private:
    static constexpr std::size_t most_leaves = 4, most_choices = 21, most_values = 128;

    // A call, of values that are there before it.
    struct step {
        std::uint8_t to = 0;
        std::uint8_t promoted = 0, count = 0; // the operands of a call, the promoted ones first
        bool refuses_negative = false, refuses_boolean = false;
        std::uint8_t results = 0;    // where its dtypes are in the table
        std::int8_t constraint = -1; // that of the dialect
        std::uint8_t operands[4] = {};
    };

    // The calls of a side.
    struct program {
        vec<step> calls;
        std::uint8_t result = 0;
        std::uint8_t leaves = 0; // a bit for each that the result is made of
        bool refused = false;    // a call of it takes what is neither tensor nor number
    };

    // A tensor of the left side, or a number, and what it may be.
    struct leaf {
        std::size_t at = 0;
        std::int16_t variable = -1;
        bool tensor = false; // it stands where a tensor does
        bool number = false; // may be a number, or a tensor of nothing else
        std::size_t count = 0;
        abstract_value values[most_choices] = {};
    };

    static constexpr bool is_about_replaced(constraint const& c) {
        return c.of.variable == constraint::replaced || c.other.variable == constraint::replaced;
    }

    constexpr void look_up(pattern_side side, std::size_t base) {
        for (std::size_t i = 0; i < side.size() && known_; ++i)
            switch (side[i].kind) {
            case pattern_kind::call:
                facts_[base + i] = find_elementwise(side[i].op);
                known_ = facts_[base + i].has_value() && !side[i].any_attributes;
                break;
            case pattern_kind::any:
            case pattern_kind::variable:
            case pattern_kind::literal:
            case pattern_kind::one_of:
            case pattern_kind::splat:
            case pattern_kind::number: break;
            default: known_ = false;
            }
    }

    //=== leaves ===//

    constexpr bool collect_leaves() {
        leaf_count_ = 0;
        value_count_ = most_leaves;
        return collect(choices_.on_left(0));
    }

    constexpr bool collect(std::size_t at) {
        pattern_node const& n = rule_.lhs[at];
        bool fits = true;
        for_each_child(rule_.lhs, at, [&](std::size_t unresolved) {
            std::size_t const child = choices_.on_left(unresolved);
            pattern_node const& c = rule_.lhs[child];
            auto const slot = static_cast<std::size_t>(rule_.lhs[unresolved].slot);
            bool const tensor = n.op->arguments[slot].type == type_kind::tensor;
            bool const promoted = slot < facts_[at]->count;
            if (c.kind == pattern_kind::call)
                fits = fits && collect(child);
            else if (c.kind != pattern_kind::literal && (tensor || promoted))
                fits = fits && add_leaf(child, tensor);
        });
        return fits;
    }

    // False where there are too many.
    constexpr bool add_leaf(std::size_t at, bool tensor) {
        pattern_node const& n = rule_.lhs[at];
        for (std::size_t i = 0; i < leaf_count_; ++i)
            if (leaves_[i].variable >= 0 && leaves_[i].variable == n.variable)
                return true;
        if (leaf_count_ == most_leaves)
            return false;
        leaf& added = leaves_[leaf_count_++];
        added.at = at;
        added.variable = n.variable;
        added.tensor = tensor && n.kind != pattern_kind::number;
        added.number = !tensor || n.kind == pattern_kind::splat || n.kind == pattern_kind::number;
        return true;
    }

    // What the leaf may be; the first of the tensors are those that stand for the others.
    constexpr void fill(leaf& l) const {
        constexpr std::uint16_t shapes[] = {0x0, 0x2, 0x12, 0x23, 0x21, 0x1, 0x232, 0x3232};
        constexpr dtype order[] = {dtype::f32, dtype::i64,      dtype::boolean, dtype::f16,      dtype::c64,
                                   dtype::u8,  dtype::i32,      dtype::f64,     dtype::bf16,     dtype::i8,
                                   dtype::i16, dtype::u16,      dtype::u32,     dtype::u64,      dtype::c128,
                                   dtype::c32, dtype::f8e4m3fn, dtype::f8e5m2,  dtype::f8e8m0fnu};
        l.count = 0;
        if (l.number)
            for (dtype_code const number : {whole_number, real_number})
                add_value(l, {number, 0});
        if (l.number && !l.tensor)
            return;
        if (sizes_)
            for (std::uint16_t const shape : shapes)
                add_value(l, {code_of(dtype::f32), shape});
        else
            for (dtype const d : order)
                add_value(l, {code_of(d), 0});
    }

    constexpr std::string_view name_of(leaf const& l) const {
        return l.variable < 0 ? std::string_view{} : rule_.variables[static_cast<std::size_t>(l.variable)];
    }

    // Keeps what the conditions on this leaf alone admit.
    constexpr void add_value(leaf& l, abstract_value const& v) const {
        for (constraint const& c : rule_.conditions)
            if (l.variable >= 0 && c.of.variable == l.variable && !is_pair(c.kind) && !holds_of(c, v, sizes_))
                return;
        l.values[l.count++] = v;
    }

    // Whether all conditions hold that are about `replaced`, or all of two variables that are not.
    constexpr bool conditions_hold(bool about_replaced, abstract_value const& replaced) const {
        for (constraint const& c : rule_.conditions) {
            if (is_about_replaced(c) != about_replaced || (!is_pair(c.kind) && !about_replaced))
                continue;
            abstract_value const* const a = subject(c.of, replaced);
            abstract_value const* const b = is_pair(c.kind) ? subject(c.other, replaced) : a;
            if (a != nullptr && b != nullptr &&
                !(is_pair(c.kind) ? pair_holds_of(c, *a, *b, sizes_) : holds_of(c, *a, sizes_)))
                return false;
        }
        return true;
    }

    constexpr abstract_value const* subject(constraint::subject const& s, abstract_value const& replaced) const {
        if (s.variable == constraint::replaced)
            return &replaced;
        for (std::size_t i = 0; i < leaf_count_; ++i)
            if (leaves_[i].variable == s.variable)
                return &values_[i];
        return nullptr;
    }

    //=== assignments ===//

    constexpr std::optional<rule_finding> try_assignments(bool sizes) {
        sizes_ = sizes;
        std::size_t end[most_leaves] = {}, at[most_leaves] = {};
        for (std::size_t i = 0; i < leaf_count_; ++i) {
            fill(leaves_[i]);
            end[i] = std::min(leaves_[i].count, most_tried());
            if (end[i] == 0)
                return std::nullopt;
            values_[i] = leaves_[i].values[0];
        }
        for (;;) {
            if (sides_differ())
                return finding();
            std::size_t i = 0;
            for (; i < leaf_count_ && ++at[i] == end[i]; ++i) {
                at[i] = 0;
                values_[i] = leaves_[i].values[0];
            }
            if (i == leaf_count_)
                return std::nullopt;
            values_[i] = leaves_[i].values[at[i]];
        }
    }

    // How many values of a leaf are tried; at run time more than in a constant expression.
    [[nodiscard]] constexpr std::size_t most_tried() const {
        bool constant = std::is_constant_evaluated();
        switch (leaf_count_) {
        case 0:
        case 1:
        case 2: return most_choices;
        case 3: return constant ? 10 : most_choices;
        default: return constant ? 4 : 7;
        }
    }

    struct op_constraint {
        op_info const* op = nullptr;
        elementwise_constraint admitted;
    };

    // Whether the rule matches what is assigned, and its right side is then another tensor or refused.
    constexpr bool sides_differ() {
        if (asks_pairs_ && !conditions_hold(false, {}))
            return false;
        before_ = evaluate(left_);
        if (before_.type == 0 || (asks_replaced_ && !conditions_hold(true, before_)))
            return false;
        refused_by_ = nullptr;
        after_ = evaluate(right_);
        if (after_.type == 0)
            return true;
        return sizes_ ? before_.sizes != after_.sizes : dtype_of_code(before_.type) != dtype_of_code(after_.type);
    }

    constexpr rule_finding finding() const {
        rule_finding f;
        f.kind = sizes_ ? rule_fault::shape : refused_by_ != nullptr ? rule_fault::constraint : rule_fault::dtype;
        if (refused_by_ != nullptr)
            f.op = refused_by_->name;
        f.rule = rule_.name;
        f.left = shown({}, before_);
        f.right = shown({}, after_);
        for (std::size_t i = 0; i < leaf_count_; ++i) {
            f.samples[f.sample_count++] = shown(name_of(leaves_[i]), values_[i]);
            if (f.variable.empty())
                f.variable = name_of(leaves_[i]);
        }
        return f;
    }

    static constexpr sample_value shown(std::string_view name, abstract_value const& v) {
        auto const rank = static_cast<std::uint8_t>(count_dims(v.sizes));
        sample_value s{name, dtype_of_code(v.type), v.type < boolean_number, rank, {}};
        for (std::size_t i = 0; i < s.rank; ++i)
            s.sizes[i] = static_cast<std::int16_t>(v.sizes >> (4 * (s.rank - 1 - i)) & 15);
        return s;
    }

    //=== evaluation ===//

    // The calls that compute a side; false when a part of it has no dtype of its own.
    constexpr bool make_program(pattern_side side, std::size_t root, program& p) {
        p.calls.clear();
        p.leaves = 0;
        p.refused = false;
        int const result = place_value(side, root, p);
        p.result = static_cast<std::uint8_t>(result);
        return result >= 0;
    }

    // Where the value of a node will be; -1 for none.
    constexpr int place_value(pattern_side side, std::size_t at, program& p) {
        pattern_node const& n = side[at];
        bool const left = side.data() == rule_.lhs.data();
        if (n.kind == pattern_kind::literal || (n.kind == pattern_kind::splat && !left)) {
            abstract_value const literal = literal_value(n.value);
            if (value_count_ == most_values)
                return -1;
            p.refused = p.refused || literal.type == 0;
            values_[value_count_] = literal;
            return static_cast<int>(value_count_++);
        }
        if (n.kind == pattern_kind::call) {
            step s;
            if (!add_operands(side, at, s, p) || value_count_ == most_values)
                return -1;
            s.to = static_cast<std::uint8_t>(value_count_++);
            p.calls.push_back(s);
            return s.to;
        }
        for (std::size_t i = 0; i < leaf_count_; ++i)
            if ((left && leaves_[i].at == at) || ((!left || n.variable >= 0) && leaves_[i].variable == n.variable)) {
                p.leaves = static_cast<std::uint8_t>(p.leaves | 1u << i);
                return static_cast<int>(i);
            }
        return -1;
    }

    constexpr bool add_operands(pattern_side side, std::size_t at, step& s, program& p) {
        bool const left = side.data() == rule_.lhs.data();
        op_info const& op = *side[at].op;
        elementwise_facts const facts = *facts_[(left ? 0 : rule_.lhs.size()) + at];
        s.results = static_cast<std::uint8_t>(results_of(facts));
        s.refuses_boolean = facts.alpha && facts.domain == dtype_domain::not_boolean; // sub does, of each operand
        s.constraint = find_constraint(op, facts);
        bool fits = true;
        for_each_child(side, at, [&](std::size_t unresolved) {
            auto const slot = static_cast<std::size_t>(side[unresolved].slot);
            bool const promoted = slot < facts.count;
            if (!promoted && op.arguments[slot].type != type_kind::tensor) {
                fits = fits && !(facts.alpha && op.arguments[slot].name == "alpha");
                return;
            }
            std::size_t const child = left ? choices_.on_left(unresolved) : choices_.on_right(unresolved);
            constant const& value = side[child].value;
            if (facts.power && slot == 1)
                s.refuses_negative = value.kind == arg_kind::integer && value.bits < 0;
            int const operand = fits && s.count < std::size(s.operands) ? place_value(side, child, p) : -1;
            fits = operand >= 0;
            if (!fits)
                return;
            s.operands[s.count++] = static_cast<std::uint8_t>(operand);
            s.promoted = promoted ? s.count : s.promoted;
        });
        return fits && s.promoted > 0;
    }

    // The constraint of an op is read once.
    constexpr std::int8_t find_constraint(op_info const& op, elementwise_facts const& facts) {
        if (table_ == nullptr)
            return -1;
        std::size_t i = 0;
        while (i < constraints_.size() && constraints_[i].op != &op)
            ++i;
        if (i == constraints_.size())
            constraints_.push_back({&op, {table_(op), op, facts.count}});
        return static_cast<std::int8_t>(i);
    }

    static constexpr abstract_value literal_value(constant const& c) {
        switch (c.kind) {
        case arg_kind::boolean: return {boolean_number, 0};
        case arg_kind::integer: return {whole_number, 0};
        case arg_kind::real: return {real_number, 0};
        default: return {};
        }
    }

    // A loop over arrays without calls, which are what costs in a constant expression.
    constexpr abstract_value evaluate(program const& p) {
        step const* const calls = p.calls.data();
        std::size_t const count = p.calls.size();
        if (p.refused)
            return {};
        for (std::size_t i = 0; i < count; ++i) {
            step const& s = calls[i];
            if (sizes_) {
                values_[s.to] = call_sizes(s);
                if (values_[s.to].type == 0)
                    return {};
                continue;
            }
            dtype_code const a = values_[s.operands[0]].type, b = values_[s.operands[s.promoted - 1]].type;
            dtype_code const d = dtypes_.promoted[a][b];
            if ((s.refuses_boolean || s.refuses_negative) && is_refused(s, a, b, d))
                return {};
            values_[s.to].type = dtypes_.results[s.results][d];
            if (values_[s.to].type == 0 || (s.constraint >= 0 && !is_admitted(s, values_, values_[s.to].type)))
                return {};
        }
        return values_[p.result];
    }

    static constexpr bool is_refused(step const& s, dtype_code a, dtype_code b, dtype_code promoted) {
        if (s.refuses_boolean && (dtype_of_code(a) == dtype::boolean || dtype_of_code(b) == dtype::boolean))
            return true;
        return s.refuses_negative && is_integral(dtype_of_code(promoted), true);
    }

    constexpr bool is_admitted(step const& s, abstract_value const* values, dtype_code result) {
        op_constraint const& c = constraints_[static_cast<std::size_t>(s.constraint)];
        dtype_code const first = values[s.operands[0]].type, second = values[s.operands[s.promoted - 1]].type;
        bool const admitted = c.admitted.admits(first, second, result);
        if (!admitted)
            refused_by_ = c.op;
        return admitted;
    }

    constexpr abstract_value call_sizes(step const& s) const {
        std::optional<std::uint16_t> sizes = std::uint16_t{0};
        for (std::size_t i = 0; i < s.count && sizes; ++i)
            sizes = join_sizes(*sizes, values_[s.operands[i]].sizes);
        return sizes ? abstract_value{code_of(dtype::f32), *sizes} : abstract_value{};
    }

    rule_view const& rule_;
    elementwise_dtypes const& dtypes_;
    alternative_choices choices_;
    constraint_table table_;
    vec<op_constraint> constraints_;
    op_info const* refused_by_ = nullptr;         // whose constraint the right side breaks
    vec<std::optional<elementwise_facts>> facts_; // by node of the left side, then of the right
    leaf leaves_[most_leaves] = {};
    std::size_t leaf_count_ = 0;
    program left_, right_;
    abstract_value values_[most_values] = {}; // first what the leaves are, then literals and results of calls
    std::size_t value_count_ = 0;
    abstract_value before_, after_; // what the sides are then
    bool known_ = true, sizes_ = false;
    bool asks_replaced_ = false, asks_pairs_ = false; // whether there are conditions of the kind
};

} // namespace graft::detail
