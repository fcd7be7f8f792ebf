#pragma once

#include <graft/config.hpp>
#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace graft::detail {

/// The tensors of a dictionary that `torch.save` wrote, by name: a zip archive whose `data.pkl` tells their storages,
/// dtypes, sizes and strides. Nothing that it names is called: what is no dictionary of dense tensors is an error.
/// Entries whose value is no tensor are left out. `bytes` keeps the archive alive; with `check` the CRC of each storage
/// is compared. `what` names it in errors.
[[nodiscard]] GRAFT_INLINE std::map<std::string, tensor, std::less<>>
read_pickled_tensors(storage const& bytes, std::string_view what, bool check);

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/io/file/byte_reader.hpp>
#    include <graft/io/file/zip.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/meta/view.hpp>

#    include <cstdint>
#    include <cstring>
#    include <utility>

namespace graft::detail {

/// A value of Python's: what the few that are needed here have.
struct pickled_value {
    enum class kind : std::uint8_t { none, boolean, integer, text, name, list, dictionary, storage, tensor };

    kind what = kind::none;
    std::int64_t number = 0;       // of a boolean or an integer
    std::string text{};            // of a text, a name (`torch FloatStorage`) or a storage's record
    vec<pickled_value> items{};    // of a list or tuple; keys and values of a dictionary, in turn
    dtype type = dtype::undefined; // of a storage
    graft::tensor tensor{};
};

/// What the bytes of a pickle say, of protocol 2, without calling anything.
class tensor_unpickler {
public:
    tensor_unpickler(view<std::byte const> pickle, std::string_view what, auto const& storage_of)
        : in_(pickle), what_(what), context_(&storage_of),
          storage_of_([](void const* context, std::string_view record) {
              return (*static_cast<decltype(&storage_of)>(context))(record);
          }) {}

    pickled_value read();

private:
    using kind = pickled_value::kind;

    template <class... Parts>
    [[noreturn]] void fail(Parts const&... parts) const {
        raise(errc::unsupported, "pt2: ", what_, ": ", parts..., " at byte ", in_.position(), " of data.pkl");
    }

    [[nodiscard]] pickled_value pop() {
        if (stack_.empty())
            fail("the pickle takes a value that is not there");
        pickled_value top = std::move(stack_.back());
        stack_.pop_back();
        return top;
    }
    void push(kind what, std::int64_t number = 0) { stack_.push_back({.what = what, .number = number}); }
    void push_text(kind what, std::string text) { stack_.push_back({.what = what, .text = std::move(text)}); }
    void tuple(std::size_t count) {
        pickled_value made{.what = kind::list};
        made.items.resize(count);
        for (std::size_t i = count; i-- > 0;)
            made.items[i] = pop();
        stack_.push_back(std::move(made));
    }
    [[nodiscard]] std::size_t above_mark() {
        if (marks_.empty() || marks_.back() > stack_.size())
            fail("the pickle has no mark");
        std::size_t const count = stack_.size() - marks_.back();
        marks_.pop_back();
        return count;
    }
    void extend(std::size_t count, kind container);
    void persistent();
    void reduce();
    void step(unsigned op);
    std::string line() {
        std::string text;
        for (std::string_view c = in_.text(1); c != "\n"; c = in_.text(1))
            text += c;
        return text;
    }
    [[nodiscard]] pickled_value const& item(pickled_value const& of, std::size_t i, kind what) const {
        if (of.what != kind::list || i >= of.items.size() || of.items[i].what != what)
            fail("a tensor is not made of what PyTorch makes it of");
        return of.items[i];
    }
    [[nodiscard]] vec<std::int64_t> integers(pickled_value const& of) const {
        vec<std::int64_t> numbers;
        for (std::size_t i = 0; i < of.items.size(); ++i)
            numbers.push_back(item(of, i, kind::integer).number);
        return numbers;
    }

    byte_reader in_;
    std::string_view what_;
    void const* context_;
    graft::storage (*storage_of_)(void const*, std::string_view);
    vec<pickled_value> stack_;
    vec<std::size_t> marks_;
    std::map<std::uint32_t, pickled_value> memory_;
    bool ended_ = false;
};

/// The dtype of a class of storages.
[[nodiscard]] inline dtype storage_dtype(std::string_view name) {
    constexpr std::pair<std::string_view, dtype> known[] = {
        {"torch FloatStorage", dtype::f32},        {"torch DoubleStorage", dtype::f64},
        {"torch HalfStorage", dtype::f16},         {"torch BFloat16Storage", dtype::bf16},
        {"torch LongStorage", dtype::i64},         {"torch IntStorage", dtype::i32},
        {"torch ShortStorage", dtype::i16},        {"torch CharStorage", dtype::i8},
        {"torch ByteStorage", dtype::u8},          {"torch BoolStorage", dtype::boolean},
        {"torch ComplexFloatStorage", dtype::c64}, {"torch ComplexDoubleStorage", dtype::c128}};
    for (auto const& [text, d] : known)
        if (text == name)
            return d;
    return dtype::undefined;
}

inline void tensor_unpickler::extend(std::size_t count, kind container) {
    if (stack_.size() <= count || stack_[stack_.size() - count - 1].what != container)
        fail("the pickle adds to what is no list or dictionary");
    pickled_value& to = stack_[stack_.size() - count - 1];
    for (std::size_t i = stack_.size() - count; i < stack_.size(); ++i)
        to.items.push_back(std::move(stack_[i]));
    while (count-- > 0)
        stack_.pop_back();
}

// ('storage', torch.FloatStorage, '0', 'cpu', 12)
inline void tensor_unpickler::persistent() {
    pickled_value const id = pop();
    if (item(id, 0, kind::text).text != "storage")
        fail("the pickle refers to what is no storage");
    pickled_value made{.what = kind::storage, .text = item(id, 2, kind::text).text};
    made.type = storage_dtype(item(id, 1, kind::name).text);
    if (made.type == dtype::undefined)
        fail("a storage of class '", item(id, 1, kind::name).text, "' is not supported");
    stack_.push_back(std::move(made));
}

inline void tensor_unpickler::reduce() {
    pickled_value arguments = pop();
    pickled_value const function = pop();
    if (function.what != kind::name)
        fail("the pickle calls what has no name");
    if (function.text == "collections OrderedDict")
        return push(kind::dictionary);
    if (function.text == "torch._utils _rebuild_parameter") {
        pickled_value of = item(arguments, 0, kind::tensor);
        return stack_.push_back(std::move(of));
    }
    if (function.text != "torch._utils _rebuild_tensor_v2")
        fail("a value made by '", function.text, "' is not supported");
    pickled_value const& from = item(arguments, 0, kind::storage);
    pickled_value made{.what = kind::tensor};
    made.tensor = tensor(storage_of_(context_, from.text), from.type, integers(item(arguments, 2, kind::list)),
                         integers(item(arguments, 3, kind::list)), item(arguments, 1, kind::integer).number);
    stack_.push_back(std::move(made));
}

inline void tensor_unpickler::step(unsigned op) {
    auto const byte = [this] { return std::to_integer<std::uint32_t>(in_.bytes(1)[0]); };
    auto const keep = [this](std::uint32_t at) {
        if (stack_.empty())
            fail("the pickle keeps a value that is not there");
        memory_[at] = stack_.back();
    };
    auto const recall = [this](std::uint32_t at) {
        auto const found = memory_.find(at);
        if (found == memory_.end())
            fail("the pickle recalls a value that it did not keep");
        stack_.push_back(found->second);
    };
    switch (op) {
    case 0x80: // PROTO
        if (byte() > 2)
            fail("the pickle has a protocol above 2");
        return;
    case 'q': return keep(byte());
    case 'r': return keep(in_.u32());
    case 'h': return recall(byte());
    case 'j': return recall(in_.u32());
    case '(': return marks_.push_back(stack_.size());
    case '}': return push(kind::dictionary);
    case ']':
    case ')': return push(kind::list);
    case 'N': return push(kind::none);
    case 0x88: return push(kind::boolean, 1);
    case 0x89: return push(kind::boolean, 0);
    case 'K': return push(kind::integer, byte());
    case 'M': return push(kind::integer, in_.u16());
    case 'J': return push(kind::integer, static_cast<std::int32_t>(in_.u32()));
    case 0x8a: { // LONG1
        std::uint32_t const size = byte();
        if (size > 8)
            fail("an integer has more than 64 bits");
        std::uint64_t bits = 0;
        for (std::uint32_t i = 0; i < size; ++i)
            bits |= std::uint64_t{byte()} << (8 * i);
        if (size != 0 && size < 8 && (bits >> (8 * size - 1) & 1) != 0)
            bits |= ~std::uint64_t{0} << (8 * size);
        return push(kind::integer, static_cast<std::int64_t>(bits));
    }
    case 'X': return push_text(kind::text, std::string(in_.text(in_.u32())));
    case 'c': {
        std::string const module = line();
        return push_text(kind::name, module + " " + line());
    }
    case 't': return tuple(above_mark());
    case 0x85: return tuple(1);
    case 0x86: return tuple(2);
    case 0x87: return tuple(3);
    case 's': return extend(2, kind::dictionary);
    case 'u': return extend(above_mark(), kind::dictionary);
    case 'a': return extend(1, kind::list);
    case 'e': return extend(above_mark(), kind::list);
    case 'Q': return persistent();
    case 'R': return reduce();
    case 'b': return static_cast<void>(pop()); // attributes of a dictionary, such as the versions of modules
    case '.': ended_ = true; return;
    default: fail("the instruction ", op, " is not supported");
    }
}

inline pickled_value tensor_unpickler::read() {
    constexpr std::size_t deepest = 1U << 20; // no file nests so far
    while (!ended_) {
        step(std::to_integer<unsigned>(in_.bytes(1)[0]));
        if (stack_.size() + marks_.size() > deepest)
            fail("the pickle has too many values");
    }
    return pop();
}

GRAFT_INLINE std::map<std::string, tensor, std::less<>> read_pickled_tensors(storage const& bytes,
                                                                             std::string_view what, bool check) {
    zip_archive const zip({bytes.data(), bytes.size()});
    std::string root;
    zip_entry const* pickle = nullptr;
    for (zip_entry const& entry : zip.entries())
        if (entry.name.ends_with("/data.pkl")) {
            pickle = &entry;
            root = entry.name.substr(0, entry.name.size() - std::string_view("data.pkl").size());
        }
    if (pickle == nullptr)
        raise(errc::parse, "pt2: ", what, " holds no pickle");
    check_crc(*pickle);
    if (zip_entry const* const order = zip.find(root + "byteorder"))
        if (std::string_view(reinterpret_cast<char const*>(order->bytes.data()), order->bytes.size()) != "little")
            raise(errc::unsupported, "pt2: ", what, " is of a machine of another byte order");
    std::map<std::string, storage, std::less<>> storages;
    auto const storage_of = [&](std::string_view record) {
        if (auto const known = storages.find(record); known != storages.end())
            return known->second;
        zip_entry const* const entry = zip.find(root + "data/" + std::string(record));
        if (entry == nullptr)
            raise(errc::parse, "pt2: ", what, " has no record '", root, "data/", record, "'");
        if (check)
            check_crc(*entry);
        storage copy = storage::allocate(entry->bytes.size());
        if (!entry->bytes.empty())
            std::memcpy(copy.data(), entry->bytes.data(), entry->bytes.size());
        return storages.emplace(record, std::move(copy)).first->second;
    };
    pickled_value const root_value = tensor_unpickler(pickle->bytes, what, storage_of).read();
    if (root_value.what != pickled_value::kind::dictionary || root_value.items.size() % 2 != 0)
        raise(errc::unsupported, "pt2: ", what, " is no dictionary");
    std::map<std::string, tensor, std::less<>> tensors;
    for (std::size_t i = 0; i + 1 < root_value.items.size(); i += 2)
        if (root_value.items[i].what == pickled_value::kind::text &&
            root_value.items[i + 1].what == pickled_value::kind::tensor)
            tensors.insert_or_assign(root_value.items[i].text, root_value.items[i + 1].tensor);
    return tensors;
}

} // namespace graft::detail
#endif
