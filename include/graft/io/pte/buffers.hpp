#pragma once

#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring> // memcmp
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace graft {

/// The bytes of a program's constants, each once; they stay where they are.
class pte_buffers {
public:
    /// The number of the elements of a tensor, row by row; one with the same bytes has the same number.
    std::uint32_t add(tensor const& t) {
        tensor const rows = t.contiguous();
        storage bytes(std::shared_ptr<std::byte>(rows.get_storage().owner(), rows.data()), rows.nbytes());
        std::string_view const text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
        auto const [found, added] = numbers_.try_emplace(text, static_cast<std::uint32_t>(all_.size()));
        if (added)
            all_.push_back(std::move(bytes));
        return found->second;
    }

    /// All of them; the first is empty and stands for none.
    [[nodiscard]] vec<storage> const& all() const { return all_; }

private:
    vec<storage> all_{1};
    std::map<std::string_view, std::uint32_t> numbers_;
};

} // namespace graft
