#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

/// The names that somebody may have meant who wrote one that does not exist: those that differ from it in a third of
/// its characters at most. The names of ops may do so without their namespace, their overload, or both: `add` is like
/// `aten::add.Tensor`.
class nearest_names {
public:
    /// Of those that are like `wanted`.
    explicit nearest_names(std::string_view wanted) : wanted_(wanted) {}

    /// Considers a name that exists.
    GRAFT_INLINE void add(std::string_view name);

    [[nodiscard]] bool empty() const { return found_.empty(); } ///< True if none is like it.
    /// The end of an error's sentence, `; did you mean 'a', 'b' or 'c'?` of three names at most; empty where none is.
    [[nodiscard]] GRAFT_INLINE std::string hint() const;

private:
    struct entry {
        std::size_t distance;
        std::string name;
    };

    std::string wanted_;
    vec<entry> found_; // the nearest first
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/edit_distance.hpp>

#    include <algorithm>
#    include <iterator>
#    include <utility>

namespace graft {

GRAFT_INLINE void nearest_names::add(std::string_view name) {
    std::size_t const most = (wanted_.size() + 2) / 3;
    std::size_t least = most + 1;
    auto const compare = [&](std::string_view part, std::size_t more) {
        auto const [shorter, longer] = std::minmax({part.size(), wanted_.size()});
        if (longer - shorter <= most)
            least = std::min(least, more + edit_distance(wanted_, part));
    };
    std::size_t const colons = name.find("::"), begin = colons == name.npos ? 0 : colons + 2;
    std::size_t const dot = colons == name.npos ? name.npos : name.find('.', begin);
    compare(name, 0);
    if (begin != 0)
        compare(name.substr(begin), 1);
    if (dot != name.npos) {
        compare(name.substr(0, dot), 1);
        compare(name.substr(begin, dot - begin), 1);
    }
    if (least > most || std::any_of(found_.begin(), found_.end(), [&](entry const& e) { return e.name == name; }))
        return;
    auto const is_before = [](entry const& x, entry const& y) {
        return x.distance != y.distance ? x.distance < y.distance : x.name.size() < y.name.size();
    };
    entry found{least, std::string(name)};
    auto const place = std::upper_bound(found_.begin(), found_.end(), found, is_before);
    if (std::distance(found_.begin(), place) == 3)
        return;
    found_.insert(place, std::move(found));
    if (found_.size() > 3)
        found_.pop_back();
}

GRAFT_INLINE std::string nearest_names::hint() const {
    std::string text;
    for (std::size_t i = 0; i < found_.size(); ++i)
        text += (i == 0 ? "; did you mean '" : i + 1 == found_.size() ? " or '" : ", '") + found_[i].name + "'";
    return text + (text.empty() ? "" : "?");
}

} // namespace graft
#endif
