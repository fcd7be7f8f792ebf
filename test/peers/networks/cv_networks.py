"""The first network of each kind that pytorchcv has, with random weights, on small images where it takes them."""
import torch
from pytorchcv import model_provider

from networks import Built, noise, program


def first_of_kinds():
    seen = set()
    for name, make in model_provider._models.items():
        if make.__module__ not in seen:
            seen.add(make.__module__)
            yield name, make


def network(name, make):
    @program(f"cv_{name}")
    def build():
        net = make(pretrained=False).eval()
        size = getattr(net, "in_size", (64, 64))
        for side in ((64, 64), size):
            try:
                with torch.no_grad():
                    net(noise(2, 3, *side))
                return Built(net, noise(2, 3, *side), dynamic=(0,), more=[(noise(3, 3, *side),)])
            except Exception as e:
                why = e
        raise why


for name, make in first_of_kinds():
    network(name, make)
