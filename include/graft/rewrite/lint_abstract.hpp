#pragma once

#include <graft/rewrite/lint_choices.hpp>
#include <graft/rewrite/lint_elementwise.hpp>
#include <graft/rewrite/lint_finding.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graft::detail {

// Checks the dtypes and sizes of a rule of element-wise calls without a graph, cheap enough for constant expressions:
// every assignment of dtypes to its tensors, and of abstract sizes, that its conditions admit.
//
// In a constant expression a few dtypes and sizes stand for the others where there are two tensors or more. A rule with a predicate, or with another op, is left
// alone: `known()` is false.
class abstract_checker {
public:
    constexpr explicit abstract_checker(rule_view const& rule) : rule_(rule), choices_(rule) {
        facts_.resize(rule.lhs.size() + rule.rhs.size());
        known_ = std::none_of(rule.conditions.begin(), rule.conditions.end(), [](constraint const& c) {
            return c.kind == constraint_kind::predicate;
        });
        look_up(rule.lhs, 0);
        look_up(rule.rhs, rule.lhs.size());
    }

    // False when a call is not element-wise, or a part of the rule has no dtype of its own.
    [[nodiscard]] constexpr bool known() const { return known_; }

    // Looks for an assignment under which the sides have different dtypes, then one of sizes.
    constexpr void check(std::vector<rule_finding>& findings) {
        for (bool const sizes : {false, true}) {
            sizes_ = sizes;
            choices_.restart();
            std::optional<rule_finding> found;
            do {
                known_ = known_ && collect_leaves() && make_program(rule_.lhs, choices_.on_left(0), left_) &&
                         make_program(rule_.rhs, choices_.on_right(0), right_);
                if (known_)
                    found = try_assignments();
            } while (known_ && !found && choices_.next());
            if (found)
                findings.push_back(*found);
        }
    }

private:
    static constexpr std::size_t most_leaves = 4;

    // What a leaf of the left side stands for, or a side has: of a refused call the dtype is undefined. The sizes are
    // digits of four bits, the last dimension first; a dimension that there is not is 0.
    struct abstract_value {
        graft::dtype dtype = dtype::undefined;
        bool tensor = true;
        std::uint16_t sizes = 0;
    };

    // What a node of a side is made of: a leaf, a literal, or a call of what comes before it.
    struct step {
        std::int8_t leaf = -1;
        bool call = false;
        std::uint8_t promoted = 0, count = 0;  // the operands of a call, the promoted ones first
        bool refuses_negative = false;
        elementwise_facts facts;
        abstract_value literal;
        std::array<std::uint8_t, 4> operands{};
    };

    struct leaf {
        std::size_t at = 0;
        std::int16_t variable = -1;
        bool number = false;  // may be a number, or a tensor of nothing else
        std::vector<abstract_value> values;
    };

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
        leaves_.clear();
        return collect(choices_.on_left(0)) && leaves_.size() <= most_leaves;
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
                add_leaf(child, tensor);
        });
        return fits;
    }

    constexpr void add_leaf(std::size_t at, bool tensor) {
        pattern_node const& n = rule_.lhs[at];
        for (leaf const& known : leaves_)
            if (known.variable >= 0 && known.variable == n.variable)
                return;
        bool const number = n.kind == pattern_kind::splat || n.kind == pattern_kind::number;
        leaves_.push_back({at, n.variable, number || !tensor, {}});
        if (leaves_.size() <= most_leaves)
            fill(leaves_.back(), tensor);
    }

    constexpr void fill(leaf& l, bool tensor) const {
        if (l.number)
            for (dtype const d : {dtype::i64, dtype::f64})
                add_value(l, {d, false, 0});
        if (!l.number || (tensor && rule_.lhs[l.at].kind != pattern_kind::number))
            fill_tensors(l);
    }

    constexpr void fill_tensors(leaf& l) const {
        // The first of these are those that stand for the others.
        constexpr std::array<std::uint16_t, 8> shapes{0x0, 0x2, 0x12, 0x23, 0x21, 0x1, 0x232, 0x3232};
        constexpr std::array order{dtype::f32, dtype::i64,  dtype::boolean, dtype::f16, dtype::c64, dtype::u8,
                                   dtype::i32, dtype::f64,  dtype::bf16,    dtype::i8,  dtype::i16, dtype::u16,
                                   dtype::u32, dtype::u64,  dtype::c128,    dtype::c32};
        if (sizes_)
            for (std::uint16_t const shape : shapes)
                add_value(l, {dtype::f32, true, shape});
        else
            for (dtype const d : order)
                add_value(l, {d, true, 0});
    }

    constexpr std::string_view name_of(leaf const& l) const {
        return l.variable < 0 ? std::string_view{} : rule_.variables[static_cast<std::size_t>(l.variable)];
    }

    // Keeps what the conditions on this leaf alone admit.
    constexpr void add_value(leaf& l, abstract_value const& v) const {
        for (constraint const& c : rule_.conditions)
            if (l.variable >= 0 && c.of.variable == l.variable && !is_pair(c.kind) && !holds_of(c, v))
                return;
        l.values.push_back(v);
    }

    //=== conditions: of dtypes, or of sizes ===//

    static constexpr bool is_pair(constraint_kind kind) {
        return kind == constraint_kind::same_dtype || kind == constraint_kind::same_size ||
               kind == constraint_kind::same_shape || kind == constraint_kind::broadcasts_to;
    }

    static constexpr std::int64_t rank_of(std::uint16_t sizes) {
        std::int64_t rank = 0;
        for (; sizes != 0; sizes = static_cast<std::uint16_t>(sizes >> 4))
            ++rank;
        return rank;
    }
    static constexpr std::optional<std::int64_t> size_of(std::uint16_t sizes, std::int64_t dim) {
        std::int64_t const rank = rank_of(sizes), at = dim < 0 ? dim + rank : dim;
        if (at < 0 || at >= rank)
            return std::nullopt;
        return sizes >> (4 * (rank - 1 - at)) & 15;
    }

    constexpr bool holds_of(constraint const& c, abstract_value const& v) const {
        if (!v.tensor)  // conditions are about tensors
            return false;
        if (c.kind == constraint_kind::has_dtype)
            return sizes_ || (c.value & dtype_bit(v.dtype)) != 0;
        if (!sizes_)
            return true;
        switch (c.kind) {
        case constraint_kind::rank: return rank_of(v.sizes) == c.value;
        case constraint_kind::min_rank: return rank_of(v.sizes) >= c.value;
        case constraint_kind::max_rank: return rank_of(v.sizes) <= c.value;
        case constraint_kind::size: return size_of(v.sizes, c.of.dim) == c.value;
        case constraint_kind::numel: {
            std::int64_t product = 1;
            for (std::uint16_t sizes = v.sizes; sizes != 0; sizes = static_cast<std::uint16_t>(sizes >> 4))
                product *= sizes & 15;
            return product == c.value;
        }
        default: return true;
        }
    }

    constexpr bool pair_holds_of(constraint const& c, abstract_value const& a, abstract_value const& b) const {
        if (!a.tensor || !b.tensor)
            return false;
        if (c.kind == constraint_kind::same_dtype)
            return sizes_ || a.dtype == b.dtype;
        if (!sizes_)
            return true;
        if (c.kind == constraint_kind::same_shape)
            return a.sizes == b.sizes;
        if (c.kind == constraint_kind::same_size) {
            auto const size = size_of(a.sizes, c.of.dim);
            return size && size == size_of(b.sizes, c.other.dim);
        }
        return broadcast(a.sizes, b.sizes) == b.sizes;
    }

    // Whether all conditions hold that are about `replaced`, or all of two variables that are not.
    constexpr bool conditions_hold(bool about_replaced, abstract_value const& replaced) const {
        for (constraint const& c : rule_.conditions) {
            bool const about = c.of.variable == constraint::replaced || c.other.variable == constraint::replaced;
            if (about != about_replaced || (!is_pair(c.kind) && !about))
                continue;
            abstract_value const* const a = subject(c.of, replaced);
            abstract_value const* const b = is_pair(c.kind) ? subject(c.other, replaced) : a;
            if (a != nullptr && b != nullptr && !(is_pair(c.kind) ? pair_holds_of(c, *a, *b) : holds_of(c, *a)))
                return false;
        }
        return true;
    }

    constexpr abstract_value const* subject(constraint::subject const& s, abstract_value const& replaced) const {
        if (s.variable == constraint::replaced)
            return &replaced;
        for (std::size_t i = 0; i < leaves_.size(); ++i)
            if (leaves_[i].variable == s.variable)
                return &leaves_[i].values[assigned_[i]];
        return nullptr;
    }

    //=== assignments ===//

    constexpr std::optional<rule_finding> try_assignments() {
        std::array<std::size_t, most_leaves> end{};
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            std::size_t const most = most_values();
            end[i] = std::min(leaves_[i].values.size(), most);
            if (end[i] == 0)
                return std::nullopt;
        }
        assigned_.fill(0);
        for (;;) {
            if (auto found = try_assignment())
                return found;
            std::size_t i = 0;
            for (; i < leaves_.size() && ++assigned_[i] == end[i]; ++i)
                assigned_[i] = 0;
            if (i == leaves_.size() || !known_)
                return std::nullopt;
        }
    }

    // How many values of a leaf are tried; at run time more than in a constant expression.
    [[nodiscard]] constexpr std::size_t most_values() const {
        bool constant = std::is_constant_evaluated();
        switch (leaves_.size()) {
        case 0:
        case 1: return 18;
        case 2: return constant ? 7 : 18;
        case 3: return constant ? 4 : 18;
        default: return constant ? 3 : 7;
        }
    }

    constexpr std::optional<rule_finding> try_assignment() {
        if (!conditions_hold(false, {}))
            return std::nullopt;
        abstract_value const left = evaluate(left_);
        if (left.dtype == dtype::undefined || !conditions_hold(true, left))
            return std::nullopt;
        abstract_value const right = evaluate(right_);
        if (right.dtype != dtype::undefined && (sizes_ ? left.sizes == right.sizes : left.dtype == right.dtype))
            return std::nullopt;
        rule_finding f;
        f.kind = sizes_ ? rule_fault::shape : rule_fault::dtype;
        f.rule = rule_.name;
        f.left = shown({}, left);
        f.right = shown({}, right);
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            f.samples[f.sample_count++] = shown(name_of(leaves_[i]), leaves_[i].values[assigned_[i]]);
            if (f.variable.empty())
                f.variable = name_of(leaves_[i]);
        }
        return f;
    }

    static constexpr sample_value shown(std::string_view name, abstract_value const& v) {
        sample_value s{name, v.dtype, v.tensor, static_cast<std::uint8_t>(rank_of(v.sizes)), {}};
        for (std::size_t i = 0; i < s.rank; ++i)
            s.sizes[i] = static_cast<std::int16_t>(v.sizes >> (4 * (s.rank - 1 - i)) & 15);
        return s;
    }

    //=== evaluation ===//

    // The steps that compute a side, the last its result; false when a part of it has no dtype of its own.
    constexpr bool make_program(pattern_side side, std::size_t root, std::vector<step>& program) {
        program.clear();
        return add_step(side, root, program) >= 0;
    }

    constexpr int add_step(pattern_side side, std::size_t at, std::vector<step>& program) {
        pattern_node const& n = side[at];
        bool const left = side.data() == rule_.lhs.data();
        step s;
        if (n.kind == pattern_kind::literal || (n.kind == pattern_kind::splat && !left)) {
            s.literal = literal_value(n.value);
        } else if (n.kind == pattern_kind::call) {
            if (!add_operands(side, at, s, program))
                return -1;
        } else {
            for (std::size_t i = 0; i < leaves_.size(); ++i)
                if (left ? leaves_[i].at == at || (n.variable >= 0 && leaves_[i].variable == n.variable)
                         : leaves_[i].variable == n.variable)
                    s.leaf = static_cast<std::int8_t>(i);
            if (s.leaf < 0)
                return -1;
        }
        program.push_back(s);
        return static_cast<int>(program.size() - 1);
    }

    constexpr bool add_operands(pattern_side side, std::size_t at, step& s, std::vector<step>& program) {
        bool const left = side.data() == rule_.lhs.data();
        op_info const& op = *side[at].op;
        s.call = true;
        s.facts = *facts_[(left ? 0 : rule_.lhs.size()) + at];
        bool fits = true;
        for_each_child(side, at, [&](std::size_t unresolved) {
            auto const slot = static_cast<std::size_t>(side[unresolved].slot);
            bool const promoted = slot < s.facts.count;
            if (!promoted && op.arguments[slot].type != type_kind::tensor) {
                fits = fits && !(s.facts.alpha && op.arguments[slot].name == "alpha");
                return;
            }
            std::size_t const child = left ? choices_.on_left(unresolved) : choices_.on_right(unresolved);
            constant const& value = side[child].value;
            if (s.facts.power && slot == 1)
                s.refuses_negative = value.kind == arg_kind::integer && value.bits < 0;
            int const operand = fits && s.count < s.operands.size() ? add_step(side, child, program) : -1;
            fits = fits && operand >= 0 && operand < 256;
            if (!fits)
                return;
            s.operands[s.count++] = static_cast<std::uint8_t>(operand);
            s.promoted = promoted ? s.count : s.promoted;
        });
        return fits;
    }

    static constexpr abstract_value literal_value(constant const& c) {
        switch (c.kind) {
        case arg_kind::boolean: return {dtype::boolean, false, 0};
        case arg_kind::integer: return {dtype::i64, false, 0};
        case arg_kind::real: return {dtype::f64, false, 0};
        default: return {dtype::undefined, false, 0};
        }
    }

    constexpr abstract_value evaluate(std::vector<step> const& program) {
        values_.resize(program.size());
        for (std::size_t i = 0; i < program.size(); ++i) {
            step const& s = program[i];
            if (s.leaf >= 0) {
                leaf const& l = leaves_[static_cast<std::size_t>(s.leaf)];
                values_[i] = l.values[assigned_[static_cast<std::size_t>(s.leaf)]];
            } else {
                values_[i] = s.call ? sizes_ ? call_sizes(s) : call_dtype(s) : s.literal;
            }
            if (values_[i].dtype == dtype::undefined)
                return {};
        }
        return values_.back();
    }

    constexpr abstract_value call_sizes(step const& s) const {
        std::optional<std::uint16_t> sizes = std::uint16_t{0};
        for (std::size_t i = 0; i < s.count && sizes; ++i)
            sizes = broadcast(*sizes, values_[s.operands[i]].sizes);
        return sizes ? abstract_value{dtype::f32, true, *sizes} : abstract_value{};
    }

    constexpr abstract_value call_dtype(step const& s) const {
        std::array<promotion_operand, 2> operands{};
        for (std::size_t i = 0; i < s.promoted; ++i) {
            abstract_value const v = values_[s.operands[i]];
            operands[i] = {v.dtype, v.tensor ? operand_kind::tensor : operand_kind::scalar};
            // sub refuses a boolean operand
            if (s.facts.alpha && s.facts.domain == dtype_domain::not_boolean && v.dtype == dtype::boolean)
                return {};
        }
        bool const alike = s.promoted == 1 || (operands[0].dtype == operands[1].dtype && operands[1].kind == operand_kind::tensor);
        dtype const d = alike && operands[0].kind == operand_kind::tensor ? operands[0].dtype
                                                                          : result_type({operands.data(), s.promoted});
        bool const refused = d == dtype::undefined || !is_in(s.facts.domain, d) ||
                             (s.refuses_negative && is_integral(d, true));
        return refused ? abstract_value{} : abstract_value{apply_rule(s.facts.rule, d), true, 0};
    }

    static constexpr std::optional<std::uint16_t> broadcast(std::uint16_t a, std::uint16_t b) {
        if (a == b || b == 0)
            return a;
        unsigned joined = 0;
        for (unsigned shift = 0; shift < 16; shift += 4) {
            unsigned const x = a >> shift & 15u, y = b >> shift & 15u;
            if (x != y && x > 1 && y > 1)
                return std::nullopt;
            joined |= (x > y ? x : y) << shift;
        }
        return static_cast<std::uint16_t>(joined);
    }

    rule_view const& rule_;
    alternative_choices choices_;
    std::vector<std::optional<elementwise_facts>> facts_;  // by node of the left side, then of the right
    std::vector<leaf> leaves_;
    std::vector<step> left_, right_;
    std::vector<abstract_value> values_;  // of the steps of a side
    std::array<std::size_t, most_leaves> assigned_{};
    bool known_ = true, sizes_ = false;
};

} // namespace graft::detail
