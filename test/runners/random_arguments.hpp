#pragma once

#include "random_ops.hpp"
#include "random_scope.hpp"
#include "random_shapes.hpp"

#include <graft/ir/map_arg.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace graft_test {

/// Draws the arguments of a call by the names and types that its schema gives them, so that many calls are right; the
/// meta function tells which are.
class random_arguments {
public:
    random_arguments(random_scope& scope, graft::op_info const& op)
        : scope_(scope), random_(scope.random), op_(op), packet_(functional_packet(op)) {}

    /// The arguments; nothing where there is no tensor for one of them.
    [[nodiscard]] bool draw() {
        shapes_ = anchor_of(packet_, random_);
        if (!draw_anchor())
            return false;
        fit_shapes(packet_, anchor_.sizes, random_, shapes_);
        dim_ = anchor_.sizes.empty() ? 0 : random_.between(0, rank() - 1);
        index_length_ = random_.between(1, 3);
        // Those behind the last one that is given have their defaults.
        std::size_t given = op_.arguments.size();
        while (given > 0 && may_be_left_out(op_.arguments[given - 1]))
            --given;
        for (std::size_t i = 0; i < op_.arguments.size(); ++i) {
            graft::schema_argument const& slot = op_.arguments[i];
            if (slot.kwarg_only ? slot.has_default && (random_.once_in(2) || is_of_devices(slot)) : i >= given)
                continue;
            std::optional<graft::arg> value = slot_value(i);
            if (!value)
                return false;
            if (slot.kwarg_only)
                kwargs.push_back({slot.name, *value});
            else
                args.push_back(*value);
        }
        return true;
    }

    /// Takes the values that an earlier call reads by position, so that only numbers may differ from its: where it reads
    /// none, what was drawn beside another anchor is of another dtype.
    void read_those_of(graft::graph const& g, graft::node_id call) {
        for (std::size_t i = 0; i < args.size() && i < g.arg_count(call); ++i)
            if (graft::arg earlier = to_arg(g.arg(call, i)); names_value(earlier) || names_value(args[i]))
                args[i] = std::move(earlier);
    }

    graft::vec<graft::arg> args;     ///< positional ones
    graft::vec<graft::kwarg> kwargs; ///< keyword ones

private:
    using maybe_arg = std::optional<graft::arg>;

    static bool names_value(graft::arg const& a) {
        return a.kind == graft::arg_kind::node || std::ranges::any_of(a.items, names_value);
    }

    [[nodiscard]] std::int64_t rank() const { return static_cast<std::int64_t>(anchor_.sizes.size()); }
    [[nodiscard]] std::int64_t size_or(std::int64_t d, std::int64_t unknown) const {
        return d >= 0 && d < rank() ? anchor_.sizes[static_cast<std::size_t>(d)].maybe_value().value_or(unknown)
                                    : unknown;
    }
    static bool is_of_devices(graft::schema_argument const& slot) {
        return slot.type == graft::type_kind::device || slot.type == graft::type_kind::layout ||
               slot.type == graft::type_kind::generator || slot.name == "pin_memory";
    }

    bool may_be_left_out(graft::schema_argument const& slot) {
        return slot.kwarg_only || (slot.has_default && random_.once_in(slot.name.starts_with("dim") ? 4 : 2));
    }

    //=== tensors ===//

    bool draw_anchor() {
        for (std::size_t i = shapes_.anchor; i < op_.arguments.size(); ++i)
            if (op_.arguments[i].type == graft::type_kind::tensor) {
                shapes_.anchor = i;
                std::optional<graft::node_id> const n = pick_anchor(op_.arguments[i].name);
                if (n)
                    anchor_node_ = *n, anchor_ = scope_.spec(*n);
                return n.has_value();
            }
        return true;
    }

    std::optional<graft::node_id> pick_anchor(std::string_view name) {
        bool const condition = name == "condition" || name == "mask";
        bool const quantized = op_.name.starts_with("quantized_decomposed::dequantize");
        bool const any = random_.once_in(4) || condition || quantized;
        std::vector<graft::node_id> fit;
        for (graft::node_id const n : scope_.tensors) {
            graft::tensor_spec const& s = scope_.spec(n);
            bool good = (shapes_.any_rank || s.sizes.size() == shapes_.rank) &&
                        (any || graft::is_floating_point(s.dtype)) && (!condition || s.dtype == graft::dtype::boolean);
            if (good && shapes_.square)
                good = s.sizes[0] == s.sizes[1];
            if (good)
                fit.push_back(n);
        }
        // The latest ones rather than others, so that calls depend on each other.
        if (!fit.empty() && !random_.once_in(8))
            return random_.once_in(2) ? fit.back() : random_.pick(fit);
        wanted_tensor wanted{some_dtype(any), some_sizes(shapes_.any_rank ? random_.below(4) : shapes_.rank)};
        if (condition)
            wanted.dtype = graft::dtype::boolean;
        if (shapes_.square)
            wanted.sizes[1] = wanted.sizes[0];
        return made(wanted);
    }

    graft::dtype some_dtype(bool any) {
        static constexpr std::array dtypes{graft::dtype::f32,     graft::dtype::f64, graft::dtype::i64,
                                           graft::dtype::i32,     graft::dtype::u8,  graft::dtype::i16,
                                           graft::dtype::boolean, graft::dtype::f32};
        return any ? random_.pick(dtypes) : random_.once_in(8) ? graft::dtype::f64 : graft::dtype::f32;
    }
    sizes_of_tensor some_sizes(std::size_t rank) {
        sizes_of_tensor sizes;
        for (std::size_t d = 0; d < rank; ++d)
            sizes.emplace_back(random_.between(1, 4));
        if (rank == 4)
            sizes[1] = random_.once_in(3) ? 4 : 2;
        return sizes;
    }
    std::optional<graft::node_id> made(wanted_tensor const& wanted) {
        return scope_.make_input ? scope_.make_input(wanted) : std::nullopt;
    }

    /// A tensor of this dtype and these sizes, of those that there are or a new one.
    std::optional<graft::node_id> tensor_like(wanted_tensor const& wanted) {
        std::vector<graft::node_id> fit;
        for (graft::node_id const n : scope_.tensors)
            if (scope_.spec(n).dtype == wanted.dtype && scope_.spec(n).sizes == wanted.sizes)
                fit.push_back(n);
        if (!fit.empty() && wanted.of == content::numbers && !random_.once_in(4))
            return random_.pick(fit);
        std::optional<graft::node_id> const n = made(wanted);
        return n || fit.empty() || wanted.of != content::numbers ? n : std::optional(random_.pick(fit));
    }

    wanted_tensor wanted_for(std::string_view name) {
        wanted_tensor wanted{anchor_.dtype, anchor_.sizes};
        if (auto const found = shapes_.of.find(name); found != shapes_.of.end()) {
            wanted.sizes = found->second;
            if (name == "target" && wanted.sizes != anchor_.sizes)
                index(wanted, size_or(1, 1));
            if (name == "running_var")
                wanted.of = content::positive;
            return wanted;
        }
        auto const d = static_cast<std::size_t>(dim_);
        if (name == "index" || name == "indices" || name == "target" || name == "repeats") {
            bool const one = packet_.starts_with("index") || name == "repeats";
            bool const spread =
                packet_.starts_with("scatter") || packet_ == "gather" || packet_.starts_with("take_along");
            if (one)
                wanted.sizes = {index_length_};
            else if (spread && rank() > 0)
                wanted.sizes[d] = std::min(index_length_, size_or(dim_, 2));
            else
                wanted.sizes = some_sizes(random_.below(3));
            index(wanted, packet_ == "take" ? 1 : size_or(packet_.starts_with("embedding") ? 0 : dim_, 2));
            wanted.distinct = packet_ == "scatter" || packet_ == "index_copy" || packet_ == "put";
        } else if (name == "mask" || name == "condition") {
            wanted.dtype = graft::dtype::boolean;
            narrow(wanted.sizes);
        } else if ((name == "source" || name == "src") && rank() > 0) {
            if (packet_.starts_with("index"))
                wanted.sizes[d] = index_length_;
            else if (packet_ == "select_scatter")
                wanted.sizes.erase(wanted.sizes.begin() + dim_);
            else if (packet_.starts_with("scatter"))
                wanted.sizes[d] = std::min(index_length_, size_or(dim_, 2));
        } else if (name.find("scale") != std::string_view::npos) {
            wanted.of = content::positive;
            wanted.dtype = graft::dtype::f32;
            wanted.sizes = {size_or(dim_, 1)};
        } else if (packet_.find("norm") != std::string_view::npos && (name == "weight" || name == "bias") &&
                   rank() > 0) {
            wanted.sizes = {anchor_.sizes.back()};
        } else {
            if (!random_.once_in(3))
                narrow(wanted.sizes);
            if (random_.once_in(3))
                wanted.dtype = some_dtype(true);
        }
        return wanted;
    }

    void index(wanted_tensor& wanted, std::int64_t limit) {
        wanted.dtype = packet_ == "embedding" && random_.once_in(3) ? graft::dtype::i32 : graft::dtype::i64;
        wanted.of = content::indices;
        wanted.limit = std::max<std::int64_t>(1, limit);
    }
    /// Sizes that broadcast to these.
    void narrow(sizes_of_tensor& sizes) {
        if (random_.once_in(3))
            sizes.erase(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(random_.below(sizes.size() + 1)));
        if (!sizes.empty() && random_.once_in(2))
            sizes[random_.below(sizes.size())] = 1;
    }

    maybe_arg tensor_value(std::size_t i) {
        if (i == shapes_.anchor)
            return graft::arg::node(anchor_node_);
        std::string_view const name = op_.arguments[i].name;
        bool const told = shapes_.of.contains(name) || name.starts_with("ind") || name == "target" ||
                          packet_.find("norm") != std::string_view::npos; // which refuse other dtypes on the CPU
        if (!told && random_.once_in(6) && !scope_.tensors.empty())
            return graft::arg::node(random_.pick(scope_.tensors));
        std::optional<graft::node_id> const n = tensor_like(wanted_for(name));
        return n ? maybe_arg(graft::arg::node(*n)) : std::nullopt;
    }

    maybe_arg tensor_list(std::size_t i) {
        graft::vec<graft::arg> items;
        bool const indices = op_.arguments[i].name == "indices";
        if (indices && rank() == 0)
            return std::nullopt;
        std::size_t const count = indices ? random_.below(static_cast<std::size_t>(rank())) + 1 : random_.below(3) + 1;
        bool const distinct = packet_.find("put") != std::string_view::npos; // else which value stays is not said
        std::size_t const only = random_.below(count);
        for (std::size_t k = 0; k < count; ++k) {
            bool const left_out =
                op_.arguments[i].optional_elements && (distinct ? k != only : k + 1 < count && random_.once_in(3));
            if (left_out) {
                items.push_back(nullptr);
                continue;
            }
            wanted_tensor wanted{anchor_.dtype, anchor_.sizes};
            if (indices) {
                wanted.sizes = {index_length_};
                index(wanted, size_or(static_cast<std::int64_t>(k), 2));
                wanted.dtype = graft::dtype::i64;
                wanted.distinct = distinct;
            } else if (random_.once_in(3) && rank() > 0 &&
                       anchor_.sizes[static_cast<std::size_t>(dim_)].maybe_value()) {
                wanted.sizes[static_cast<std::size_t>(dim_)] = random_.between(1, 3);
            } else if (random_.once_in(6)) {
                wanted.dtype = some_dtype(true);
            }
            std::optional<graft::node_id> const n =
                k == 0 && i == shapes_.anchor ? std::optional(anchor_node_) : tensor_like(wanted);
            if (!n)
                return std::nullopt;
            items.push_back(graft::arg::node(*n));
        }
        return graft::arg::list(items);
    }

    //=== everything else ===//

    maybe_arg slot_value(std::size_t i) {
        graft::schema_argument const& slot = op_.arguments[i];
        bool const needed = slot.type == graft::type_kind::tensor && (i == shapes_.anchor || slot.list);
        // In training these change their running statistics, which their schemas do not say, so that reading makes
        // other calls of them.
        bool const hides = slot.name.starts_with("running_") &&
                           (packet_ == "batch_norm" || packet_ == "native_batch_norm" || packet_ == "instance_norm");
        if (hides || (slot.optional && !needed && (random_.once_in(3) || is_of_devices(slot))))
            return graft::arg(nullptr);
        if (slot.type == graft::type_kind::tensor)
            return slot.list ? tensor_list(i) : tensor_value(i);
        if (slot.list)
            return list_value(slot);
        switch (slot.type) {
        case graft::type_kind::integer: return integer(slot.name);
        case graft::type_kind::boolean: return slot.name.starts_with("train") ? random_.once_in(4) : random_.once_in(2);
        case graft::type_kind::real: return real(slot.name);
        case graft::type_kind::scalar: return number(slot.name);
        case graft::type_kind::string: return text(slot.name);
        case graft::type_kind::dtype: return some_result_dtype();
        case graft::type_kind::memory_format:
            return packet_ == "contiguous" || random_.once_in(2) ? graft::memory_format::contiguous
                                                                 : graft::memory_format::preserve;
        default: return graft::arg(nullptr);
        }
    }

    // Sums of booleans as booleans are those of no elements, of which no Edge op is.
    graft::dtype some_result_dtype() {
        graft::dtype const d = some_dtype(packet_.find("softmax") == std::string_view::npos && !random_.once_in(3));
        return d == graft::dtype::boolean && packet_.starts_with("cum") ? graft::dtype::i64 : d;
    }

    double quarter() { return static_cast<double>(random_.between(-8, 8)) / 4; }
    graft::arg real(std::string_view name) {
        if (name == "eps" || name == "rtol" || name == "atol")
            return random_.once_in(2) ? 1e-5 : 0.125;
        if (name.find("scale") != std::string_view::npos || name == "delta" || name == "threshold" || name == "beta")
            return static_cast<double>(random_.between(1, 8)) / 4;
        if (name == "momentum" || name == "q" || name == "label_smoothing" || name == "dropout_p" ||
            name == "dropout" || name == "p")
            return name.starts_with("dropout")
                       ? 0.0
                       : static_cast<double>(random_.between(0, name == "p" ? 2 : 4)) / (name == "p" ? 1 : 4);
        return quarter();
    }
    graft::arg number(std::string_view name) {
        if (name == "end" || name == "start" || name == "step")
            return random_.between(name == "step" ? 1 : name == "end" ? 3 : 0, name == "end" ? 6 : 2);
        if (name == "min" || name == "max")
            return name == "min" ? random_.between(-2, 0) : random_.between(1, 3);
        return random_.once_in(3)    ? graft::arg(random_.between(-2, 3))
               : random_.once_in(12) ? graft::arg(random_.once_in(2))
                                     : graft::arg(quarter());
    }

    graft::arg text(std::string_view name) {
        using words = std::vector<std::string_view>;
        static std::map<std::string_view, words> const known{
            {"rounding_mode", {"floor", "trunc"}},
            {"padding", {"same", "valid"}},
            {"mode", {"constant", "reflect", "replicate", "circular"}},
            {"approximate", {"none", "tanh"}},
            {"interpolation", {"linear", "lower", "higher", "midpoint", "nearest"}},
            {"indexing", {"ij", "xy"}},
            {"equation", {"ij,ij->i", "ij->ji", "ij,ij->", "ij", "i,i->i", "abc->cab"}},
            {"side", {"left", "right"}},
            {"reduce", {"sum", "prod", "mean", "amax", "amin"}},
        };
        auto const found = known.find(name);
        words some = found == known.end() ? words{"constant", "reflect"} : found->second;
        if (name == "reduce" && packet_ == "scatter")
            some = {"add", "multiply"};
        return random_.pick(some);
    }

    graft::arg integer(std::string_view name) {
        if (name.find("dim") != std::string_view::npos || name.find("axis") != std::string_view::npos ||
            name == "source" || name == "destination") {
            std::int64_t const r = rank() + (packet_.starts_with("unsqueeze") || packet_ == "stack" ? 1 : 0);
            if (name == "start_dim" || name == "end_dim")
                return name == "start_dim" ? random_.between(0, std::max<std::int64_t>(0, r - 1)) : -1;
            if (name == "dim2" || name == "dim1" || r != rank() || name == "dim0")
                return r == 0 ? 0 : random_.between(-r, r - 1);
            return random_.once_in(3) && r > 0 ? dim_ - r : dim_;
        }
        std::int64_t const size = size_or(dim_, 2);
        if (name == "index" || name == "length")
            return name == "index" ? random_.between(-size, size - 1) : random_.between(1, size);
        if (name == "start" || name == "end")
            return name == "start"      ? random_.between(-size, size - 1)
                   : random_.once_in(3) ? 9223372036854775807
                                        : random_.between(1, size);
        if (name == "num_groups" || name == "groups" || name == "group")
            return packet_.find("conv") != std::string_view::npos ? shapes_.groups : size_or(1, 1) % 2 == 0 ? 2 : 1;
        if (name == "k" || name == "split_size" || name == "step" || name == "size" || name == "kernel_size")
            return random_.between(1, std::max<std::int64_t>(1, size));
        if (name == "reduction")
            return random_.between(0, 2);
        if (name.find("quant_m") != std::string_view::npos)
            return name.ends_with("min") ? 0 : 127;
        if (name == "padding_idx" || name == "ignore_index")
            return -1;
        if (name == "ord" || name == "n_fft" || name == "steps" || name == "num_weights" || name == "num_classes")
            return 4;
        if ((name == "offset" || name == "diagonal") && !random_.once_in(3))
            return random_.between(-1, 1);
        if ((name == "n" || name == "m" || name == "bins") && !scope_.numbers.empty() && random_.once_in(2))
            return graft::arg::node(random_.pick(scope_.numbers));
        return random_.between(name.starts_with("upscale") || name.starts_with("downscale") ? 2 : 0, 2);
    }

    graft::arg list_value(graft::schema_argument const& slot);

    random_scope& scope_;
    random_source& random_;
    graft::op_info const& op_;
    std::string_view packet_;
    call_shapes shapes_;
    graft::node_id anchor_node_ = graft::no_node;
    graft::tensor_spec anchor_;
    std::int64_t dim_ = 0, index_length_ = 1;

    graft::arg size_list(bool of_view);
    graft::arg sizes_as_args(sizes_of_tensor const& sizes, bool wildcard);
};

} // namespace graft_test
