# Writes shared_module.pt2, and beside it what FX's source partitioner says of it: python export.py
import torch
from torch.fx.passes.utils.source_matcher_utils import get_source_partitions


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = torch.nn.Linear(3, 3)
        self.relu = torch.nn.ReLU()
        self.linear2 = torch.nn.Linear(3, 5)

    def forward(self, x):
        x = self.linear1(x)
        x = self.linear1(x)
        x = self.relu(x)
        x = self.linear2(x)
        return x


torch.manual_seed(0)
torch.export.save(torch.export.export(M(), (torch.randn(3, 3),), strict=True), "shared_module.pt2")
graph = torch.export.load("shared_module.pt2").graph
with open("shared_module.txt", "w") as out:
    for partitions in get_source_partitions(graph, [torch.nn.Linear, torch.nn.ReLU]).values():
        for p in partitions:
            print(
                f"{p.source.__module__}.{p.source.__qualname__}: nodes={p.nodes}, input_nodes={p.input_nodes}, "
                f"output_nodes={p.output_nodes}, params={p.params}",
                file=out,
            )
