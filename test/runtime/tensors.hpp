#pragma once

#include <graft/core/tensor.hpp>
#include <graft/runtime/run_value.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace graft_test {

/// A tensor with these elements.
template <class T>
graft::tensor make(std::vector<std::int64_t> sizes, std::initializer_list<T> elements) {
    return graft::tensor::from<T>(std::move(sizes), std::span<T const>{elements.begin(), elements.size()});
}
inline graft::tensor f32(std::vector<std::int64_t> sizes, std::initializer_list<float> elements) {
    return make<float>(std::move(sizes), elements);
}
inline graft::tensor i64(std::vector<std::int64_t> sizes, std::initializer_list<std::int64_t> elements) {
    return make<std::int64_t>(std::move(sizes), elements);
}
inline graft::tensor b8(std::vector<std::int64_t> sizes, std::initializer_list<bool> elements) {
    return make<bool>(std::move(sizes), elements);
}

/// 0, 1, 2, ... in row-major order.
inline graft::tensor iota(std::vector<std::int64_t> sizes) {
    graft::tensor t = graft::tensor::empty(std::move(sizes), graft::dtype::f32);
    for (std::int64_t i = 0; i < t.numel(); ++i)
        t.data<float>()[i] = static_cast<float>(i);
    return t;
}

/// Dtype, sizes and elements in row-major order: `f32[2, 2]: 1 2 3 0.5`.
inline std::string show(graft::tensor const& t) {
    if (!t.defined())
        return "undefined";
    std::ostringstream out;
    out << graft::fx_name(t.dtype()) << '[';
    for (std::size_t i = 0; i < t.dim(); ++i)
        out << (i == 0 ? "" : ", ") << t.sizes()[i];
    out << "]:";
    graft::tensor const flat = t.contiguous();
    graft::visit_dtype(t.dtype(), [&]<class T>() {
        if constexpr (graft::real_element<T>)
            for (std::int64_t i = 0; i < flat.numel(); ++i)
                out << ' ' << static_cast<double>(flat.data<T>()[i]);
    });
    return out.str();
}

/// Several, one per line.
inline std::string show(std::vector<graft::tensor> const& tensors) {
    std::string out;
    for (graft::tensor const& t : tensors)
        out += show(t) + '\n';
    return out;
}

/// What nodes give, each followed by a semicolon; numbers are cut to integers.
inline std::string show_values(graft::run_values const& values) {
    std::string out;
    for (graft::run_value const& v : values)
        out += (v.is_tensor()   ? show(v.tensor())
                : v.is_number() ? std::to_string(v.number().to<std::int64_t>())
                                : std::string{v.what()}) +
               "; ";
    return out;
}

/// A result that should show the storage of `x`, marked if it does not.
inline std::string view_of(graft::tensor const& x, graft::tensor const& result) {
    return (result.shares_storage(x) ? "" : "copy of ") + show(result);
}
/// A result that should be contiguous and a copy of `x`, marked if it is not.
inline std::string copy_of(graft::tensor const& x, graft::tensor const& result) {
    return (result.shares_storage(x) || !result.is_contiguous() ? "view of " : "") + show(result);
}

} // namespace graft_test
