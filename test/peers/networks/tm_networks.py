"""Functions of torchmetrics, by what their arguments are called."""
import torch

from networks import noise, walk, whole


def classes(k):
    """What classifiers of three classes give."""
    return {"preds": noise(9 + k, 3).softmax(1), "target": whole(3, 9 + k), "task": "multiclass", "num_classes": 3, "num_labels": 3, "min_precision": 0.3, "min_recall": 0.3, "min_specificity": 0.3, "min_sensitivity": 0.3, "x": noise(9 + k, 5), "y": noise(7, 5, seed=3),
            "labels": whole(3, 9 + k), "data": noise(9 + k, 5), "indexes": whole(3, 9 + k).sort()[0], "groups": whole(2, 9 + k), "log_probs": noise(1, 6, 5).log_softmax(2), "matrix": whole(9, 6, 4), "img": noise(2 + k, 3, 12, 14), "ratings": whole(5, 9 + k, 3)}


def pairs(k):
    """Values, one beside another."""
    return classes(k) | {"preds": noise(9 + k).sigmoid(), "target": whole(2, 9 + k), "task": "binary", "p": noise(9 + k, 3).softmax(1), "q": noise(9 + k, 3, seed=4).softmax(1), "power": 1.5}


def several(k):
    """Labels that do not exclude one another, and values."""
    return pairs(k) | {"preds": noise(9 + k, 3).sigmoid(), "target": whole(2, 9 + k, 3), "task": "multilabel"}


def values(k):
    return pairs(k) | {"preds": noise(9 + k).exp(), "target": noise(9 + k, seed=3).exp()}


def labels(k):
    return pairs(k) | {"preds": whole(3, 9 + k, seed=4), "target": whole(3, 9 + k)}


def pictures(k):
    return pairs(k) | {"preds": noise(2 + k, 3, 48 + k, 50).sigmoid(), "target": noise(2 + k, 3, 48 + k, 50, seed=3).sigmoid()}


def sounds(k):
    return pairs(k) | {"preds": noise(2 + k, 2, 400 + k), "target": noise(2 + k, 2, 400 + k, seed=3), "fs": 8000}


def boxes(k):
    return pairs(k) | {"preds": noise(5 + k, 4).cumsum(1), "target": noise(4, 4, seed=3).cumsum(1), "metric_func": None}


PARTS = ("classification", "regression", "image", "audio", "clustering", "nominal", "pairwise", "retrieval", "segmentation", "shape", "detection", "text")
walk("tm", [f"torchmetrics.functional.{p}" for p in PARTS], classes, pairs, several, values, labels, pictures, sounds, boxes)
