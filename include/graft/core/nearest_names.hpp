#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

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

/// How many characters to insert, to delete, to exchange, or to swap with the one behind make `a` of `b`.
/// O(a.size() * b.size()).
[[nodiscard]] constexpr std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between the beginnings of both: two above the one that is made.
    vec<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, above);
        std::swap(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
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
