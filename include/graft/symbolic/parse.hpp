#pragma once

#include <graft/config.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <string_view>

namespace graft {

/// The expression written as sympy's srepr, as in a .pt2 file; the error tells the byte in the
/// text.
[[nodiscard]] GRAFT_CONSTEXPR sym_int parse_sympy(std::string_view text);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/meta/vec.hpp>

#    include <bit>
#    include <charconv>
#    include <cstddef>
#    include <cstdint>
#    include <limits>
#    include <optional>
#    include <system_error>
#    include <utility>

namespace graft {
namespace detail {

/// A recursive-descent parser of sympy's srepr.
class srepr_parser {
public:
    explicit constexpr srepr_parser(std::string_view text) : text_(text) {}

    GRAFT_CONSTEXPR_INLINE sym_int parse() {
        sym_int result = expression(0);
        skip_blanks();
        if (at_ != text_.size())
            fail("unexpected text after the expression");
        return result;
    }

private:
    /// Work that a text of any length may cause, in atoms built.
    static constexpr std::size_t max_work = std::size_t{1} << 18;

    template <class... Parts>
    [[noreturn]] void fail(Parts const&... parts) const {
        raise_at_byte(at_, parts...);
    }

    constexpr void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }

    [[nodiscard]] constexpr bool accept(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c)
            return false;
        ++at_;
        return true;
    }

    constexpr void expect(char c) {
        if (!accept(c))
            fail("expected '", std::string_view(&c, 1), "' in a symbolic expression");
    }

    [[nodiscard]] static constexpr bool is_word(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

    [[nodiscard]] constexpr std::string_view word() {
        skip_blanks();
        std::size_t const start = at_;
        while (at_ < text_.size() && is_word(text_[at_]))
            ++at_;
        return text_.substr(start, at_ - start);
    }

    [[nodiscard]] constexpr std::string_view quoted() {
        expect('\'');
        std::size_t const start = at_;
        while (at_ < text_.size() && text_[at_] != '\'')
            ++at_;
        if (at_ == text_.size())
            fail("a quoted text does not end");
        return text_.substr(start, at_++ - start);
    }

    [[nodiscard]] constexpr std::int64_t integer() {
        bool const negative = accept('-');
        skip_blanks();
        std::size_t const start = at_;
        std::int64_t value = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
            std::int64_t const digit = text_[at_] - '0';
            // The number grows downwards because there is one more below zero.
            if (__builtin_mul_overflow(value, std::int64_t{10}, &value) || __builtin_sub_overflow(value, digit, &value))
                fail("an integer does not fit into 64 bits");
        }
        if (at_ == start)
            fail("expected an integer");
        if (!negative && value == std::numeric_limits<std::int64_t>::min())
            fail("an integer does not fit into 64 bits");
        return negative ? value : -value;
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int new_symbol() {
        std::size_t const start = at_;
        std::string_view const text = quoted();
        if (text.empty() || text.size() > symbol::max_size) {
            at_ = start;
            fail("the symbol name '", text, "' has not 1 to ", symbol::max_size, " characters");
        }
        assumption known = assumption::none;
        while (accept(',')) {
            skip_blanks();
            std::size_t const begin = at_;
            std::string_view const key = word();
            assumption const bit = find_assumption(key);
            expect('=');
            if (bit == assumption::none || word() != "True") {
                at_ = begin;
                fail("unknown assumption '", key, "' of the symbol ", text);
            }
            known = known | bit;
        }
        return symbol(text, known);
    }

    [[nodiscard]] static constexpr assumption find_assumption(std::string_view key) {
        for (assumption_name const& known : assumption_names)
            if (known.text == key)
                return known.bit;
        return assumption::none;
    }

    [[nodiscard]] sym_int new_real() {
        std::size_t const start = at_;
        std::string_view const digits = quoted();
        double number = 0;
        auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (failure != std::errc() || end != digits.data() + digits.size()) {
            at_ = start;
            fail("'", digits, "' is not a number");
        }
        if (accept(',')) {
            if (word() != "precision")
                fail("expected the precision of a number");
            expect('=');
            static_cast<void>(integer());
        }
        return {sym_function::real, {std::bit_cast<std::int64_t>(number)}};
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int new_rational() {
        std::int64_t const numerator = integer();
        expect(',');
        std::int64_t const denominator = integer();
        if (denominator <= 0)
            fail("the denominator of a rational number is not positive");
        return {sym_function::rational, {numerator, denominator}};
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> operand_list(std::uint32_t depth) {
        vec<sym_int> operands;
        expect('(');
        if (accept(')'))
            return operands;
        do
            operands.push_back(expression(depth + 1));
        while (accept(','));
        expect(')');
        return operands;
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int leaf(std::string_view head) {
        if (head == "Symbol")
            return new_symbol();
        if (head == "Integer")
            return integer();
        if (head == "Float")
            return new_real();
        return new_rational();
    }

    /// The parts of a `Piecewise`, (value, condition) each, of which the last is for all other cases.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int choice(std::uint32_t depth) {
        std::size_t const start = at_;
        if (word() != "ExprCondPair") {
            at_ = start;
            fail("expected a value and its condition");
        }
        vec<sym_int> const part = operand_list(depth);
        if (part.size() != 2 || depth > 2 * sym_int::max_depth) {
            at_ = start;
            fail("a value and its condition are no pair, or nested too deeply");
        }
        if (part[1] == 1)
            return part[0];
        expect(',');
        skip_blanks();
        return apply(sym_function::where, {part[1], part[0], choice(depth + 1)});
    }

    /// Sums, products and functions; what arithmetic rejects is reported at `start`.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int call(std::string_view head, std::size_t start, std::uint32_t depth) {
        std::optional<sym_function> const function = find_sym_function(head);
        if (!function && head != "Add" && head != "Mul") {
            at_ = start;
            fail("unknown function '", head, "' in a symbolic expression");
        }
        vec<sym_int> operands = operand_list(depth);
        try {
            if (function)
                return apply(*function, std::move(operands));
            if (head == "Add")
                return sym_int::sum(operands);
            sym_int product = 1;
            for (sym_int const& operand : operands)
                product *= operand;
            return product;
        } catch (error& e) {
            e.at_byte(start);
            throw;
        }
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int expression(std::uint32_t depth) {
        skip_blanks();
        std::size_t const start = at_;
        if (depth > 2 * sym_int::max_depth)
            fail("a symbolic expression is nested too deeply");
        std::string_view const head = word();
        if (head == "true" || head == "false")
            return head == "true" ? 1 : 0;
        sym_int result;
        if (head == "Symbol" || head == "Integer" || head == "Float" || head == "Rational") {
            expect('(');
            result = leaf(head);
            expect(')');
        } else if (head == "Piecewise") {
            expect('(');
            result = choice(depth + 1);
            expect(')');
        } else {
            result = call(head, start, depth);
        }
        work_ += result.nodes();
        if (work_ > max_work)
            fail("a symbolic expression is too large");
        return result;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t work_ = 0;
};

} // namespace detail

GRAFT_CONSTEXPR sym_int parse_sympy(std::string_view text) { return detail::srepr_parser(text).parse(); }

} // namespace graft
#endif
