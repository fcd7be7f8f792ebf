#include <graft/core/tensor.hpp>

#include <graft/core/element_scalar.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace graft;
using ints = graft::dim_vector;

namespace {

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// 0, 1, 2, ... in a contiguous tensor.
tensor counting(ints const& sizes) {
    std::vector<std::int32_t> elements(static_cast<std::size_t>(numel(sizes)));
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<std::int32_t>(i);
    return tensor::from<std::int32_t>(sizes, elements);
}

/// The elements in row-major order, each address computed from scratch.
std::vector<std::int32_t> elements_of(tensor const& t) {
    std::vector<std::int32_t> result;
    for (std::int64_t linear = 0; linear < t.numel(); ++linear) {
        std::int64_t rest = linear;
        std::int64_t offset = 0;
        for (std::size_t d = t.dim(); d-- > 0;) {
            offset += rest % t.sizes()[d] * t.strides()[d];
            rest /= t.sizes()[d];
        }
        result.push_back(t.data<std::int32_t>()[offset]);
    }
    return result;
}

} // namespace

TEST_CASE("tensor: a new tensor is contiguous, aligned, and a copy of it shares its storage") {
    tensor const t = tensor::empty({2, 3, 4}, dtype::f64);
    CHECK(t.defined());
    CHECK(t.dim() == 3);
    CHECK(t.numel() == 24);
    CHECK(t.nbytes() == 192);
    CHECK(t.storage_bytes() == 192);
    CHECK(t.strides() == ints{12, 4, 1});
    CHECK(t.size(-1) == 4);
    CHECK(t.stride(0) == 12);
    CHECK(t.is_contiguous());
    CHECK(reinterpret_cast<std::uintptr_t>(t.data()) % 64 == 0);
    tensor const copy = t;
    CHECK(copy.shares_storage(t));
    CHECK_FALSE(t.clone().shares_storage(t));
    CHECK_FALSE(tensor{}.defined());
    CHECK_FALSE(tensor{}.shares_storage(tensor{}));
}

TEST_CASE("tensor: zeros and full fill every element of every dtype") {
    for (dtype d : all_dtypes) {
        CAPTURE(fx_name(d));
        tensor const zero = tensor::zeros({2, 2}, d);
        tensor const one = tensor::full({2, 2}, d, 1);
        visit_dtype(d, [&]<class T>() {
            for (std::size_t i = 0; i < 4; ++i) {
                CHECK(zero.data<T>()[i] == T{});
                CHECK(one.data<T>()[i] == element_from<T>(1));
            }
        });
    }
    CHECK_THROWS_AS((void)tensor::full({1}, dtype::u8, 256), error);
}

TEST_CASE("tensor: item gives the only element with its kind") {
    CHECK(tensor::full({}, dtype::i32, -5).item() == scalar(-5));
    CHECK(tensor::full({1, 1}, dtype::boolean, true).item() == scalar(true));
    CHECK(tensor::full({1}, dtype::bf16, 0.5).item() == scalar(0.5));
    CHECK_THROWS_AS((void)tensor::zeros({2}, dtype::i32).item(), error);
    CHECK_THROWS_AS((void)tensor::zeros({0}, dtype::i32).item(), error);
    CHECK_THROWS_AS((void)tensor::zeros({}, dtype::c64).item(), error);
    CHECK_THROWS_AS((void)tensor{}.item(), error);
}

TEST_CASE("tensor: elements are read only as what they are") {
    tensor const t = tensor::zeros({1}, dtype::f16);
    CHECK(t.data<half>() != nullptr);
    CHECK_THROWS_WITH((void)t.data<float>(), "graft: a tensor of torch.float16 was read as torch.float32");
    CHECK_THROWS_AS((void)tensor{}.data<float>(), error);
}

TEST_CASE("tensor: random strided views have the elements that index arithmetic gives") {
    tensor const base = counting({4, 5, 6});
    std::mt19937 random(3);
    auto const below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    int legal = 0;
    for (int i = 0; i < 3000; ++i) {
        ints sizes;
        ints strides;
        for (std::int64_t d = below(5); d > 0; --d) {
            sizes.push_back(below(8) == 0 ? 0 : 1 + below(4));
            strides.push_back(below(31));
        }
        std::int64_t const offset = below(125);
        std::int64_t last = offset;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            last += (sizes[d] - 1) * strides[d];
        bool const inside = numel(sizes) == 0 ? offset <= 120 : last < 120;
        if (!inside) {
            CHECK_THROWS_AS((void)base.as_strided(sizes, strides, offset), error);
            continue;
        }
        ++legal;
        tensor const view = base.as_strided(sizes, strides, offset);
        CHECK(view.shares_storage(base));
        std::vector<std::int32_t> const expected = elements_of(view);
        tensor const dense = view.contiguous();
        CHECK(dense.is_contiguous());
        CHECK(dense.sizes() == view.sizes());
        CHECK(elements_of(dense) == expected);
        CHECK(std::vector<std::int32_t>(dense.data<std::int32_t>(), dense.data<std::int32_t>() + dense.numel()) ==
              expected);
        if (!expected.empty()) // the base holds its own indices
            CHECK(expected.front() == offset);
    }
    CHECK(legal > 500);
}

TEST_CASE("tensor: rank 0, size 0 and stride 0 are ordinary") {
    CHECK(elements_of(counting({}).clone()) == std::vector<std::int32_t>{0});
    tensor const none = counting({3, 0, 2});
    CHECK(none.is_contiguous());
    CHECK(none.clone().sizes() == ints{3, 0, 2});
    tensor const expanded = counting({3}).as_strided({2, 3}, {0, 1}, 0);
    CHECK(elements_of(expanded.clone()) == std::vector<std::int32_t>{0, 1, 2, 0, 1, 2});
    CHECK_FALSE(expanded.is_contiguous());
    CHECK_THROWS_AS((void)counting({}).size(0), error);
}

TEST_CASE("tensor: what would lie outside the storage is an error, also if the sum overflows") {
    tensor const t = counting({4});
    CHECK_THROWS_AS((void)t.as_strided({5}, {1}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({1}, {1}, 4), error);
    CHECK_THROWS_AS((void)t.as_strided({0}, {1}, 5), error);
    CHECK_THROWS_AS((void)t.as_strided({1}, {1}, -1), error);
    CHECK_THROWS_AS((void)t.as_strided({2}, {-1}, 3), error);
    CHECK_THROWS_AS((void)t.as_strided({-1}, {1}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({2}, {1, 1}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({1}, {1}, highest), error);
    CHECK_THROWS_AS((void)t.as_strided({highest}, {highest}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({highest}, {0}, highest), error);
    CHECK_THROWS_AS((void)t.as_strided({highest, highest}, {0, 0}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({3, 3}, {highest / 2, highest / 2}, 0), error);
    CHECK_THROWS_AS((void)t.as_strided({2}, {highest / 4 + 1}, 0), error);
    CHECK_THROWS_AS((void)tensor::empty({-1}, dtype::f32), error);
    CHECK_THROWS_AS((void)tensor::empty({highest}, dtype::f32), error);
    CHECK_THROWS_AS((void)tensor::empty({highest, highest}, dtype::f32), error);
    CHECK_THROWS_AS((void)tensor::empty({1}, dtype::undefined), error);
    CHECK(t.as_strided({1}, {highest}, 3).numel() == 1);
    CHECK(t.as_strided({0, highest}, {1, 1}, 4).numel() == 0);
}

TEST_CASE("tensor: foreign bytes are checked for size and alignment") {
    alignas(8) std::array<std::byte, 24> bytes{};
    auto const at = [&](std::size_t i) { return std::shared_ptr<std::byte>(bytes.data() + i, [](std::byte*) {}); };
    tensor const t(at(0), 24, dtype::f64, {3}, {1}, 0);
    CHECK(t.data() == bytes.data());
    CHECK_THROWS_AS(tensor(at(0), 23, dtype::f64, {3}, {1}, 0), error);
    CHECK_THROWS_WITH(tensor(at(4), 8, dtype::f64, {1}, {1}, 0),
                      "graft: the storage of a tensor of torch.float64 is not aligned to 8 bytes");
    CHECK(tensor(at(1), 3, dtype::u8, {3}, {1}, 0).numel() == 3);
    CHECK(tensor(nullptr, 0, dtype::f32, {0}, {1}, 0).numel() == 0);
}

TEST_CASE("tensor: view keeps the elements of a contiguous tensor") {
    tensor const t = counting({2, 3});
    CHECK(elements_of(t.view({3, 2})) == elements_of(t));
    CHECK(t.view({6}).shares_storage(t));
    CHECK_THROWS_AS((void)t.view({5}), error);
    CHECK_THROWS_AS((void)t.as_strided({3, 2}, {1, 3}, 0).view({6}), error);
}

TEST_CASE("tensor: the parts of complex numbers share their memory, however it is laid out") {
    tensor const numbers = tensor::zeros({2, 3}, dtype::c64), turned = numbers.as_strided({3, 1}, {1, 3}, 3);
    tensor const parts = turned.view_as_real();
    CHECK(parts.shares_storage(numbers));
    CHECK(parts.data() == turned.data());
    CHECK(parts.dtype() == dtype::f32);
    CHECK(parts.sizes() == dim_vector{3, 1, 2});
    CHECK(parts.strides() == dim_vector{2, 6, 1});
    CHECK_THROWS_AS(static_cast<void>(parts.view_as_real()), error);
}

TEST_CASE("tensor: set_sizes cuts a result to measure and cannot make it grow") {
    tensor t = counting({2, 3});
    t.set_sizes({2, 2});
    CHECK(elements_of(t) == std::vector<std::int32_t>{0, 1, 2, 3});
    CHECK(t.storage_bytes() == 24);
    CHECK_THROWS_AS(t.set_sizes({7}), error);
    CHECK(t.sizes() == ints{2, 2});
}

TEST_CASE("tensor: from needs one value for each element") {
    std::array<float, 3> const values{1, 2, 3};
    CHECK_THROWS_AS((void)tensor::from<float>({2}, values), error);
    CHECK(tensor::from<float>({3}, values).data<float>()[2] == 3);
}

static_assert(visit_dtype(dtype::f32, []<class T>() { return sizeof(T); }) == 4);
static_assert(detail::element_alignment(dtype::c32) == 2);

TEST_CASE("visit_dtype: the visitor gets the element type of every dtype") {
    for (dtype d : all_dtypes)
        CHECK(visit_dtype(d, []<class T>() { return dtype_of<T>; }) == d);
}

TEST_CASE("visit_dtype: an undefined dtype is an error") {
    CHECK_THROWS_AS(visit_dtype(dtype::undefined, []<class T>() { return 0; }), error);
}
