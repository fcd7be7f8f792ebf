#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <flatbuffers/base.h>
#include <flatbuffers/buffer.h>
#include <flatbuffers/flatbuffer_builder.h>
#include <flatbuffers/table.h>
#include <flatbuffers/verifier.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

/// A table of verified FlatBuffers bytes, or none, all of whose fields have their defaults.
class pte_table {
public:
    explicit pte_table(flatbuffers::Table const* t = nullptr) : table_(t) {} ///< Of a table, or none.

    [[nodiscard]] bool exists() const { return table_ != nullptr; } ///< False for none.

    /// A number, or `otherwise` where the field is absent.
    template <class T>
    [[nodiscard]] T number(std::uint8_t field, T otherwise = {}) const {
        return table_ == nullptr ? otherwise : table_->GetField<T>(place(field), otherwise);
    }
    /// A truth; false where the field is absent.
    [[nodiscard]] bool truth(std::uint8_t field) const { return number<std::uint8_t>(field) != 0; }
    /// A text; empty where the field is absent.
    [[nodiscard]] std::string_view text(std::uint8_t field) const {
        auto const* const s = pointer<flatbuffers::String>(field);
        return s == nullptr ? std::string_view() : std::string_view(s->c_str(), s->size());
    }
    /// Bytes, where they lie; none where the field is absent.
    [[nodiscard]] view<std::byte const> bytes(std::uint8_t field) const;
    /// A table; none where the field is absent.
    [[nodiscard]] pte_table table(std::uint8_t field) const { return pte_table(pointer<flatbuffers::Table>(field)); }
    /// How many elements a vector has.
    [[nodiscard]] std::size_t count(std::uint8_t field) const {
        auto const* const v = pointer<flatbuffers::Vector<std::uint8_t>>(field);
        return v == nullptr ? 0 : v->size();
    }
    /// Element `i` of a vector of numbers, which is not checked against its size.
    template <class T>
    [[nodiscard]] T number_at(std::uint8_t field, std::size_t i) const {
        return pointer<flatbuffers::Vector<T>>(field)->Get(static_cast<flatbuffers::uoffset_t>(i));
    }
    /// Element `i` of a vector of tables, which is not checked against its size.
    [[nodiscard]] pte_table table_at(std::uint8_t field, std::size_t i) const {
        return pte_table(pointer<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::Table>>>(field)->Get(
            static_cast<flatbuffers::uoffset_t>(i)));
    }

    /// Where a field lies in a table's index.
    [[nodiscard]] static flatbuffers::voffset_t place(std::size_t field) {
        return static_cast<flatbuffers::voffset_t>(4 + 2 * field);
    }

private:
    template <class T>
    [[nodiscard]] T const* pointer(std::uint8_t field) const {
        return table_ == nullptr ? nullptr : table_->GetPointer<T const*>(place(field));
    }

    flatbuffers::Table const* table_;
};

/// The root table of a program's FlatBuffers bytes, which lie at a multiple of 8; an error unless every offset in them
/// leads to what the layout says. Linear in the bytes.
[[nodiscard]] GRAFT_INLINE pte_table verify_pte_tables(view<std::byte const> bytes);

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/pte/layout.hpp>

namespace graft::detail {

GRAFT_INLINE view<std::byte const> pte_table::bytes(std::uint8_t field) const {
    auto const* const v = pointer<flatbuffers::Vector<std::uint8_t>>(field);
    return v == nullptr ? view<std::byte const>() : view(reinterpret_cast<std::byte const*>(v->data()), v->size());
}

// Checks that every offset of a table leads into the bytes, to what its layout says.
class pte_verifier {
public:
    explicit pte_verifier(view<std::byte const> bytes)
        : bytes_(reinterpret_cast<std::uint8_t const*>(bytes.data())),
          // A table takes 4 bytes at least, so that more of them are the same ones over and over.
          verifier_(bytes_, bytes.size(), 16, static_cast<flatbuffers::uoffset_t>(bytes.size() / 4 + 1)) {}

    [[nodiscard]] bool verify_root(pte_layout const& layout) {
        flatbuffers::uoffset_t const root = verifier_.VerifyOffset(0);
        return root != 0 && verify(reinterpret_cast<flatbuffers::Table const*>(bytes_ + root), layout);
    }

private:
    using table_vector = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::Table>>;

    bool verify(flatbuffers::Table const* t, pte_layout const& layout) {
        if (!t->VerifyTableStart(verifier_))
            return false;
        std::uint8_t chosen = 0;
        for (std::size_t i = 0; i < layout.fields.size(); ++i)
            if (!verify_field(*t, pte_table::place(i), layout.fields[i], chosen))
                return false;
        return verifier_.EndTable();
    }

    bool verify_field(flatbuffers::Table const& t, flatbuffers::voffset_t at, pte_slot const& slot,
                      std::uint8_t& chosen) {
        switch (slot.kind) {
        case pte_field::byte: return t.VerifyField<std::uint8_t>(verifier_, at, 1);
        case pte_field::word: return t.VerifyField<std::uint32_t>(verifier_, at, 4);
        case pte_field::wide: return t.VerifyField<std::uint64_t>(verifier_, at, 8);
        case pte_field::choice:
            if (!t.VerifyField<std::uint8_t>(verifier_, at, 1))
                return false;
            chosen = t.GetField<std::uint8_t>(at, 0);
            return true;
        default: break;
        }
        if (!t.VerifyOffset(verifier_, at))
            return false;
        auto const* const to = t.GetPointer<std::uint8_t const*>(at);
        switch (slot.kind) {
        case pte_field::text: return verifier_.VerifyString(reinterpret_cast<flatbuffers::String const*>(to));
        case pte_field::bytes: return verify_vector<std::uint8_t>(to);
        case pte_field::words: return verify_vector<std::uint32_t>(to);
        case pte_field::wides: return verify_vector<std::uint64_t>(to);
        case pte_field::table:
            return to == nullptr || verify(reinterpret_cast<flatbuffers::Table const*>(to), *slot.tables[0]);
        case pte_field::chosen:
            if (to == nullptr || chosen == 0 || chosen > slot.tables.size())
                return to == nullptr && chosen == 0;
            return verify(reinterpret_cast<flatbuffers::Table const*>(to), *slot.tables[chosen - 1u]);
        default: return verify_tables(reinterpret_cast<table_vector const*>(to), *slot.tables[0]);
        }
    }

    template <class T>
    bool verify_vector(std::uint8_t const* v) {
        auto const* const vector = reinterpret_cast<flatbuffers::Vector<T> const*>(v);
        if (!verifier_.VerifyVector(vector))
            return false;
        // Elements are read as what they are.
        if (v == nullptr || vector->size() == 0)
            return true;
        auto const first = static_cast<std::size_t>(v - bytes_) + sizeof(flatbuffers::uoffset_t);
        return verifier_.VerifyAlignment(first, sizeof(T));
    }

    bool verify_tables(table_vector const* v, pte_layout const& layout) {
        if (!verifier_.VerifyVector(v))
            return false;
        for (flatbuffers::uoffset_t i = 0; v != nullptr && i < v->size(); ++i)
            if (!verify(v->Get(i), layout))
                return false;
        return true;
    }

    std::uint8_t const* bytes_;
    flatbuffers::Verifier verifier_;
};

GRAFT_INLINE pte_table verify_pte_tables(view<std::byte const> bytes) {
    auto const* const data = reinterpret_cast<std::uint8_t const*>(bytes.data());
    std::string_view const found =
        bytes.size() < 8 ? std::string_view() : std::string_view(reinterpret_cast<char const*>(data) + 4, 4);
    if (found != pte::identifier && found.starts_with("ET") && found > pte::identifier)
        raise(errc::unsupported, "the program has the format ", found, ", which is newer than ", pte::identifier,
              ", the newest that is read");
    if (found != pte::identifier)
        raise(errc::file, "this is no program of ExecuTorch: its identifier is not ", pte::identifier);
    if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE)
        raise(errc::file, "the tables of a program take ", bytes.size(), " bytes, more than FlatBuffers allows");
    if (!pte_verifier(bytes).verify_root(pte::program_layout))
        raise(errc::file, "the tables of the program are damaged: an offset leads out of them, or to something else");
    return pte_table(flatbuffers::GetRoot<flatbuffers::Table>(data));
}

} // namespace graft::detail
#endif
