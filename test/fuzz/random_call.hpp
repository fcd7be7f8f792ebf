#pragma once

#include <graft/core/element.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/schema/call.hpp>
#include <graft/schema/op_info.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graft_test {

using graft::tensor;

/// The input, byte by byte; zeros behind its end.
class byte_source {
public:
    byte_source(std::uint8_t const* data, std::size_t size) : bytes_(data, size) {}

    std::uint8_t byte() {
        if (bytes_.empty())
            return 0;
        std::uint8_t const first = bytes_[0];
        bytes_ = bytes_.subspan(1);
        return first;
    }
    /// Below `count`, which is at most 65536.
    std::size_t below(std::size_t count) {
        std::size_t const low = byte();
        return count <= 256 ? low % count : (low | static_cast<std::size_t>(byte()) << 8) % count;
    }
    bool once_in(std::size_t count) { return below(count) == 1; }

private:
    std::span<std::uint8_t const> bytes_;
};

/// A call made of bytes; owns its tensors. Most of them have one dtype and broadcast.
class random_call {
public:
    random_call(graft::op_info const& op, byte_source& bytes) : bytes_(bytes), call_(op) {
        common_ = dtype();
        rank_ = bytes_.below(6);
        for (std::int64_t& size : sizes_)
            size = static_cast<std::int64_t>(bytes_.below(5));
        for (std::size_t i = 0; i < op.arguments.size(); ++i) {
            graft::schema_argument const& slot = op.arguments[i];
            bool const defaulted = call_[i].kind != graft::argument_kind::missing;
            if (!defaulted || !bytes_.once_in(2))
                set(i, slot);
        }
    }

    [[nodiscard]] graft::call<tensor> const& get() const { return call_; }

private:
    using operand = graft::argument<tensor>;

    graft::dtype dtype() {
        static constexpr std::array all{graft::dtype::f32,  graft::dtype::i64, graft::dtype::boolean, graft::dtype::f16,
                                        graft::dtype::bf16, graft::dtype::f64, graft::dtype::u8,      graft::dtype::i8,
                                        graft::dtype::i16,  graft::dtype::i32, graft::dtype::c64,     graft::dtype::u16,
                                        graft::dtype::c128};
        return all[bytes_.below(all.size())];
    }

    /// Mostly small; else at the ends of the range, where sizes overflow.
    std::int64_t integer() {
        static constexpr std::array<std::int64_t, 8> wild{std::numeric_limits<std::int64_t>::max(),
                                                          std::numeric_limits<std::int64_t>::min(),
                                                          std::int64_t{1} << 62,
                                                          -(std::int64_t{1} << 62),
                                                          std::int64_t{1} << 48,
                                                          -(std::int64_t{1} << 48),
                                                          1 << 20,
                                                          -(1 << 20)};
        if (bytes_.once_in(24))
            return wild[bytes_.below(wild.size())];
        return static_cast<std::int64_t>(bytes_.below(12)) - 3;
    }

    double real() {
        static constexpr std::array<double, 14> some{0,
                                                     1,
                                                     0.5,
                                                     -0.0,
                                                     2,
                                                     -1,
                                                     1e-5,
                                                     0.1,
                                                     1e30,
                                                     -1e300,
                                                     3.7,
                                                     std::numeric_limits<double>::infinity(),
                                                     -std::numeric_limits<double>::infinity(),
                                                     std::numeric_limits<double>::quiet_NaN()};
        return some[bytes_.below(some.size())];
    }

    graft::scalar number() {
        switch (bytes_.below(4)) {
        case 0: return real();
        case 1: return bytes_.once_in(2);
        default: return integer();
        }
    }

    tensor const& made_tensor() {
        graft::dtype const d = bytes_.once_in(3) ? dtype() : common_;
        std::vector<std::int64_t> sizes(sizes_.begin(), sizes_.begin() + static_cast<std::ptrdiff_t>(rank_));
        switch (bytes_.below(8)) {
        case 0: // some other tensor
            sizes.assign(bytes_.below(5), 0);
            for (std::int64_t& size : sizes)
                size = static_cast<std::int64_t>(bytes_.below(5));
            break;
        case 1: // broadcasts
            if (!sizes.empty())
                sizes[bytes_.below(sizes.size())] = 1;
            break;
        case 2: // has fewer dimensions
            sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(bytes_.below(sizes.size() + 1)));
            break;
        default: break;
        }
        std::vector<std::int64_t> strides(sizes.size());
        std::int64_t extent = 1, step = 1;
        bool const reversed = bytes_.once_in(3);
        std::int64_t const gap = static_cast<std::int64_t>(bytes_.once_in(4)) + 1;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            std::size_t const d_at = reversed ? k : sizes.size() - 1 - k;
            strides[d_at] = step * gap;
            if (sizes[d_at] > 1)
                extent += (sizes[d_at] - 1) * strides[d_at];
            step *= sizes[d_at] > 0 ? sizes[d_at] * gap : 1;
        }
        if (!strides.empty() && bytes_.once_in(12))
            strides[bytes_.below(strides.size())] = 0;
        graft::storage const storage =
            graft::storage::allocate(static_cast<std::size_t>(extent) * graft::element_size(d));
        fill(storage, d, extent);
        return tensors_.emplace_back(storage, d, sizes, strides, 0);
    }

    void fill(graft::storage const& storage, graft::dtype d, std::int64_t count) {
        storage.clear();
        if (bytes_.once_in(8)) // any bits that are elements
            for (std::size_t i = 0; d != graft::dtype::boolean && i < storage.size(); ++i)
                storage.data()[i] = static_cast<std::byte>(bytes_.byte());
        else
            graft::visit_dtype(d, [&]<class T>() {
                int const low = bytes_.once_in(2) ? -3 : 0;
                for (std::int64_t i = 0; i < count; ++i) {
                    int const value = low + static_cast<int>(bytes_.below(5));
                    T element{};
                    if constexpr (std::is_same_v<T, bool>)
                        element = value % 2 != 0;
                    else if constexpr (std::integral<T>)
                        element = static_cast<T>(value);
                    else if constexpr (graft::real_element<T>)
                        element = static_cast<T>(static_cast<float>(value));
                    std::memcpy(storage.data() + static_cast<std::size_t>(i) * sizeof(T), &element, sizeof(T));
                }
            });
    }

    std::string_view text() {
        static constexpr std::array<std::string_view, 24> some{
            "none",    "mean",      "sum",      "prod",   "amax",     "amin",    "floor", "trunc",
            "reflect", "replicate", "circular", "linear", "constant", "nearest", "lower", "higher",
            "left",    "right",     "tanh",     "ij",     "xy",       "a,b->ab", "ij,jk", "...i->..."};
        return some[bytes_.below(some.size())];
    }

    operand list(graft::schema_argument const& slot) {
        std::size_t const length = bytes_.once_in(4) ? bytes_.below(6) : rank_;
        if (slot.type == graft::type_kind::tensor) {
            std::vector<tensor const*> tensors;
            for (std::size_t i = 0; i < length; ++i)
                tensors.push_back(bytes_.once_in(8) ? nullptr : &made_tensor());
            return tensors;
        }
        if (slot.type == graft::type_kind::integer) {
            std::vector<graft::sym_int> integers;
            for (std::size_t i = 0; i < length; ++i)
                integers.push_back(integer());
            return integers;
        }
        std::vector<graft::scalar> numbers;
        for (std::size_t i = 0; i < length; ++i)
            numbers.push_back(number());
        return numbers;
    }

    void set(std::size_t i, graft::schema_argument const& slot) {
        if (slot.optional && bytes_.once_in(3))
            call_.set(i, std::nullopt);
        else if (slot.list)
            call_.set(i, list(slot));
        else
            switch (slot.type) {
            case graft::type_kind::tensor: call_.set(i, made_tensor()); break;
            case graft::type_kind::integer: call_.set(i, graft::scalar(integer())); break;
            case graft::type_kind::boolean: call_.set(i, graft::scalar(bytes_.once_in(2))); break;
            case graft::type_kind::real: call_.set(i, graft::scalar(real())); break;
            case graft::type_kind::scalar: call_.set(i, number()); break;
            case graft::type_kind::string: call_.set(i, text()); break;
            case graft::type_kind::dtype: call_.set(i, dtype()); break;
            case graft::type_kind::memory_format:
                call_.set(i, static_cast<graft::memory_format>(bytes_.below(4)));
                break;
            default: break;
            }
    }

    byte_source& bytes_;
    std::deque<tensor> tensors_;
    graft::call<tensor> call_;
    graft::dtype common_ = graft::dtype::f32;
    std::size_t rank_ = 0;
    std::array<std::int64_t, 6> sizes_{};
};

} // namespace graft_test
