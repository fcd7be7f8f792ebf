#pragma once

#include "random_elements.hpp"
#include "random_exact.hpp"
#include "random_lists.hpp"
#include "random_results.hpp"
#include "random_views.hpp"

#include <graft/io/file/safetensors_writer.hpp>
#include <graft/io/pt2/writer.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graft_test {

/// A valid program that follows from a seed, with what it is to give.
///
/// Its placeholders are parameters, buffers and inputs of several dtypes and ranks, for one program in four with a
/// symbolic size; its nodes are calls of any op that has a meta function and a kernel and gives the same on every run.
/// A call stays in the program when it can be inferred and run, when its numbers are finite and small, and when they do
/// not depend on how earlier ones are rounded, so that whatever computes the program gives the same.
///
/// One program in six is of few tensors, of which it takes many views, which it writes to and reads.
class random_program {
public:
    random_program(std::uint64_t seed, graft::kernel_library library)
        : library_(library), ops_(library), random_(seed * 0x9e3779b97f4a7c15u + 1), scope_(program_.module, random_),
          of_views_(is_of_views(seed)) {
        graft::op_info const& first = *ops_.all()[seed % ops_.all().size()];
        make_worlds(of_views_ || first.mutates());
        for (std::size_t count = random_.below(of_views_ ? 2 : 3) + 1; count > 0; --count)
            static_cast<void>(make_input(of_views_ ? viewed_input() : first_input()));
        if (of_views_) {
            add_views();
        } else {
            // Each op is the first of some program.
            add_call(first, 40);
            for (std::size_t count = random_.below(10) + 3; count > 0; --count)
                add_any();
        }
        finish();
    }

    /// True where the program of a seed is one of few tensors and many views.
    [[nodiscard]] static bool is_of_views(std::uint64_t seed) {
        return random_source(seed * 0x9e3779b97f4a7c15u + 2).once_in(6);
    }

    /// The program, and what it gives for the inputs of each case.
    [[nodiscard]] graft::exported_program const& program() const { return program_; }

    /// Writes model.pt2, and inputs and outputs of each case, to a folder.
    void write(std::filesystem::path const& folder) {
        std::filesystem::create_directories(folder);
        if (holds_half(g()))
            std::ofstream(folder / "facts.json") << "{\"tolerance\": 0.05}\n";
        graft::write_pt2((folder / "model.pt2").string(), program_);
        for (std::size_t c = 0; c < cases_; ++c) {
            std::string const end = (c == 0 ? "" : ".case" + std::to_string(c)) + ".safetensors";
            graft::safetensors given;
            std::vector<graft::tensor> inputs;
            for (placeholder const& p : placeholders_)
                if (p.kind == graft::input_kind::user_input) {
                    given.tensors.emplace("input_" + std::to_string(inputs.size()), p.by_case[c]);
                    inputs.push_back(p.by_case[c]);
                }
            graft::write_safetensors((folder / ("inputs" + end)).string(), given);
            graft::safetensors expected;
            expected.tensors = plain_results(program_, library_, inputs);
            graft::write_safetensors((folder / ("outputs" + end)).string(), expected);
        }
    }

private:
    using node_id = graft::node_id;

    struct placeholder {
        node_id node;
        graft::input_kind kind;
        std::string target;
        std::vector<graft::tensor> by_case;
    };

    [[nodiscard]] graft::graph& g() { return program_.module.graph; }

    //=== inputs ===//

    void make_worlds(bool writes) {
        symbolic_ = random_.once_in(4);
        functional_ = random_.once_in(2) && !writes;
        cases_ = symbolic_ ? 2 : 1;
        std::int64_t const size = random_.between(4, 6);
        for (rounding const how : {rounding::exact, rounding::up, rounding::down, rounding::mixed})
            for (std::size_t c = 0; c < cases_; ++c) {
                scope_.worlds.emplace_back(library_, how).is_exact = is_exact_value;
                if (symbolic_)
                    scope_.symbols.emplace_back().set(symbol_, size + 2 * static_cast<std::int64_t>(c));
                else
                    scope_.symbols.emplace_back();
            }
        if (symbolic_)
            program_.range_constraints = {{symbol_, {4, 16}}};
        scope_.ranges = program_.range_constraints;
        scope_.make_input = [this](wanted_tensor const& wanted) { return make_input(wanted); };
        scope_.may_write = [this](node_id n) { return may_write(n); };
        scope_.may_write_any = !functional_;
    }

    wanted_tensor first_input() {
        static constexpr std::array dtypes{
            graft::dtype::f32, graft::dtype::f32,     graft::dtype::f32, graft::dtype::f64, graft::dtype::i64,
            graft::dtype::i32, graft::dtype::boolean, graft::dtype::u8,  graft::dtype::f16, graft::dtype::bf16};
        wanted_tensor wanted;
        // What computes in few digits is one program in eight.
        do
            wanted.dtype = random_.once_in(2) ? graft::dtype::f32 : random_.pick(dtypes);
        while (graft::element_size(wanted.dtype) == 2 && !random_.once_in(3));
        for (std::size_t rank = random_.below(5); rank > 0; --rank)
            wanted.sizes.emplace_back(random_.between(1, 4));
        if (symbolic_ && (wanted.sizes.empty() || !random_.once_in(3)))
            wanted.sizes.insert(wanted.sizes.begin(), graft::sym_int(symbol_));
        return wanted;
    }

    // Of some sizes of which there are views; now and then of none, or without elements.
    wanted_tensor viewed_input() {
        static constexpr std::array others{graft::dtype::i64, graft::dtype::f64, graft::dtype::boolean,
                                           graft::dtype::c64, graft::dtype::c64};
        wanted_tensor wanted;
        if (random_.once_in(4))
            wanted.dtype = random_.pick(others);
        for (std::size_t rank = random_.once_in(12) ? 0 : random_.below(3) + 1; rank > 0; --rank)
            wanted.sizes.emplace_back(random_.once_in(40) ? 0 : random_.between(1, 4));
        if (symbolic_)
            wanted.sizes.insert(wanted.sizes.begin() +
                                    static_cast<std::ptrdiff_t>(random_.below(wanted.sizes.size() + 1)),
                                graft::sym_int(symbol_));
        return wanted;
    }

    static bool holds_symbol(wanted_tensor const& wanted) {
        return std::ranges::any_of(wanted.sizes, [](graft::sym_int const& s) { return s.is_symbolic(); });
    }

    std::optional<node_id> make_input(wanted_tensor const& wanted) {
        // A size of an input is a number or the symbol itself.
        for (graft::sym_int const& size : wanted.sizes)
            if (size.is_symbolic() && size != graft::sym_int(symbol_))
                return std::nullopt;
        bool const floating = graft::is_floating_point(wanted.dtype);
        bool const given = holds_symbol(wanted) || placeholders_.empty() || random_.once_in(2);
        graft::input_kind const kind = given                            ? graft::input_kind::user_input
                                       : floating && random_.once_in(2) ? graft::input_kind::parameter
                                                                        : graft::input_kind::buffer;
        placeholder p{graft::no_node, kind, {}, {}};
        for (std::size_t c = 0; c < cases_; ++c)
            if (c > 0 && kind != graft::input_kind::user_input)
                p.by_case.push_back(p.by_case[0]);
            else
                p.by_case.push_back(elements(wanted, c));
        add_placeholder(std::move(p), wanted);
        return scope_.tensors.back();
    }

    void add_placeholder(placeholder p, wanted_tensor const& wanted) {
        char const* const begin = p.kind == graft::input_kind::parameter ? "p_w"
                                  : p.kind == graft::input_kind::buffer  ? "b_s"
                                                                         : "x";
        std::string const name = begin + std::to_string(made_++);
        p.target = p.kind == graft::input_kind::user_input ? "" : name.substr(2);
        auto const order = [](placeholder const& of) {
            return of.kind == graft::input_kind::parameter ? 0 : of.kind == graft::input_kind::buffer ? 1 : 2;
        };
        auto const behind = std::ranges::upper_bound(placeholders_, order(p), {}, order);
        if (behind != placeholders_.begin())
            g().set_insertion({std::prev(behind)->node, true});
        else if (g().size() > 0)
            g().set_insertion({*g().nodes().begin(), false});
        p.node = g().placeholder(name);
        g().set_insertion({});
        g().set_val(p.node, graft::make_spec(wanted.dtype, wanted.sizes));
        for (std::size_t w = 0; w < scope_.worlds.size(); ++w)
            scope_.worlds[w].set(p.node, p.by_case[w % cases_].clone());
        scope_.tensors.push_back(p.node);
        placeholders_.insert(behind, std::move(p));
    }

    graft::tensor elements(wanted_tensor const& wanted, std::size_t c) {
        graft::dim_vector sizes;
        for (graft::sym_int const& size : wanted.sizes)
            sizes.push_back(evaluate(size, scope_.symbols[c]));
        return drawn_elements(wanted, sizes, random_);
    }

    // Nothing writes to parameters, nor, in a functional program, to anything.
    [[nodiscard]] bool may_write(node_id n) {
        graft::tensor const& t = scope_.worlds[0].at(n).tensor();
        for (placeholder const& p : placeholders_)
            if (p.kind == graft::input_kind::parameter && scope_.worlds[0].at(p.node).tensor().shares_storage(t))
                return false;
        return !functional_;
    }

    void forget_inputs(std::size_t made) {
        for (std::size_t i = placeholders_.size(); i-- > 0;) {
            placeholder const& p = placeholders_[i];
            std::string_view const name = g().name(p.node);
            if (std::stoul(std::string(name.substr(name.find_first_of("0123456789")))) < made ||
                g().use_count(p.node) != 0)
                continue;
            std::erase(scope_.tensors, p.node);
            for (random_world& w : scope_.worlds)
                w.forget(p.node);
            g().erase_node(p.node);
            placeholders_.erase(placeholders_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    //=== calls ===//

    void add_any() {
        if (symbolic_ && random_.once_in(6)) {
            add_size();
        } else if (random_.once_in(14)) {
            std::size_t const made = made_;
            if (random_.once_in(3) ? !add_map() : !add_cond())
                forget_inputs(made);
        } else if (random_.once_in(6)) {
            add_similar();
        } else if (std::size_t const before = scope_.tensors.size(); !functional_ && random_.once_in(4)) {
            if (add_call(ops_.draw_view(random_), 12))
                write_to_view(before);
        } else {
            for (int turns = 0; turns < 8 && !add_call(ops_.draw(random_, !functional_), 6); ++turns) {
            }
        }
    }

    // Writes to one of the tensors behind so many, if it shows another.
    void write_to_view(std::size_t before) {
        std::vector<node_id> views;
        for (std::size_t i = before; i < scope_.tensors.size(); ++i)
            if (std::ranges::any_of(scope_.tensors, [&](node_id n) {
                    return n != scope_.tensors[i] && scope_.share(n, scope_.tensors[i]);
                }))
                views.push_back(scope_.tensors[i]);
        if (views.empty())
            return;
        auto const chosen = std::ranges::find(scope_.tensors, random_.pick(views));
        std::rotate(chosen, chosen + 1, scope_.tensors.end()); // most calls are made on the latest
        static_cast<void>(add_call(ops_.draw_writing(random_), 12));
    }

    // A call on what an earlier call of the op reads, which may have other numbers, to be told from it.
    void add_similar() {
        std::vector<node_id> calls;
        for (node_id const n : g().nodes()) {
            bool known = std::ranges::find(ops_.all(), g().target(n).op) != ops_.all().end();
            g().for_each_input(n, [&](node_id input) {
                known = known && std::ranges::find(scope_.tensors, input) != scope_.tensors.end();
            });
            if (known)
                calls.push_back(n);
        }
        if (calls.empty())
            return;
        node_id const n = random_.pick(calls);
        static_cast<void>(add_call(scope_, *g().target(n).op, 4, n));
    }

    bool add_call(graft::op_info const& op, std::size_t turns) { return add_call(scope_, op, turns); }

    bool add_call(random_scope& scope, graft::op_info const& op, std::size_t turns, node_id like = graft::no_node) {
        for (; turns > 0; --turns) {
            std::size_t const made = made_;
            random_arguments call(scope, op);
            bool const drawn = call.draw();
            if (like != graft::no_node)
                call.read_those_of(scope.g(), like);
            if (drawn && may_call(scope, op, call) && scope.add(scope.g().call_function(op, call.args, call.kwargs))) {
                forget_changed(scope, op, call);
                return true;
            }
            forget_inputs(made);
        }
        return false;
    }

    // Of a call that changes the sizes of a tensor in place, such as `squeeze_`, later calls see the result alone of the
    // names of that tensor, and all of its other views.
    static bool changes_sizes(graft::op_info const& op) {
        return has(op.tags, graft::op_tags::inplace) && op.functional != nullptr && op.functional->returns_alias();
    }
    // What an `unsafe_split` gives is a view of which its caller knows that nothing is written to it. What is given to
    // the program keeps its sizes.
    [[nodiscard]] bool may_call(random_scope const& scope, graft::op_info const& op,
                                random_arguments const& call) const {
        if (packet_of(op).starts_with("unsafe_") && !functional_)
            return false;
        if (!changes_sizes(op))
            return true;
        node_id const changed = tensor_named(scope.g(), static_cast<node_id>(call.args[0].bits));
        bool const is_item = scope.g().target(changed).name == "operator.getitem";
        graft::op_info const* const of = is_item ? scope.g().target(scope.g().arg(changed, 0).node()).op : nullptr;
        return scope.g().op(changed) != graft::opcode::placeholder &&
               (of == nullptr || !has(of->tags, graft::op_tags::unsaid_view));
    }
    static void forget_changed(random_scope& scope, graft::op_info const& op, random_arguments const& call) {
        if (!changes_sizes(op))
            return;
        node_id const changed = tensor_named(scope.g(), static_cast<node_id>(call.args[0].bits));
        std::erase_if(scope.tensors,
                      [&](node_id n) { return n != scope.tensors.back() && tensor_named(scope.g(), n) == changed; });
    }
    // The node that made the tensor that another one names: calls in place return what they are given, and so may others
    // whose results are like it.
    static node_id tensor_named(graft::graph const& g, node_id n) {
        for (graft::op_info const* op = g.target(n).op; op != nullptr && g.arg_count(n) > 0 && g.arg(n, 0).is_node();
             op = g.target(n).op) {
            node_id const given = g.arg(n, 0).node();
            bool const may_return = (op->returns_alias() || has(op->tags, graft::op_tags::unsaid_view)) &&
                                    packet_of(*op) != "detach" && packet_of(*op) != "alias";
            if (!has(op->tags, graft::op_tags::inplace) && !(may_return && *g.val(n) == *g.val(given)))
                break;
            n = given;
        }
        return n;
    }

    void add_views() {
        random_views const views(ops_);
        for (std::size_t count = random_.below(9) + 8; count > 0; --count)
            if (symbolic_ && random_.once_in(12))
                add_size();
            else if (random_.once_in(20))
                add_any();
            else
                for (int turns = 0; turns < 8 && !add_call(views.draw(random_), 6); ++turns) {
                }
    }

    void add_size() {
        std::vector<std::pair<node_id, std::int64_t>> places;
        for (node_id const n : scope_.tensors)
            for (std::size_t d = 0; d < scope_.spec(n).sizes.size(); ++d)
                if (scope_.spec(n).sizes[d].is_symbolic())
                    places.emplace_back(n, d);
        if (places.empty())
            return;
        auto const [n, d] = random_.pick(places);
        static_cast<void>(
            scope_.add(g().call_function(*graft::find_known_op("aten::sym_size.int"), {graft::arg::node(n), d})));
        if (!scope_.numbers.empty() && random_.once_in(3))
            static_cast<void>(
                scope_.add(g().call_function(random_.once_in(2) ? "operator.mul" : "operator.add",
                                             {graft::arg::node(random_.pick(scope_.numbers)), random_.between(1, 2)})));
    }

    //=== control flow ===//

    bool make_branch(random_scope& inner, std::vector<graft::value_spec>& results);
    bool add_flow(std::string_view op, graft::vec<graft::arg> args, std::vector<graft::submodule> graphs,
                  graft::vec<graft::arg> const& rest, std::vector<graft::value_spec> const& results);
    std::vector<node_id> some_tensors(std::size_t most);
    bool add_cond();
    bool add_map();

    static graft::vec<graft::arg> as_args(std::vector<node_id> const& nodes) {
        graft::vec<graft::arg> items;
        for (node_id const n : nodes)
            items.push_back(graft::arg::node(n));
        return items;
    }

    // A placeholder of a graph that control flow calls.
    static node_id add_operand(random_scope& inner, graft::value_spec spec) {
        graft::graph& of = inner.g();
        inner.tensors.push_back(of.placeholder("arg" + std::to_string(of.size()) + "_1"));
        of.set_val(inner.tensors.back(), std::move(spec));
        return inner.tensors.back();
    }

    graft::op_info const& draw_for_branch() {
        if (functional_ || !random_.once_in(3))
            return ops_.draw_pointwise(random_);
        return random_.once_in(2) ? ops_.draw_view(random_) : ops_.draw_writing(random_);
    }

    //=== what is returned ===//

    [[nodiscard]] bool is_placeholder(node_id n) { return g().op(n) == graft::opcode::placeholder; }

    void finish() {
        std::vector<node_id> outputs;
        for (std::size_t i = scope_.tensors.size(); i-- > 0;) {
            node_id const n = scope_.tensors[i];
            if (of_views_ ? random_.once_in(is_placeholder(n) ? 3 : 2)
                          : !is_placeholder(n) && (g().use_count(n) == 0 ? !random_.once_in(4) : random_.once_in(8)))
                outputs.push_back(n);
            if (of_views_ && !outputs.empty() && random_.once_in(20)) // one that is returned twice
                outputs.push_back(random_.pick(outputs));
        }
        for (std::size_t i = scope_.tensors.size(); outputs.empty() && i-- > 0;)
            if (!is_placeholder(scope_.tensors[i]) || i == 0)
                outputs.push_back(scope_.tensors[i]);
        std::ranges::reverse(outputs);
        std::vector<std::pair<node_id, graft::output_spec>> written;
        for (placeholder const& p : placeholders_)
            if (functional_ && p.kind != graft::input_kind::parameter && random_.once_in(2))
                add_write(p, outputs, written);
        graft::vec<graft::arg> items;
        for (auto const& [n, spec] : written)
            items.push_back(graft::arg::node(n)), program_.signature.outputs.push_back(spec);
        for (node_id const n : outputs)
            items.push_back(graft::arg::node(n)), program_.signature.outputs.emplace_back();
        erase_unused_items(items);
        g().output(graft::arg::tuple(items));
        for (placeholder const& p : placeholders_) {
            graft::input_spec& spec = program_.signature.inputs.emplace_back();
            spec.kind = p.kind;
            spec.name = g().name(p.node);
            spec.target = p.target;
            if (p.kind != graft::input_kind::user_input)
                program_.state_dict[p.target] = p.by_case[0].clone();
        }
        update_output_names(program_);
        program_.verifiers = {functional_ ? "ATEN" : "TRAINING"};
        program_.torch_version = "2.15.0";
        program_.opset_version = {{"aten", 10}};
    }

    // What becomes the new content of a buffer or input when the program ends; nothing that is returned shows the old
    // one.
    void add_write(placeholder const& p, std::vector<node_id> const& outputs,
                   std::vector<std::pair<node_id, graft::output_spec>>& written) {
        if (std::ranges::any_of(outputs, [&](node_id n) { return scope_.share(n, p.node); }))
            return;
        for (node_id const n : scope_.tensors)
            if (!is_placeholder(n) && *g().val(n) == *g().val(p.node) &&
                std::ranges::none_of(placeholders_,
                                     [&](placeholder const& other) { return scope_.share(n, other.node); })) {
                graft::output_spec spec;
                bool const given = p.kind == graft::input_kind::user_input;
                spec.kind = given ? graft::output_kind::user_input_mutation : graft::output_kind::buffer_mutation;
                spec.target = given ? std::string(g().name(p.node)) : p.target;
                written.emplace_back(n, spec);
                return;
            }
    }

    // An exported program takes no item that nothing uses.
    void erase_unused_items(graft::vec<graft::arg> const& returned) {
        for (node_id const n : scope_.tensors)
            if (g().target(n).name == "operator.getitem" && g().use_count(n) == 0 &&
                std::ranges::none_of(returned, [&](graft::arg const& a) { return static_cast<node_id>(a.bits) == n; }))
                g().erase_node(n);
    }

    graft::kernel_library library_;
    random_ops ops_;
    random_source random_;
    graft::exported_program program_;
    random_scope scope_;
    graft::symbol symbol_{"s0"};
    bool of_views_, symbolic_ = false, functional_ = false;
    std::size_t cases_ = 1, made_ = 0, flows_ = 0;
    std::vector<placeholder> placeholders_; // in the order of the signature
};

} // namespace graft_test
