#pragma once

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/meta/scoped_assign.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pattern/constant.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rulecheck/detail/case_attributes.hpp>
#include <graft/rulecheck/detail/case_limits.hpp>
#include <graft/rulecheck/detail/case_shapes.hpp>
#include <graft/rulecheck/detail/case_twins.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace graft::detail {

// Makes the left side of a rule a graph. New decisions are drawn at random and recorded, or those of a case that
// is there are used again. A call that its meta function does not take gets other leaves, some times over.
class case_builder {
public:
    // `random` is null to build the case that is there.
    case_builder(rule_view const& rule, rule_case& decisions, random_source* random,
                 std::optional<dtype> main = std::nullopt)
        : rule_(rule), decisions_(decisions), random_(random), spare_(0), source_(random == nullptr ? spare_ : *random),
          shapes_(source_), attributes_(source_, shapes_), limits_(rule.conditions, source_, shapes_, main),
          twins_(rule), bound_(rule.variables.size()) {
        constexpr std::array mixes{element_mix::ordinary, element_mix::special, element_mix::integers};
        mix_ = is_complex(limits_.main()) ? element_mix::special : source_.pick(mixes);
        made_.variables.assign(rule.variables.size(), no_node);
    }

    // The graph, or nothing where no call of these ops can be made of these leaves.
    [[nodiscard]] std::optional<case_graph> build() {
        try {
            if (rule_.lhs[0].kind == pattern_kind::roots)
                for_each_child(rule_.lhs, 0, [&](std::size_t child) { add_root(child); });
            else
                add_root(0);
        } catch (unbuildable const&) {
            return std::nullopt;
        }
        if (next_ != decisions_.size())
            return std::nullopt;
        return std::move(made_);
    }

private:
    struct unbuildable {};
    using arguments = vec<std::optional<arg>>;

    [[nodiscard]] pattern_node const& node(std::size_t at) const { return rule_.lhs[at]; }

    void add_root(std::size_t at) {
        arg const root = build(at, {});
        if (root.kind != arg_kind::node)
            throw unbuildable{};
        made_.roots.push_back(static_cast<node_id>(root.bits));
    }

    //=== decisions ===//

    // The next decision: the recorded one, or what `draw` gives.
    template <class Draw>
    case_decision const& decide(case_decision::kind what, Draw&& draw) {
        if (next_ == decisions_.size() && random_ != nullptr) {
            case_decision made = draw();
            made.what = what;
            decisions_.push_back(std::move(made));
        }
        if (next_ == decisions_.size() || decisions_[next_].what != what)
            throw unbuildable{};
        return decisions_[next_++];
    }
    std::size_t choose(std::size_t count) {
        if (count < 2)
            return 0;
        std::size_t const made = decide(case_decision::kind::choice, [&] {
                                     case_decision d;
                                     d.choice = random_->below(count);
                                     return d;
                                 }).choice;
        return made < count ? made : throw unbuildable{};
    }
    template <class Draw>
    arg choose_literal(std::string_view name, Draw&& draw) {
        return decide(case_decision::kind::literal,
                      [&] {
                          case_decision d;
                          d.literal = draw();
                          d.name = name;
                          return d;
                      })
            .literal;
    }
    template <class Draw>
    tensor choose_tensor(std::string_view name, bool fixed, Draw&& draw) {
        return decide(case_decision::kind::tensor,
                      [&] {
                          case_decision d;
                          d.data = draw();
                          d.name = name;
                          d.fixed = fixed;
                          return d;
                      })
            .data;
    }

    //=== nodes ===//

    arg build(std::size_t at, case_place const& place) {
        for (auto const& [part, made] : built_)
            if (part == at)
                return made;
        pattern_node const& n = node(at);
        switch (n.kind) {
        case pattern_kind::literal: return to_arg(n.value);
        case pattern_kind::variable: return variable(at, place);
        case pattern_kind::any:
        case pattern_kind::negation:
        case pattern_kind::rest: return leaf({}, -1, place);
        case pattern_kind::splat: return number(to_scalar(n.value), place);
        case pattern_kind::number: return captured_number(n, place);
        case pattern_kind::call: return call(at, place.wanted_rank());
        case pattern_kind::item: return item(at);
        case pattern_kind::list: return arg::list(items(at, place));
        case pattern_kind::flat: return tree(at);
        case pattern_kind::chain: return chain(at, place);
        case pattern_kind::all_outs: return all_items(at);
        case pattern_kind::one_of: return build(nth_child(rule_.lhs, at, choose(count_children(rule_.lhs, at))), place);
        default:
            raise(errc::unsupported, "rule '", rule_.name, "': its left side has a part that no case can be made of");
        }
    }

    arg variable(std::size_t at, case_place const& place) {
        auto const i = static_cast<std::size_t>(node(at).variable);
        if (!bound_[i]) {
            arg const value = new_variable(at, place);
            bound_[i] = value;
        }
        return *bound_[i];
    }
    // Where only the left side has the variable it may stand for another part of it.
    arg new_variable(std::size_t at, case_place const& place) {
        bool const may_be_part = place.op != nullptr && place.argument().type == type_kind::tensor;
        auto const parts = may_be_part ? twins_.of(at) : vec<std::size_t>{};
        if (!parts.empty() && choose(8) != 0) {
            std::size_t const part = parts[choose(parts.size())];
            arg const made = build(part, {});
            built_.emplace_back(part, made);
            return made;
        }
        int const v = node(at).variable;
        return leaf(rule_.variables[static_cast<std::size_t>(v)], v, place);
    }

    arg leaf(std::string_view name, int variable, case_place const& place) {
        if (place.op == nullptr)
            throw unbuildable{};
        if (place.argument().type != type_kind::tensor)
            return choose_literal(name, [&] { return attributes_.propose(place); });
        tensor const data = choose_tensor(name, restricts_elements(place.argument().name), [&] {
            dim_vector const sizes = limits_.choose_sizes(variable, place, made_);
            dtype const d = limits_.choose_dtype(variable, place, made_);
            return restricts_elements(place.argument().name)
                       ? restricted_elements(place.argument().name, sizes, d, *random_)
                       : random_tensor(sizes, d, mix_, *random_);
        });
        node_id const n = placeholder(data, name.empty() ? "t" : name);
        made_.graph.set_constant(n, limits_.is_constant(variable));
        if (variable >= 0)
            made_.variables[static_cast<std::size_t>(variable)] = n;
        return arg::node(n);
    }

    node_id placeholder(tensor const& data, std::string_view name) {
        node_id const n = made_.graph.placeholder(name);
        made_.graph.set_val(n, spec_of(data));
        made_.inputs.emplace(n, data);
        return n;
    }

    arg item(std::size_t at) {
        arg const whole = build(at + 1, {});
        return get_item(whole, node(at).value.bits);
    }
    arg get_item(arg const& whole, std::int64_t i) {
        node_id const n = made_.graph.call_function("operator.getitem", {whole, i});
        infer_or_reject(n);
        return arg::node(n);
    }
    arg all_items(std::size_t at) {
        arg const whole = build(at + 1, {});
        value_spec const* const val = made_.graph.val(static_cast<node_id>(whole.bits));
        std::size_t const count = val == nullptr ? 0 : val->items.size(); // new nodes move the values
        vec<arg> all;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(get_item(whole, static_cast<std::int64_t>(i)));
        return arg::list(std::move(all));
    }

    // The items of a list; a `rest` stands for up to two more, an `each` for up to three.
    vec<arg> items(std::size_t at, case_place place) {
        vec<arg> all;
        auto const add = [&](std::size_t child) {
            all.push_back(build(child, place));
            if (auto const sizes = sizes_of(all.back()))
                place.items.push_back(*sizes);
        };
        for_each_child(rule_.lhs, at, [&](std::size_t child) {
            pattern_kind const kind = node(child).kind;
            std::size_t const count = kind == pattern_kind::rest   ? choose(3)
                                      : kind == pattern_kind::each ? 1 + choose(3)
                                                                   : 1;
            for (std::size_t i = 0; i < count; ++i)
                add(kind == pattern_kind::each ? child + 1 : child);
        });
        return all;
    }

    // A tree of calls whose leaves stand in any order.
    arg tree(std::size_t at) {
        op_info const& op = *node(at).op;
        case_place place{&op, 0, {}, {}, 0, limits_.main(), &made_};
        vec<arg> leaves = items(at, place);
        for (std::size_t i = leaves.size(); i > 1; --i)
            std::swap(leaves[i - 1], leaves[choose(i)]);
        while (leaves.size() > 1) {
            std::size_t const i = choose(leaves.size() - 1);
            leaves[i] = finish(op, {leaves[i], leaves[i + 1]});
            leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        return leaves.at(0);
    }

    // What stands behind up to as many calls as the chain may have; of long chains no more than three.
    arg chain(std::size_t at, case_place const& place) {
        vec<std::size_t> links;
        for_each_child(rule_.lhs, at, [&](std::size_t child) { links.push_back(child); });
        arg value = build(links.back(), place);
        links.pop_back();
        if (value.kind != arg_kind::node)
            return value;
        dim_vector const sizes = sizes_of(value).value_or(dim_vector{});
        std::size_t wanted = place.wanted_rank();
        if (auto const apart = attribute_source::apart(sizes, made_); wanted == 0 && apart && choose(8) != 0)
            wanted = apart->size();
        vec<std::size_t> views;
        for (std::size_t const link : links)
            if (attribute_source::is_view(*node(link).op))
                views.push_back(link);
        bool const changes = wanted != 0 && wanted != sizes.size() && !views.empty();
        std::size_t const least = changes ? 1 : 0,
                          most = static_cast<std::size_t>(std::min<std::int64_t>(node(at).value.bits, 3));
        for (std::size_t i = choose(3) != 0 ? least : least + choose(most - least + 1); i > 0; --i) {
            auto const& possible = i == 1 && changes ? views : links;
            op_info const& op = *node(possible[choose(possible.size())]).op;
            scoped_assign const scope(result_rank_, i == 1 ? wanted : 0);
            arguments given(op.arguments.size());
            given[0] = value;
            value = with_leaves(op, given, true, [](arguments&) {});
        }
        return value;
    }

    //=== calls ===//

    // A call, of the rank that its user asks for.
    arg call(std::size_t at, std::size_t result_rank) {
        scoped_assign const scope(result_rank_, result_rank);
        pattern_node const& n = node(at);
        arguments given(n.op->arguments.size());
        vec<std::size_t> leaves;
        for_each_child(rule_.lhs, at, [&](std::size_t child) {
            if (is_leaf(child))
                leaves.push_back(child);
            else
                set(given, *n.op, child);
        });
        std::stable_partition(leaves.begin(), leaves.end(), [&](std::size_t child) {
            return n.op->arguments[static_cast<std::size_t>(node(child).slot)].type == type_kind::tensor;
        });
        return with_leaves(*n.op, given, n.any_attributes, [&](arguments& all) {
            for (std::size_t const child : leaves)
                set(all, *n.op, child);
            if (n.swappable && choose(2) == 1)
                std::swap(all[0], all[1]);
        });
    }

    void set(arguments& given, op_info const& op, std::size_t child) {
        auto const slot = static_cast<std::size_t>(node(child).slot);
        given[slot] = build(child, place_in(op, slot, given));
    }

    // True of what becomes a literal or a new tensor, and may become another when the call is not taken.
    [[nodiscard]] bool is_leaf(std::size_t at) const {
        for (std::size_t i = at; i < end_of(rule_.lhs, at); ++i)
            if (node(i).op != nullptr || node(i).kind == pattern_kind::item)
                return false;
        return node(at).variable < 0 || node(at).kind != pattern_kind::variable ||
               !bound_[static_cast<std::size_t>(node(at).variable)];
    }

    // A call of the op with what is given and with what `fill` adds to it.
    template <class Fill>
    arg with_leaves(op_info const& op, arguments const& given, bool any_attributes, Fill&& fill) {
        constexpr int tries = 24;
        state const before = save();
        for (int i = 0;; ++i) {
            arguments all = given;
            try {
                fill(all);
                add_attributes(op, all, any_attributes);
                return finish(op, all);
            } catch (unbuildable const&) {
                if (random_ == nullptr || i == tries || next_ == before.decisions)
                    throw;
                restore(before);
            }
        }
    }

    // Arguments that the pattern leaves open: what has no default is needed, the others are given at times.
    void add_attributes(op_info const& op, arguments& all, bool any_attributes) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            schema_argument const& a = op.arguments[i];
            if (all[i] || (a.has_default && (!any_attributes || choose(3) != 0)))
                continue;
            all[i] = leaf({}, -1, place_in(op, i, all));
        }
    }

    arg finish(op_info const& op, arguments all) {
        call_arguments given;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i])
                given.add(op, i, std::move(*all[i]));
        node_id const n = made_.graph.call_function(op, given.args, given.kwargs);
        infer_or_reject(n);
        return arg::node(n);
    }

    void infer_or_reject(node_id n) {
        try {
            infer(made_.graph, n);
        } catch (error const& e) {
            if (e.code() == errc::unsupported)
                throw;
            throw unbuildable{};
        }
    }

    //=== what a call that was not taken leaves behind ===//

    struct state {
        std::size_t decisions, numbers;
        std::size_t nodes; // ids from here on are new
        vec<std::optional<arg>> bound;
        vec<node_id> variables;
        std::size_t built;
    };
    [[nodiscard]] state save() const {
        return {next_, made_.numbers.size(), made_.graph.capacity(), bound_, made_.variables, built_.size()};
    }
    void restore(state const& s) {
        next_ = s.decisions;
        decisions_.resize(s.decisions);
        made_.numbers.resize(s.numbers);
        bound_ = s.bound;
        made_.variables = s.variables;
        built_.erase(built_.begin() + static_cast<std::ptrdiff_t>(s.built), built_.end());
        for (node_id n = made_.graph.back(); n != no_node && n >= s.nodes;) {
            node_id const before = made_.graph.prev(n);
            made_.graph.erase_node(n);
            made_.inputs.erase(n);
            n = before;
        }
    }

    //=== numbers ===//

    arg captured_number(pattern_node const& n, case_place const& place) {
        auto& known = bound_[static_cast<std::size_t>(n.variable)];
        if (known)
            return *known;
        arg const value =
            choose_literal(rule_.variables[static_cast<std::size_t>(n.variable)], [&] { return attributes_.number(); });
        constant c;
        c.kind = value.kind;
        c.bits = value.bits;
        known = number(to_scalar(c), place);
        return *known;
    }

    // The number in one of the forms in which a graph has it.
    arg number(scalar value, case_place const& place) {
        if (place.op == nullptr)
            throw unbuildable{};
        if (place.argument().type != type_kind::tensor)
            return choose(2) == 1 ? as_real(value) : number_arg(value);
        enum form : std::size_t { literal, real, constant_0d, constant_shaped, full_0d, full_shaped, cast, forms };
        std::size_t const chosen = choose(forms);
        if (chosen <= real)
            return chosen == real ? as_real(value) : number_arg(value);
        bool const shaped = chosen == constant_shaped || chosen == full_shaped;
        tensor const data = choose_tensor("a constant", true, [&] {
            dtype const d = random_->chance(70) ? limits_.main() : random_->pick(case_dtypes);
            dim_vector const sizes = shaped ? shapes_.partner(place.first().value_or(shapes_.base())) : dim_vector{};
            std::optional<tensor> const made = filled(sizes, d, value);
            if (!made)
                throw unbuildable{};
            return *made;
        });
        if (chosen == full_0d || chosen == full_shaped)
            return full(data, value);
        node_id const n = placeholder(data, "constant");
        made_.graph.set_constant(n, true);
        if (data.numel() != 0 && !is_complex(data.dtype()))
            made_.numbers.push_back({n, first_element(data)});
        if (chosen != cast)
            return arg::node(n);
        arg const to = choose_literal({}, [&] { return arg(limits_.main()); });
        node_id const copy = made_.graph.call_function(aten::_to_copy.default_.info(), {arg::node(n)}, {{"dtype", to}});
        infer_or_reject(copy);
        return arg::node(copy);
    }

    arg full(tensor const& data, scalar value) {
        vec<arg> sizes;
        for (std::int64_t const s : data.sizes())
            sizes.emplace_back(s);
        node_id const n = made_.graph.call_function(aten::full.default_.info(), {arg::list(sizes), number_arg(value)},
                                                    {{"dtype", data.dtype()}});
        infer_or_reject(n);
        return arg::node(n);
    }

    //=== what is known of the tensors ===//

    [[nodiscard]] std::optional<dim_vector> sizes_of(arg const& a) const {
        if (a.kind != arg_kind::node)
            return std::nullopt;
        tensor_spec const* const known = tensor_of(made_.graph.val(static_cast<node_id>(a.bits)));
        if (known == nullptr)
            return std::nullopt;
        dim_vector sizes;
        for (sym_int const& s : known->sizes)
            sizes.push_back(s.value());
        return sizes;
    }
    [[nodiscard]] case_place place_in(op_info const& op, std::size_t slot, arguments const& given) const {
        case_place place{&op, slot, {}, {}, result_rank_, limits_.main(), &made_};
        for (auto const& a : given)
            place.sizes.push_back(a ? sizes_of(*a) : std::nullopt);
        return place;
    }

    rule_view const& rule_;
    rule_case& decisions_;
    random_source* random_;
    random_source spare_; // where nothing is drawn
    random_source& source_;
    shape_source shapes_;
    attribute_source attributes_;
    case_limits limits_;
    case_twins twins_;
    element_mix mix_;
    std::size_t result_rank_ = 0; // that the call being made should have; 0 is any
    vec<std::optional<arg>> bound_;
    vec<std::pair<std::size_t, arg>> built_; // parts of the left side that a variable stands for
    case_graph made_;
    std::size_t next_ = 0;
};

} // namespace graft::detail
