#pragma once

#include <graft/core/error.hpp>
#include <graft/dialect/dtype_constraint.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// What can be wrong with the text of a dtype constraint.
enum class constraint_mistake : std::uint8_t {
    none,                ///< there is none
    expected_assignment, ///< a part is not of the form NAME=VALUE
    unknown_dtype,       ///< a dtype of an alias is none
    unknown_alias,       ///< a column has a value that no alias is
    alias_twice,         ///< an alias is defined again
    unknown_column,      ///< a row names what the first row does not
    column_twice,        ///< a row names a column again
    missing_column,      ///< a row leaves out a column of the first
    too_many             ///< more aliases, columns or rows than fit
};

/// The mistake in words.
[[nodiscard]] constexpr std::string_view text(constraint_mistake mistake) {
    switch (mistake) {
    case constraint_mistake::none: return "no mistake";
    case constraint_mistake::expected_assignment: return "expected NAME=VALUE";
    case constraint_mistake::unknown_dtype: return "unknown dtype";
    case constraint_mistake::unknown_alias: return "unknown alias";
    case constraint_mistake::alias_twice: return "alias defined twice";
    case constraint_mistake::unknown_column: return "no column of the first row";
    case constraint_mistake::column_twice: return "column given twice";
    case constraint_mistake::missing_column: return "a column is missing";
    case constraint_mistake::too_many: return "too many of a kind";
    }
    return {};
}

/// A dtype constraint, or the first mistake and the offset where it was found.
struct parsed_constraint {
    dtype_constraint value{};                              ///< what was read before the mistake, if there is one
    constraint_mistake mistake = constraint_mistake::none; ///< the first mistake, or `none`
    std::size_t position = 0;                              ///< of the mistake, counted from 0
};

namespace detail {

// Of one dtype, or of those that a macro of ExecuTorch of this name switches over; of none by another name.
[[nodiscard]] constexpr dtype_set dtypes_named(std::string_view name) {
    dtype_set const integers{dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64};
    dtype_set const floats{dtype::f16, dtype::bf16, dtype::f32, dtype::f64};
    if (name == "INT")
        return integers;
    if (name == "FLOATHBF16")
        return floats;
    if (name == "REALHBF16")
        return integers | floats;
    if (name == "REALHBBF16")
        return integers | floats | dtype_set{dtype::boolean};
    return {parse_scalar_type(name)};
}

class constraint_parser {
public:
    explicit constexpr constraint_parser(std::string_view text) : text_(text) {}

    constexpr parsed_constraint parse() {
        while (ok() && !at(';'))
            alias();
        while (ok() && at_ < text_.size()) {
            ++at_;
            row();
        }
        return result_;
    }

private:
    [[nodiscard]] constexpr bool ok() const { return result_.mistake == constraint_mistake::none; }

    // At the end of a clause, also of the last one.
    constexpr bool at(char c) {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
        return at_ == text_.size() || text_[at_] == c;
    }

    constexpr void fail(constraint_mistake mistake, std::size_t position) {
        if (ok()) {
            result_.mistake = mistake;
            result_.position = position;
        }
    }

    constexpr std::string_view word() {
        std::size_t const begin = at_;
        while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != ';' && text_[at_] != '=' && text_[at_] != ',')
            ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // The name and the sign of `T0=...`.
    constexpr std::string_view assigned() {
        std::size_t const begin = at_;
        std::string_view const name = word();
        if (name.empty() || at_ == text_.size() || text_[at_] != '=')
            fail(constraint_mistake::expected_assignment, begin);
        else
            ++at_;
        return name;
    }

    [[nodiscard]] constexpr std::optional<std::uint8_t> find_alias(std::string_view name) const {
        for (std::size_t i = 0; i < result_.value.alias_count; ++i)
            if (result_.value.alias_names[i] == name)
                return static_cast<std::uint8_t>(i);
        return std::nullopt;
    }

    constexpr void alias() {
        std::size_t const begin = at_;
        std::string_view const name = assigned();
        dtype_set set;
        for (bool more = ok(); more;) {
            std::size_t const position = at_;
            dtype_set const members = dtypes_named(word());
            if (members.empty())
                fail(constraint_mistake::unknown_dtype, position);
            set = set | members;
            more = ok() && at_ < text_.size() && text_[at_] == ',';
            at_ += more ? 1 : 0;
        }
        if (find_alias(name))
            fail(constraint_mistake::alias_twice, begin);
        if (result_.value.alias_count == dtype_constraint::max_aliases)
            fail(constraint_mistake::too_many, begin);
        if (!ok())
            return;
        result_.value.alias_names[result_.value.alias_count] = name;
        result_.value.aliases[result_.value.alias_count++] = set;
    }

    constexpr void row() {
        std::size_t const begin = at_;
        dtype_constraint& c = result_.value;
        if (c.row_count == dtype_constraint::max_rows)
            return fail(constraint_mistake::too_many, begin);
        std::array<bool, dtype_constraint::max_columns> given{};
        std::size_t count = 0;
        for (; ok() && !at(';'); ++count)
            cell(given);
        if (count != c.column_count)
            fail(constraint_mistake::missing_column, begin);
        ++c.row_count;
    }

    constexpr void cell(std::array<bool, dtype_constraint::max_columns>& given) {
        dtype_constraint& c = result_.value;
        std::size_t const begin = at_;
        std::string_view const name = assigned();
        std::size_t const position = at_;
        std::optional<std::uint8_t> const alias = find_alias(word());
        std::optional<std::size_t> column = c.find(name);
        if (!column && c.row_count == 0 && c.column_count < dtype_constraint::max_columns) {
            column = c.column_count++;
            c.column_names[*column] = name;
        }
        if (!column)
            return fail(c.row_count == 0 ? constraint_mistake::too_many : constraint_mistake::unknown_column, begin);
        if (!alias)
            return fail(constraint_mistake::unknown_alias, position);
        if (given[*column])
            return fail(constraint_mistake::column_twice, begin);
        given[*column] = true;
        c.rows[c.row_count][*column] = *alias;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    parsed_constraint result_;
};

} // namespace detail

/// Reads a constraint in the form of ExecuTorch's edge.yaml, one clause after the other: first
/// the aliases, then a row each: `T0=Bool,Byte T1=Float; self=T0 __ret_0=T1; self=T1
/// __ret_0=T1`. Some dtypes have a name together, that of ExecuTorch's macros: `INT`, `FLOATHBF16`, `REALHBF16` (both of
/// these) and `REALHBBF16` (and `Bool`), as in `T0=REALHBBF16,UInt16`.
[[nodiscard]] constexpr parsed_constraint parse_constraint(std::string_view text) {
    return detail::constraint_parser(text).parse();
}

/// Reads a constraint in the form of ExecuTorch's edge.yaml; a mistake is a parse error with its position.
[[nodiscard]] constexpr dtype_constraint checked_constraint(std::string_view text) {
    parsed_constraint const parsed = parse_constraint(text);
    if (parsed.mistake != constraint_mistake::none)
        raise_at_byte(parsed.position, "malformed dtype constraint: ", graft::text(parsed.mistake), " in '", text, "'");
    return parsed.value;
}

} // namespace graft
