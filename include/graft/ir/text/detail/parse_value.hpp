#pragma once

#include <graft/config.hpp>
#include <graft/ir/text/detail/text_cursor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/parse.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <string_view>
#include <utility>

namespace graft::detail {

// A number, the name of a symbol, or sympy's srepr of an expression.
GRAFT_CONSTEXPR_INLINE sym_int parse_size(text_cursor& in) {
    in.skip_space();
    if (text_cursor::is_digit(in.peek()) || in.peek() == '-')
        return sym_int{in.integer()};
    std::size_t const begin = in.at();
    std::string_view const name = in.identifier();
    if (name.empty())
        in.fail("a size is expected");
    if (in.peek() != '(') {
        if (name.size() > symbol::max_size)
            raise_at_byte(begin, "the symbol name '", name, "' has more than 16 characters");
        return sym_int{symbol{name}};
    }
    int depth = 0;
    do {
        depth += in.peek() == '(' ? 1 : in.peek() == ')' ? -1 : 0;
        if (in.done() || in.peek() == '\n')
            in.fail("the expression is not closed");
        in.advance();
    } while (depth > 0);
    try {
        return parse_sympy(in.since(begin));
    } catch (error const& e) {
        raise_at_byte(begin + e.byte().value_or(0), e.sentence());
    }
}

GRAFT_CONSTEXPR_INLINE vec<sym_int> parse_sizes(text_cursor& in) {
    vec<sym_int> sizes;
    in.expect("[");
    while (!in.accept("]")) {
        if (!sizes.empty())
            in.expect(",");
        sizes.push_back(parse_size(in));
    }
    return sizes;
}

constexpr std::string_view parse_word(text_cursor& in) {
    return in.take([](char c) { return text_cursor::is_word(c) || c == '.' || c == ':'; });
}

GRAFT_CONSTEXPR_INLINE tensor_spec parse_tensor_spec(text_cursor& in, std::string_view dtype_name) {
    dtype const d = parse_dtype(dtype_name);
    if (d == dtype::undefined)
        in.fail("'", dtype_name, "' is not a dtype");
    tensor_spec spec = make_spec(d, parse_sizes(in));
    if (in.peek() == '[') {
        spec.strides = parse_sizes(in);
        if (spec.strides.size() != spec.sizes.size())
            in.fail("a tensor has as many strides as sizes");
    }
    if (in.accept("offset="))
        spec.storage_offset = parse_size(in);
    if (in.accept("device=")) {
        auto const dev = parse_device(parse_word(in));
        if (!dev)
            in.fail("a device is expected");
        spec.dev = *dev;
    }
    if (in.accept("layout=")) {
        auto const layout = parse_layout(parse_word(in));
        if (!layout)
            in.fail("a layout is expected");
        spec.layout = *layout;
    }
    spec.requires_grad = in.accept("requires_grad");
    return spec;
}

// What `lossless_text` prints.
GRAFT_CONSTEXPR_INLINE value_spec parse_value(text_cursor& in, int depth = 0) {
    if (depth > 100)
        in.fail("the values are nested more than 100 deep");
    if (in.accept("(")) {
        vec<value_spec> items;
        while (!in.accept(")")) {
            if (!items.empty()) {
                in.expect(",");
                if (in.accept(")"))
                    break;
            }
            items.push_back(parse_value(in, depth + 1));
        }
        return value_spec::of_list(std::move(items));
    }
    std::string_view const word = in.identifier();
    if (word == "None")
        return {};
    if (word != "SymInt" && word != "SymBool" && word != "SymFloat")
        return parse_tensor_spec(in, word);
    in.expect("(");
    sym_int value = parse_size(in);
    in.expect(")");
    // g++ 12: in constants a conditional operator destroys the class it returns.
    if (word == "SymInt")
        return value_spec::of_integer(std::move(value));
    if (word == "SymBool")
        return value_spec::of_boolean(std::move(value));
    return value_spec::of_real(std::move(value));
}

} // namespace graft::detail
