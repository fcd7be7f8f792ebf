#pragma once

#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/schema/parse.hpp>

#include <memory>
#include <string>
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

} // namespace graft
