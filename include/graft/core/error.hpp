#pragma once

#include <graft/config.hpp>

#include <concepts>
#include <cstdint>
#include <cstdio>  // fputs
#include <cstdlib> // abort
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// What kind of thing went wrong.
enum class errc : std::uint8_t {
    invalid_argument, ///< what was given cannot be used: it does not fit, or is not what was asked for
    parse,            ///< a text or file is not in the form that it should have; `byte` or `path` say where
    file,             ///< a file cannot be opened, read or written
    unsupported,      ///< it is well formed, but this library cannot do it
    verification,     ///< a program breaks a rule of its dialect, or a check of a pass fails
    internal          ///< an error of this library
};

/// The one exception: a code, a sentence, and where it happened as far as that is known.
class error : public std::exception {
public:
    /// An error that happened nowhere in particular; `what()` is "graft: " and the sentence.
    error(errc code, std::string sentence) : code_(code), sentence_(std::move(sentence)) { describe(); }

    /// What kind of thing went wrong.
    [[nodiscard]] errc code() const noexcept { return code_; }
    /// What went wrong, without the place.
    [[nodiscard]] std::string const& sentence() const noexcept { return sentence_; }
    /// The offset in the text or file, where it is known.
    [[nodiscard]] std::optional<std::uint64_t> byte() const noexcept { return byte_; }
    /// The JSON path, empty where it is not known.
    [[nodiscard]] std::string const& path() const noexcept { return path_; }
    /// The name of the node, empty where it is not known.
    [[nodiscard]] std::string const& node() const noexcept { return node_; }
    /// Where the model's Python code made the node, empty where it is not known.
    [[nodiscard]] std::string const& stack_trace() const noexcept { return stack_trace_; }
    /// "graft: ", the sentence, and every place that is known.
    [[nodiscard]] char const* what() const noexcept override { return what_.c_str(); }

    /// Adds the offset in the text or file; an offset that is already known is kept.
    error& at_byte(std::uint64_t byte) {
        if (!byte_)
            byte_ = byte;
        return describe();
    }

    /// Adds the JSON path; a path that is already known is kept.
    error& at_path(std::string path) {
        if (path_.empty())
            path_ = std::move(path);
        return describe();
    }

    /// Adds the node's name and its Python stack trace; a node that is already known is kept.
    error& at_node(std::string name, std::string stack_trace = {}) {
        if (node_.empty()) {
            node_ = std::move(name);
            stack_trace_ = std::move(stack_trace);
        }
        return describe();
    }

private:
    error& describe() {
        what_ = "graft: " + sentence_;
        if (byte_)
            what_ += " [at byte " + std::to_string(*byte_) + "]";
        if (!path_.empty())
            what_ += " [at " + path_ + "]";
        if (!node_.empty())
            what_ += " [at %" + node_ + "]";
        if (!stack_trace_.empty())
            what_ += "\n" + stack_trace_;
        return *this;
    }

    errc code_;
    std::string sentence_, path_, node_, stack_trace_, what_;
    std::optional<std::uint64_t> byte_;
};

/// Throws the error. Where exceptions are switched off (`-fno-exceptions`), it is written to the standard error stream
/// and the program ends.
[[noreturn, gnu::noinline, gnu::cold]] inline void raise(error const& e) {
#if defined(__cpp_exceptions)
    throw e;
#else
    std::fputs((std::string(e.what()) + "\n").c_str(), stderr);
    std::abort();
#endif
}

namespace detail {

/// A piece of an error's sentence: text, or an integer as sign and magnitude.
struct error_part {
    std::string_view text;
    std::uint64_t magnitude = 0;
    bool is_number = false;

    template <class T>
        requires std::convertible_to<T const&, std::string_view>
    constexpr error_part(T const& t) : text(t) {}
    template <std::integral T>
    constexpr error_part(T n) : text(n < T{0} ? "-" : ""), magnitude(static_cast<std::uint64_t>(n)), is_number(true) {
        if (n < T{0})
            magnitude = 0 - magnitude;
    }
};

[[nodiscard]] inline std::string join(std::initializer_list<error_part> parts) {
    std::string sentence;
    for (error_part const& part : parts) {
        sentence += part.text;
        if (part.is_number)
            sentence += std::to_string(part.magnitude);
    }
    return sentence;
}

[[noreturn, gnu::noinline, gnu::cold]] inline void raise_parts(errc code, std::initializer_list<error_part> parts) {
    raise(error(code, join(parts)));
}

} // namespace detail

/// Throws `graft::error` with this sentence; in a constant expression it is the compile error.
[[noreturn, gnu::noinline, gnu::cold]] inline void raise(errc code, std::string_view sentence) {
    raise(error(code, std::string(sentence)));
}

/// Throws `graft::error` with the parts, texts and integers, joined to one sentence. They are taken by value, so that
/// literals of every length share one function.
template <class... Parts>
    requires(sizeof...(Parts) > 1)
[[noreturn]] void raise(errc code, Parts... parts) {
    detail::raise_parts(code, {detail::error_part(parts)...});
}

/// Throws a parse error with the offset in the text where it was found.
template <class... Parts>
[[noreturn]] void raise_at_byte(std::uint64_t byte, Parts... parts) {
    raise(error(errc::parse, detail::join({detail::error_part(parts)...})).at_byte(byte));
}

/// Calls `what`; an error that it raises goes to `otherwise`, which may raise one itself. Where exceptions are switched
/// off (`-fno-exceptions`), an error has ended the program before anybody could be told.
template <class What, class Otherwise>
constexpr void attempt(What const& what, [[maybe_unused]] Otherwise const& otherwise) {
#if defined(__cpp_exceptions)
    try {
        what();
    } catch (error const& e) {
        otherwise(e);
    }
#else
    what();
#endif
}

} // namespace graft
