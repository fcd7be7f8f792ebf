#pragma once

#include <graft/io/pte/layout.hpp>
#include <graft/io/pte/detail/table.hpp>
#include <graft/meta/vec.hpp>

#include <flatbuffers/flatbuffer_builder.h>

#include <concepts>
#include <cstdint>
#include <cstring> // memcpy
#include <string>
#include <string_view>

namespace graft::detail {

/// Builds the tables of a program from the leaves to the root.
class pte_builder {
public:
    using table_offset = flatbuffers::Offset<flatbuffers::Table>;

    [[nodiscard]] auto text(std::string_view s) { return builder_.CreateString(s.data(), s.size()); }

    template <class T>
    [[nodiscard]] auto numbers(vec<T> const& items) {
        return builder_.CreateVector(items.data(), items.size());
    }
    [[nodiscard]] auto tables(vec<table_offset> const& items) { return numbers(items); }

    /// A table whose fields `fill` puts.
    template <class Fill>
    [[nodiscard]] table_offset table(Fill const& fill) {
        flatbuffers::uoffset_t const start = builder_.StartTable();
        fill();
        return table_offset(builder_.EndTable(start));
    }

    /// Puts a field; an integer that is 0 is what a field that is not there says.
    template <class T>
    void put(std::uint8_t field, T value) {
        if constexpr (std::integral<T>)
            builder_.AddElement<T>(pte_table::place(field), value, T{});
        else
            builder_.AddElement<T>(pte_table::place(field), value);
    }
    template <class T>
    void put(std::uint8_t field, flatbuffers::Offset<T> offset) {
        builder_.AddOffset(pte_table::place(field), offset);
    }

    /// The bytes, of which `root` is the last table.
    [[nodiscard]] std::string finish(table_offset root) {
        // The tables move by the size of the header, which must not change what they are aligned to.
        builder_.Finish(root, pte::identifier);
        return {reinterpret_cast<char const*>(builder_.GetBufferPointer()), builder_.GetSize()};
    }

private:
    flatbuffers::FlatBufferBuilder builder_{4096};
};

} // namespace graft::detail
