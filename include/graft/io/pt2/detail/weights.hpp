#pragma once

#include <graft/core/error.hpp>
#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/pt2/archive.hpp>
#include <graft/io/pt2/detail/pickled_tensors.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// The tensors of one payload folder of an archive, made on request. Names that share a record
// share its storage.
class pt2_weights {
public:
    pt2_weights(pt2_archive const& archive, std::string folder, std::string_view model, bool check)
        : archive_(archive), folder_(std::move(folder)), check_(check) {
        // torch 2.6 and 2.7 wrote the first or second of these, torch 2.8 the third, and later ones a record a tensor.
        bool const is_weights = folder_ == "data/weights/";
        std::string const pickled = !archive.is_early() ? folder_ + std::string(model) + ".pt"
                                    : is_weights        ? "serialized_state_dict.pt"
                                                        : "serialized_constants.pt";
        std::string const config =
            folder_ + std::string(model) + (is_weights ? "_weights" : "_constants") + "_config.json";
        if (archive.is_early() || (!archive.has(config) && archive.has(pickled))) {
            pickled_ = read_pickled_tensors(archive.bytes(pickled, check), pickled, check);
            return;
        }
        config_.emplace(archive.json(config));
        for (auto const& [name, entry] : config_->root().at("config").members())
            entries_.emplace(name, entry);
    }

    // The tensor of this name; without one the error is at `user`.
    tensor at(std::string_view name, json_value user) {
        if (auto const made = pickled_.find(name); made != pickled_.end())
            return made->second;
        auto const found = entries_.find(name);
        if (found == entries_.end())
            user.fail(join({"the archive holds no tensor '", name, "' in ", folder_}));
        json_value const entry = found->second;
        if (entry.at("use_pickle").as_bool())
            entry.fail("a tensor of a class of its own is pickled, which is not supported; run_decompositions() of the "
                       "program leaves plain ones",
                       errc::unsupported);
        json_value const meta = entry.at("tensor_meta");
        if (read_pt2_layout(meta.at("layout")) != layout::strided)
            meta.at("layout").fail("only strided tensors are supported", errc::unsupported);
        return entry.guard([&] {
            return tensor(bytes(entry.at("path_name").as_string()), read_pt2_dtype(meta.at("dtype")),
                          plain(meta.at("sizes")), plain(meta.at("strides")), plain_number(meta.at("storage_offset")));
        });
    }

private:
    storage const& bytes(std::string_view record) {
        auto const found = storages_.find(record);
        if (found != storages_.end())
            return found->second;
        storage loaded = archive_.bytes(folder_ + std::string(record), check_);
        return storages_.emplace(record, std::move(loaded)).first->second;
    }

    static std::int64_t plain_number(json_value number) { return number.at("as_int").as_int(); }
    static vec<std::int64_t> plain(json_value list) {
        vec<std::int64_t> numbers;
        for (json_value const number : list.items())
            numbers.push_back(plain_number(number));
        return numbers;
    }

    pt2_archive const& archive_;
    std::string folder_;
    std::optional<json_document> config_;
    bool check_;
    std::map<std::string, tensor, std::less<>> pickled_;
    std::map<std::string_view, json_value> entries_;
    std::map<std::string_view, storage> storages_;
};

} // namespace graft::detail
