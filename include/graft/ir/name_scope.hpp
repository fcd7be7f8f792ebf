#pragma once

#include <graft/config.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace graft {

namespace detail {

// What FX refuses as a node name: Python's keywords and builtins, and the globals of its generated code.
inline constexpr std::array<std::string_view, 195> illegal_names{
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BaseException",
    "BaseExceptionGroup",
    "BlockingIOError",
    "BrokenPipeError",
    "BufferError",
    "BytesWarning",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "DeprecationWarning",
    "EOFError",
    "Ellipsis",
    "EncodingWarning",
    "EnvironmentError",
    "Exception",
    "ExceptionGroup",
    "False",
    "FileExistsError",
    "FileNotFoundError",
    "FloatingPointError",
    "FutureWarning",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "ImportWarning",
    "IndentationError",
    "IndexError",
    "InterruptedError",
    "IsADirectoryError",
    "KeyError",
    "KeyboardInterrupt",
    "LookupError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "NoneType",
    "NotADirectoryError",
    "NotImplemented",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "PendingDeprecationWarning",
    "PermissionError",
    "ProcessLookupError",
    "RecursionError",
    "ReferenceError",
    "ResourceWarning",
    "RuntimeError",
    "RuntimeWarning",
    "StopAsyncIteration",
    "StopIteration",
    "SyntaxError",
    "SyntaxWarning",
    "SystemError",
    "SystemExit",
    "TabError",
    "TimeoutError",
    "True",
    "TypeError",
    "UnboundLocalError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnicodeTranslateError",
    "UnicodeWarning",
    "UserWarning",
    "ValueError",
    "Warning",
    "ZeroDivisionError",
    "__build_class__",
    "__debug__",
    "__doc__",
    "__import__",
    "__loader__",
    "__name__",
    "__package__",
    "__spec__",
    "abs",
    "aiter",
    "all",
    "and",
    "anext",
    "any",
    "as",
    "ascii",
    "assert",
    "async",
    "await",
    "bin",
    "bool",
    "break",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "class",
    "classmethod",
    "compile",
    "complex",
    "continue",
    "copyright",
    "credits",
    "def",
    "del",
    "delattr",
    "device",
    "dict",
    "dir",
    "divmod",
    "elif",
    "else",
    "enumerate",
    "eval",
    "except",
    "exec",
    "exit",
    "filter",
    "finally",
    "float",
    "for",
    "format",
    "from",
    "frozenset",
    "fx_pytree",
    "getattr",
    "global",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "if",
    "import",
    "in",
    "inf",
    "input",
    "int",
    "is",
    "isinstance",
    "issubclass",
    "iter",
    "lambda",
    "len",
    "license",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "nan",
    "next",
    "nonlocal",
    "not",
    "object",
    "oct",
    "open",
    "or",
    "ord",
    "pass",
    "pow",
    "print",
    "property",
    "pytree",
    "quit",
    "raise",
    "range",
    "repr",
    "return",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "torch",
    "try",
    "tuple",
    "type",
    "vars",
    "while",
    "with",
    "yield",
    "zip",
};

} // namespace detail

/// FX's naming rule (`_Namespace.create_name`): every name is a legal identifier and given out once.
class name_scope {
public:
    /// A fresh name made from `candidate`, as an id of `strings`; amortised O(size of the candidate).
    GRAFT_CONSTEXPR std::uint32_t create(string_table& strings, std::string_view candidate);

    /// The name of this id as it is, whether or not it is legal or was given out; later ones count on from its number.
    GRAFT_CONSTEXPR std::uint32_t take(string_table& strings, std::uint32_t id);

    /// Marks `name` as given out, whether or not it is legal, and returns its id.
    GRAFT_CONSTEXPR_INLINE std::uint32_t claim(string_table& strings, std::string_view name) {
        std::uint32_t const id = strings.intern(name);
        claim(id);
        return id;
    }

    /// True when the name with this id was given out; names of erased nodes stay taken, as in FX.
    [[nodiscard]] constexpr bool is_used(std::uint32_t id) const { return id < used_.size() && used_[id] != 0; }

private:
    GRAFT_CONSTEXPR std::uint32_t create_legal(string_table& strings, std::string_view name);

    constexpr void claim(std::uint32_t id) {
        if (used_.size() <= id)
            used_.resize(id + 1, 0);
        used_[id] = 1;
    }

    constexpr std::uint64_t& count_of(std::uint32_t base) {
        if (counts_.size() <= base)
            counts_.resize(base + 1, 0);
        return counts_[base];
    }

    static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static constexpr bool is_word(char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    static GRAFT_CONSTEXPR bool is_illegal(std::string_view name);

    static constexpr bool is_identifier(std::string_view text) {
        return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_word);
    }

    static GRAFT_CONSTEXPR vec<char> legalised(std::string_view candidate);

    // The size of the base: `x_1_2` is `x_1` and 2, `_1` is all base, as is a number of 20 digits or more.
    static GRAFT_CONSTEXPR std::size_t split(std::string_view name);

    static constexpr std::uint64_t parse_number(std::string_view name, std::size_t at) {
        std::uint64_t number = 0;
        for (; at < name.size(); ++at)
            number = number * 10 + static_cast<std::uint64_t>(name[at] - '0');
        return number;
    }

    vec<std::uint8_t> used_;    // by string id
    vec<std::uint64_t> counts_; // by string id of a base: the last number that was given to it
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR std::uint32_t name_scope::create(string_table& strings, std::string_view candidate) {
    if (is_identifier(candidate))
        return create_legal(strings, candidate);
    vec<char> const name = legalised(candidate);
    return create_legal(strings, {name.data(), name.size()});
}

GRAFT_CONSTEXPR std::uint32_t name_scope::take(string_table& strings, std::uint32_t id) {
    std::string_view const name = strings[id];
    std::size_t const base_size = split(name);
    if (base_size != name.size())
        count_of(strings.intern(name.substr(0, base_size))) = parse_number(name, base_size + 1);
    claim(id);
    return id;
}

GRAFT_CONSTEXPR std::uint32_t name_scope::create_legal(string_table& strings, std::string_view name) {
    std::size_t const base_size = split(name);
    bool const has_number = base_size != name.size();
    std::uint32_t id = strings.intern(name);
    std::uint32_t const base = has_number ? strings.intern(name.substr(0, base_size)) : id;
    std::uint64_t& number = count_of(base);
    if (has_number && !is_used(id))
        number = parse_number(name, base_size + 1);
    else if (is_used(id) || is_illegal(name))
        do
            id = strings.intern_numbered(base, ++number);
        while (is_used(id));
    claim(id);
    return id;
}

GRAFT_CONSTEXPR bool name_scope::is_illegal(std::string_view name) {
    return std::binary_search(detail::illegal_names.begin(), detail::illegal_names.end(), name);
}

GRAFT_CONSTEXPR vec<char> name_scope::legalised(std::string_view candidate) {
    vec<char> name;
    bool in_run = false;
    for (char const c : candidate) {
        if (is_word(c))
            name.push_back(c);
        else if (!in_run)
            name.push_back('_');
        in_run = !is_word(c);
    }
    if (name.empty())
        for (char const c : std::string_view{"_unnamed"})
            name.push_back(c);
    else if (is_digit(name.front()))
        name.insert(name.begin(), '_');
    return name;
}

GRAFT_CONSTEXPR std::size_t name_scope::split(std::string_view name) {
    std::size_t at = name.size();
    while (at > 0 && is_digit(name[at - 1]))
        --at;
    bool const numbered = at < name.size() && at >= 2 && name[at - 1] == '_';
    return numbered && name.size() - at < 20 ? at - 1 : name.size();
}

} // namespace graft
#endif
