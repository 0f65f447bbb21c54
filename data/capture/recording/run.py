# SPDX-License-Identifier: Apache-2.0
"""The sequence of a recording: train, record the window, time steps without the profiler, check the written files."""

import os
import platform
import sys
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from . import batches, clocks, collectives, estimate, models, verify
from .files import Files
from .steps import Stopwatch, Trainer
from .training import document
from .window import Window

FIRST_STEPS = 2  # after these, a step's time tells how long the recording is going to take
WARM_STEPS = 5  # first steps of a run, in which algorithms are chosen and memory is allocated


class Place:
    """Rank, device and backend of this process."""

    def __init__(self, options):
        self.rank = int(os.environ.get("RANK", "0"))
        self.world = int(os.environ.get("WORLD_SIZE", "1"))
        self.local_rank = int(os.environ.get("LOCAL_RANK", "0"))
        gpus = torch.cuda.device_count() if options.device != "cpu" and torch.cuda.is_available() else 0
        if options.device == "gpu" and gpus == 0:
            raise SystemExit("torch sees no GPU: a CPU build of torch, or the container got no device (docs/recording.md)")
        self.backend = options.backend if options.backend != "auto" else ("nccl" if gpus else "gloo")
        if self.backend == "nccl" and not gpus:
            raise SystemExit("nccl needs GPUs and torch sees none: use --backend gloo")
        if 0 < gpus <= self.local_rank and self.backend == "nccl":
            raise SystemExit(f"local rank {self.local_rank} has no GPU of its own: torch sees {gpus}. "
                             "Ranks can share a GPU with --backend gloo")
        # nccl refuses two ranks on one GPU, gloo does not
        self.device = torch.device("cuda", self.local_rank % gpus) if gpus else torch.device("cpu")

    def join(self):
        os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
        os.environ.setdefault("MASTER_PORT", "29511")
        if self.device.type == "cuda":
            torch.cuda.set_device(self.device)
        dist.init_process_group(self.backend, rank=self.rank, world_size=self.world)


def run(options):
    place = Place(options)
    place.join()
    try:
        return record(options, place)
    finally:
        dist.destroy_process_group()


def record(options, place):
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.omp_threads)
    files = Files(options.out, place.rank, options.tag, options.gzip)
    files.remove_old()
    model = models.build(options.model).to(place.device)
    ids = [place.device.index] if place.device.type == "cuda" else None
    trainer = Trainer(
        DistributedDataParallel(model, device_ids=ids, bucket_cap_mb=options.bucket_mb), place.device, options.precision)
    data = source_of_batches(options, place)
    name, read = clocks.source(place.device.index, torch.version.hip) if use_clocks(options, place) else (None, None)
    sampler = clocks.Sampler(read, options.gpu_sample_interval) if read else None
    if sampler:
        sampler.start()
    measured = train(options, trainer, data, files, place)
    if sampler:
        sampler.stop()
        device = clocks.physical_device(place.device.index, os.environ)
        files.write("gpu_metrics", clocks.metrics(place.rank, device, sampler.samples, name))
    measure(options, trainer, data, place, measured)
    parameters = sum(p.numel() for p in model.parameters())
    extra = {"num_parameters": parameters, "param_bytes": 4 * parameters}
    files.write("training", document(meta(options, place), extra, measured, options.batch_size * place.world))
    return report(options, place, files)


def use_clocks(options, place):
    return options.gpu_clocks and place.device.type == "cuda"


def source_of_batches(options, place):
    if options.dataset == "random":
        return batches.RandomBatches(options.batch_size, options.steps_per_epoch, options.seed + place.rank, place.device)
    data = batches.Cifar10(options.data_dir, options.batch_size, place.rank, place.world, options.seed, place.device)
    needed = options.trace_wait + options.trace_warmup + options.trace_steps
    if data.steps < needed:
        raise SystemExit(f"an epoch has {data.steps} steps, the window ends at {needed}: use a smaller --trace-wait")
    return data


def train(options, trainer, data, files, place):
    """Runs all epochs, one of them with the window. Every step outside the window is timed."""
    watch = Stopwatch(trainer)
    number, profiled = 0, []

    def announce(seconds):
        text = estimate.line(options, seconds)
        if place.rank == 0 and place.device.type == "cpu" and options.dataset == "random" and text:
            print(text, flush=True)

    for epoch in range(1, options.epochs + 1):
        steps = iter(data.epoch(epoch))
        if epoch == options.profile_epoch:
            number = timed(steps, options.trace_wait, number, trainer, watch, announce)
            with Window(files, trainer, options) as window:
                for _ in range(options.trace_warmup + options.trace_steps):
                    with window.step():
                        trainer.step(next(steps))
            profiled = window.rows
            number += len(profiled)
        number = timed(steps, None, number, trainer, watch, announce)
        if place.rank == 0:
            print(f"epoch {epoch} of {options.epochs} done, {number} steps", flush=True)
    rows = [r for r in watch.finish() if r["step"] >= WARM_STEPS] or watch.rows
    return {"steps": rows, "profiled_steps": profiled}


def timed(steps, limit, number, trainer, watch, after=None):
    """Trains on up to limit batches, or all if None; returns the number of the next step. Calls after with the seconds of
    one of the first steps."""
    taken = 0
    while limit is None or taken < limit:
        batch = next(steps, None)
        if batch is None:
            break
        with watch.step(number):
            trainer.step(batch)
        number += 1
        taken += 1
        if number == FIRST_STEPS and after is not None:
            after(watch.rows[-1]["wall_ms"] / 1e3)
    return number


def measure(options, trainer, data, place, measured):
    """The same steps without all-reduce, then with timed buckets, then the bucket sizes alone."""
    batch = next(iter(data.epoch(1)))
    alone, hooked = Stopwatch(trainer), Stopwatch(trainer)
    timer = collectives.BucketTimer(trainer, place.world)
    for step in range(options.timed_steps):
        with alone.step(step):
            trainer.step(batch, sync=False)
    if options.timed_steps:
        trainer.wait()
        trainer.model.register_comm_hook(None, timer.hook)
        for step in range(-2, options.timed_steps):  # two are discarded: warm-up of the hook
            timer.step = step
            with hooked.step(step):
                trainer.step(batch)
    events = [e for e in timer.events() if e["step"] >= 0]
    buckets = [{"bucket": e["bucket"], "bytes": e["bytes"]} for e in events if e["step"] == 0]
    measured.update(
        steps_no_sync=alone.finish(),
        steps_hooked=[r for r in hooked.finish() if r["step"] >= 0],
        comm_events=events,
        buckets=buckets,
        isolated_allreduce=collectives.isolated([b["bytes"] for b in buckets], trainer))


def meta(options, place):
    gpu = torch.cuda.get_device_name(place.device) if place.device.type == "cuda" else None
    load = os.getloadavg() if hasattr(os, "getloadavg") else None
    return {
        "rank": place.rank, "world_size": place.world, "workload": options.model, "batch_size": options.batch_size,
        "precision": options.precision, "dataset": options.dataset, "backend": place.backend,
        "torch": torch.__version__, "hip": torch.version.hip, "cuda": torch.version.cuda, "gpu": gpu,
        "python": platform.python_version(), "host": platform.platform(), "cores": os.cpu_count(),
        "torch_threads": torch.get_num_threads(), "bucket_cap_mb": options.bucket_mb, "loadavg_end": load,
        "argv": sys.argv[1:], "recorded_unix_ns": time.time_ns(),
    }


def report(options, place, files):
    """Each rank checks its own files; rank 0 prints all findings and the next step. Exit status 1 on any error."""
    findings = verify.check_rank(files.directory, place.rank, options.tag, expect_gpu=place.device.type == "cuda")
    gathered = [None] * place.world
    dist.all_gather_object(gathered, findings)
    if place.rank == 0:
        verify.show([f for part in gathered for f in part])
        print(f"\nNext: ./etude check {options.out}", flush=True)
    return 1 if any(f.level == "error" for part in gathered for f in part) else 0
