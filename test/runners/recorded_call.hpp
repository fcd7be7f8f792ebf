#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/kernel/base/dense.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

using nlohmann::json;

/// The call cannot be made: there is no such op or kernel, or the dtypes are not supported.
struct not_supported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline graft::dtype dtype_named(json const& name) {
    graft::dtype const d = graft::parse_dtype("torch." + name.get<std::string>());
    if (d == graft::dtype::undefined)
        throw not_supported("the dtype " + name.get<std::string>());
    return d;
}

inline double real_from(json const& value) {
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

inline graft::scalar number_from(json const& given) {
    if (given.is_boolean())
        return given.get<bool>();
    if (given.is_number_integer())
        return given.get<std::int64_t>();
    if (given.contains("complex"))
        throw not_supported("a complex number");
    return real_from(given.at("float"));
}

/// One recorded call of an op: the line that says what it was given and what it gave; owns its tensors.
class recorded_call {
public:
    recorded_call(json const& line, std::vector<char> const& data) : line_(line) {
        for (json const& t : line.at("tensors"))
            tensors_.push_back(read(t, data));
    }

    [[nodiscard]] json const& line() const { return line_; }
    [[nodiscard]] std::string op_name() const {
        std::string name = line_.at("op");
        std::string_view const suffix = ".default";
        if (name.ends_with(suffix))
            name.resize(name.size() - suffix.size());
        return name;
    }

    /// Gives tensors of one dtype another, and their numbers as that has them.
    void convert(graft::dtype from, graft::dtype to) {
        for (graft::tensor& t : tensors_)
            if (t.dtype() == from)
                t = graft::detail::as_dense(t, to);
    }

    /// The tensor that an entry of the record means.
    [[nodiscard]] graft::tensor const& tensor_of(json const& entry) const {
        return tensors_.at(entry.at("tensor").get<std::size_t>());
    }

private:
    static graft::tensor read(json const& record, std::vector<char> const& data) {
        graft::dtype const d = dtype_named(record.at("dtype"));
        std::size_t const bytes = record.at("nelem").get<std::size_t>() * graft::element_size(d);
        graft::storage const storage = graft::storage::allocate(bytes);
        if (bytes != 0)
            std::memcpy(storage.data(), data.data() + record.at("pos").get<std::size_t>(), bytes);
        using integers = std::vector<std::int64_t>;
        return {storage, d, record.at("shape").get<integers>(), record.at("strides").get<integers>(),
                record.at("offset")};
    }

    json const& line_;
    std::deque<graft::tensor> tensors_;
};

inline std::string list_text(graft::dim_vector const& values) {
    std::ostringstream out;
    for (std::size_t i = 0; i < values.size(); ++i)
        out << (i == 0 ? "[" : ", ") << values[i];
    return values.empty() ? "[]" : out.str() + "]";
}

inline std::string describe(graft::tensor const& t) {
    return std::string(graft::fx_name(t.dtype())) + list_text(t.sizes());
}

inline graft::tolerance tolerance_of(json const& allowed) {
    if (allowed.is_null() || allowed.contains("exact"))
        return {};
    return {allowed.value("atol", 0.0), allowed.value("rtol", 0.0)};
}

/// What is wrong with a computed tensor, nothing when all is well.
inline std::string complaint(graft::tensor const& expected, graft::tensor const& got, json const& allowed,
                             bool only_meta) {
    if (!got.defined())
        return "no tensor is returned";
    if (got.dtype() != expected.dtype() || got.sizes() != expected.sizes())
        return describe(expected) + " expected, not " + describe(got);
    if (only_meta)
        return {};
    graft::difference const d = graft::compare(expected, got, tolerance_of(allowed));
    if (d.agrees())
        return {};
    std::ostringstream out;
    out << d.mismatches << " of " << d.elements << " elements of " << describe(expected) << " differ, by up to "
        << d.max_abs << ", element " << d.worst_index;
    if (!graft::is_complex(expected.dtype())) {
        auto const item = [&](graft::tensor const& t) {
            graft::tensor const flat = t.contiguous();
            return flat.as_strided({}, {}, flat.storage_offset() + d.worst_index).item().to<double>();
        };
        out << " is " << item(got) << ", not " << item(expected);
    }
    return out.str();
}

inline std::vector<char> bytes_of(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The groups of calls in a folder, `<group>.jsonl` beside `<group>.bin`, in order.
inline std::vector<std::filesystem::path> groups_of(std::filesystem::path const& folder) {
    std::vector<std::filesystem::path> groups;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".jsonl")
            groups.push_back(entry.path());
    std::sort(groups.begin(), groups.end());
    return groups;
}

} // namespace graft_test
