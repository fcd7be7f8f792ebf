#!/usr/bin/env python3
"""Exports every architecture of transformers, small and with random weights, and runs the programs through graft_zoo.

    pip install torch transformers safetensors
    transformers_programs.py GRAFT_ZOO [--out FOLDER] [--only TEXT] [--part 0/1] [--jobs 2] [--seed 0]

An architecture's configuration is its default with the sizes made small by their names. Its name and the seed decide the rest: the class
(the plain model or one with a head), attention by plain ops or as one op, the dtype, whether a causal model keeps a static cache, and
whether batch and sequence are dynamic. Inputs are made by the names that `forward` takes: the first set of them that the model accepts.
What transformers cannot build so, or torch not export, is left out. FOLDER/<architecture> holds model.pt2, inputs and outputs of one or
two cases, and facts.json with the tolerance, as random_programs.py writes them. The exit code is graft_zoo's.
"""
import argparse
import copy
import functools
import inspect
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import torch
from safetensors.torch import save_file
from torch.export import Dim
from transformers import PreTrainedConfig
from transformers.integrations import executorch
from transformers.models.auto import modeling_auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

import exported

# The first pattern that the whole name of a size matches says how large it may be.
SIZES = [(r".*vocab_size|num_embeddings", 99), (r".*(key_value|kv)_heads|n_kv_heads|num_query_groups", 2), (r".*heads|n_head|num_head", 4), (r".*lora_rank", 16),
         (r".*head_dim|rotary_dim|d_kv|attention_head_size|kv_channels|.*head_size", 8), (r".*(layers|n_layer|depth|num_blocks|num_stages_per_block)", 2), (r".*num_experts_per_tok|.*top_?k|moe_k", 2),
         (r".*(n_group|topk_group|_every_n_.*|expert_group.*|.*_layer_freq|.*_step|.*_period|.*_offset)", 1), (r".*experts.*", 4),
         (r".*(intermediate|ffn|feed_?forward|mlp|inner|d_ff|filter).*(size|dim|width|channels)?", 64), (r".*image_size|img_size|input_size", 32), (r".*patch_size|.*stride_size", 8),
         (r".*max.*positions?.*|n_positions|n_ctx|max_.*len.*", 64), (r".*num_queries|.*query_tokens|num_latents|.*num_labels", 9), (r".*codebook_size", 8), (r".*window.*", 4),
         (r".*state_size|.*d_state|ssm_.*", 8), (r".*chunk_size|chunk_length", 4), (r"num_frames|tubelet_size", 2),
         (r"hidden_size.*|d_model|n_embd|dim|.*embed.*(dim|size)|.*hidden_dim|.*_dim|.*width|.*_hidden_size|.*hidden_channels|.*_size|.*_channels|.*_rank|.*_features|emb.*", 32)]
KEPT = {"in_channels", "num_channels", "kernel_size", "conv_kernel", "sampling_rate", "num_mel_bins", "type_vocab_size", "num_feat_extract_layers"}


def small(name, value):
    """A value of a configuration, made small where it is a size."""
    if isinstance(value, PreTrainedConfig):
        return small_configuration(type(value), value)
    if isinstance(value, bool) or name in KEPT:
        return value
    if isinstance(value, int):
        if name.endswith("_token_id") or name.endswith("_token_index"):
            return value if value < 80 else 80 + zlib.crc32(name.encode()) % 19
        for pattern, most in SIZES:
            if re.fullmatch(pattern, name):
                return min(value, most) if value > 0 else value
        return value
    if isinstance(value, (list, tuple)) and value and all(type(v) is int for v in value):
        if name in ("depths", "layers", "num_blocks", "encoder_depths") or "depth" in name:
            return type(value)(min(v, 2) for v in value)
        if "section" in name:
            return type(value)([2] + [1] * (len(value) - 1))
        if re.search("hidden|embed|channels|dims|sizes|widths", name) and "image" not in name and "kernel" not in name and min(value) >= 16:
            return type(value)(max(16 * v // min(value), 16) for v in value)
        return value
    if isinstance(value, dict):
        return {k: small(k, v) for k, v in value.items()}
    return value


def small_configuration(kind, default):
    """A configuration of this kind with small sizes: as few of them changed as it takes."""
    changed = {n: small(n, v) for n, v in vars(default).items() if not n.startswith("_") and n not in ("transformers_version", "id2label", "label2id", "dtype")}
    changed = {n: v for n, v in changed.items() if v != vars(default)[n]}
    if getattr(default, "num_key_value_heads", 0) == getattr(default, "num_attention_heads", 1):
        changed["num_key_value_heads"] = small("num_attention_heads", default.num_attention_heads)
    changed |= {"initializer_range": 0.2} if hasattr(default, "initializer_range") else {}
    kinds = list(dict.fromkeys(getattr(default, "layer_types", None) or []))
    with_kinds = changed | {"layer_types": (kinds * 2)[:max(2, len(kinds))], "num_hidden_layers": max(2, len(kinds))} if kinds else changed
    for tried in (with_kinds, changed):
        try:
            return kind(**tried)
        except Exception:
            continue
    made = copy.deepcopy(default)
    for n, v in changed.items():
        setattr(made, n, v)
    return made


def find(configuration, names, otherwise):
    """The first of these numbers in a configuration or what it holds."""
    for n in names:
        value = vars(configuration).get(getattr(configuration, "attribute_map", {}).get(n, n))
        value = value[0] if isinstance(value, (list, tuple)) and value else value
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    for v in vars(configuration).values():
        if isinstance(v, PreTrainedConfig) and (value := find(v, names, 0)):
            return value
    return otherwise


def input_sets(model, c, batch=2, length=9):
    """Sets of inputs by name, the fullest first, for a model that may accept one of them."""
    g = torch.Generator().manual_seed(length)
    def numbers(*shape):
        return torch.randn(shape, generator=g)
    def ids(*shape):
        return torch.randint(5, max(6, min(79, find(c, ["vocab_size"], 79))), shape, generator=g)
    def box():
        low, span = torch.randint(0, 20, (batch, length, 2), generator=g), torch.randint(1, 10, (batch, length, 2), generator=g)
        return torch.cat([low, low + span], -1)
    mask = torch.ones(batch, length, dtype=torch.int64)
    mask[-1, :2] = 0
    if length % 2:
        mask = mask.flip(1)
    side, channels, patch = find(c, ["image_size", "img_size"], 32), find(c, ["num_channels", "in_channels", "in_chans"], 3), find(c, ["patch_size"], 8)
    bins, width = find(c, ["num_mel_bins", "input_feat_per_channel", "n_mels", "feature_size", "input_dim"], 80), find(c, ["hidden_size", "d_model", "embed_dim"], 32)
    grid, frames = torch.tensor([[1, 4, 4]]), find(c, ["num_frames", "frames_per_clip"], 2)
    volume = channels * find(c, ["temporal_patch_size"], 1) * patch * patch
    text = {"input_ids": ids(batch, length), "attention_mask": mask, "token_type_ids": mask * 0, "bbox": box()}
    decoder = {"decoder_input_ids": ids(batch, 5)}
    images = [numbers(batch, channels, s, s) for s in (side, 64, 224)] + [numbers(batch, 3, side, side)] + [numbers(batch, frames, channels, side, side), numbers(16, volume), numbers(batch, 16, volume)]
    sounds = [numbers(batch, n) for n in (800, 4000)] + [numbers(batch, 1, 800)]
    features = [numbers(batch, bins, 60), numbers(batch, 60, bins), numbers(batch, bins, 3000), numbers(batch, 64, bins), numbers(batch, bins, 128), numbers(batch, 1024, bins), numbers(batch, 1, 1024, bins)]
    audio = [{"input_values": t} for t in sounds] + [{"input_features": t} for t in features] + [{"input_values": t} for t in features]
    past = find(c, ["context_length", "prediction_length"], 32) + max(getattr(c, "lags_sequence", None) or [0])
    series = {"past_values": numbers(batch, past), "past_time_features": numbers(batch, past, find(c, ["num_time_features"], 1)), "past_observed_mask": torch.ones(batch, past)}
    sets = [text | {"pixel_values": t} for t in images[:5]] + [text | decoder, text]
    sets += [{"pixel_values": t} for t in images] + [{"pixel_values": images[5], n: grid} for n in ("grid_thw", "image_grid_thw")] + [{"hidden_states": images[5], "grid_thw": grid}, {"pixel_values_videos": images[4]}]
    sets += [text | {"pixel_values": images[6], "pixel_attention_mask": torch.ones(batch, 16, dtype=torch.int64), "spatial_shapes": torch.tensor([[4, 4]] * batch)}]
    sets += [s | decoder for s in audio] + audio + [text | a for a in audio] + [series, {"past_values": numbers(batch, past, find(c, ["num_input_channels"], 1))}]
    sets += [{"inputs_embeds": numbers(batch, length, width), "attention_mask": mask}, {"hidden_states": numbers(batch, length, width)}]
    sets += [{"audio_codes": ids(batch, 8, length) % 8}, {"input_ids": ids(batch, length, find(c, ["num_codebooks"], 8))}, {"inputs": ids(batch, length), "attention_mask": mask}]
    taken = inspect.signature(model.forward).parameters
    told = set()
    for s in sets:
        s = {n: t for n, t in s.items() if n in taken}
        key = tuple((n, t.shape) for n, t in s.items())
        if s and not set(s) <= {"attention_mask", "token_type_ids", "decoder_input_ids"} and key not in told:
            told.add(key)
            yield s


class Named(torch.nn.Module):
    """A model whose inputs come in order, and whose results are all tensors of what it gives, caches' as well."""

    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *tensors):
        return tuple(tensors_of(self.model(**dict(zip(self.names, tensors)))))


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    elif not isinstance(value, (list, tuple)) and hasattr(value, "__dict__"):
        value = [v for n, v in vars(value).items() if n in ("layers", "keys", "values") or n.endswith(("states", "cache"))]
    return [t for v in value for t in tensors_of(v)] if isinstance(value, (list, tuple)) else []


def fill(model, g):
    """Weights and statistics that a fresh model leaves constant get values of their own."""
    for name, t in [*model.named_parameters(), *model.named_buffers()]:
        if not t.is_floating_point() or t.numel() == 0:
            continue
        noise = torch.randn(t.shape, generator=g).to(t.dtype) * 0.1
        if name.endswith("running_var"):
            t.data.copy_(1 + noise.abs())
        elif name.endswith("running_mean"):
            t.data.copy_(noise)
        elif isinstance(t, torch.nn.Parameter):
            if not bool(torch.isfinite(t).all()) or float(t.detach().abs().max()) > 1e3:
                t.data.copy_(noise)
            elif bool((t == t.flatten()[0]).all()):
                t.data.add_(noise)


def run(module, tensors):
    torch.manual_seed(1)
    with torch.no_grad():
        return module(*[t.clone() for t in tensors])


def distance(outputs, others):
    """The largest relative distance of results from others, which are finite."""
    if [t.shape for t in outputs] != [t.shape for t in others] or not all(bool(torch.isfinite(t).all()) for t in others):
        return float("inf")
    return max([0.0] + [float(((t.double() - u.double()).abs() / (1 + u.double().abs())).max()) for t, u in zip(outputs, others) if t.is_floating_point() and t.numel()])


def rounding_noise(module, tensors, outputs):
    """How far results are from those in float64, or, of a model that gives none there, of weights moved by about a step."""
    try:
        noise = distance(outputs, run(copy.deepcopy(module).double(), [t.double() if t.is_floating_point() else t for t in tensors]))
        if noise < float("inf"):
            return noise
    except Exception:
        pass
    moved = copy.deepcopy(module)
    for p in moved.parameters():
        p.data.mul_(1 + 2 * (torch.rand(p.shape) - 0.5).to(p.dtype) * torch.finfo(p.dtype).eps)
    return distance(outputs, run(moved, tensors))


def dynamic_dims(names, tensors):
    return (tuple({0: Dim.AUTO(max=16), 1: Dim.AUTO(max=48)} if n.endswith(("ids", "mask", "bbox")) and t.dim() > 1 else {0: Dim.AUTO(max=16)} for n, t in zip(names, tensors)),)


def classes_of(name, chosen):
    """The classes of an architecture: those with a head first for every second."""
    mappings = [m for n, m in sorted(vars(modeling_auto).items()) if n.startswith("MODEL_FOR_") and n.endswith("_MAPPING")]
    kind = CONFIG_MAPPING[name]
    heads = [c for m in mappings if name in m._model_mapping for c in [m[kind]] if not isinstance(c, tuple)]
    plain = modeling_auto.MODEL_MAPPING[kind]
    plain = [plain[0] if isinstance(plain, tuple) else plain]
    return [heads[chosen // 2 % len(heads)], *plain] if heads and chosen % 2 else plain


def accepted(name, chosen):
    """A model of an architecture, and inputs that it accepts; None where there are none."""
    why = TypeError("no inputs are known")
    attention, dtype = ("eager", "sdpa")[chosen // 16 % 2], {1: torch.bfloat16, 4: torch.float16}.get(chosen // 32 % 6, torch.float32)
    for kind in classes_of(name, chosen):
        for how in dict.fromkeys((attention, "eager")):
            try:
                torch.manual_seed(0)
                c = small_configuration(CONFIG_MAPPING[name], CONFIG_MAPPING[name]())
                c._attn_implementation = how
                model = kind(c).eval()
                if sum(p.numel() for p in model.parameters()) > 1e7:
                    raise ValueError("some of its sizes are not known to be such, and stay large")
                fill(model, torch.Generator().manual_seed(0))
            except Exception as e:
                why = e
                continue
            for kept in dict.fromkeys((dtype, torch.float32)):
                model = model.to(kept)
                for inputs in input_sets(model, c):
                    inputs = {n: t.to(kept) if t.is_floating_point() else t for n, t in inputs.items()}
                    try:
                        outputs = run(Named(model, list(inputs)), list(inputs.values()))
                        if outputs and all(bool(torch.isfinite(t).all()) for t in outputs if t.numel() < 1000 or t.is_floating_point()):
                            return model, c, inputs, outputs
                    except Exception as e:
                        why = e
    raise why


def with_static_cache(model, c):
    """A step of a causal model as transformers prepares it for ExecuTorch, and inputs: the program writes to its cache."""
    options = model.generation_config
    options.use_cache, options.cache_implementation, options.cache_config = True, "static", {"batch_size": 1, "max_cache_len": 16}
    c.use_cache = True
    kind = executorch.TorchExportableModuleWithHybridCache if "sliding_attention" in (getattr(c, "layer_types", None) or []) else executorch.TorchExportableModuleWithStaticCache
    step = Named(kind(model, batch_size=1, max_cache_len=16, device="cpu"), ["input_ids", "cache_position"])
    tensors = [torch.tensor([[7, 8, 9]]), torch.arange(3)]
    return step, tensors, run(copy.deepcopy(step), tensors)


def write_program(name, seed, folder):
    """Writes the program of an architecture; raises where there is none."""
    chosen = zlib.crc32(name.encode(), seed)
    model, c, inputs, outputs = accepted(name, chosen)
    module, tensors = Named(model, list(inputs)).eval(), list(inputs.values())
    if chosen // 4 % 2 and type(model).__name__.endswith("ForCausalLM"):
        try:
            module, tensors, outputs = with_static_cache(copy.deepcopy(model), copy.deepcopy(c))
        except Exception:
            pass  # a model with a cache of another kind
    floats = {t.dtype for t in (*model.parameters(), *outputs)}
    least = max(1e-4, 4e-3 * (torch.float16 in floats), 3e-2 * (torch.bfloat16 in floats))
    noise = rounding_noise(module, tensors, outputs)
    if not noise <= 10 * least:
        raise ValueError("its results are decided by rounding")
    cases, program = [(tensors, outputs)], None
    if chosen // 8 % 2:
        try:
            program = torch.export.export(module, tuple(tensors), dynamic_shapes=dynamic_dims(module.names, tensors), strict=False)
            other = next(s for s in input_sets(model, c, 3, 12) if list(s) == module.names and [t.dim() for t in s.values()] == [t.dim() for t in tensors])
            other = [t.to(u.dtype) for t, u in zip(other.values(), tensors)]
            run(program.module(), other)
            cases.append((other, run(module, other)))
        except Exception:
            pass  # only these sizes
    program = program or torch.export.export(module, tuple(tensors), strict=False)
    exported.save(folder, program, tensors, outputs, {"rounding_noise": noise, "tolerance": max(least, 8 * noise), "class": type(model).__name__, "inputs": module.names})
    for k, (given, results) in enumerate(cases[1:], 1):
        for what, values in (("input", given), ("output", results)):
            save_file({f"{what}_{i}": exported.plain(t) for i, t in enumerate(values)}, str(folder / f"{what}s.case{k}.safetensors"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="another one gives each architecture other choices")
    parser.add_argument("--seconds", type=int, default=60, help="for one architecture")
    parser.add_argument("--list", action="store_true", help="say what is left out, and why")
    arguments = exported.parse(parser, "architectures")
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or pathlib.Path(temporary)
        names = exported.part_of([n for n in modeling_auto.MODEL_MAPPING_NAMES if arguments.only in n], arguments)
        left_out = {n: why for n in names if not (out / n / "model.pt2").exists() and (why := exported.limited(functools.partial(write_program, n, arguments.seed), out / n, arguments.seconds))}
        print(f"{len(names) - len(left_out)} architectures exported, {len(left_out)} left out", flush=True)
        if arguments.list:
            print("\n".join(f"{n}: {why}" for n, why in left_out.items()), flush=True)
        return subprocess.run([arguments.graft_zoo, "--jobs", str(arguments.jobs), str(out)]).returncode


if __name__ == "__main__":
    sys.exit(main())
