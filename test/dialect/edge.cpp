#include <graft/dialect/edge.hpp>

#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace graft;

namespace {

static_assert(edge_constraint_text("aten::abs") == edge_constraint_text("aten::neg"));
static_assert(edge_constraint_text("aten::nothing").empty());

using types = std::vector<dtype>;

// One line of the data: an op, its columns, and every combination that is admitted.
struct recorded_op {
    std::string name;
    std::vector<std::string> columns;
    std::set<types> combinations;
};

dtype letter(char c) {
    std::string_view const letters = "bucsilwhefdFD";
    constexpr dtype dtypes[] = {dtype::boolean, dtype::u8,   dtype::i8,  dtype::i16, dtype::i32, dtype::i64, dtype::u16,
                                dtype::f16,     dtype::bf16, dtype::f32, dtype::f64, dtype::c64, dtype::c128};
    std::size_t const at = letters.find(c);
    REQUIRE(at != letters.npos);
    return dtypes[at];
}

std::vector<recorded_op> recorded() {
    std::ifstream file(GRAFT_TEST_DATA "/edge/combinations.txt");
    std::vector<recorded_op> ops;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        recorded_op op;
        words >> op.name;
        for (std::string word; words >> word && word != "|";)
            op.columns.push_back(word);
        for (std::string word; words >> word;) {
            types combination;
            for (char const c : word)
                combination.push_back(letter(c));
            op.combinations.insert(combination);
        }
        ops.push_back(op);
    }
    return ops;
}

// A plain reading of the data, in which an absent dtype fits all.
bool plainly_admitted(recorded_op const& op, types const& given) {
    return std::any_of(op.combinations.begin(), op.combinations.end(), [&](types const& row) {
        return std::equal(row.begin(), row.end(), given.begin(),
                          [](dtype have, dtype want) { return want == dtype::undefined || want == have; });
    });
}

} // namespace

TEST_CASE("edge: every combination of edge.yaml is admitted, by column and by name") {
    std::vector<recorded_op> const ops = recorded();
    REQUIRE(ops.size() == 141);
    for (recorded_op const& op : ops) {
        CAPTURE(op.name);
        dtype_constraint const constraint = checked_constraint(edge_constraint_text(op.name));
        REQUIRE(
            std::equal(op.columns.begin(), op.columns.end(), constraint.columns().begin(), constraint.columns().end()));
        bool all = true;
        std::vector<dtype_set> allowed(op.columns.size());
        for (types const& combination : op.combinations) {
            all = all && constraint.admits(combination);
            for (std::size_t i = 0; i < combination.size(); ++i)
                allowed[i].insert(combination[i]);
        }
        CHECK(all);
        for (std::size_t i = 0; i < allowed.size(); ++i)
            CHECK(constraint.allowed_types(op.columns[i]) == allowed[i]);
    }
}

TEST_CASE("edge: random dtypes are admitted just when a plain reading of the data admits them") {
    std::mt19937 random(7);
    auto const below = [&random](std::size_t n) { return random() % n; };
    for (recorded_op const& op : recorded()) {
        CAPTURE(op.name);
        dtype_constraint const constraint = checked_constraint(edge_constraint_text(op.name));
        bool agree = true, reachable = true;
        for (int i = 0; i < 200; ++i) {
            // Half of them one step from an admitted combination, a third with an absent argument.
            types given =
                *std::next(op.combinations.begin(), static_cast<std::ptrdiff_t>(below(op.combinations.size())));
            for (dtype& d : given)
                if (i % 2 == 0 || below(given.size()) == 0)
                    d = all_dtypes[below(all_dtypes.size())];
            if (i % 3 == 0)
                given[below(given.size())] = dtype::undefined;
            agree = agree && constraint.admits(given) == plainly_admitted(op, given);
            reachable = reachable && constraint.admits(constraint.nearest(given));
        }
        CHECK(agree);
        CHECK(reachable);
    }
}

TEST_CASE("edge: an op without an entry admits every dtype of its tensors") {
    runtime_op const op("my::op(Tensor self, Tensor? mask, Tensor?[] indices, Tensor[] more, int n) -> "
                        "(Tensor values, Tensor)");
    dtype_constraint const free = edge_constraint(op.info());
    REQUIRE(free.columns().size() == 5);
    CHECK(free.columns()[1] == "mask");
    CHECK(free.columns()[2] == "more");
    CHECK(free.columns()[3] == "values");
    CHECK(free.columns()[4] == "__ret_1");
    CHECK(free.admits(types{dtype::f32, dtype::boolean, dtype::i8, dtype::u64, dtype::c32}));
}
