"""What scripts share that export programs of PyTorch's functions for graft_zoo."""
import json
import logging
import multiprocessing
import os
import pathlib
import shutil
import warnings

import torch
from safetensors.torch import save_file


def plain(tensor):
    """What a file holds: elements in order, nothing left to be conjugated or negated."""
    return tensor.detach().resolve_conj().resolve_neg().clone().contiguous()


def save(folder, program, inputs, outputs, facts):
    """Writes a program with one case to a new folder."""
    folder.mkdir(parents=True)
    torch.export.save(program, str(folder / "model.pt2"))
    save_file({f"input_{i}": plain(t) for i, t in enumerate(inputs)}, str(folder / "inputs.safetensors"))
    save_file({f"output_{i}": plain(t) for i, t in enumerate(outputs)}, str(folder / "outputs.safetensors"))
    (folder / "facts.json").write_text(json.dumps(facts))


def limited(write, folder, seconds=60):
    """Why there is no program: calls `write`, which writes one to a folder or raises, in a process of its own, for so long."""
    def tell(end):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            write(folder)
            end.send("")
        except Exception as e:
            end.send(f"{type(e).__name__}: {' '.join(str(e).split())[:150]}")
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=tell, args=(theirs,))
    process.start()
    theirs.close()
    try:
        why = ours.recv() if ours.poll(seconds) else "takes too long"
    except EOFError:
        why = "ends its process"
    process.kill()
    process.join()
    if why:
        shutil.rmtree(folder, ignore_errors=True)
    return why


def parse(parser, what, rest=None):
    """The arguments, with those that such scripts have in common, and a list `rest` of what `rest` calls; torch is told
    to be quiet, and to use one thread."""
    parser.add_argument("graft_zoo")
    if rest:
        parser.add_argument("rest", nargs="+", metavar=rest)
    parser.add_argument("--out", type=pathlib.Path, help="where programs stay")
    parser.add_argument("--only", default="", help=f"{what} with this text in their names")
    parser.add_argument("--part", default="0/1", help="K/N: each N-th of them from the K-th on")
    parser.add_argument("--jobs", type=int, default=2)
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    torch.set_num_threads(1)
    return parser.parse_args()


def part_of(things, arguments):
    """Those that `--part` chooses."""
    part, parts = map(int, arguments.part.split("/"))
    return things[part::parts]
