#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// The arguments with `f(value, schema_argument)` in the place of every value that is given, in the order of the
/// op's schema. An argument that the op does not take, or takes twice, is an error that names it.
template <class F>
[[nodiscard]] constexpr call_arguments args_map(op_info const& op, F&& f, vec<arg> args, vec<kwarg> kwargs = {}) {
    std::size_t mapped = 0;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        schema_argument const& slot = op.arguments[i];
        bool const positional = !slot.kwarg_only && i < args.size();
        for (kwarg& k : kwargs)
            if (k.key == slot.name) {
                if (positional)
                    raise(errc::invalid_argument, op.name, ": argument '", slot.name, "' is given twice");
                k.value = f(k.value, slot);
                ++mapped;
            }
        if (positional) {
            args[i] = f(args[i], slot);
            ++mapped;
        }
    }
    if (mapped == args.size() + kwargs.size())
        return {std::move(args), std::move(kwargs)};
    for (kwarg const& k : kwargs)
        if (op.find_argument(k.key) < 0)
            raise(errc::invalid_argument, op.name, ": there is no argument '", k.key, "'");
    raise(errc::invalid_argument, op.name, ": ", args.size(), " positional arguments are given, more than it takes");
}

} // namespace graft
