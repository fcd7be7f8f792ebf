#pragma once

#include <graft/core/error.hpp>
#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>
#include <graft/io/file/zip_writer.hpp>
#include <graft/io/pt2/detail/write_value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// The tensors of one payload folder of an archive; those that share a storage share its record.
class pt2_payload_writer {
public:
    // `record` is what records are called, before their number.
    pt2_payload_writer(std::string folder, std::string record)
        : folder_(std::move(folder)), record_(std::move(record)) {}

    void add(std::string const& name, tensor const& value, bool is_parameter, bool requires_grad) {
        if (!value.defined())
            raise(errc::invalid_argument, "pt2: the tensor '", name, "' of the state is undefined");
        if (!names_.insert(name).second)
            return;
        tensor_spec spec = spec_of(value);
        spec.requires_grad = requires_grad;
        append_member(config_, name,
                      pt2_object({{"path_name", record_ + std::to_string(storage_number(value.get_storage()))},
                                  {"is_param", is_parameter},
                                  {"use_pickle", false},
                                  {"tensor_meta", write_pt2_tensor(spec)}}));
    }

    // Adds the records and the table of them to the archive.
    void write(zip_writer& archive, std::string const& root, std::string_view config) const {
        for (std::size_t i = 0; i < storages_.size(); ++i)
            archive.add(root + folder_ + record_ + std::to_string(i),
                        view<std::byte const>(storages_[i].data(), storages_[i].size()));
        archive.add(root + folder_ + std::string(config), std::string_view(pt2_object({{"config", config_}}).dump()));
    }

private:
    // Storages of no bytes have no address of their own.
    std::size_t storage_number(storage const& bytes) {
        auto const [found, is_new] = numbers_.emplace(std::pair{bytes.data(), bytes.size()}, storages_.size());
        if (is_new)
            storages_.push_back(bytes);
        return found->second;
    }

    std::string folder_, record_;
    pt2_json config_ = pt2_json::object();
    std::set<std::string> names_;
    std::map<std::pair<std::byte const*, std::size_t>, std::size_t> numbers_;
    vec<storage> storages_;
};

} // namespace graft::detail
