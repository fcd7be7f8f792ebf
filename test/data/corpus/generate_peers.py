#!/usr/bin/env python3
"""Writes hand-made cases in the manner of torch's own tests of FX's passes: torch's own answers.

Usage: peers.py FOLDER. Needs torch; writes the ops that the cases use to FOLDER/ops.jsonl.
"""
import json
import operator
import pathlib
import sys

import torch
import torch.fx
import torch.nn.functional as F
from torch.fx.node import _get_qualified_name
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher
from torch.fx.subgraph_rewriter import replace_pattern_with_filters

from generate import failed, lines, shown, text

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
ops = {}


def printed_target(n):
    return n.format_node().split("[target=")[1].split("]")[0]


def note_ops(g):
    for n in g.nodes:
        if n.op != "call_function":
            continue
        t = n.target
        printed = printed_target(n)
        entry = {"target": printed, "qualname": _get_qualified_name(t), "overload": isinstance(t, torch._ops.OpOverload),
                 "impure": bool(torch.fx.Graph().call_function(t).is_impure())}
        if isinstance(t, torch._ops.OpOverload):
            entry["packet"] = "torch.ops." + str(t.overloadpacket)
            entry["schema"] = str(t._schema)
        ops[printed] = entry


def attr_types(m):
    kinds = {}
    for n in m.graph.nodes:
        if n.op == "get_attr":
            v = m
            for part in n.target.split("."):
                v = getattr(v, part)
            kinds[n.target] = "Parameter" if isinstance(v, torch.nn.Parameter) else "Tensor"
    return kinds


def write(name, kind, options, sections, comment=""):
    body = f"case: {name}\nkind: {kind}\n"
    if comment:
        body += f"comment: {comment}\n"
    body += f"options: {json.dumps(options)}\n"
    body += "".join(f"--- {title}\n{content}\n" for title, content in sections)
    (folder / f"{name}.case").write_text(body)


def traced(f):
    return f if isinstance(f, torch.fx.GraphModule) else torch.fx.symbolic_trace(f)


def graphs(options, **modules):
    attrs = {k: a for k, m in modules.items() if (a := attr_types(m))}
    if attrs:
        options["attrs"] = attrs
    for m in modules.values():
        note_ops(m.graph)
    return [(k, str(m.graph)) for k, m in modules.items()]


def match(name, f, p, **options):
    m, q = traced(f), traced(p)
    sections = graphs(options, graph=m, pattern=q)
    given = {k: options[k] for k in ("match_output", "match_placeholder", "ignore_literals", "remove_overlapping_matches") if k in options}
    try:
        found = SubgraphMatcher(q.graph, **given).match(m.graph, options.get("node_name_match", ""))
        expect = lines([{"anchors": [a.name for a in x.anchors], "nodes_map": {k.name: text(v) for k, v in x.nodes_map.items()},
                         "placeholder_nodes": [text(v) for v in x.placeholder_nodes],
                         "returning_nodes": [text(v) for v in x.returning_nodes]} for x in found])
    except Exception as e:
        options["expect_error"] = True
        if isinstance(e, (KeyError, TypeError, AttributeError)):
            options["torch_bug"] = True
        expect = failed(e)
    write("peer_match_" + name, "match", options, sections + [("expect", expect)])


def rewrite(name, f, p, r, **options):
    m, q, s = traced(f), traced(p), traced(r)
    sections = graphs(options, graph=m, pattern=q, replacement=s)
    rejected = options.get("filter_reject_nodes", [])
    filters = [lambda mt, g, pg: not any(isinstance(v, torch.fx.Node) and v.name in rejected for v in mt.nodes_map.values())]
    given = {k: options[k] for k in ("ignore_literals", "node_name_match") if k in options}
    try:
        done = replace_pattern_with_filters(m, q.graph, s.graph, filters, **given)
        sections.append(("expect", str(m.graph)))
        sections.append(("expect_matches", lines(
            [{"anchor": d.anchor.name, "nodes_map": shown(d.nodes_map), "replacements": [n.name for n in d.replacements]}
             for d in done])))
        try:
            m.graph.lint()
        except Exception:
            options["torch_result_not_topological"] = True
            sections.append(("expect_invalid", "true"))
    except Exception as e:
        options["expect_error"] = True
        if isinstance(e, (KeyError, TypeError, AttributeError, IndexError)):
            options["torch_bug"] = True
        sections.append(("expect", failed(e)))
    write("peer_rewrite_" + name, "rewrite", options, sections)


class support(OperatorSupportBase):
    def __init__(self, targets):
        self.targets = targets

    def is_node_supported(self, submodules, node):
        if node.op != "call_function":
            return False
        return printed_target(node) in self.targets


KNOBS = ("allows_single_node_partition", "non_compute_ops", "allowed_single_node_partition_ops", "skip_horizontal_fusion")


def partition(name, f, supported=("operator.add",), fuse=True, **options):
    options["supported"] = list(supported)
    options.setdefault("allows_single_node_partition", True)
    m = traced(f)
    sections = graphs(options, graph=m)
    given = {k: options[k] for k in KNOBS if k in options}
    p = CapabilityBasedPartitioner(m, support(options["supported"]), **given)
    found = p.propose_partitions()
    if options.get("remove_bookend"):
        p.remove_bookend_non_compute_ops(found)
    order = [[n.name for n in x.nodes] for x in found]
    write("peer_partition_" + name, "partition", options,
          sections + [("expect", lines([sorted(x) for x in order])), ("expect_nodes_in_order", lines(order)),
                      ("expect_ids", json.dumps([x.id for x in found]))])
    if not fuse or options.get("remove_bookend"):
        return
    options = dict(options)
    try:
        fused = p.fuse_partitions(found)
        sections = sections + [("expect", str(fused.graph))]
        for i in range(len(found)):
            sections.append((f"expect fused_{i}", str(getattr(fused, f"fused_{i}").graph)))
    except Exception as e:
        options["expect_error"] = True
        sections = sections + [("expect", failed(e))]
    write("peer_fuse_" + name, "fuse", options, sections)


def fuse(name, f, partitions, **options):
    m = traced(f)
    options["partitions"] = partitions
    sections = graphs(options, graph=m)
    by_name = {n.name: n for n in m.graph.nodes}
    try:
        fused = fuse_by_partitions(m, [{by_name[n]: None for n in p} for p in partitions],
                                   **{k: options[k] for k in ("always_return_tuple", "prefix") if k in options})
        sections.append(("expect", str(fused.graph)))
        for i in range(len(partitions)):
            sub = options.get("prefix", "fused_") + str(i)
            sections.append((f"expect {sub}", str(getattr(fused, sub).graph)))
    except Exception as e:
        options["expect_error"] = True
        sections.append(("expect", failed(e)))
    write("peer_fuse_" + name, "fuse", options, sections)


def dce(name, m):
    options = {}
    m = traced(m)
    sections = graphs(options, graph=m)
    modified = m.graph.eliminate_dead_code()
    write("peer_dce_" + name, "dce", options, sections + [("expect", str(m.graph)), ("expect_modified", json.dumps(modified))])


def r_correct(x, w1, w2):
    m1 = torch.cat([w1, w2]).sum()
    m2 = torch.cat([w2, w1]).sum()
    return x + torch.max(m1) + torch.max(m2)


rewrite("stack_max", r_correct, lambda a, b: torch.cat([a, b]).sum(), lambda a, b: torch.stack([a, b]))
rewrite("single_pattern_match", lambda x: torch.neg(x) + torch.relu(x), lambda x: torch.neg(x) + torch.relu(x),
        lambda x: torch.relu(x))
rewrite("multiple_matches",
        lambda x, w1, w2: (torch.cat([w1, w2]).sum(), torch.cat([w2, x]).sum(), torch.cat([x, x]).sum()),
        lambda a, b: torch.cat([a, b]).sum(), lambda a, b: torch.cat([a, b]))
rewrite("graph_argument_order", lambda x, y: torch.mm(x, y), lambda x, y: torch.mm(x, y), lambda x, y: torch.mm(y, x))
rewrite("repeated_argument", lambda x: torch.mm(x, x), lambda x: torch.mm(x, x), lambda x: x * 2)
rewrite("repeated_argument_missed", lambda x, y: torch.mm(x, y), lambda x: torch.mm(x, x), lambda x: x * 2)
rewrite("repeated_argument_not", lambda x: torch.mm(x, x), lambda x, y: torch.mm(x, y), lambda x, y: torch.mm(y, x))
rewrite("with_oneliner_pattern", lambda x: (torch.neg(x) + 3).relu(), lambda x: torch.neg(x), lambda x: torch.relu(x))
rewrite("literal_in_pattern", lambda x: (x + 3, x + 4), lambda x: x + 3, lambda x: x * 3)
rewrite("literal_in_pattern_ignored", lambda x: (x + 3, x + 4), lambda x: x + 3, lambda x: x * 3, ignore_literals=True)
rewrite("whole_module", lambda x: torch.neg(torch.relu(x)), lambda x: torch.neg(torch.relu(x)),
        lambda x: torch.sigmoid(x))
rewrite("pattern_is_entire_graph_with_two_inputs", lambda x, y: (x + y).relu(), lambda x, y: (x + y).relu(),
        lambda x, y: (x - y).relu())
rewrite("preserves_logic", lambda x: torch.add(torch.neg(x), torch.relu(x)), lambda x: torch.neg(x),
        lambda x: torch.neg(torch.neg(torch.neg(x))))
rewrite("consecutive_submodules", lambda x: torch.sigmoid(torch.sigmoid(torch.sigmoid(torch.sigmoid(x)))),
        lambda x: torch.sigmoid(torch.sigmoid(x)), lambda x: torch.exp(x))
rewrite("consecutive_three", lambda x: torch.sigmoid(torch.sigmoid(torch.sigmoid(x))),
        lambda x: torch.sigmoid(torch.sigmoid(x)), lambda x: torch.exp(x))
rewrite("multiple_outputs", lambda x, y: (lambda a, b: a + b)(torch.relu(x) * y, torch.relu(x) - y),
        lambda x, y: (x * y, x - y), lambda x, y: (torch.exp(x), torch.neg(y)))
rewrite("multioutput_pattern", lambda x: (lambda r: (r * 2, r + 1))(torch.relu(x)),
        lambda x: (lambda r: (r, r + 1))(torch.relu(x)), lambda x: (lambda r: (r, r - 1))(torch.sigmoid(x)))
rewrite("local_revert", lambda x: torch.relu(torch.neg(x)), lambda x: torch.neg(x), lambda x: torch.neg(x))
rewrite("method_and_function", lambda x: x.relu().sum(), lambda x: x.relu(), lambda x: torch.relu(x))
rewrite("keyword_arguments", lambda x: F.dropout(x, p=0.5, training=False, inplace=True),
        lambda x: F.dropout(x, p=0.5, training=False, inplace=True), lambda x: x.clone())
rewrite("keyword_other_order", lambda x: F.dropout(x, training=False, p=0.5, inplace=False),
        lambda x: F.dropout(x, p=0.5, training=False, inplace=False), lambda x: x.clone())
rewrite("matched_placeholder_twice", lambda a: (torch.neg(a) + a, torch.neg(torch.relu(a))), lambda a: torch.neg(a),
        lambda a: torch.neg(a) + a)
rewrite("replaced_node_is_input_of_next", lambda x: torch.relu(torch.relu(x) + 1) + 1, lambda x: torch.relu(x) + 1,
        lambda x: torch.sigmoid(x) - 1)
rewrite("chain_of_replaced", lambda x: (((x + 1) + 1) + 1) + 1, lambda x: x + 1, lambda x: (x * 2) - 1)
rewrite("input_dropped", lambda x, y: torch.add(x, y) * y, lambda x, y: torch.add(x, y), lambda x, y: torch.neg(x))
rewrite("replacement_returns_input", lambda x, y: torch.relu(x + 0) * y, lambda x: x + 0, lambda x: x)
rewrite("replacement_returns_input_to_output", lambda x: x + 0, lambda x: x + 0, lambda x: x)
rewrite("filter", lambda x: torch.relu(x) + torch.relu(x + 1), lambda x: torch.relu(x), lambda x: torch.sigmoid(x),
        filter_reject_nodes=["relu_1"])
rewrite("named", lambda x: torch.relu(x) + torch.sigmoid(x), lambda x: torch.relu(x), lambda x: torch.exp(x),
        node_name_match="sigm")
rewrite("slice_pattern", lambda x: x[1:] + x[:2], lambda x: x[1:], lambda x: x.view(-1))
rewrite("tuple_index", lambda x: torch.max(x, 0)[0] + torch.max(x, 0)[1], lambda x: torch.max(x, 0)[0],
        lambda x: torch.sum(x))
rewrite("leaves_through_inner", lambda x: (lambda r: torch.neg(r) + r)(torch.relu(x)),
        lambda x: torch.neg(torch.relu(x)), lambda x: torch.sigmoid(x))
rewrite("count_mismatch", lambda x, y: x + y, lambda x, y: x + y, lambda x: torch.relu(x))


def with_dead_code(x):
    torch.neg(x)
    return torch.relu(x)


rewrite("dead_in_pattern", lambda x: torch.relu(x), with_dead_code, lambda x: x)


class conv_bn(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 1, 1)
        self.bn = torch.nn.BatchNorm2d(1)
        self.w = torch.nn.Parameter(torch.ones(1))
        self.register_buffer("b", torch.ones(1))

    def forward(self, x):
        return self.bn(self.conv(x)) * self.w + self.b


class conv_only(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 1, 1)
        self.bn = torch.nn.BatchNorm2d(1)

    def forward(self, x):
        return self.bn(self.conv(x))


class times_parameter(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind:
            self.k = torch.nn.Parameter(torch.ones(1))
        else:
            self.register_buffer("k", torch.ones(1))

    def forward(self, x):
        return x * self.k


rewrite("call_module", conv_bn(), conv_only(), lambda x: torch.relu(x))
match("parameter", conv_bn(), times_parameter(True))
match("buffer_is_no_parameter", conv_bn(), times_parameter(False))

match("single_node", lambda x, y: (torch.add(x, y), torch.add(y, x)), lambda a, b: torch.add(a, b))
match("simple", lambda x: torch.relu(torch.add(x, 1)) + torch.relu(torch.add(x, 2)),
      lambda x: torch.relu(torch.add(x, 1)))
match("full_graph", lambda a: torch.relu(torch.add(a, a)), lambda a: torch.relu(torch.add(a, a)), match_output=True)
match("full_graph_not", lambda a: torch.neg(torch.relu(torch.add(a, a))), lambda a: torch.relu(torch.add(a, a)),
      match_output=True)
match("full_graph_placeholders", lambda a, b: torch.relu(a + b), lambda a, b: torch.relu(a + b), match_output=True,
      match_placeholder=True)
match("diamond", lambda a: (lambda r: torch.neg(r) + torch.exp(r))(torch.relu(a)),
      lambda a: (lambda r: torch.neg(r) + torch.exp(r))(torch.relu(a)))
match("diamond_swapped", lambda a: (lambda r: torch.exp(r) + torch.neg(r))(torch.relu(a)),
      lambda a: (lambda r: torch.neg(r) + torch.exp(r))(torch.relu(a)))
match("diamond_not_fusible", lambda a: (lambda r: (torch.neg(r) + torch.exp(r), r))(torch.relu(a)),
      lambda a: (lambda r: torch.neg(r) + torch.exp(r))(torch.relu(a)))
match("outputs_with_dependency", lambda a: (lambda r: (r, torch.neg(r)))(torch.relu(a)),
      lambda a: (lambda r: (r, torch.neg(r)))(torch.relu(a)))
match("outputs_with_dependency_used_between", lambda a: (lambda r: torch.neg(r + 1))(torch.relu(a)),
      lambda a: (lambda r: (r, torch.neg(r)))(torch.relu(a)))
match("outputs_without_dependency", lambda x: torch.relu(x) + torch.sigmoid(x),
      lambda x: (torch.relu(x), torch.sigmoid(x)))
match("outputs_without_dependency_crossed", lambda x: torch.sigmoid(torch.relu(x)) + torch.relu(torch.sigmoid(x)),
      lambda x, y: (torch.relu(x), torch.sigmoid(y)))
match("outputs_overlapping",
      lambda x: torch.relu(x) + torch.sigmoid(x) + torch.relu(x) + torch.sigmoid(x) + torch.sigmoid(x),
      lambda x: (torch.relu(x), torch.sigmoid(x)))
match("outputs_overlapping_kept", lambda x: torch.relu(x) + torch.sigmoid(x) + torch.relu(x) + torch.sigmoid(x),
      lambda x: (torch.relu(x), torch.sigmoid(x)), remove_overlapping_matches=False)
match("outputs_non_overlapping",
      lambda x: (lambda a, b: (torch.relu(a), torch.sigmoid(a), torch.relu(b), torch.sigmoid(b)))(x + 1, x + 2),
      lambda x: (torch.relu(x), torch.sigmoid(x)))
match("outputs_identical_anchors", lambda x: (torch.relu(x), torch.relu(x), torch.relu(x), torch.relu(x)),
      lambda x: (torch.relu(x), torch.relu(x)))
match("outputs_identical_anchors_kept", lambda x: (torch.relu(x), torch.relu(x), torch.relu(x)),
      lambda x: (torch.relu(x), torch.relu(x)), remove_overlapping_matches=False)
match("horizontal", lambda a, b, c: (torch.relu(a), torch.relu(b), torch.relu(c), torch.relu(b)),
      lambda a, b: (torch.relu(a), torch.relu(b)))
match("horizontal_of_linear", lambda x, y, z: torch.addmm(x, y, z) + torch.addmm(z, y, x),
      lambda a, b, c: (torch.addmm(a, b, c), torch.addmm(c, b, a)))
match("outputs_with_invalid",
      lambda x: (lambda a: (lambda b, c: (b + c, torch.neg(b)))(torch.sigmoid(a), torch.exp(a)))(torch.relu(x)),
      lambda x: (lambda a: (torch.sigmoid(a), torch.exp(a)))(torch.relu(x)))
match("pattern_and_inner_output", lambda x: torch.exp(torch.neg(torch.relu(x))),
      lambda x: (lambda r: (torch.neg(r), r))(torch.relu(x)))
match("split_to", lambda x: (lambda s: torch.relu(s[0]) + torch.sigmoid(s[1]))(torch.split(x, 2)),
      lambda x: (lambda s: (torch.relu(s[0]), torch.sigmoid(s[1])))(torch.split(x, 2)))
match("cat_of_list", lambda x, y: torch.cat([torch.relu(x), y], 1), lambda x, y: torch.cat([torch.relu(x), y], 1))
match("cat_of_shorter_list", lambda x, y: torch.cat([torch.relu(x), y, x], 1),
      lambda x, y: torch.cat([torch.relu(x), y], 1))
match("same_placeholder_two_roles", lambda x: torch.add(x, x), lambda a, b: torch.add(a, b))
match("literal_for_placeholder", lambda x: torch.add(x, 2), lambda a, b: torch.add(a, b))
match("literal_for_two_placeholders", lambda x: torch.clamp(x, 1, 1), lambda a, b: torch.clamp(a, b, b))
match("ignored_literals", lambda x: torch.clamp(x, 1, 4), lambda x: torch.clamp(x, 0, 9), ignore_literals=True)
match("ignored_literal_against_node", lambda x, y: torch.add(x, y), lambda x: torch.add(x, 3), ignore_literals=True)
match("call_method", lambda x: x.view(-1).relu(), lambda x: x.view(-1))
match("call_method_other_argument", lambda x: x.view(1).relu(), lambda x: x.view(-1))
match("nested_lists", lambda x: torch.relu(x).permute([0, (1, 2)]), lambda x: torch.relu(x).permute((0, [1, 2])))
match("three_in_a_chain", lambda x: torch.relu(torch.relu(torch.relu(torch.relu(torch.relu(torch.relu(x)))))),
      lambda x: torch.relu(torch.relu(torch.relu(x))))
match("three_in_a_chain_kept", lambda x: torch.relu(torch.relu(torch.relu(torch.relu(torch.relu(x))))),
      lambda x: torch.relu(torch.relu(torch.relu(x))), remove_overlapping_matches=False)
match("pattern_larger_than_graph", lambda x: torch.relu(x), lambda x: torch.neg(torch.relu(torch.relu(x))))
match("through_a_cycle", lambda x: (lambda r: r + torch.neg(torch.exp(r)))(torch.relu(x)),
      lambda x, y: (lambda r: (r, r + y))(torch.relu(x)))
match("name", lambda x: torch.relu(x) + torch.sigmoid(x), lambda x: torch.exp(x), node_name_match="relu")
match("output_of_two", lambda x: (torch.relu(x), torch.neg(x)), lambda x: (torch.relu(x), torch.neg(x)),
      match_output=True)
match("output_of_two_and_one", lambda x: (torch.relu(x), torch.neg(x)), lambda x: torch.relu(x), match_output=True)
match("output_dict", lambda x: {"a": torch.relu(x), "b": x}, lambda x: {"a": torch.relu(x), "b": x}, match_output=True)
match("pattern_of_a_dict_output", lambda x: torch.relu(x) + x, lambda x: {"a": torch.relu(x)})
match("empty_pattern_graph", lambda x: torch.relu(x), lambda x: x)



def chain3(a, b, c):
    add = a + b
    add_1 = add + b
    add_2 = add_1 + c
    relu_1 = add_2.relu()
    add_3 = add_1 + add_2
    add_4 = add_1 + relu_1 + add_3
    relu_2 = add_4.relu()
    add_5 = relu_2 + add_4
    add_6 = add_5 + add_4
    return add_4, add_6


def fan(a, b, _):
    add = a + b
    add_1 = add.relu()
    add_2 = add + add_1
    return add_1, add_2


def two_sides(a, b, c):
    add = a + b
    return (add.relu() + 1) + (add.sigmoid() + 2)


def triangle(a, b, c):
    add = a + b
    m = add * c
    return add + m, m + 1


def many_relus(a, b, c):
    add = torch.add(a, b)
    x = add + a
    y = torch.relu(x)
    z = y + x
    w = z + add
    return torch.relu(w) + y


def getitems(a, b, c):
    s = torch.split(a + b, 1)
    return s[0] + s[1], s[0] + c


def getitems_apart(a, b, c):
    s = torch.max(a + b, 0)
    return s[0] + s[1], torch.relu(s[0])


def diamond_dag(a, b, c):
    p = a + 1
    q = p.relu()
    r = p + 2
    s = q + r
    t = r.relu()
    return s + t


def parallel(a, b, c):
    return a + 1, b + 1, c + 1, (a + 2).relu()


def parallel_chain(a, b, c):
    x = a + 1
    y = b + 1
    return (x + 1).relu() + y.relu()


def views(a, b, c):
    x = torch.ops.aten.view.default(a, [-1])
    y = torch.ops.aten.add.Tensor(x, b)
    z = torch.ops.aten.permute.default(y, [0])
    w = torch.relu(z)
    return torch.ops.aten.view.default(w, [1, -1])


def cycle_by_neighbour(a, b, c):
    x = a + b
    y = torch.relu(x)
    z = y + c
    u = torch.relu(z)
    return x + u, z + y


def deep(a, b, c):
    for i in range(6):
        a = a + b if i % 2 else torch.relu(a + c)
    return a


PLUS = ("operator.add",)
for f in (chain3, fan, two_sides, triangle, many_relus, diamond_dag, parallel, parallel_chain, cycle_by_neighbour, deep):
    partition(f.__name__, f)
    partition(f.__name__ + "_no_single", f, allows_single_node_partition=False)
    partition(f.__name__ + "_no_horizontal", f, skip_horizontal_fusion=True)
    partition(f.__name__ + "_with_relu", f, supported=("operator.add", "torch.relu", "operator.mul"))
for f in (getitems, getitems_apart):
    partition(f.__name__, f, supported=("operator.add", "torch.split", "torch.max", "operator.getitem"))
    partition(f.__name__ + "_without_source", f, supported=("operator.add", "operator.getitem"))
    partition(f.__name__ + "_without_items", f, supported=("operator.add", "torch.split", "torch.max"))
VIEWS = ("torch.ops.aten.view.default", "torch.ops.aten.add.Tensor", "torch.ops.aten.permute.default")
partition("views", views, supported=VIEWS, allows_single_node_partition=False)
partition("views_non_compute", views, supported=VIEWS, allows_single_node_partition=False,
          non_compute_ops=["torch.ops.aten.view.default", "torch.ops.aten.permute.default"])
partition("views_bookend", views, supported=VIEWS,
          non_compute_ops=["torch.ops.aten.view.default", "torch.ops.aten.permute.default"], remove_bookend=True)
partition("views_allowed_single", views, supported=("torch.ops.aten.add.Tensor",), allows_single_node_partition=False,
          allowed_single_node_partition_ops=["torch.ops.aten.add.Tensor"])


def for_fuser(a, b, c):
    linear = torch.neg(a)
    add = linear + b
    relu = add.relu()
    add_1 = relu + c
    add_2 = add_1 + relu
    add_3 = add_2 + linear
    return add_3, add_1, relu


for i, parts in enumerate(([["add", "relu"]], [["add", "relu"], ["add_1", "add_2"]], [["add_3", "add_2"]], [["neg", "add"], ["add_1", "add_3"]],
                           [["add_3", "add_1"]], [["add", "add_2"]], [["neg", "add", "relu", "add_1", "add_2", "add_3"]], [["add_3"], ["add_2"], ["add_1"]],
                           [["add_2", "add_1"], ["add_2"]], [["relu", "add"]], [[]])):
    fuse(f"listed_{i}", for_fuser, parts)
    fuse(f"listed_{i}_tuple", for_fuser, parts, always_return_tuple=True)
fuse("modules", conv_bn(), [["bn", "mul"]])
fuse("modules_and_attributes", conv_bn(), [["bn", "w", "mul", "b", "add"]])
fuse("prefix", for_fuser, [["add", "relu"]], prefix="part")



def built(*steps):
    g = torch.fx.Graph()
    x = g.placeholder("x")
    last = x
    for target, used in steps:
        args = (last, "why") if target is torch._assert else (last,)
        n = g.call_method(target, args) if isinstance(target, str) else g.call_function(target, args)
        last = n if used else last
    g.output(last)
    return torch.fx.GraphModule(torch.nn.Module(), g)


aten = torch.ops.aten
dce("simple", built((torch.neg, False), (torch.relu, True)))
dce("chain", built((torch.neg, True), (torch.relu, False)))
dce("dead_getattr", built(("size", False), (torch.relu, True)))
dce("assert_kept", built((torch._assert, False), (torch.relu, True)))
dce("inplace_kept", built((aten.relu_.default, False), (aten.relu.default, True)))
dce("random_kept", built((aten.bernoulli.default, False), (aten.rand_like.default, False), (aten.relu.default, True)))
dce("all_live", built((torch.relu, True), (torch.neg, True)))
dce("module", conv_bn())

def cse(name, f, banned="none"):
    from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops
    options = {"banned_ops": banned}
    m = traced(f)
    sections = graphs(options, graph=m)
    packets = {"none": None, "default": get_CSE_banned_ops()}[banned]
    try:
        done = CSEPass(banned_ops=packets)(m)
        sections += [("expect", str(done.graph_module.graph)), ("expect_modified", json.dumps(done.modified))]
    except Exception as e:
        options["expect_error"] = True
        sections.append(("expect", failed(e)))
    write("peer_cse_" + name, "cse", options, sections)


cse("simple", lambda x: aten.add.Tensor(aten.cos.default(x), aten.cos.default(x)))
cse("nothing", lambda x: aten.cos.default(x))
cse("input_returned", lambda x: x)
cse("nested",
    lambda x: (lambda a, b: aten.add.Tensor(aten.cos.default(a), aten.cos.default(b)))(aten.sum.default(x), aten.sum.default(x)))
cse("keywords", lambda x: aten.add.Tensor(aten.add.Tensor(x, x, alpha=2), aten.add.Tensor(x, x, alpha=2)))
cse("keywords_differ", lambda x: aten.add.Tensor(aten.add.Tensor(x, x, alpha=2), aten.add.Tensor(x, x, alpha=3)))
cse("lists", lambda x: aten.add.Tensor(aten.sum.dim_IntList(x, [0]), aten.sum.dim_IntList(x, [0])))
cse("lists_differ", lambda x: aten.add.Tensor(aten.sum.dim_IntList(x, [0]), aten.sum.dim_IntList(x, [1])))
cse("lists_of_nodes",
    lambda x: aten.add.Tensor(aten.cat.default([aten.neg.default(x), x]), aten.cat.default([aten.neg.default(x), x])))
cse("random", lambda x: aten.add.Tensor(aten.rand_like.default(x), aten.rand_like.default(x)), "default")
cse("random_none_banned", lambda x: aten.add.Tensor(aten.rand_like.default(x), aten.rand_like.default(x)))
cse("empty", lambda: aten.add.Tensor(aten.empty.memory_format([2]), aten.empty.memory_format([2])), "default")
cse("commuted", lambda x, y: aten.mul.Tensor(aten.add.Tensor(x, y), aten.add.Tensor(y, x)))
cse("torch_functions", lambda x: torch.add(torch.cos(x), torch.cos(x)))
cse("methods", lambda x: x.cos() + x.cos())
cse("attributes", conv_bn())
cse("outputs", lambda x: (aten.cos.default(x), aten.cos.default(x), [aten.cos.default(x)]))


def source_text(v):
    if isinstance(v, str):
        return "str:" + v
    if isinstance(v, type):
        return f"type:{v.__module__}.{v.__qualname__}"
    return "fn:" + printed_target(torch.fx.Graph().call_function(v))


def described(n):
    meta = {}
    if stack := n.meta.get("source_fn_stack"):
        meta["source_fn_stack"] = [[name, source_text(v)] for name, v in stack]
    if t := n.meta.get("torch_fn"):
        meta["torch_fn"] = list(t)
    if stack := n.meta.get("nn_module_stack"):
        meta["nn_module_stack"] = [[k, fqn, source_text(v)] for k, (fqn, v) in stack.items()]
    return f"{n.name} {json.dumps(meta)}"


def sources(name, g, wanted, **options):
    from torch.fx.passes.utils.source_matcher_utils import check_subgraphs_connected, get_source_partitions
    options["wanted_sources"] = [source_text(w) for w in wanted]
    note_ops(g)
    rejected = options.get("filter_reject_nodes", [])
    found = [p for ps in get_source_partitions(g, wanted, (lambda n: n.name not in rejected) if rejected else None).values() for p in ps]
    names = lambda ns: [n.name for n in ns]  # noqa: E731
    shown_sources = [{"source": source_text(p.source), "nodes": names(p.nodes), "input_nodes": names(p.input_nodes),
                      "output_nodes": names(p.output_nodes), "params": names(p.params)} for p in found]
    connected = [[i, j] for i in range(len(found)) for j in range(len(found)) if i != j and check_subgraphs_connected(found[i], found[j])]
    meta = "\n".join(described(n) for n in g.nodes if n.op != "output")
    write("peer_source_" + name, "source_partitions", options,
          [("graph", str(g)), ("meta", meta), ("expect", lines(shown_sources)), ("expect_connected", json.dumps(connected))])


class mlp(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = torch.nn.Linear(3, 3)
        self.relu = torch.nn.ReLU()
        self.linear2 = torch.nn.Linear(3, 5)

    def forward(self, x):
        x = self.linear1(x)
        x = self.linear1(x)
        x = self.relu(x)
        return self.linear2(x)


class conv_relu_pool(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(3, 3, 3, padding=1)
        self.conv2 = torch.nn.Conv2d(3, 3, 3, padding=1)
        self.conv3 = torch.nn.Conv2d(3, 3, 3, padding=1)
        self.relu = torch.nn.ReLU()
        self.pool = torch.nn.MaxPool2d(3)

    def forward(self, x):
        y = self.relu(self.conv1(x) + self.conv2(x))
        return self.pool(self.relu(self.conv3(y)) + y)


class functional(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(5, 5))
        self.b = torch.nn.Parameter(torch.ones(5))

    def forward(self, x):
        x = F.linear(x, self.w)
        x = F.linear(x, self.w, self.b)
        return F.relu(torch.cat([x, F.relu(x)]))


for model, x, wanted in ((mlp(), torch.ones(2, 3), [torch.nn.Linear, torch.nn.ReLU]),
                         (conv_relu_pool(), torch.ones(1, 3, 6, 6), [torch.nn.Conv2d, torch.nn.ReLU, torch.nn.MaxPool2d]),
                         (functional(), torch.ones(5, 5), ["linear", "relu", F.linear, torch.cat])):
    for strict in (False, True):
        try:
            program = torch.export.export(model.eval(), (x,), strict=strict)
        except Exception as e:
            print("no export of", type(model).__name__, strict, e)
            continue
        kind = type(model).__name__ + ("_strict" if strict else "")
        sources(kind, program.graph, wanted)
        sources(kind + "_decomposed", program.run_decompositions().graph, wanted)
        module = program.module().graph
        sources(kind + "_module", module, wanted)
        last = [n.name for n in module.nodes if n.op == "call_function"][-1]
        sources(kind + "_filtered", module, wanted, filter_reject_nodes=[last])

(folder / "ops.jsonl").write_text("".join(json.dumps(ops[k]) + "\n" for k in sorted(ops)))
