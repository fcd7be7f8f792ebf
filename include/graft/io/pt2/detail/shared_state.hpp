#pragma once

#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/add_call_like.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace graft::detail {

// The bytes of a storage, from the first to behind the last, among which those of an input lie.
struct shown_bytes {
    std::size_t input;   // by its place in the signature
    node_id node;        // its placeholder
    std::size_t storage; // by the first input that shows it
    std::int64_t begin;
    std::int64_t end;
};

// By node, whether a call whose op says so writes to its elements: of views, to those of what they are taken of.
[[nodiscard]] inline vec<unsigned char> find_written(graph const& g) {
    vec<node_id> root(g.capacity(), no_node);
    vec<unsigned char> written(g.capacity(), 0);
    for (node_id const n : g.nodes()) {
        root[n] = n;
        if (g.op(n) != opcode::call_function)
            continue;
        target_info const target = g.target(n);
        auto const take = [&](node_id of) { root[n] = root[n] == n ? root[of] : root[n]; };
        if (target.op != nullptr)
            for_each_shared(g, n, true, [&](node_id to) { written[root[to]] = 1; });
        if (target.gives_alias() && target.op != nullptr)
            for_each_shared(g, n, false, take);
        else if (target.gives_alias())
            for_each_node(g.arg(n, 0), take);
    }
    return written;
}

// What inputs show that have a tensor, by storage and place.
[[nodiscard]] inline vec<shown_bytes> find_shown(exported_program const& program) {
    vec<shown_bytes> shown;
    std::map<std::byte const*, std::size_t> storages; // asked only whether two are one
    for (std::size_t i = 0; i < program.signature.inputs.size(); ++i) {
        input_spec const& spec = program.signature.inputs[i];
        tensor const* const t = program.find_state(spec);
        auto const n = program.graph().find(spec.name);
        if (t == nullptr || !n || t->numel() == 0)
            continue;
        auto const size = static_cast<std::int64_t>(t->element_size());
        std::size_t const storage = storages.emplace(t->get_storage().data(), i).first->second;
        std::int64_t const end = t->storage_offset() + element_span(t->sizes(), t->strides());
        shown.push_back({i, *n, storage, t->storage_offset() * size, end * size});
    }
    std::sort(shown.begin(), shown.end(), [](shown_bytes const& a, shown_bytes const& b) {
        return std::tuple(a.storage, a.begin, a.input) < std::tuple(b.storage, b.begin, b.input);
    });
    return shown;
}

// Makes all of a group but one views of that one, which has all elements of the group.
inline void part_group(exported_program& program, view<shown_bytes const> group, std::int64_t end) {
    graph& g = program.graph();
    auto const tensor_at = [&](shown_bytes const& s) -> tensor const& {
        return *program.find_state(program.signature.inputs[s.input]);
    };
    dtype const kind = tensor_at(group.front()).dtype();
    bool const one_kind =
        std::all_of(group.begin(), group.end(), [&](shown_bytes const& s) { return tensor_at(s).dtype() == kind; });
    auto const whole = std::find_if(group.begin(), group.end(), [&](shown_bytes const& s) {
        return s.begin == group.front().begin && s.end == end && tensor_at(s).is_contiguous();
    });
    if (!one_kind || whole == group.end()) {
        auto const is_used = [&](shown_bytes const& s) { return g.use_count(s.node) != 0; };
        if (std::count_if(group.begin(), group.end(), is_used) < 2)
            return; // nobody sees what the others hold
        raise(errc::unsupported, "pt2: '", program.signature.inputs[group[0].input].target, "' and '",
              program.signature.inputs[group[1].input].target,
              "' share elements that are written to, and none of those that share them holds all of one dtype");
    }
    auto const first =
        std::find_if(g.nodes().begin(), g.nodes().end(), [&](node_id n) { return g.op(n) != opcode::placeholder; });
    auto const before = inserting_before(g, *first);
    node_id flat = no_node;
    for (shown_bytes const& s : group) {
        if (&s == &*whole)
            continue;
        input_spec const& spec = program.signature.inputs[s.input];
        tensor const& shown = tensor_at(s);
        auto const size = static_cast<std::int64_t>(shown.element_size());
        auto const numbers = [](dim_vector const& v) { return arg::list(vec<arg>(v.begin(), v.end())); };
        node_id same = whole->node;
        if (shown.sizes() != tensor_at(*whole).sizes() || !shown.is_contiguous()) {
            if (flat == no_node)
                flat = add_call_like(g, whole->node, aten::view, {arg::node(whole->node), arg::list({arg(-1)})});
            std::int64_t const from = (s.begin - whole->begin) / size, to = (s.end - whole->begin) / size;
            bool const all = s.begin == whole->begin && s.end == whole->end;
            node_id const part =
                all ? flat : add_call_like(g, s.node, aten::slice.Tensor, {arg::node(flat), 0, from, to});
            same = shown.is_contiguous()
                       ? add_call_like(g, s.node, aten::view, {arg::node(part), numbers(shown.sizes())})
                       : add_call_like(g, s.node, aten::as_strided,
                                       {arg::node(part), numbers(shown.sizes()), numbers(shown.strides())});
        }
        g.replace_all_uses_with(s.node, same);
        auto const behind = inserting_before(g, g.back());
        add_call_like(g, s.node, aten::copy_, {arg::node(s.node), arg::node(same)});
        program.state_of(spec)[spec.target] = shown.clone();
    }
}

// Parameters, buffers and constants that share elements of which some are written to: in torch each of them has what is
// written to another. One stays as it is, the others become views of it, are copied from these in the end, and have
// elements of their own, so that the graph alone says what happens.
inline void part_shared_state(exported_program& program) {
    vec<unsigned char> const written = find_written(program.graph());
    if (std::find(written.begin(), written.end(), 1) == written.end())
        return;
    vec<shown_bytes> const shown = find_shown(program);
    for (std::size_t i = 0; i < shown.size();) {
        std::size_t const first = i;
        std::int64_t end = shown[first].end;
        bool changes = false;
        do {
            end = std::max(end, shown[i].end);
            changes = changes || written[shown[i].node] != 0;
            ++i;
        } while (i < shown.size() && shown[i].storage == shown[first].storage && shown[i].begin < end);
        if (changes && i - first > 1)
            part_group(program, {shown.data() + first, i - first}, end);
    }
    update_output_names(program);
}

} // namespace graft::detail
