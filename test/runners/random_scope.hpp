#pragma once

#include "random_source.hpp"
#include "random_views.hpp"
#include "random_world.hpp"

#include <graft/core/error.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/lazy_views.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/spec_of.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/transform/root_as_strided.hpp>
#include <graft/transform/scatter_view.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

/// What the elements of a new tensor are.
enum class content {
    numbers,  ///< multiples of a quarter, small
    positive, ///< those, greater than 0
    indices   ///< whole numbers from 0, smaller than a limit
};

/// A tensor that a call wants and that is not there yet.
struct wanted_tensor {
    graft::dtype dtype = graft::dtype::f32;
    graft::vec<graft::sym_int> sizes{};
    content of = content::numbers;
    std::int64_t limit = 2; ///< of indices
    bool distinct = false;  ///< indices that differ along each dimension
};

/// A graph that grows node by node, with the values of its nodes in several worlds.
class random_scope {
public:
    random_scope(graft::graph_module& m, random_source& r) : module(m), random(r) {}

    graft::graph_module& module;
    random_source& random;
    std::vector<random_world> worlds;         ///< the first ones round as kernels do, one for each case
    std::vector<graft::sym_bindings> symbols; ///< by world
    graft::vec<graft::symbol_range> ranges;   ///< of the program
    std::vector<graft::node_id> tensors;      ///< nodes that are tensors
    std::vector<graft::node_id> numbers;      ///< nodes that are symbolic integers
    std::function<std::optional<graft::node_id>(wanted_tensor const&)> make_input; ///< makes a placeholder, or does not
    std::function<bool(graft::node_id)> may_write; ///< says whether calls may write to a value
    bool may_write_any = false;                    ///< whether it may say so of any

    [[nodiscard]] graft::graph& g() const { return module.graph; }
    [[nodiscard]] graft::tensor_spec const& spec(graft::node_id n) const { return g().val(n)->tensor; }

    /// True when two tensors have one storage.
    [[nodiscard]] bool share(graft::node_id a, graft::node_id b) const {
        return worlds[0].at(a).tensor().shares_storage(worlds[0].at(b).tensor());
    }

    /// Infers and runs a new node, and adds its values to those that are there. False, and the node is no more, where
    /// it is wrong, or where what it gives depends on how numbers are rounded. Raises where what the node gives is not
    /// what is inferred.
    bool add(graft::node_id n) {
        std::vector<graft::node_id> added{n};
        std::vector<std::vector<random_world::snapshot>> old(worlds.size());
        bool good = false;
        try {
            if (g().val(n) == nullptr)
                graft::infer(g(), n, ranges);
            good = is_known(*g().val(n)) && may_run(n);
            if (good)
                add_items(n, added);
            for (std::size_t w = 0; good && w < worlds.size(); ++w) {
                remember(n, worlds[w], old[w]);
                worlds[w].run_new(module);
            }
            good = good && std::ranges::all_of(added, [&](graft::node_id of) { return is_sound(of); }) &&
                   written_is_sound(n) && (is_view_as_inferred(n) || !holds_symbols(spec(g().arg(n, 0).node())));
        } catch (graft::error const& e) {
            last_refusal = e.sentence();
            good = false;
        }
        if (!good) {
            for (std::size_t w = 0; w < worlds.size(); ++w) {
                for (auto const& s : old[w])
                    worlds[w].put_back(s);
                for (graft::node_id const of : added)
                    worlds[w].forget(of);
            }
            for (std::size_t i = added.size(); i-- > 0;)
                g().erase_node(added[i]);
            return false;
        }
        for (graft::node_id const of : added)
            check_inferred(of);
        if (!is_view_as_inferred(n))
            graft::raise(graft::errc::internal, graft::text(g(), n),
                         ": a kernel gives a view or a copy, not as strides say");
        for (graft::node_id const of : added)
            if (g().val(of)->is_tensor())
                tensors.push_back(of);
            else if (g().val(of)->k == graft::value_spec::kind::sym_int)
                numbers.push_back(of);
        return true;
    }

    /// True when all of its numbers are finite and not large, and the same, nearly, in all worlds of a case.
    [[nodiscard]] bool is_sound(graft::tensor const& plain, graft::tensor const& other) const {
        if (plain.sizes() != other.sizes())
            return false;
        bool small = true;
        // Bytes that are seen as truths may be none.
        if (plain.dtype() == graft::dtype::boolean) {
            graft::tensor const bytes(plain.get_storage(), graft::dtype::u8, plain.sizes(), plain.strides(),
                                      plain.storage_offset());
            for_each_element(bytes, [&](auto const& byte) { small = small && static_cast<double>(byte) <= 1; });
            if (!small)
                return false;
        }
        for_each_element(plain, [&](auto const& element) {
            double const x = std::abs(static_cast<double>(element));
            small = small && std::isfinite(x) && x <= 1e4;
        });
        bool const half =
            graft::element_size(graft::real_part(plain.dtype())) == 2 && !graft::is_integral(plain.dtype(), true);
        double const apart = half ? 1.5e-2 : graft::is_integral(plain.dtype(), true) ? 0 : 2.5e-5;
        return small && graft::compare(plain, other, {apart, apart}).agrees();
    }

    std::string last_refusal; ///< why the last node was refused, if there was an error

private:
    [[nodiscard]] static bool is_known(graft::value_spec const& v) {
        return v.is_list() ? !v.items.empty() && std::ranges::all_of(v.items, [](auto const& i) { return is_known(i); })
                           : !v.is_none();
    }

    [[nodiscard]] static bool holds_symbols(graft::tensor_spec const& spec) {
        auto const is_symbolic = [](graft::sym_int const& size) { return size.is_symbolic(); };
        return std::ranges::any_of(spec.sizes, is_symbolic) || std::ranges::any_of(spec.strides, is_symbolic);
    }

    // The numbers of the elements' places in the storage.
    static std::vector<std::int64_t> places(graft::tensor const& t) {
        std::vector<std::int64_t> result;
        std::byte const* const base = t.get_storage().data();
        for_each_element(t, [&](auto const& e) { result.push_back(reinterpret_cast<std::byte const*>(&e) - base); });
        return result;
    }

    static bool shows_all(graft::tensor const& t) { return t.is_contiguous() && t.storage_bytes() == t.nbytes(); }

    // True where what owns the storage of a tensor shows all that lies there, row by row, in the dtype of the tensor. Where
    // a tensor without elements begins is not known when it is run, nor what torch leaves before what a scatter gives.
    [[nodiscard]] bool owner_shows_all(graft::node_id n) const {
        graft::tensor const& t = worlds[0].at(n).tensor();
        auto const first = std::ranges::find_if(tensors, [&](graft::node_id other) { return share(other, n); });
        if (first == tensors.end())
            return false;
        graft::tensor const& owner = worlds[0].at(*first).tensor();
        return is_contiguous(spec(*first)) && spec(*first).storage_offset == 0 && shows_all(owner) &&
               owner.dtype() == t.dtype() && t.numel() != 0;
    }

    // A call may not write to one element several numbers, nor to what it reads elsewhere: torch refuses both. Nor to what
    // may be one element for some symbols, which cannot be written back. What lies beside the elements of a tensor is not
    // the same where that tensor is a copy.
    [[nodiscard]] bool may_run(graft::node_id n) const {
        graft::op_info const* const op = g().target(n).op;
        if (op != nullptr && op->name.starts_with("aten::as_strided")) {
            graft::node_id const shown = g().arg(n, 0).node();
            // Of several numbers that are scattered to one element, which one stays may depend on how a tensor lies.
            bool const scatters = op->name == "aten::as_strided_scatter";
            if (!owner_shows_all(shown) || (scatters && !shows_all(worlds[0].at(shown).tensor())))
                return false;
        }
        if (may_write_any && graft::lazy_views(g()).any()) // whose kernels copy, so that a write would be missed
            return false;
        for (std::size_t i = 0; op != nullptr && i < op->arguments.size(); ++i) {
            auto const a = g().schema_arg(n, i);
            if (!op->arguments[i].writes || !a || !a->is_node())
                continue;
            if (may_write && !may_write(a->node()))
                return false;
            graft::tensor const& written = worlds[0].at(a->node()).tensor();
            if (holds_symbols(spec(a->node())) && !graft::detail::shows_each_once(spec(a->node())))
                return false;
            std::vector<std::int64_t> const where = places(written);
            std::set<std::int64_t> const set(where.begin(), where.end());
            bool good = set.size() == where.size() || random_views::writes_one_number(*op);
            g().for_each_input(n, [&](graft::node_id input) {
                graft::run_value const& v = worlds[0].at(input);
                if (!v.is_tensor() || input == a->node() || !v.tensor().shares_storage(written))
                    return;
                std::vector<std::int64_t> const read = places(v.tensor());
                bool const meets = std::ranges::any_of(read, [&](std::int64_t p) { return set.contains(p); });
                good = good && (!meets || (v.tensor().sizes() == written.sizes() && read == where));
            });
            if (!good)
                return false;
        }
        return true;
    }

    // Whether a call is a view, or a copy, in every case as what is inferred tells. Symbols alone may not.
    [[nodiscard]] bool is_view_as_inferred(graft::node_id n) const {
        graft::op_info const* const op = g().target(n).op;
        if (op == nullptr || !has(op->tags, graft::op_tags::may_copy) || !g().arg(n, 0).is_node())
            return true;
        graft::node_id const given = g().arg(n, 0).node();
        bool const view = relation_to_first(g(), n) != graft::view_relation::none;
        for (std::size_t c = 0; c < case_count(); ++c)
            if (graft::tensor const& made = worlds[c].at(n).tensor();
                made.numel() != 0 && made.shares_storage(worlds[c].at(given).tensor()) != view)
                return false;
        return true;
    }

    void remember(graft::node_id n, random_world const& world, std::vector<random_world::snapshot>& old) const {
        graft::op_info const* const op = g().target(n).op;
        for (std::size_t i = 0; op != nullptr && i < op->arguments.size(); ++i)
            if (auto const a = g().schema_arg(n, i); op->arguments[i].writes && a && a->is_node())
                old.push_back(world.remember(world.at(a->node()).tensor()));
    }

    // The items of several values.
    void add_items(graft::node_id n, std::vector<graft::node_id>& added) {
        graft::value_spec const val = *g().val(n);
        for (std::size_t i = 0; val.is_list() && i < val.items.size(); ++i) {
            added.push_back(g().call_function("operator.getitem", {graft::arg::node(n), static_cast<std::int64_t>(i)}));
            g().set_val(added.back(), val.items[i]);
        }
    }

    [[nodiscard]] std::size_t case_of(std::size_t world) const { return world % case_count(); }
    [[nodiscard]] std::size_t case_count() const { return worlds.size() / 4; }

    [[nodiscard]] bool is_sound(graft::node_id n) const {
        for (std::size_t w = 0; w < worlds.size(); ++w)
            if (graft::run_value const &plain = worlds[case_of(w)].at(n), &other = worlds[w].at(n); plain.is_tensor())
                if (!is_sound(plain.tensor(), other.tensor()) || !is_in_range(n, plain.tensor()))
                    return false;
        return true;
    }

    // What a call writes to may be seen through other values as well.
    [[nodiscard]] bool written_is_sound(graft::node_id n) const {
        graft::op_info const* const op = g().target(n).op;
        if (op == nullptr || !op->mutates())
            return true;
        return std::ranges::all_of(tensors, [&](graft::node_id t) { return is_sound(t); });
    }

    // A number that the integers of a dtype do not have becomes any of them.
    [[nodiscard]] bool is_in_range(graft::node_id n, graft::tensor const& made) const {
        bool good = true;
        if (graft::is_integral(made.dtype(), false))
            g().for_each_input(n, [&](graft::node_id input) {
                for (std::size_t c = 0; c < case_count(); ++c)
                    for_each_tensor(worlds[c].at(input), [&](graft::tensor const& t) {
                        if (graft::is_floating_point(t.dtype()))
                            for_each_element(t, [&](auto const& e) {
                                double const x = static_cast<double>(e);
                                good = good && x > static_cast<double>(graft::lowest_integer(made.dtype())) - 1 &&
                                       x < static_cast<double>(graft::highest_integer(made.dtype())) + 1;
                            });
                    });
            });
        return good;
    }

    static std::string describe(graft::tensor_spec const& spec) {
        std::string text(graft::fx_name(spec.dtype));
        for (auto const* const list : {&spec.sizes, &spec.strides}) {
            text += '[';
            for (graft::sym_int const& of : *list)
                text += graft::text(of) + (&of == &list->back() ? "" : ", ");
            text += ']';
        }
        return text;
    }

    // Kernels write without gaps what torch lays out with some.
    void check_inferred(graft::node_id n) const {
        graft::value_spec const& val = *g().val(n);
        bool const dense = val.is_tensor() && graft::is_dense(val.tensor);
        for (std::size_t c = 0; c < case_count() && val.is_tensor(); ++c) {
            graft::tensor const& made = worlds[c].at(n).tensor();
            bool good = val.tensor.dtype == made.dtype() && val.tensor.sizes.size() == made.dim();
            for (std::size_t d = 0; good && d < made.dim(); ++d)
                good = evaluate(val.tensor.sizes[d], symbols[c]) == made.sizes()[d] &&
                       (!dense || made.numel() == 0 || made.sizes()[d] <= 1 ||
                        evaluate(val.tensor.strides[d], symbols[c]) == made.strides()[d]);
            if (!good)
                graft::raise(graft::errc::internal, graft::text(g(), n), ": a kernel gives ",
                             describe(graft::spec_of(made)), ", not ", describe(val.tensor));
        }
    }
};

} // namespace graft_test
