#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/half.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// What `test/peers/special_values.py` recorded, and how far results may be from it.

namespace graft_test {

using namespace graft;

inline std::vector<std::string> split(std::string const& text, std::string_view separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        std::size_t const end = std::min(text.find(separator, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + separator.size();
    }
    return parts;
}

inline dtype short_dtype(std::string_view name) {
    for (std::size_t i = 0; i < detail::dtype_table.size(); ++i)
        if (fx_name(static_cast<dtype>(i)) == name)
            return static_cast<dtype>(i);
    throw std::runtime_error("no dtype " + std::string(name));
}

inline scalar number_of(std::string const& text) {
    if (text == "True" || text == "False")
        return text == "True";
    if (text.find_first_of(".enai") != std::string::npos)
        return std::stod(text);
    return static_cast<std::int64_t>(std::stoll(text));
}

/// Elements of one dtype, one after another.
struct elements {
    dtype type = dtype::undefined;
    std::vector<char> bytes{};

    [[nodiscard]] std::size_t size() const { return bytes.size() / element_size(type); }
    void append(elements const& from, std::size_t i) {
        std::size_t const n = element_size(type);
        bytes.insert(bytes.end(), from.bytes.begin() + static_cast<std::ptrdiff_t>(i * n),
                     from.bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
    }
    /// Those with these indices, `step` elements apart in memory.
    [[nodiscard]] tensor at(std::vector<std::size_t> const& indices, dim_vector const& sizes,
                            std::int64_t step = 1) const {
        std::size_t const n = element_size(type), count = indices.size() * static_cast<std::size_t>(step);
        tensor t = tensor::empty({static_cast<std::int64_t>(count)}, type);
        std::memset(t.data(), 0, count * n);
        for (std::size_t i = 0; i < indices.size(); ++i)
            std::memcpy(t.data() + i * static_cast<std::size_t>(step) * n, bytes.data() + indices[i] * n, n);
        dim_vector strides(sizes.size());
        std::int64_t stride = step;
        for (std::size_t d = sizes.size(); d-- > 0; stride *= sizes[d])
            strides[d] = stride;
        return t.as_strided(sizes, strides, 0);
    }
};

/// An argument that is the same in all calls of a case.
struct fixed_argument {
    std::string name{}, text{};
};

/// All recorded calls of an op with operands of one dtype.
struct recorded_calls {
    std::string op{}, operand_dtype{}, number_kind{};
    std::vector<std::string> slots{};
    std::vector<fixed_argument> fixed{};
    std::vector<elements> results{};
    std::vector<char> outcomes{}; // '.' a result, 'e' an error, 'k' the end of the process

    [[nodiscard]] bool has_number() const { return !number_kind.empty(); }
    [[nodiscard]] bool has_pairs() const { return std::ranges::count(slots, "y") != 0; }
};

/// The operands that calls take, of `values.txt`.
struct operands {
    std::map<std::string, elements> of{};
    std::map<std::string, std::vector<scalar>> numbers{};

    explicit operands(std::filesystem::path const& path) {
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);) {
            std::vector<std::string> const words = split(line, " ");
            if (words[0] == "number") {
                for (std::size_t i = 2; i < words.size(); ++i)
                    numbers[words[1]].push_back(number_of(words[i]));
                continue;
            }
            elements made{short_dtype(words[0])};
            for (std::size_t i = 0; i < words[2].size(); i += 2)
                made.bytes.push_back(static_cast<char>(std::stoi(words[2].substr(i, 2), nullptr, 16)));
            of[words[0] + " " + words[1]] = made;
        }
    }

    [[nodiscard]] elements const& pool(recorded_calls const& c) const {
        return of.at(c.operand_dtype + (c.has_number() ? " beside" : c.has_pairs() ? " two" : " one"));
    }
};

/// How far results that are finite and not 0 may be apart.
struct allowance {
    double relative, absolute;
};

inline allowance allowed(dtype d) {
    switch (real_part(d)) {
    case dtype::f16: return {0x1p-9, 0x1p-23};
    case dtype::bf16: return {0x1p-6, 0x1p-132};
    case dtype::f32: return {1e-5, 1e-44};
    default: return {1e-9, 2e-323};
    }
}

template <class T>
T element_at(char const* bytes) {
    T x;
    std::memcpy(&x, bytes, sizeof x);
    return x;
}

/// `largest` is the larger part of a complex number.
template <class T>
bool agree_as(char const* expected, char const* got, dtype d, double largest) {
    T const e = element_at<T>(expected), g = element_at<T>(got);
    if constexpr (std::is_integral_v<T>) {
        return e == g;
    } else {
        auto const x = static_cast<double>(e), y = static_cast<double>(g);
        if (std::isnan(x) || std::isnan(y))
            return std::isnan(x) && std::isnan(y);
        if (x == y)
            return std::signbit(x) == std::signbit(y);
        return std::isfinite(x) && std::isfinite(y) && x != 0 && y != 0 &&
               std::abs(x - y) <= allowed(d).relative * std::max(std::abs(x), largest) + allowed(d).absolute;
    }
}

inline bool agree(char const* expected, char const* got, dtype d) {
    if (d == dtype::boolean)
        return *expected == *got;
    return visit_dtype(real_part(d), [&]<class T>() {
        if constexpr (!real_element<T>) {
            return false;
        } else if (!is_complex(d)) {
            return agree_as<T>(expected, got, d, 0);
        } else {
            double largest = 0;
            for (std::size_t part : {std::size_t{0}, sizeof(T)})
                if (double const size = std::abs(static_cast<double>(element_at<T>(expected + part)));
                    std::isfinite(size))
                    largest = std::max(largest, size);
            return agree_as<T>(expected, got, d, largest) &&
                   agree_as<T>(expected + sizeof(T), got + sizeof(T), d, largest);
        }
    });
}

inline std::string text_of(char const* bytes, dtype d) {
    std::ostringstream out;
    out << std::setprecision(9);
    std::size_t const part = element_size(real_part(d));
    for (std::size_t at = 0; at < element_size(d); at += part)
        visit_dtype(real_part(d), [&]<class T>() {
            if constexpr (real_element<T>) {
                T x;
                std::memcpy(&x, bytes + at, sizeof x);
                if constexpr (std::is_integral_v<T>)
                    out << (at == 0 ? "" : ", ") << +x;
                else
                    out << (at == 0 ? "" : ", ") << static_cast<double>(x);
            }
        });
    return out.str();
}

/// The cases of `cases.txt`: an op, `aten::add.Tensor(x, y, alpha=3)`, and below it a line for each dtype.
inline std::vector<recorded_calls> read_cases(std::filesystem::path const& folder, operands const& among) {
    std::ifstream bytes(folder / "results.bin", std::ios::binary), in(folder / "cases.txt");
    std::vector<char> const data{std::istreambuf_iterator<char>(bytes), {}};
    std::vector<recorded_calls> cases;
    recorded_calls made;
    for (std::string line; std::getline(in, line);) {
        if (line[0] != ' ') {
            std::size_t const open = line.find('(');
            made = {};
            made.op = line.substr(0, open);
            for (std::string const& item : split(line.substr(open + 1, line.size() - open - 2), ", "))
                if (std::size_t const equal = item.find('='); equal == std::string::npos)
                    made.slots.push_back(item);
                else
                    made.fixed.push_back({item.substr(0, equal), item.substr(equal + 1)});
            continue;
        }
        recorded_calls c = made;
        std::vector<std::string> const words = split(line.substr(1), " "), kinds = split(words[0], ",");
        c.operand_dtype = kinds[0];
        if (kinds.size() == 2)
            c.number_kind = kinds[1];
        std::size_t const values = among.pool(c).size();
        c.outcomes.assign(values * (c.has_number()  ? among.numbers.at(c.number_kind).size()
                                    : c.has_pairs() ? values
                                                    : 1),
                          '.');
        if (std::string const& marks = words.back(); marks.find('@') == std::string::npos) {
            c.outcomes.clear();
            for (std::size_t at = 0; at < marks.size(); ++at) {
                std::size_t digits = 0;
                std::size_t const times = std::stoul(marks.substr(at), &digits);
                c.outcomes.insert(c.outcomes.end(), times, marks[at += digits]);
            }
        }
        auto const count = std::ranges::count(c.outcomes, '.');
        for (std::string const& word : words)
            if (std::size_t const sign = word.find('@'); sign != std::string::npos) {
                dtype const d = short_dtype(word.substr(0, sign));
                auto const from = data.begin() + std::stol(word.substr(sign + 1));
                c.results.push_back({d, {from, from + count * static_cast<std::ptrdiff_t>(element_size(d))}});
            }
        cases.push_back(std::move(c));
    }
    return cases;
}

/// What a file says of an op for a dtype.
using notes = std::map<std::pair<std::string, std::string>, std::string>;

/// Lines `op dtype,dtype text`. A text of `differences.txt` that begins with `lowered: ` is of lowered calls alone, one
/// that begins with `fused: ` of machines and compilers that round a product and a sum once.
inline notes read_notes(std::filesystem::path const& path) {
    notes made;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::size_t const first = line.find(' '), second = line.find(' ', first + 1);
        for (std::string const& d : split(line.substr(first + 1, second - first - 1), ","))
            made[{line.substr(0, first), d}] = line.substr(second + 1);
    }
    return made;
}

} // namespace graft_test
