#pragma once

#include <graft/dialect/call_dtypes.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/lint_sample.hpp>
#include <graft/rulecheck/lint_constraint.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail {

// Checks the dtypes and sizes of a rule by the meta functions of its ops: both sides are made of samples, and those
// that the left side and the conditions admit must agree. Numbers that may be tensors are now and then.
class sample_checker {
public:
    // `table` is that of the dialect in which the rule is to be sound, or null.
    explicit sample_checker(rule_view const& rule, constraint_table table = nullptr) : rule_(rule), table_(table) {
        for (constraint c : rule.conditions) {
            if (c.kind == constraint_kind::is_constant) { // whatever a constant is, a parameter may be: it is a tensor
                c.kind = constraint_kind::min_rank;
                c.value = 0;
            }
            conditions_.push_back(c);
        }
    }

    // Draws up to `most` samples, until `enough` have matched.
    void check(vec<rule_finding>& findings, std::size_t most = 2000, std::size_t enough = 200) {
        std::size_t matched = 0;
        for (std::size_t i = 0; i < most && matched < enough && !both_found(); ++i)
            matched += try_sample(i);
        for (std::optional<rule_finding> const& f : {dtype_, shape_, constraint_})
            if (f)
                findings.push_back(*f);
        if (matched == 0 || !unknown_.empty()) {
            rule_finding f;
            f.kind = rule_fault::unchecked;
            f.rule = rule_.name;
            f.op = unknown_;
            findings.push_back(f);
        }
    }

private:
    [[nodiscard]] bool both_found() const { return dtype_ && shape_; }

    bool try_sample(std::uint64_t seed) {
        rule_view r = rule_;
        vec<pattern_node> lhs{rule_.lhs.begin(), rule_.lhs.end()};
        vec<std::string_view> variables{rule_.variables.begin(), rule_.variables.end()};
        make_variables(lhs, variables, seed % 3 == 0);
        r.lhs = lhs;
        r.variables = variables;
        r.conditions = conditions_;
        pattern_node nothing;
        nothing.kind = pattern_kind::literal;
        rule_view left_only = r;
        left_only.rhs = {&nothing, 1};
        binding_sampler sampler{r, seed};
        vec<side_binding> const bindings = sampler.draw();
        vec<std::size_t> const choices = sampler.draw_choices();
        try {
            rule_instance const left{left_only, bindings, choices};
            if (!left.conditions_hold() || !all_known(left) || find_refused(left) != nullptr)
                return false;
            compare(r, left, bindings, choices);
            return true;
        } catch (std::exception const&) {
            return false; // no call of this kind
        }
    }

    // Every wildcard is made a variable of its own, and now and then a splat, which may be a tensor.
    static void make_variables(vec<pattern_node>& lhs, vec<std::string_view>& variables, bool splats) {
        constexpr std::array<std::string_view, 8> names{"_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7"};
        std::size_t made = 0;
        for (pattern_node& n : lhs)
            if ((n.kind == pattern_kind::any || (splats && n.kind == pattern_kind::splat)) && made < names.size()) {
                n.kind = pattern_kind::variable;
                n.variable = static_cast<std::int16_t>(variables.size());
                variables.push_back(names[made++]);
            }
    }

    [[nodiscard]] bool all_known(rule_instance const& instance) {
        for (operand const root : instance.lhs())
            if (instance.val(root) == nullptr) {
                if (root.is_node())
                    unknown_ = rule_.lhs[0].op == nullptr ? rule_.name : rule_.lhs[0].op->name;
                return false;
            }
        return true;
    }

    void compare(rule_view const& r, rule_instance const& left, vec<side_binding> const& bindings,
                 vec<std::size_t> const& choices) {
        try {
            rule_instance const both{r, bindings, choices};
            for (std::size_t i = 0; i < both.rhs().size() && i < left.lhs().size(); ++i) {
                value_spec const* const a = both.val(both.lhs()[i]);
                value_spec const* const b = both.val(both.rhs()[i]);
                if (a != nullptr && b != nullptr)
                    compare_values(*a, *b, bindings);
            }
            if (op_info const* const op = constraint_ ? nullptr : find_refused(both); op != nullptr) {
                constraint_ = finding(rule_fault::constraint, *left.val(left.lhs()[0]), nullptr, bindings);
                constraint_->op = op->name;
            }
        } catch (error const& e) {
            if (e.code() == errc::unsupported)
                unknown_ = "a call of its right side";
            else
                refused(r, left, bindings, choices);
        }
    }

    // The op of a call whose dtypes the dialect does not admit, or null.
    op_info const* find_refused(rule_instance const& instance) {
        graph const& g = instance.both_sides();
        for (node_id const n : g.nodes())
            if (op_info const* const op = table_ == nullptr ? nullptr : g.target(n).op; op != nullptr) {
                dtype_constraint const& all = constraint_of(*op);
                if (!all.admits(call_dtypes(g, n, *op, all)))
                    return op;
            }
        return nullptr;
    }

    // The constraint of an op is read once.
    dtype_constraint const& constraint_of(op_info const& op) {
        auto const known =
            std::find_if(constraints_.begin(), constraints_.end(), [&](auto const& c) { return c.first == &op; });
        return known != constraints_.end() ? known->second : constraints_.emplace_back(&op, table_(op)).second;
    }

    void compare_values(value_spec const& a, value_spec const& b, vec<side_binding> const& bindings) {
        if (!a.is_tensor() || !b.is_tensor())
            return;
        if (a.tensor.dtype != b.tensor.dtype && !dtype_)
            dtype_ = finding(rule_fault::dtype, a, &b, bindings);
        if (!(a.tensor.sizes == b.tensor.sizes) && !shape_)
            shape_ = finding(rule_fault::shape, a, &b, bindings);
    }

    // Sizes are at fault when the right side is refused for tensors of f32 as well.
    void refused(rule_view const& r, rule_instance const& left, vec<side_binding> const& bindings,
                 vec<std::size_t> const& choices) {
        vec<side_binding> as_floats = bindings;
        for (side_binding& b : as_floats)
            for (value_spec& spec : b.tensors)
                spec.tensor.dtype = dtype::f32;
        bool by_sizes = false;
        try {
            static_cast<void>(rule_instance{r, as_floats, choices});
        } catch (std::exception const&) {
            by_sizes = true;
        }
        std::optional<rule_finding>& f = by_sizes ? shape_ : dtype_;
        if (!f)
            f = finding(by_sizes ? rule_fault::shape : rule_fault::dtype, *left.val(left.lhs()[0]), nullptr, bindings);
    }

    rule_finding finding(rule_fault kind, value_spec const& left, value_spec const* right,
                         vec<side_binding> const& bindings) const {
        rule_finding f;
        f.kind = kind;
        f.rule = rule_.name;
        f.left = sample_of({}, left);
        if (right != nullptr)
            f.right = sample_of({}, *right);
        for (side_binding const& b : bindings)
            if (b.tensors.size() == 1 && b.name[0] != '_' && f.sample_count < rule_finding::max_samples) {
                f.samples[f.sample_count++] = sample_of(b.name, b.tensors[0]);
                if (f.variable.empty())
                    f.variable = b.name;
            }
        return f;
    }

    static sample_value sample_of(std::string_view name, value_spec const& spec) {
        sample_value v;
        v.name = name;
        v.tensor = spec.is_tensor();
        v.dtype = spec.is_tensor() ? spec.tensor.dtype : dtype::undefined;
        for (std::size_t i = 0; i < spec.tensor.sizes.size() && i < sample_value::max_rank; ++i)
            if (std::optional<std::int64_t> const size = spec.tensor.sizes[i].maybe_value())
                v.sizes[v.rank++] = static_cast<std::int16_t>(*size);
        return v;
    }

    rule_view const& rule_;
    vec<constraint> conditions_;
    constraint_table table_;
    vec<std::pair<op_info const*, dtype_constraint>> constraints_;
    std::optional<rule_finding> dtype_, shape_, constraint_;
    std::string_view unknown_; // an op of which nothing is known
};

} // namespace graft::detail
