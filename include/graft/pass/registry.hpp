#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/pass.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace graft {

/// Passes by name, as a command line selects them.
class pass_registry {
public:
    /// Adds a pass under its name; raises when the name is taken.
    pass_registry& add(any_pass pass);

    /// The pass of this name; raises when there is none, listing those that there are.
    [[nodiscard]] any_pass const& find(std::string_view name) const;

    /// The names, sorted.
    [[nodiscard]] vec<std::string_view> names() const {
        vec<std::string_view> found;
        for (auto const& [name, pass] : passes_)
            found.push_back(name);
        return found;
    }

    /// The passes of these names, in their order.
    [[nodiscard]] vec<any_pass> select(view<std::string_view const> wanted) const {
        vec<any_pass> selected;
        for (std::string_view const name : wanted)
            selected.push_back(find(name));
        return selected;
    }

    /// The passes of a list such as `decompose,fold,dce`; of an empty one none.
    [[nodiscard]] vec<any_pass> select(std::string_view list) const;

private:
    [[nodiscard]] std::string known() const {
        std::string list;
        for (auto const& [name, pass] : passes_)
            list += (list.empty() ? "" : ", ") + name;
        return list;
    }

    std::map<std::string, any_pass, std::less<>> passes_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <utility>

namespace graft {

GRAFT_INLINE pass_registry& pass_registry::add(any_pass pass) {
    std::string name = pass.name;
    if (auto const [at, added] = passes_.try_emplace(std::move(name), std::move(pass)); !added)
        raise(errc::invalid_argument, "there already is a pass '", at->first, "'");
    return *this;
}

GRAFT_INLINE any_pass const& pass_registry::find(std::string_view name) const {
    auto const found = passes_.find(name);
    if (found == passes_.end())
        raise(errc::invalid_argument, "there is no pass '", name, "'; there are: ", known());
    return found->second;
}

GRAFT_INLINE vec<any_pass> pass_registry::select(std::string_view list) const {
    vec<std::string_view> wanted;
    for (std::size_t begin = 0; begin < list.size() + !wanted.empty();) {
        std::size_t const end = std::min(list.find(',', begin), list.size());
        wanted.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return select(wanted);
}

} // namespace graft
#endif
