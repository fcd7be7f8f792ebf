#pragma once

#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/schema/parse.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace graft {

/// An op made of a schema at run time; copies share one descriptor at a constant address.
class runtime_op {
public:
    /// Parses the schema; a malformed one is a parse error with its position.
    explicit runtime_op(std::string schema, op_tags tags = op_tags::none, meta_function meta = nullptr)
        : state_(std::make_shared<state>(std::move(schema))) {
        state_->info.tags = tags;
        state_->info.meta = meta;
    }

    /// Valid as long as a copy of this object lives.
    [[nodiscard]] op_info const& info() const { return state_->info; }

private:
    struct state {
        std::string text;
        vec<schema_argument> slots;
        vec<char> characters;
        op_info info;

        explicit state(std::string schema) : text(std::move(schema)) {
            schema_bound const bound = bound_schema(text);
            slots.resize(bound.slots);
            characters.resize(bound.characters);
            parsed_schema const parsed = parse_schema(text, slots, characters);
            if (parsed.mistake != schema_mistake::none)
                raise_at_byte(parsed.position, "malformed schema: ", graft::text(parsed.mistake), " in '", text, "'");
            info = make_op_info(text, parsed, slots);
        }
    };

    std::shared_ptr<state> state_;
};

/// Ops that are known by nothing but their schemas, found by name: those of another program's registry, or of a file.
/// They have neither tags nor meta functions.
class schema_library {
public:
    schema_library() = default;

    /// Ops of a text with one schema a line; empty lines and those that begin with `#` are passed over. A schema that
    /// is malformed, or whose name was there before, is an error with its line.
    explicit schema_library(std::string_view text) {
        for (std::size_t line = 1; !text.empty(); ++line) {
            std::size_t const end = std::min(text.find('\n'), text.size());
            std::string_view schema = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (schema.ends_with('\r'))
                schema.remove_suffix(1);
            if (schema.empty() || schema.starts_with('#'))
                continue;
            try {
                add(runtime_op(std::string(schema)));
            } catch (error const& e) {
                raise(e.code(), "line ", line, ": ", e.sentence());
            }
        }
    }

    /// Adds an op; one of the same name is an error.
    op_info const& add(runtime_op op) {
        op_info const& info = op.info();
        if (!by_name_.try_emplace(info.name, &info).second)
            raise(errc::invalid_argument, "there is an op '", info.name, "' already");
        ops_.push_back(std::move(op));
        return info;
    }

    /// The op of a name such as `aten::add.Tensor`, or null. O(1).
    [[nodiscard]] op_info const* find(std::string_view name) const {
        auto const at = by_name_.find(name);
        return at == by_name_.end() ? nullptr : at->second;
    }

    /// Every op, in the order in which it was added.
    [[nodiscard]] vec<runtime_op> const& ops() const { return ops_; }

private:
    vec<runtime_op> ops_; // own what the map points to
    std::unordered_map<std::string_view, op_info const*> by_name_;
};

} // namespace graft
