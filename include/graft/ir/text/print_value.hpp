#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument_store.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <string>
#include <string_view>

namespace graft {

namespace detail {

GRAFT_INLINE bool is_identifier(std::string_view text);

inline bool is_qualified_name(std::string_view text) {
    for (char const c : text)
        if (c != '.' && !is_identifier({&c, 1}) && !(c >= '0' && c <= '9'))
            return false;
    return !text.empty();
}

// `text` between double quotes, with quotes, backslashes and control characters escaped.
GRAFT_INLINE std::string quoted_text(std::string_view text);

// A literal without items.
GRAFT_INLINE std::string literal_text(arg_ref a);

// FX's name of a call_function target.
GRAFT_INLINE std::string python_target(target_info const& target);

// A number, the name of a symbol, or sympy's srepr, which is read again as it was.
GRAFT_INLINE void append_lossless_size(std::string& out, sym_int const& size);

// As `text` prints it, but for the sizes.
GRAFT_INLINE std::string lossless_text(value_spec const& value);

} // namespace detail

/// A tensor spec as `f32[2, 3]`, with sizes as torch prints them, `f32[2*s0, 3]`, and with `[strides]` where it is not contiguous and the rarer facts after it.
[[nodiscard]] GRAFT_INLINE std::string text(tensor_spec const& spec);

/// A value spec as text: a tensor spec, `SymInt(2*s0)`, `None`, or a tuple of them.
[[nodiscard]] GRAFT_INLINE std::string text(value_spec const& value);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/print.hpp>
#    include <graft/symbolic/repr.hpp>

#    include <cstdio>

namespace graft {
namespace detail {

GRAFT_INLINE bool is_identifier(std::string_view text) {
    for (char const c : text)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    return !text.empty() && !(text[0] >= '0' && text[0] <= '9');
}

GRAFT_INLINE std::string quoted_text(std::string_view text) {
    std::string out = "\"";
    for (char const c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[5];
            std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    return out + '"';
}

GRAFT_INLINE std::string literal_text(arg_ref a) {
    switch (a.kind()) {
    case arg_kind::boolean: return a.boolean() ? "True" : "False";
    case arg_kind::integer: return std::to_string(a.integer());
    case arg_kind::real: {
        std::string out;
        append_real(out, a.real());
        return out;
    }
    case arg_kind::dtype: return std::string{torch_name(a.dtype())};
    case arg_kind::layout: return std::string{torch_name(a.layout())};
    case arg_kind::memory_format: return std::string{torch_name(a.memory_format())};
    case arg_kind::ellipsis: return "Ellipsis";
    default: return "None";
    }
}

GRAFT_INLINE std::string python_target(target_info const& target) {
    if (!target.is_op())
        return std::string{target.name};
    std::string out = target.dialect == dialect_tag::aten   ? "torch.ops."
                      : target.dialect == dialect_tag::edge ? "executorch.exir.dialects.edge._ops."
                                                            : "executorch.exir.dialects.backend._ops.";
    out += target.name.substr(0, namespace_size(target.name));
    vec<char> const overload = overload_name(target.name);
    out += '.';
    out.append(overload.data(), overload.size());
    return out;
}

GRAFT_INLINE void append_lossless_size(std::string& out, sym_int const& size) {
    sym_atom const* const atom = size.atom();
    bool const plain = atom != nullptr && atom->function == sym_function::symbol &&
                       atom->name.known() == symbol{atom->name.name()}.known();
    if (!size.is_symbolic())
        out += std::to_string(size.value());
    else if (plain)
        out += atom->name.name();
    else
        append_srepr(out, size);
}

// Prints what is known of a value, sizes by `append`.
class value_printer {
public:
    explicit value_printer(void (*append)(std::string&, sym_int const&)) : append_(append) {}

    [[nodiscard]] std::string tensor(tensor_spec const& spec) const {
        std::string out{fx_name(spec.dtype)};
        sizes(out, spec.sizes);
        if (spec.strides != contiguous_strides(spec.sizes))
            sizes(out, spec.strides);
        if (spec.storage_offset != sym_int{0}) {
            out += " offset=";
            append_(out, spec.storage_offset);
        }
        if (spec.dev != device{})
            out += " device=" + text(spec.dev);
        if (spec.layout != layout::strided)
            out += " layout=" + std::string{torch_name(spec.layout)};
        if (spec.requires_grad)
            out += " requires_grad";
        return out;
    }

    [[nodiscard]] std::string value(value_spec const& v) const {
        std::string out;
        switch (v.k) {
        case value_spec::kind::none: return "None";
        case value_spec::kind::tensor: return tensor(v.tensor);
        case value_spec::kind::sym_int: out = "SymInt("; break;
        case value_spec::kind::sym_bool: out = "SymBool("; break;
        case value_spec::kind::sym_float: out = "SymFloat("; break;
        case value_spec::kind::list:
            out = "(";
            for (std::size_t i = 0; i < v.items.size(); ++i)
                out += (i == 0 ? "" : ", ") + value(v.items[i]);
            return out + (v.items.size() == 1 ? ",)" : ")");
        }
        append_(out, v.integer);
        return out + ")";
    }

private:
    void sizes(std::string& out, vec<sym_int> const& list) const {
        out += '[';
        for (std::size_t i = 0; i < list.size(); ++i) {
            out += i == 0 ? "" : ", ";
            append_(out, list[i]);
        }
        out += ']';
    }

    void (*append_)(std::string&, sym_int const&);
};

GRAFT_INLINE std::string lossless_text(value_spec const& value) {
    return value_printer(&append_lossless_size).value(value);
}

} // namespace detail

GRAFT_INLINE std::string text(tensor_spec const& spec) {
    return detail::value_printer(&append_to<std::string>).tensor(spec);
}

GRAFT_INLINE std::string text(value_spec const& value) {
    return detail::value_printer(&append_to<std::string>).value(value);
}

} // namespace graft
#endif
