#!/usr/bin/env python3
"""Writes cases of the kinds match, rewrite, partition, fuse and dce on random graphs: torch's own answers.

Usage: generate.py FOLDER COUNT [SEED]. Needs torch.
"""
import json
import operator
import pathlib
import random
import sys

import torch
import torch.fx
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher
from torch.fx.subgraph_rewriter import replace_pattern_with_filters

aten = torch.ops.aten
UNARY = (aten.relu.default, aten.sigmoid.default, aten.neg.default)
BINARY = (aten.add.Tensor, aten.mul.Tensor, aten.sub.Tensor)


class root(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Buffer(torch.ones(2))
        self.sub = torch.nn.Module()
        self.sub.conv = torch.nn.Identity()


def grow(r, g, nodes, count, all_kinds):
    for _ in range(count):
        near = nodes[-4:]
        x, y = r.choice(near), r.choice(nodes)
        kind = r.randrange(11 if all_kinds else 6)
        if kind < 2:
            nodes.append(g.call_function(r.choice(UNARY[:2]), (x,)))
        elif kind < 4:
            f = r.choice(BINARY[:2])
            kwargs = {"alpha": r.choice((1, 2))} if f is aten.add.Tensor and r.random() < 0.3 else {}
            nodes.append(g.call_function(f, (x, y if r.random() < 0.8 else r.choice((1, 2, 1.0))), kwargs))
        elif kind == 4:
            nodes.append(g.call_function(aten.cat.default, ([x, y], r.choice((0, 1))) if r.random() < 0.5 else ([x, y],)))
        elif kind == 5:
            s = g.call_function(aten.split.Tensor, (x, 2))
            nodes.append(g.call_function(operator.getitem, (s, 0)))
            if r.random() < 0.5:
                nodes.append(g.call_function(operator.getitem, (s, 1)))
        elif kind == 6:
            nodes.append(g.call_module("sub.conv", (x,)))
        elif kind == 7:
            nodes.append(g.call_method("view", (x, -1, r.choice((1, 2)))))
        elif kind == 8:
            nodes.append(g.get_attr("w"))
        elif kind == 9:
            nodes.append(g.call_function(torch.relu, (x,)))
        else:
            nodes.append(g.call_function(aten.clamp.default, (x, r.choice((0, None)), r.choice((1, 2)))))


def finish(r, g, inputs, nodes, everything):
    dead = [n for n in nodes if not n.users and n not in inputs]
    if everything:
        results = dead
    else:
        results = [n for n in nodes if n not in inputs and (not n.users and r.random() < 0.9 or r.random() < 0.15)]
    results = results or nodes[-1:]
    shape = r.randrange(3)
    g.output(results[0] if len(results) == 1 and shape else tuple(results) if shape else list(results))


def make(r, inputs, count, everything=False, all_kinds=True):
    g = torch.fx.Graph()
    nodes = [g.placeholder(name) for name in "xyz"[:inputs]]
    placeholders = list(nodes)
    grow(r, g, nodes, count, all_kinds)
    finish(r, g, placeholders, nodes, everything)
    return g


def module(g):
    return torch.fx.GraphModule(root(), g)


def text(v):
    return torch.fx.node._format_arg(v)


def shown(nodes_map):
    return {k.name: text(v) for k, v in nodes_map.items() if k.op != "output"}


def lines(items):
    return "[\n" + ",\n".join(json.dumps(i) for i in items) + ("\n]" if items else "]")


def failed(e):
    return json.dumps({"error": str(e).split("\n")[0], "type": type(e).__name__})


def match(r):
    options = {"ignore_literals": r.random() < 0.3, "match_placeholder": r.random() < 0.1,
               "remove_overlapping_matches": r.random() < 0.8}
    g, p = make(r, 2, r.randrange(3, 14)), make(r, r.randrange(1, 3), r.randrange(1, 4), True)
    owners = module(g), module(p)
    g, p = owners[0].graph, owners[1].graph
    sections = [("graph", str(g)), ("pattern", str(p))]
    try:
        matches = SubgraphMatcher(p, match_output=False, **options).match(g)
        expect = lines([{"anchors": [a.name for a in m.anchors], "nodes_map": shown(m.nodes_map),
                         "placeholder_nodes": [text(v) for v in m.placeholder_nodes],
                         "returning_nodes": [text(v) for v in m.returning_nodes]} for m in matches])
        interesting = bool(matches)
    except Exception as e:
        options["expect_error"] = True
        if isinstance(e, (KeyError, TypeError, AttributeError)):
            options["torch_bug"] = True
        expect, interesting = failed(e), False
    return options, sections + [("expect", expect)], interesting


def rewrite(r):
    options = {"ignore_literals": r.random() < 0.2}
    g, p = make(r, 2, r.randrange(3, 14)), make(r, r.randrange(1, 3), r.randrange(1, 4), True)
    out = p.output_node().args[0]
    count = len(out) if isinstance(out, (list, tuple)) else 1
    q = torch.fx.Graph()
    inputs = [n for n in p.nodes if n.op == "placeholder"]
    nodes = [q.placeholder("abc"[i]) for i in range(len(inputs))]
    grow(r, q, nodes, r.randrange(0, 3), True)
    results = [r.choice(nodes) for _ in range(count)]
    q.output(tuple(results) if isinstance(out, (list, tuple)) else results[0])
    sections = [("graph", str(g)), ("pattern", str(p)), ("replacement", str(q))]
    m, pattern, replacement = module(g), module(p), module(q)
    try:
        done = replace_pattern_with_filters(m, pattern.graph, replacement.graph, [], **options)
        sections.append(("expect", str(m.graph)))
        sections.append(("expect_matches", lines(
            [{"anchor": d.anchor.name, "nodes_map": shown(d.nodes_map), "replacements": [n.name for n in d.replacements]}
             for d in done])))
        interesting = bool(done)
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
        interesting = False
    return options, sections, interesting


class support(OperatorSupportBase):
    def __init__(self, targets):
        self.targets = targets

    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target in self.targets


def printed(target):
    return "torch.ops." + str(target) if isinstance(target, torch._ops.OpOverload) else "operator.getitem"


def partitioner(r, m, options):
    targets = [t for t in UNARY + BINARY + (aten.cat.default, aten.split.Tensor, operator.getitem) if r.random() < 0.6]
    options["supported"] = [printed(t) for t in targets]
    options["allows_single_node_partition"] = r.random() < 0.5
    options["skip_horizontal_fusion"] = r.random() < 0.2
    return CapabilityBasedPartitioner(m, support(targets),
                                      allows_single_node_partition=options["allows_single_node_partition"],
                                      skip_horizontal_fusion=options["skip_horizontal_fusion"])


def partition(r):
    options = {}
    m = module(make(r, 2, r.randrange(4, 20)))
    before = str(m.graph)
    found = partitioner(r, m, options).propose_partitions()
    order = [[n.name for n in p.nodes] for p in found]
    return options, [("graph", before), ("expect", lines([sorted(p) for p in order])),
                     ("expect_nodes_in_order", lines(order)),
                     ("expect_ids", json.dumps([p.id for p in found]))], bool(found)


def fuse(r):
    options = {}
    m = module(make(r, 2, r.randrange(4, 20)))
    before = str(m.graph)
    p = partitioner(r, m, options)
    found = p.propose_partitions()
    sections = [("graph", before)]
    try:
        fused = p.fuse_partitions(found, prefix="fused_")
        sections.append(("expect", str(fused.graph)))
        for i in range(len(found)):
            sections.append((f"expect fused_{i}", str(getattr(fused, f"fused_{i}").graph)))
    except Exception as e:
        options["expect_error"] = True
        sections.append(("expect", failed(e)))
    return options, sections, bool(found)


def dce(r):
    g = make(r, 2, r.randrange(4, 20))
    m = module(g)
    before = str(g)
    modified = m.graph.eliminate_dead_code()
    return {}, [("graph", before), ("expect", str(m.graph)), ("expect_modified", json.dumps(modified))], modified


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    folder.mkdir(parents=True, exist_ok=True)
    for kind in (match, rewrite, partition, fuse, dce):
        made = 0
        r = random.Random(f"{kind.__name__} {seed}")
        while made < count:
            options, sections, interesting = kind(r)
            if not interesting and r.random() < 0.98:
                continue
            name = f"random_{kind.__name__}_{seed}_{made:03}"
            body = f"case: {name}\nkind: {kind.__name__}\noptions: {json.dumps(options)}\n"
            body += "".join(f"--- {title}\n{content}\n" for title, content in sections)
            (folder / f"{name}.case").write_text(body)
            made += 1


if __name__ == "__main__":
    main()
