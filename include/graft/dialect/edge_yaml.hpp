#pragma once

#include <graft/config.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace graft {

/// What ExecuTorch's edge.yaml says of one op.
struct edge_yaml_entry {
    std::string_view func;                ///< the op as the entry calls it: `aten::sigmoid`, or `sigmoid`
    std::string_view name_space = "edge"; ///< the dialect that has the op
    std::string_view inherits;            ///< the op of ATen that it is: `aten::sigmoid`
    /// `type_alias` and `type_constraint`. More combinations than a constraint has rows for are written with fewer.
    dtype_constraint constraint;
};

/// The dtype constraints of a file in the form of ExecuTorch's edge.yaml. Can be the `constraint` of `edge_rules`, by
/// which a program is then verified; what it gives is valid as long as a copy of it is.
class edge_yaml {
public:
    edge_yaml() = default; ///< Without entries.

    /// Reads a text: the YAML of ExecuTorch's own file, which is lists and mappings of plain words. What is not of this
    /// form, or no constraint, is a parse error with its line and column.
    explicit edge_yaml(std::string text);

    /// In the order of the text.
    [[nodiscard]] view<edge_yaml_entry const> entries() const { return {entries_.data(), entries_.size()}; }

    /// The entry that inherits an op of ATen, by the op's name, or null. O(1).
    [[nodiscard]] edge_yaml_entry const* find(std::string_view op) const {
        auto const at = by_op_.find(op);
        return at == by_op_.end() ? nullptr : &entries_[at->second];
    }

    /// The constraint of an op; one without an entry admits every dtype.
    [[nodiscard]] dtype_constraint operator()(op_info const& op) const {
        edge_yaml_entry const* const entry = find(op.name);
        return entry == nullptr ? no_constraint(op) : entry->constraint;
    }

private:
    std::shared_ptr<std::string const> text_;
    vec<edge_yaml_entry> entries_;
    std::unordered_map<std::string_view, std::size_t> by_op_;
};

/// The entries as edge.yaml has them; `edge_yaml` reads it again.
[[nodiscard]] GRAFT_INLINE std::string edge_yaml_text(view<edge_yaml_entry const> entries);

/// An entry for each of these ops that the Edge dialect constrains, as edge.yaml has them.
[[nodiscard]] GRAFT_INLINE std::string edge_yaml_text(view<op_info const* const> ops);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/merge_dtype_rows.hpp>

#    include <algorithm>
#    include <array>
#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

// A line with something on it: `- key: value`, or without the dash.
struct yaml_line {
    std::size_t begin = 0;  // of the line in the text
    std::size_t indent = 0; // of the dash, if there is one, or else of the key
    std::size_t column = 0; // of the key
    bool has_dash = false;
    std::string_view text; // from the key on, without a comment
};

// A word of the text, and where it stands.
struct yaml_word {
    std::string_view text;
    std::size_t at = 0;
};

// Reads edge.yaml line by line; nothing in it is nested deeper than its form says, so that neither is this.
class edge_yaml_reader {
public:
    explicit edge_yaml_reader(std::string_view text) : text_(text) { advance(); }

    // The next entry, or nothing at the end.
    std::optional<edge_yaml_entry> entry();

    [[noreturn]] void fail(std::size_t at, std::string_view what, std::string_view word = {}) const;
    // Where the entry that was read last inherits.
    [[nodiscard]] std::size_t inherits_at() const { return inherits_.at; }

private:
    static constexpr std::size_t most_rows = 256;

    struct cell {
        yaml_word column, alias;
    };
    using row = vec<cell>;

    void advance();
    [[nodiscard]] bool is_key(std::size_t column) const { return line_ && !line_->has_dash && line_->column == column; }
    [[nodiscard]] bool is_row(std::size_t indent) const { return line_ && line_->has_dash && line_->indent == indent; }
    [[nodiscard]] std::size_t at(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - text_.data());
    }

    // `key: value`; the value may be empty.
    [[nodiscard]] std::pair<yaml_word, yaml_word> pair() const;
    [[nodiscard]] std::pair<yaml_word, yaml_word> full_pair() const;
    [[nodiscard]] yaml_word word(std::string_view text) const;
    void read_key(std::size_t column);
    void set(yaml_word& to, yaml_word key, yaml_word value) const;
    void aliases(std::size_t column);
    [[nodiscard]] dtype_set types(yaml_word list) const;
    void rows(std::size_t column);
    void resolve(yaml_word key);
    [[nodiscard]] std::uint8_t alias_of(yaml_word name) const;

    std::string_view text_;
    std::size_t next_ = 0;
    std::optional<yaml_line> line_;

    // Of the entry that is read.
    yaml_word func_, name_space_, inherits_;
    dtype_constraint constraint_;
    vec<row> rows_;
    bool has_aliases_ = false, has_rows_ = false;
};

[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

GRAFT_INLINE void edge_yaml_reader::fail(std::size_t at, std::string_view what, std::string_view word) const {
    std::string_view const before = text_.substr(0, at);
    std::size_t const line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    std::size_t const column = at - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
    std::string quoted;
    if (!word.empty())
        quoted = ": '" + std::string(word.substr(0, 64)) + "'";
    raise_at_byte(at, "edge.yaml: line ", line, ", column ", column, ": ", what, quoted);
}

GRAFT_INLINE void edge_yaml_reader::advance() {
    line_.reset();
    while (!line_ && next_ < text_.size()) {
        yaml_line line{.begin = next_, .text = {}};
        std::size_t const end = std::min(text_.find('\n', next_), text_.size());
        std::string_view const whole = text_.substr(next_, end - next_);
        next_ = end + 1;
        line.indent = std::min(whole.find_first_not_of(' '), whole.size());
        std::string_view rest = whole.substr(line.indent);
        if (std::size_t const comment = rest.starts_with('#') ? 0 : rest.find(" #"); comment != rest.npos)
            rest = rest.substr(0, comment);
        rest = trimmed(rest);
        if (rest.empty() || (rest == "---" && line.indent == 0))
            continue;
        if (rest.starts_with('\t'))
            fail(at(rest), "a tab before a word");
        line.has_dash = rest == "-" || rest.starts_with("- ");
        line.text = line.has_dash ? trimmed(rest.substr(1)) : rest;
        if (line.text.empty())
            fail(line.begin + line.indent, "a '-' before nothing");
        line.column = at(line.text) - line.begin;
        line_ = line;
    }
}

GRAFT_INLINE yaml_word edge_yaml_reader::word(std::string_view text) const {
    for (char const c : text)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
              c == ':'))
            fail(at(text), "this is no plain word", text);
    if (text.empty())
        fail(at(text), "a word is missing");
    return {text, at(text)};
}

GRAFT_INLINE std::pair<yaml_word, yaml_word> edge_yaml_reader::pair() const {
    std::size_t const colon =
        line_->text.ends_with(':') ? std::min(line_->text.find(": "), line_->text.size() - 1) : line_->text.find(": ");
    if (colon == std::string_view::npos)
        fail(at(line_->text), "'KEY: VALUE' is expected", line_->text);
    std::string_view const value = trimmed(line_->text.substr(colon + 1));
    return {word(line_->text.substr(0, colon)), {value, at(value)}};
}

GRAFT_INLINE std::pair<yaml_word, yaml_word> edge_yaml_reader::full_pair() const {
    auto const [key, value] = pair();
    if (value.text.empty())
        fail(value.at, "a value is missing");
    return {key, value};
}

GRAFT_INLINE std::optional<edge_yaml_entry> edge_yaml_reader::entry() {
    if (!line_)
        return std::nullopt;
    if (!line_->has_dash)
        fail(at(line_->text), "'- func: NAME' is expected", line_->text);
    func_ = name_space_ = inherits_ = {};
    constraint_ = {};
    rows_.clear();
    has_aliases_ = has_rows_ = false;
    std::size_t const indent = line_->indent, column = line_->column;
    yaml_word const begin{line_->text.substr(0, line_->text.find(':')), at(line_->text)};
    do
        read_key(column);
    while (is_key(column));
    if (line_ && !is_row(indent))
        fail(line_->begin + line_->indent, "this line begins at a column where nothing else does");
    resolve(begin);
    return edge_yaml_entry{func_.text, name_space_.text, inherits_.text, constraint_};
}

GRAFT_INLINE void edge_yaml_reader::read_key(std::size_t column) {
    auto const [key, value] = pair();
    bool& is_there = key.text == "type_alias" ? has_aliases_ : has_rows_;
    if (key.text == "func" || key.text == "namespace" || key.text == "inherits") {
        set(key.text == "func" ? func_ : key.text == "inherits" ? inherits_ : name_space_, key, value);
        return advance();
    }
    if (key.text != "type_alias" && key.text != "type_constraint")
        fail(key.at, "an entry has no such key", key.text);
    if (std::exchange(is_there, true))
        fail(key.at, "this key is there twice", key.text);
    if (!value.text.empty())
        fail(value.at, "lines below the key are expected", value.text);
    advance();
    if (key.text == "type_alias")
        aliases(column);
    else
        rows(column);
}

GRAFT_INLINE void edge_yaml_reader::set(yaml_word& to, yaml_word key, yaml_word value) const {
    if (!to.text.empty())
        fail(key.at, "this key is there twice", key.text);
    to = word(value.text);
}

GRAFT_INLINE void edge_yaml_reader::aliases(std::size_t column) {
    if (!line_ || line_->has_dash || line_->column <= column)
        return;
    for (std::size_t const inner = line_->column; is_key(inner); advance()) {
        auto const [name, list] = full_pair();
        for (std::size_t i = 0; i < constraint_.alias_count; ++i)
            if (constraint_.alias_names[i] == name.text)
                fail(name.at, text(constraint_mistake::alias_twice), name.text);
        if (constraint_.alias_count == dtype_constraint::max_aliases)
            fail(name.at, text(constraint_mistake::too_many), name.text);
        constraint_.alias_names[constraint_.alias_count] = name.text;
        constraint_.aliases[constraint_.alias_count++] = types(list);
    }
}

GRAFT_INLINE dtype_set edge_yaml_reader::types(yaml_word list) const {
    if (!list.text.starts_with('[') || !list.text.ends_with(']'))
        fail(list.at, "a list '[TYPE, TYPE]' is expected on this line", list.text);
    dtype_set set;
    std::string_view rest = list.text.substr(1, list.text.size() - 2);
    for (bool more = true; more;) {
        std::size_t const comma = rest.find(',');
        yaml_word const name = word(trimmed(rest.substr(0, comma)));
        dtype const d = parse_scalar_type(name.text);
        if (d == dtype::undefined)
            fail(name.at, text(constraint_mistake::unknown_dtype), name.text);
        set.insert(d);
        more = comma != rest.npos;
        rest.remove_prefix(more ? comma + 1 : 0);
    }
    return set;
}

GRAFT_INLINE void edge_yaml_reader::rows(std::size_t column) {
    if (!line_ || !line_->has_dash || line_->indent < column)
        return;
    for (std::size_t const indent = line_->indent; is_row(indent);) {
        std::size_t const inner = line_->column;
        if (rows_.size() == most_rows)
            fail(at(line_->text), text(constraint_mistake::too_many), line_->text);
        row& made = rows_.emplace_back();
        do {
            auto const [name, alias] = full_pair();
            if (made.size() == dtype_constraint::max_columns)
                fail(name.at, text(constraint_mistake::too_many), name.text);
            made.push_back({name, word(alias.text)});
            advance();
        } while (is_key(inner));
    }
}

GRAFT_INLINE std::uint8_t edge_yaml_reader::alias_of(yaml_word name) const {
    for (std::size_t i = 0; i < constraint_.alias_count; ++i)
        if (constraint_.alias_names[i] == name.text)
            return static_cast<std::uint8_t>(i);
    fail(name.at, text(constraint_mistake::unknown_alias), name.text);
}

GRAFT_INLINE void edge_yaml_reader::resolve(yaml_word begin) {
    for (auto const& [key, is_there] : {std::pair<std::string_view, bool>("func", !func_.text.empty()),
                                        {"inherits", !inherits_.text.empty()},
                                        {"type_alias", constraint_.alias_count != 0},
                                        {"type_constraint", !rows_.empty()}})
        if (!is_there)
            fail(begin.at, "this entry says nothing under a key that it needs", key);
    if (name_space_.text.empty())
        name_space_.text = "edge";
    for (cell const& c : rows_[0])
        constraint_.column_names[constraint_.column_count++] = c.column.text;
    bool const fits = rows_.size() <= dtype_constraint::max_rows;
    vec<dtype_row> made(rows_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        std::array<bool, dtype_constraint::max_columns> given{};
        std::array<std::uint8_t, dtype_constraint::max_aliases> first{};
        first.fill(dtype_constraint::max_columns);
        if (rows_[r].size() != constraint_.column_count)
            fail(rows_[r][0].column.at, text(constraint_mistake::missing_column));
        dtype_constraint::row aliases{};
        for (cell const& c : rows_[r]) {
            std::optional<std::size_t> const column = constraint_.find(c.column.text);
            if (!column)
                fail(c.column.at, text(constraint_mistake::unknown_column), c.column.text);
            if (std::exchange(given[*column], true))
                fail(c.column.at, text(constraint_mistake::column_twice), c.column.text);
            aliases[*column] = alias_of(c.alias);
        }
        for (std::size_t c = 0; c < constraint_.column_count; ++c) {
            std::uint8_t& with = first[aliases[c]];
            with = std::min(with, static_cast<std::uint8_t>(c));
            made[r].sets[c] = constraint_.aliases[aliases[c]];
            made[r].first[c] = with;
        }
        if (fits)
            constraint_.rows[r] = aliases;
    }
    constraint_.row_count = fits ? rows_.size() : 0;
    if (!fits && !set_dtype_rows(constraint_, merge_dtype_rows(made, constraint_.column_count)))
        fail(rows_[0][0].column.at, text(constraint_mistake::too_many));
}

// The order of edge.yaml.
inline constexpr dtype yaml_order[] = {dtype::boolean, dtype::u8,       dtype::i8,     dtype::f64,      dtype::f32,
                                       dtype::f16,     dtype::bf16,     dtype::i32,    dtype::i64,      dtype::i16,
                                       dtype::u16,     dtype::u32,      dtype::u64,    dtype::c32,      dtype::c64,
                                       dtype::c128,    dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu};

inline void append_yaml(std::string& out, std::string_view a, std::string_view b, std::string_view c = {}) {
    for (std::string_view const part : {a, b, c})
        out += part;
    out += '\n';
}

inline void append_entry(std::string& out, edge_yaml_entry const& entry) {
    dtype_constraint const& constraint = entry.constraint;
    append_yaml(out, "- func: ", entry.func);
    append_yaml(out, "  namespace: ", entry.name_space);
    append_yaml(out, "  inherits: ", entry.inherits);
    append_yaml(out, "  type_alias:", {});
    for (std::size_t i = 0; i < constraint.alias_count; ++i) {
        std::string types;
        for (dtype const d : yaml_order)
            if (constraint.aliases[i].contains(d)) {
                types += types.empty() ? "" : ", ";
                types += scalar_type(d);
            }
        append_yaml(out, "    ", constraint.alias_names[i], ": [" + types + "]");
    }
    append_yaml(out, "  type_constraint:", {});
    for (std::size_t r = 0; r < constraint.row_count; ++r)
        for (std::size_t c = 0; c < constraint.column_count; ++c)
            append_yaml(out, c == 0 ? "  - " : "    ", constraint.column_names[c],
                        ": " + std::string(constraint.alias_names[constraint.rows[r][c]]));
}

} // namespace detail

GRAFT_INLINE edge_yaml::edge_yaml(std::string text) : text_(std::make_shared<std::string const>(std::move(text))) {
    detail::edge_yaml_reader reader(*text_);
    while (std::optional<edge_yaml_entry> const entry = reader.entry()) {
        if (!by_op_.try_emplace(entry->inherits, entries_.size()).second)
            reader.fail(reader.inherits_at(), "an entry before inherits this op", entry->inherits);
        entries_.push_back(*entry);
    }
}

GRAFT_INLINE std::string edge_yaml_text(view<edge_yaml_entry const> entries) {
    std::string out;
    for (edge_yaml_entry const& entry : entries) {
        out += out.empty() ? "" : "\n";
        detail::append_entry(out, entry);
    }
    return out;
}

GRAFT_INLINE std::string edge_yaml_text(view<op_info const* const> ops) {
    vec<edge_yaml_entry> entries;
    for (op_info const* const op : ops)
        if (!edge_constraint_text(op->name).empty())
            entries.push_back({op->name, "edge", op->name, edge_constraint(*op)});
    return edge_yaml_text(view<edge_yaml_entry const>(entries.data(), entries.size()));
}

} // namespace graft
#endif
