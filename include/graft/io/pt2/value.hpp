#pragma once

#include <graft/config.hpp>
#include <graft/core/device.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/sym_known.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/detail/enum.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>

namespace graft::detail {

template <class Numbers>
auto read_pt2_enum(json_value number, Numbers const& numbers, std::string_view what) {
    auto const found = from_pt2(numbers, number.as_int());
    if (!found)
        number.fail(join({"unsupported ", what, " ", number.as_int()}), errc::unsupported);
    return *found;
}

inline dtype read_pt2_dtype(json_value number) {
    constexpr std::string_view others[] = {"float8_e4m3fnuz", "float8_e5m2fnuz"};
    if (std::int64_t const n = number.as_int(); n >= 31 && n < 31 + std::ssize(others))
        number.fail(join({"unsupported dtype torch.", others[n - 31]}), errc::unsupported);
    return read_pt2_enum(number, pt2_dtypes, "ScalarType");
}

inline layout read_pt2_layout(json_value number) { return read_pt2_enum(number, pt2_layouts, "Layout"); }

inline memory_format read_pt2_memory_format(json_value number) {
    return read_pt2_enum(number, pt2_memory_formats, "MemoryFormat");
}

// The numbers that JSON lacks are texts.
GRAFT_INLINE double read_pt2_real(json_value number);

GRAFT_INLINE device read_pt2_device(json_value value);

// What the JSON says of values: symbolic numbers, tensors without elements.
class pt2_value_reader {
public:
    // SymInt and SymBool alike; `constant` is the member of a plain value.
    sym_int number(json_value value, std::string_view constant);

    // SymFloat.
    sym_int real(json_value value) {
        auto const [kind, content] = value.only_member();
        return kind == "as_float" ? sym_real(read_pt2_real(content)).integer : number(value, "as_float");
    }

    vec<sym_int> numbers(json_value list) {
        vec<sym_int> values;
        values.reserve(list.size());
        for (json_value const item : list.items())
            values.push_back(number(item, "as_int"));
        return values;
    }

    tensor_spec tensor(json_value meta);

private:
    // Parsed once: a program repeats few expressions many times.
    sym_int const& expression(json_value text);

    std::map<std::string_view, sym_int> expressions_;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/symbolic/parse.hpp>

#    include <cstdint>
#    include <limits>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE double read_pt2_real(json_value number) {
    if (number.kind() != json_kind::string)
        return number.as_real();
    std::string_view const text = number.as_string();
    if (text == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (text != "Infinity" && text != "-Infinity")
        number.fail("expected a number");
    double const infinity = std::numeric_limits<double>::infinity();
    return text == "Infinity" ? infinity : -infinity;
}

GRAFT_INLINE device read_pt2_device(json_value value) {
    json_value const type = value.at("type");
    auto found = parse_device(type.as_string());
    if (!found || found->index >= 0)
        type.fail("unknown device", errc::unsupported);
    if (auto const index = value.find("index")) {
        if (index->as_int() < 0 || index->as_int() > 127)
            index->fail("no index of a device");
        found->index = static_cast<std::int8_t>(index->as_int());
    }
    return *found;
}

GRAFT_INLINE sym_int pt2_value_reader::number(json_value value, std::string_view constant) {
    auto const [kind, content] = value.only_member();
    if (kind == "as_expr")
        return expression(content.at("expr_str"));
    if (kind != constant)
        value.fail(join({"expected 'as_expr' or '", constant, "', found '", kind, "'"}));
    if (content.kind() == json_kind::boolean)
        return content.as_bool() ? 1 : 0;
    return content.as_int();
}

GRAFT_INLINE tensor_spec pt2_value_reader::tensor(json_value meta) {
    tensor_spec spec;
    spec.dtype = read_pt2_dtype(meta.at("dtype"));
    spec.sizes = numbers(meta.at("sizes"));
    spec.strides = numbers(meta.at("strides"));
    spec.storage_offset = number(meta.at("storage_offset"), "as_int");
    spec.dev = read_pt2_device(meta.at("device"));
    spec.requires_grad = meta.at("requires_grad").as_bool();
    spec.layout = read_pt2_layout(meta.at("layout"));
    if (spec.sizes.size() != spec.strides.size())
        meta.fail("a tensor needs as many strides as sizes");
    return spec;
}

GRAFT_INLINE sym_int const& pt2_value_reader::expression(json_value text) {
    std::string_view const source = text.as_string();
    auto const found = expressions_.find(source);
    if (found != expressions_.end())
        return found->second;
    sym_int parsed = text.guard([&] { return parse_sympy(source); });
    return expressions_.emplace(source, std::move(parsed)).first->second;
}

} // namespace graft::detail
#endif
