#pragma once

#include <graft/io/pt2/reader.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/lower/read_pt2.hpp>

template <class Ops>
graft::exported_program graft::read_pt2(std::string const& path) {
    return read_pt2(path, pt2_options{.find_op = find_cpu_op<Ops>, .model = {}});
}
