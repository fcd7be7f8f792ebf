#include "case.hpp"

#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/ir/text/print.hpp>

#include <fstream>
#include <iterator>
#include <utility>

namespace corpus {

namespace {

std::string whole_file(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        graft::raise(graft::errc::file, "cannot read '", file.string(), "'");
    return {std::istreambuf_iterator<char>(in), {}};
}

nlohmann::json parse_json(std::string_view text, std::string_view what) {
    auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (parsed.is_discarded())
        graft::raise(graft::errc::parse, what, " is not JSON");
    return parsed;
}

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

} // namespace

std::string const& test_case::section(std::string const& wanted) const {
    auto const found = sections.find(wanted);
    if (found == sections.end())
        graft::raise(graft::errc::parse, "the case has no section '", wanted, "'");
    return found->second;
}

nlohmann::json test_case::json(std::string const& wanted) const {
    return parse_json(section(wanted), "section '" + wanted + "'");
}

test_case parse_case(std::string_view text) {
    test_case c;
    std::string* section = nullptr;
    while (!text.empty()) {
        std::size_t const end = text.find('\n');
        std::string_view const line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (starts_with(line, "--- ")) {
            auto const [at, added] = c.sections.try_emplace(std::string(line.substr(4)));
            if (!added)
                graft::raise(graft::errc::parse, "two sections '", at->first, "'");
            section = &at->second;
        } else if (section != nullptr) {
            (*section += line) += '\n';
        } else if (starts_with(line, "case: ")) {
            c.name = line.substr(6);
        } else if (starts_with(line, "kind: ")) {
            c.kind = line.substr(6);
        } else if (starts_with(line, "options: ")) {
            c.options = parse_json(line.substr(9), "the line of options");
        } else if (!starts_with(line, "comment:") && !line.empty()) {
            graft::raise(graft::errc::parse, "'", line, "' is no line of a case's head");
        }
    }
    for (auto& [name, body] : c.sections)
        while (!body.empty() && body.back() == '\n')
            body.pop_back();
    if (c.name.empty() || c.kind.empty() || !c.options.is_object())
        graft::raise(graft::errc::parse, "a case has a name, a kind and an object of options");
    return c;
}

test_case read_case(std::filesystem::path const& file) { return parse_case(whole_file(file)); }

void op_library::load(std::filesystem::path const& file) {
    std::string const text = whole_file(file);
    std::string_view rest = text;
    while (!rest.empty()) {
        std::size_t const end = rest.find('\n');
        std::string_view const line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.empty())
            continue;
        nlohmann::json const entry = parse_json(line, "a line of ops.jsonl");
        op_facts facts;
        facts.target = entry.at("target").get<std::string>();
        facts.qualname = entry.value("qualname", facts.target);
        facts.packet = entry.value("packet", facts.target);
        facts.overload = entry.value("overload", false);
        facts.impure = entry.value("impure", false);
        if (auto const schema = entry.find("schema"); schema != entry.end() && schema->is_string()) {
            graft::runtime_op op(schema->get<std::string>(),
                                 facts.impure ? graft::op_tags::side_effect : graft::op_tags::none);
            facts.info = &op.info();
            by_name_[std::string(op.info().name)] = facts.info;
            owned_.push_back(std::move(op));
        }
        by_target_[facts.target] = std::move(facts);
    }
}

graft::op_info const* op_library::find(std::string_view op_name) const {
    auto const found = by_name_.find(op_name);
    return found == by_name_.end() ? nullptr : found->second;
}

op_facts const* op_library::facts(std::string_view target) const {
    auto const found = by_target_.find(target);
    return found == by_target_.end() ? nullptr : &found->second;
}

namespace {

std::filesystem::path& case_folder() {
    static std::filesystem::path folder;
    return folder;
}

// The file beside the cases or one folder above; empty when there is none.
std::filesystem::path beside_cases(std::string const& name) {
    if (case_folder().empty())
        return {};
    for (auto const& place : {case_folder() / name, case_folder() / ".." / name})
        if (std::filesystem::exists(place))
            return place;
    return {};
}

std::filesystem::path own_file(std::string const& name) {
    return std::filesystem::path(GRAFT_TEST_DATA) / "corpus" / name;
}

} // namespace

void set_case_folder(std::filesystem::path const& folder) {
    case_folder() = folder;
    if (auto const file = beside_cases("ops.jsonl"); !file.empty())
        ops().load(file);
}

std::string data_file(std::string const& name) {
    auto const file = beside_cases(name);
    return whole_file(file.empty() ? own_file(name) : file);
}

op_library& ops() {
    static op_library library = [] {
        op_library made;
        if (std::filesystem::exists(own_file("ops.jsonl")))
            made.load(own_file("ops.jsonl"));
        return made;
    }();
    return library;
}

graft::graph read_graph(std::string_view fx_text) {
    return graft::parse_fx(fx_text, [](std::string_view name) { return ops().find(name); });
}

std::string target_text(graft::graph const& g, graft::node_id n) {
    return g.op(n) == graft::opcode::call_function ? graft::detail::python_target(g.target(n))
                                                   : std::string(g.target(n).name);
}

std::string qualname(graft::graph const& g, graft::node_id n) {
    std::string const target = target_text(g, n);
    op_facts const* const facts = ops().facts(target);
    return facts == nullptr ? target : facts->qualname;
}

std::string print_value(graft::graph const& g, graft::arg_ref value) { return graft::fx_text(g, value); }

void set_attr_types(graft::graph& g, nlohmann::json const& types) {
    for (graft::node_id const n : g.nodes()) {
        std::string const target{g.target(n).name};
        if (g.op(n) != graft::opcode::get_attr || !types.contains(target))
            continue;
        graft::arg dict{graft::arg_kind::dict, {graft::arg{types[target].get_ref<std::string const&>()}}};
        dict.keys.push_back("attr_type");
        g.set_meta(n, dict);
    }
}

bool is_impure(graft::graph const& g, graft::node_id n, nlohmann::json const& attrs) {
    if (g.op(n) == graft::opcode::call_module)
        return attrs.value(std::string(g.target(n).name), "Module") == "ImpureModule";
    if (g.op(n) == graft::opcode::call_function)
        if (op_facts const* const facts = ops().facts(target_text(g, n)))
            return facts->impure;
    return graft::is_impure(g, n);
}

std::string difference(std::string const& expected, std::string const& got, std::string const& what) {
    return expected == got ? "" : what + ": expected\n" + expected + "\ngot\n" + got;
}

} // namespace corpus
