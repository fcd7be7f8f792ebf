#!/usr/bin/env python3
"""Writes specs.jsonl, what torch prints of pytrees, and nested.pt2, a program that takes and returns some.

Needs torch and transformers. Run it in this folder with the folders of exported programs whose pytrees it takes, too.
"""
import collections
import dataclasses
import json
import pathlib
import random
import sys
import zipfile

import torch
import torch.utils._pytree as pytree

point = collections.namedtuple("point", "x y")
pytree._register_namedtuple(point, serialized_type_name="shapes.point")
point.__module__ = "shapes"  # so that it is printed by the name by which it is registered


@dataclasses.dataclass
class box:
    low: object = None
    high: object = None


torch.export.register_dataclass(box, serialized_type_name="shapes.box")


def kept(context):
    return {"as": context}


class odd:
    pass


pytree.register_pytree_node(odd, lambda o: ([1], [2.5, None, True]), lambda *_: odd(),
                            serialized_type_name="shapes.odd", to_dumpable_context=kept,
                            from_dumpable_context=lambda context: context["as"])

hand_made = [
    1, None, (), [], {}, (1,), [1, (2, 3)], {"a": 1, "b": [1, 2]}, ((1, 2), {"x": {}}),
    collections.OrderedDict(a=1, b=2), collections.OrderedDict(), collections.defaultdict(int, {"k": 1}),
    collections.defaultdict(list), collections.defaultdict(collections.OrderedDict, {1: 2}),
    collections.deque([1, 2], maxlen=3), collections.deque([1]), point(1, (2, 3)), box(1, [2, 3]), box(1), box(),
    {1: 2, "it's": 3, 'q"': 4, 2.5: 5, None: 6, "\u00e9\n\\\t\x07\x7f\U0001f600/": 7, -3: 8, 1e-7: 9, 1e20: 10},
    {False: 1, "": 2}, {(1, 2): 3}, {"a": {"b": (1, [2, {}])}}, {2**70: 1},
]


def any_tree(random, depth):
    kind = random.randrange(9)
    if depth == 0 or kind == 0:
        return 1
    items = [any_tree(random, depth - 1) for _ in range(random.randrange(4))]
    keys = random.sample(["a", "b", "c d", "'", 0, 1.5, None], len(items))
    if kind == 1:
        return tuple(items)
    if kind == 2:
        return items
    if kind == 3:
        return dict(zip(keys, items))
    if kind == 4:
        return collections.OrderedDict(zip(keys, items))
    if kind == 5:
        return collections.defaultdict(dict, zip(keys, items))
    if kind == 6:
        return collections.deque(items, maxlen=random.choice([None, 5]))
    if kind == 7 and len(items) >= 2:
        return point(*items[:2])
    if kind == 8 and len(items) >= 2:
        return box(*items[:2])
    return 1


def register(spec):
    """Registers the types of a spec that are not, by their names."""
    name = spec["type"]
    if name is not None and name not in pytree.SERIALIZED_TYPE_TO_PYTHON_TYPE:
        pytree.register_pytree_node(type(name.split(".")[-1], (), {}), lambda x: ([], None), lambda *_: None,
                                    serialized_type_name=name)
    for item in spec["children_spec"]:
        register(item)


def exported(folders):
    for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.pt2")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if "/models/" in name and name.endswith(".json"):
                    signature = json.loads(archive.read(name))["graph_module"]["module_call_graph"][0]["signature"]
                    yield signature["in_spec"]
                    yield signature["out_spec"]


def cache():
    from transformers import DynamicCache
    try:
        from transformers.integrations.executorch import register_dynamic_cache_export_support
        register_dynamic_cache_export_support()
    except ImportError:
        pass
    made = DynamicCache()
    made.update(torch.ones(1, 1, 1, 1), torch.ones(1, 1, 1, 1), 0)
    return made


class nested(torch.nn.Module):
    def forward(self, pair, extras, *, scale, offsets):
        a, b = pair
        extra = extras["first"] + extras["rest"][0]
        return {"sum": (a + b) * scale + offsets["low"], "parts": [point(a - b, extra), (offsets["high"],)], "three": 3,
                "nothing": None}


def main():
    texts = {}
    drawn = random.Random(1)
    trees = hand_made + [odd(), cache()] + [any_tree(drawn, 4) for _ in range(60)]
    for spec in map(pytree.tree_structure, trees):
        texts[pytree.treespec_dumps(spec)] = str(spec)
    for dumped in exported(sys.argv[1:]):
        register(json.loads(dumped)[1])
        texts[dumped] = str(pytree.treespec_loads(dumped))
    with open("specs.jsonl", "w") as out:
        for dumped, shown in texts.items():
            out.write(json.dumps({"json": dumped, "text": shown}) + "\n")

    def one():  # a new tensor, since the same one twice would be one input
        return torch.ones(2)

    program = torch.export.export(nested(), ((one(), one()), {"first": one(), "rest": [one()]}),
                                  {"scale": one(), "offsets": {"low": one(), "high": one()}})
    torch.export.save(program, "nested.pt2")


if __name__ == "__main__":
    main()
