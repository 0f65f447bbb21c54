# SPDX-License-Identifier: Apache-2.0
"""The command line."""

import argparse


def parser():
    p = argparse.ArgumentParser(
        prog="record.py",
        description="Record a few training steps of DistributedDataParallel with host and device traces.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    work = p.add_argument_group("workload")
    work.add_argument("--model", choices=["cnn", "resnet18", "resnet50"], default="resnet50", help="all for 32x32 images")
    work.add_argument("--dataset", choices=["random", "cifar10"], default="random", help="random needs no download")
    work.add_argument("--data-dir", default="cifar10", help="where cifar-10-batches-py lies (never downloaded)")
    work.add_argument("--epochs", type=positive, default=3)
    work.add_argument("--steps-per-epoch", type=positive, default=64, help="with random data")
    work.add_argument("--batch-size", type=positive, default=128, help="per rank")
    work.add_argument("--precision", choices=["fp32", "fp16", "bf16"], default="fp32", help="autocast type")
    work.add_argument("--bucket-mb", type=float, default=25.0, help="gradient bucket size of DDP")
    work.add_argument("--backend", choices=["auto", "nccl", "gloo"], default="auto", help="nccl means RCCL on ROCm")
    work.add_argument("--device", choices=["auto", "gpu", "cpu"], default="auto")
    work.add_argument("--omp-threads", type=positive, default=2)
    work.add_argument("--seed", type=int, default=1)
    trace = p.add_argument_group("trace")
    trace.add_argument("--profile-epoch", type=positive, default=2, help="the epoch that is recorded, from 1")
    trace.add_argument("--trace-wait", type=natural, default=32, help="plain steps of that epoch before the window")
    trace.add_argument("--trace-warmup", type=positive, default=1, help="profiled steps that are thrown away")
    trace.add_argument("--trace-steps", type=positive, default=4, help="recorded steps")
    trace.add_argument("--no-trace-shapes", dest="trace_shapes", action="store_false", help="smaller, but no sizes")
    trace.add_argument("--trace-stack", action="store_true", help="Python stacks: large, slow")
    trace.add_argument("--trace-memory", action="store_true", help="allocations: large")
    trace.add_argument("--inject-sync-hack", action="store_true", help="an event and a device synchronisation a step (ROCm)")
    measure = p.add_argument_group("measurements without the profiler")
    measure.add_argument("--timed-steps", type=natural, default=20, help="steps without all-reduce and with timed buckets")
    measure.add_argument("--no-gpu-clocks", dest="gpu_clocks", action="store_false")
    measure.add_argument("--gpu-sample-interval", type=float, default=0.1, help="seconds between clock samples")
    out = p.add_argument_group("output")
    out.add_argument("--out", default="runs/recording", help="directory")
    out.add_argument("--tag", default="", help="host_R_TAG.json instead of host_R.json")
    out.add_argument("--gzip", action="store_true")
    return p


def parse(argv):
    p = parser()
    options = p.parse_args(argv)
    needed = options.trace_wait + options.trace_warmup + options.trace_steps
    if options.profile_epoch > options.epochs:
        p.error(f"--profile-epoch {options.profile_epoch} lies behind the last epoch: use --epochs {options.profile_epoch} or more")
    if options.dataset == "random" and options.steps_per_epoch < needed:
        p.error(f"the window ends at step {needed} of the epoch, which has {options.steps_per_epoch}: use --steps-per-epoch {needed}")
    if options.device == "cpu" and options.backend == "nccl":
        p.error("nccl needs GPUs: use --backend gloo")
    return options


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not 1 or more")
    return value


def natural(text):
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value
