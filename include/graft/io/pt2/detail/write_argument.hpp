#pragma once

#include <graft/core/device.hpp>
#include <graft/core/error.hpp>
#include <graft/io/pt2/detail/write_value.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// The format has no getitem nodes: their names are those of the items of the value that they take.
class pt2_item_names {
public:
    explicit pt2_item_names(graph const& g) : graph_(g), items_(g.capacity()), stands_for_(g.capacity(), no_node) {
        for (node_id const n : g.nodes())
            if (is_item(n))
                at_node(g, n, [&] { add(n); });
    }

    [[nodiscard]] bool is_item(node_id n) const {
        return graph_.op(n) == opcode::call_function && graph_.target(n).name == "operator.getitem";
    }

    // The name of the value of a node; of several getitem nodes for one item that of the first.
    [[nodiscard]] std::string_view name(node_id n) const {
        return graph_.name(stands_for_[n] == no_node ? n : stands_for_[n]);
    }

    // The getitem node that takes item `i`, or `no_node`.
    [[nodiscard]] node_id item_node(node_id n, std::size_t i) const {
        return i < items_[n].size() ? items_[n][i] : no_node;
    }

    // The name of item `i` of a list, which one that nothing takes has, too.
    [[nodiscard]] std::string item(node_id n, std::size_t i) const {
        if (node_id const taken = item_node(n, i); taken != no_node)
            return std::string(graph_.name(taken));
        std::string name = join({graph_.name(n), "_unused_", i});
        if (graph_.find(name))
            raise(errc::invalid_argument, "pt2: item ", i, " that nothing uses is to be called '", name,
                  "', as another node is");
        return name;
    }

private:
    void add(node_id n) {
        if (graph_.arg_count(n) != 2 || !graph_.arg(n, 0).is_node() || graph_.arg(n, 1).kind() != arg_kind::integer)
            raise(errc::unsupported, "pt2: only an item of a node at a known index can be written");
        node_id const from = graph_.arg(n, 0).node();
        std::int64_t const index = graph_.arg(n, 1).integer();
        value_spec const* const val = graph_.val(from);
        if (val == nullptr || !val->is_list() || index < 0 || index >= static_cast<std::int64_t>(val->items.size()))
            raise(errc::invalid_argument, "pt2: the value '", graph_.name(from), "' is not known to have an item ",
                  index);
        vec<node_id>& items = items_[from];
        items.resize(val->items.size(), no_node);
        node_id& first = items[static_cast<std::size_t>(index)];
        if (first == no_node)
            first = n;
        else
            stands_for_[n] = first;
    }

    graph const& graph_;
    vec<vec<node_id>> items_; // by node
    vec<node_id> stands_for_; // by node: of a second getitem the first
};

// Writes arguments of the nodes of one graph.
class pt2_argument_writer {
public:
    pt2_argument_writer(graph const& g, pt2_item_names const& names) : graph_(g), names_(names) {}

    // `slot` is the argument of the schema, null where there is none.
    [[nodiscard]] pt2_json write(arg_ref given, schema_argument const* slot = nullptr) const {
        switch (given.kind()) {
        case arg_kind::none: return pt2_union("as_none", true);
        case arg_kind::node: return node(given.node());
        case arg_kind::boolean: return pt2_union("as_bool", given.boolean());
        case arg_kind::integer: return pt2_union("as_int", given.integer());
        case arg_kind::real: return pt2_union("as_float", write_pt2_real(given.real()));
        case arg_kind::string: return pt2_union("as_string", given.text());
        case arg_kind::dtype: return pt2_union("as_scalar_type", write_pt2_dtype(given.dtype()));
        case arg_kind::layout: return pt2_union("as_layout", write_pt2_enum(pt2_layouts, given.layout(), "layout"));
        case arg_kind::memory_format:
            return pt2_union("as_memory_format",
                             write_pt2_enum(pt2_memory_formats, given.memory_format(), "memory format"));
        case arg_kind::device: return pt2_union("as_device", device_of(given.text()));
        case arg_kind::list:
        case arg_kind::tuple: return list(given, slot);
        case arg_kind::dict: return dict(given);
        case arg_kind::complex:
            return pt2_union("as_complex", pt2_object({{"real", write_pt2_real(given[0].real())},
                                                       {"imag", write_pt2_real(given[1].real())}}));
        default: break;
        }
        raise(errc::unsupported, "pt2: an argument of this kind cannot be written");
    }

    // An argument that is of this kind in the file that it was read from, where that says more than the value.
    [[nodiscard]] pt2_json write_as(std::string_view kind, arg_ref given) const {
        bool const list = given.kind() == arg_kind::list || given.kind() == arg_kind::tuple;
        if (kind == "as_operator" && given.kind() == arg_kind::string)
            return pt2_union(kind, given.text());
        if (kind == "as_optional_tensors" && list)
            return items(kind, given, false);
        if (!kind.empty() && list && given.size() == 0)
            return pt2_union(kind, pt2_json::array());
        return write(given);
    }

private:
    // What the items of a list have in common, as bits: the format has one kind of list for each set.
    enum item : unsigned {
        none = 1,
        tensor = 2,
        integer = 4,
        real = 8,
        boolean = 16,
        text = 32,
        symbolic = 64,
        nested = 128
    };

    [[nodiscard]] pt2_json node(node_id n) const {
        value_spec const* const val = graph_.val(n);
        if (val == nullptr)
            raise(errc::invalid_argument, "pt2: the value '", graph_.name(n), "' is used, but has no val");
        if (!val->is_list())
            return write_pt2_reference(val->k, names_.name(n));
        pt2_json tensors = pt2_json::array();
        for (std::size_t i = 0; i < val->items.size(); ++i)
            tensors.push_back(pt2_name(names_.item(n, i)));
        return pt2_union("as_tensors", std::move(tensors));
    }

    static pt2_json device_of(std::string_view text) {
        auto const found = parse_device(text);
        if (!found)
            raise(errc::unsupported, "pt2: the device '", text, "' is unknown");
        return write_pt2_device(*found);
    }

    [[nodiscard]] unsigned kind_of(arg_ref given) const {
        switch (given.kind()) {
        case arg_kind::none: return none;
        case arg_kind::boolean: return boolean;
        case arg_kind::integer: return integer;
        case arg_kind::real: return real;
        case arg_kind::string: return text;
        case arg_kind::list:
        case arg_kind::tuple: return nested;
        case arg_kind::node: break;
        default: raise(errc::unsupported, "pt2: a list of such items cannot be written");
        }
        value_spec const* const val = graph_.val(given.node());
        switch (val == nullptr ? value_spec::kind::none : val->k) {
        case value_spec::kind::tensor: return tensor;
        case value_spec::kind::sym_int: return symbolic | integer;
        case value_spec::kind::sym_bool: return symbolic | boolean;
        case value_spec::kind::sym_float: return symbolic | real;
        default: break;
        }
        raise(errc::invalid_argument, "pt2: the value '", graph_.name(given.node()),
              "' stands in a list, but is no tensor or number");
    }

    [[nodiscard]] static std::string_view kind_of_empty(schema_argument const* slot) {
        if (slot == nullptr || slot->type == type_kind::tensor)
            return "as_tensors";
        return slot->type == type_kind::real ? "as_floats" : "as_ints";
    }

    [[nodiscard]] pt2_json list(arg_ref given, schema_argument const* slot) const {
        if (given.size() == 0)
            return pt2_union(kind_of_empty(slot), pt2_json::array());
        unsigned kinds = 0;
        for (std::size_t i = 0; i < given.size(); ++i)
            kinds |= kind_of(given[i]);
        if (slot != nullptr && slot->optional_elements && (kinds & ~(none | tensor)) == 0)
            kinds |= none | tensor;
        switch (kinds) {
        case tensor: return items("as_tensors", given, true);
        case none:
        case none | tensor: return items("as_optional_tensors", given, false);
        case integer: return items("as_ints", given, true);
        case boolean: return items("as_bools", given, true);
        case integer | real:
        case real: return items("as_floats", given, true);
        case text: return items("as_strings", given, true);
        case symbolic | integer: return numbers("as_sym_ints", given);
        case symbolic | boolean: return numbers("as_sym_bools", given);
        case symbolic | real: return numbers("as_sym_floats", given);
        case nested: return lists(given);
        default: break;
        }
        // As torch.export: of values of which some are tensors the names alone.
        if ((kinds & tensor) != 0 && (kinds & ~(tensor | symbolic | integer | boolean | real)) == 0 && are_nodes(given))
            return names("as_tensors", given);
        raise(errc::unsupported, "pt2: the format has no list of items so different");
    }

    [[nodiscard]] static bool are_nodes(arg_ref given) {
        for (std::size_t i = 0; i < given.size(); ++i)
            if (!given[i].is_node())
                return false;
        return true;
    }

    [[nodiscard]] pt2_json names(std::string_view kind, arg_ref given) const {
        pt2_json result = pt2_json::array();
        for (std::size_t i = 0; i < given.size(); ++i)
            result.push_back(pt2_name(graph_.name(given[i].node())));
        return pt2_union(kind, std::move(result));
    }

    // The content alone of each item, or the whole of it.
    [[nodiscard]] pt2_json items(std::string_view kind, arg_ref given, bool content) const {
        pt2_json result = pt2_json::array();
        for (std::size_t i = 0; i < given.size(); ++i) {
            pt2_json one = write(given[i]);
            result.push_back(content ? std::move(one.begin().value()) : std::move(one));
        }
        return pt2_union(kind, std::move(result));
    }

    // Names and plain numbers.
    [[nodiscard]] pt2_json numbers(std::string_view kind, arg_ref given) const {
        pt2_json result = pt2_json::array();
        for (std::size_t i = 0; i < given.size(); ++i) {
            pt2_json one = write(given[i]);
            result.push_back(given[i].is_node() ? std::move(one.begin().value()) : std::move(one));
        }
        return pt2_union(kind, std::move(result));
    }

    [[nodiscard]] pt2_json lists(arg_ref given) const {
        pt2_json result = pt2_json::array();
        std::string kind;
        for (std::size_t i = 0; i < given.size(); ++i) {
            pt2_json one = list(given[i], nullptr);
            std::string const inner = one.begin().key();
            if (!kind.empty() && inner != kind)
                raise(errc::unsupported, "pt2: the format has no list of lists so different");
            kind = inner;
            result.push_back(std::move(one.begin().value()));
        }
        if (kind == "as_tensors")
            return pt2_union("as_nested_tensors", std::move(result));
        if (kind == "as_ints" || kind == "as_floats")
            return pt2_union(kind == "as_ints" ? "as_int_lists" : "as_float_lists", std::move(result));
        raise(errc::unsupported, "pt2: the format has no list of such lists");
    }

    [[nodiscard]] pt2_json dict(arg_ref given) const {
        pt2_json result = pt2_json::object();
        for (std::size_t i = 0; i < given.size(); ++i)
            append_member(result, given.key(i), write(given[i]));
        return pt2_union("as_string_to_argument", std::move(result));
    }

    graph const& graph_;
    pt2_item_names const& names_;
};

} // namespace graft::detail
