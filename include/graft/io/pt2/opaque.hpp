#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft::detail {

// What a file says of a call that nothing else is known of, and that is needed to write it again: the names of its
// arguments, the kinds that do not follow from values, and whether its results are one list. It is kept as metadata of
// the node: `self,dims:as_ints,like;list`.

inline constexpr std::string_view pt2_arguments_key = "pt2_arguments";

// What is to be known of an argument to write it: a name, and a kind where the value alone does not tell.
struct pt2_argument_form {
    std::string_view name, kind;
};

// True for a kind that does not follow from a value.
constexpr bool is_pt2_kind_noted(std::string_view kind, std::size_t items) {
    return kind == "as_operator" || kind == "as_optional_tensors" ||
           (items == 0 && kind.size() > 4 && kind.back() == 's');
}

// Collects this of a call that is read.
class pt2_form_text {
public:
    void add(std::string_view name, std::string_view kind, std::size_t items) {
        text_ += any_ ? "," : "";
        text_ += name;
        any_ = true;
        if (is_pt2_kind_noted(kind, items)) {
            text_ += ":";
            text_ += kind;
            says_more_ = true;
        }
    }
    void returns_list() {
        text_ += ";list";
        says_more_ = true;
    }
    // False when it says nothing but names.
    [[nodiscard]] bool says_more() const { return says_more_; }
    [[nodiscard]] std::string const& text() const { return text_; }

private:
    std::string text_;
    bool any_ = false, says_more_ = false;
};

// This of a call that is written.
class pt2_call_form {
public:
    pt2_call_form(graph const& g, node_id n);

    // True for a call that was read from a file.
    [[nodiscard]] bool known() const { return known_; }
    [[nodiscard]] bool returns_list() const { return list_; }
    // Null for an argument that the file did not have.
    [[nodiscard]] pt2_argument_form const* at(std::size_t i) const { return i < forms_.size() ? &forms_[i] : nullptr; }
    [[nodiscard]] pt2_argument_form const* find(std::string_view name) const {
        for (pt2_argument_form const& form : forms_)
            if (form.name == name)
                return &form;
        return nullptr;
    }

private:
    vec<pt2_argument_form> forms_;
    bool known_ = false, list_ = false;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/ir/argument_store.hpp>

namespace graft::detail {

GRAFT_INLINE pt2_call_form::pt2_call_form(graph const& g, node_id n) {
    std::string_view rest = g.meta(n, pt2_arguments_key);
    known_ = !rest.empty();
    std::size_t const end = rest.find(';');
    list_ = end != std::string_view::npos && rest.substr(end) == ";list";
    rest = rest.substr(0, end);
    while (!rest.empty()) {
        std::string_view const one = rest.substr(0, rest.find(','));
        rest.remove_prefix(one.size() == rest.size() ? one.size() : one.size() + 1);
        std::size_t const colon = one.find(':');
        forms_.push_back(
            {one.substr(0, colon), colon == std::string_view::npos ? std::string_view{} : one.substr(colon + 1)});
    }
}

} // namespace graft::detail
#endif
