"""Layers of torch_geometric on a small graph."""
import torch

from networks import noise, walk, whole


def graph(k):
    edges = torch.stack([whole(9 + k, 24 + k, seed=3), whole(9 + k, 24 + k, seed=4)])
    made = {"in_channels": 6, "out_channels": 8, "hidden_channels": 12, "num_layers": 2, "heads": 2, "K": 2, "num_relations": 3, "dim": 2, "kernel_size": 3, "edge_dim": 4, "num_nodes": 9, "channels": 6, "num_features": 6, "in_dim": 6, "out_dim": 8, "alpha": 0.2, "nn": torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 8)), "num_groups": 2, "normalized_shape": 6, "ratio": 0.5,
            "k": 3, "num_bins": 4, "size": 4, "input_dim": 6, "hidden_dim": 8, "in_node_channels": 6, "num_timesteps": 2, "max_degree": 5, "node_dim": 0, "num_heads": 2, "walk_length": 3, "num_classes": 3, "dropout": 0.0, "processing_steps": 2, "num_seed_points": 2, "num_elements": 5, "emb_dim": 6, "shape": 3, "in_features": 6, "ratio_": 0.5, "learn": True, "s": 2, "beta": 0.5}
    called = {"x": noise(9 + k, 6), "edge_index": edges, "edge_weight": noise(24 + k).sigmoid(), "edge_attr": noise(24 + k, 4), "edge_type": whole(3, 24 + k), "batch": torch.arange(9 + k) // 4, "pos": noise(9 + k, 3), "x_0": noise(9 + k, 6, seed=5), "index": (torch.arange(9 + k) // 4), "src": noise(9 + k, 6), "ptr": None, "dim_size": None, "z": noise(9 + k, 6), "h": noise(9 + k, 6), "alpha_dst": noise(9 + k),
              "adj": noise(2, 5 + k, 5 + k).sigmoid(), "mask": None, "score": noise(9 + k), "y": noise(7, 3), "batch_x": torch.arange(9 + k) // 4, "batch_y": torch.arange(7) // 3, "group": whole(3, 9 + k), "normal": noise(9 + k, 3), "cluster": whole(4, 9 + k).sort()[0], "inputs": noise(9 + k, 6), "dist": noise(24 + k).abs(), "node_type": whole(3, 9 + k), "type_vec": whole(3, 9 + k)}
    return made | called


def other(k):
    """Layers that take as many channels as they give, and dense graphs."""
    table = graph(k)
    return table | {"in_channels": 6, "out_channels": 6, "x": noise(2, 5 + k, 6), "nn": torch.nn.Linear(12, 8), "s": noise(2, 5 + k, 3), "edge_attr": noise(24 + k, 3).sigmoid(), "heads": 1}


def fixed(k):
    return graph(k) | {"nn": torch.nn.Linear(4, 48), "channels": 6, "in_channels": -1, "edge_attr": noise(24 + k, 2).sigmoid(), "index": whole(5, 9 + k), "dim": 6, "kernel_size": 2}


def bare(k):
    return graph(k) | {"nn": torch.nn.Linear(9, 8), "local_nn": None, "global_nn": None, "in_channels": (6, 6)}


walk("pyg", ["torch_geometric.nn", "torch_geometric.nn.aggr", "torch_geometric.nn.conv", "torch_geometric.nn.dense", "torch_geometric.nn.models", "torch_geometric.nn.norm", "torch_geometric.nn.pool", "torch_geometric.utils"], graph, other, fixed, bare)
