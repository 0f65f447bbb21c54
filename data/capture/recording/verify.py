# SPDX-License-Identifier: Apache-2.0
"""Checks that recorded files parse, cover the same window, and contain launches, kernels and collectives."""

import collections
import os
import re

from .files import read_json

Finding = collections.namedtuple("Finding", "rank level text")  # level: ok, warning, error

GPU_CATEGORIES = {"kernel", "gpu_memcpy", "gpu_memset"}
RUNTIME_CATEGORIES = {"cuda_runtime", "cuda_driver"}
COLLECTIVE_KERNEL = re.compile(r"nccl(Dev)?Kernel|rcclKernel|msccl", re.IGNORECASE)


def find(directory, kind, rank, tag=""):
    """The path of kind_R[_tag].json[.gz], or None."""
    stem = f"{kind}_{rank}" + (f"_{tag}" if tag else "")
    for name in (stem + ".json", stem + ".json.gz"):
        path = os.path.join(directory, name)
        if os.path.exists(path):
            return path
    return None


def check_rank(directory, rank, tag="", expect_gpu=False):
    """All findings about the host and device files of one rank."""
    documents, findings = {}, []
    for kind, key in (("host", "nodes"), ("device", "traceEvents")):
        path = find(directory, kind, rank, tag)
        if path is None:
            findings.append(Finding(rank, "error", f"no {kind}_{rank} file in {directory}"))
            continue
        try:
            document = read_json(path)
            documents[kind] = document[key]
        except (ValueError, KeyError, TypeError, EOFError, OSError) as why:
            findings.append(Finding(rank, "error", f"{path} is not a complete {kind} trace: {why}"))
    if len(documents) == 2:
        findings += compare(rank, documents["host"], documents["device"], expect_gpu)
    return findings


def compare(rank, nodes, events, expect_gpu=False):
    """Findings about a parsed pair of files."""
    host = host_counts(nodes)
    device = device_counts(events)
    findings = [Finding(rank, "ok", f"{len(nodes)} host nodes, {device['operators']} operators, "
                        f"{device['launches']} launches, {device['kernels']} kernels, "
                        f"{host['collectives']} collectives, {device['steps']} steps")]

    def add(level, text):
        findings.append(Finding(rank, level, text))

    ids, named = host["ids"], device["ids"]
    if not ids:
        add("error", "the host trace holds no operator: the observer was not running in the window")
    elif not named:
        add("warning", "the device trace names no 'Record function id': the observer was not handed to the profiler")
    else:
        common = len(ids & named) / len(ids)
        if common < 0.9:
            add("error", f"only {common:.0%} of the host operators are in the device trace: the windows differ")
    if not device["steps"]:
        add("warning", "no ProfilerStep annotation: prof.step() was not called")
    if not host["collectives"]:
        add("warning", "no collective in the window: one rank, or all steps under no_sync()")
    if expect_gpu and not device["kernels"]:
        add("error", "the device trace holds no kernel: the profiler could not use the GPU's tracer")
    if device["kernels"]:
        findings += gpu_findings(rank, device)
    return findings


def gpu_findings(rank, device):
    findings = []
    share = device["launched"] / device["kernels"]
    if share < 0.95:
        findings.append(Finding(rank, "warning", f"{share:.0%} of the kernels have a launch in the window"))
    if device["correlation_0"]:
        findings.append(Finding(rank, "warning", f"{device['correlation_0']} GPU events have correlation 0 (a roctracer fault)"))
    if not device["collective_kernels"] and not device["without_kernels"]:
        findings.append(Finding(rank, "warning", "no NCCL or RCCL kernel in the window"))
    return findings


def host_counts(nodes):
    ids, collectives = set(), 0
    for node in nodes:
        record = node.get("rf_id") or next((a.get("value") for a in node.get("attrs", []) if a.get("name") == "rf_id"), 0)
        name = node.get("name", "")
        if record and not name.startswith("## process_group"):
            ids.add(int(record))
        if is_collective(node, name):
            collectives += 1
    return {"ids": ids, "collectives": collectives}


def is_collective(node, name):
    return name.startswith("c10d::") and "monitored" not in name


def device_counts(events):
    steps, ids, launches, correlations = set(), set(), set(), collections.Counter()
    operators = collective_kernels = zero = 0
    runtime, sizes, gloo = set(), set(), False
    for event in events:
        category, args = event.get("cat"), event.get("args") or {}
        gloo |= str(event.get("name", "")).startswith("gloo:")
        if "Group size" in args:
            sizes.add(args["Group size"])
        if category == "cpu_op":
            operators += 1
        if category in ("cpu_op", "user_annotation"):
            ids.add(int(args.get("Record function id") or 0))
            if str(event.get("name", "")).startswith("ProfilerStep#"):
                steps.add(event["name"])
        elif category in RUNTIME_CATEGORIES:
            runtime.add(args.get("correlation"))
        elif category in GPU_CATEGORIES:
            correlation = args.get("correlation") or 0
            zero += correlation == 0
            correlations[correlation] += 1
            collective_kernels += bool(COLLECTIVE_KERNEL.search(str(event.get("name", ""))))
    launches = runtime & set(correlations)
    return {"operators": operators, "steps": len(steps), "ids": ids - {0}, "kernels": sum(correlations.values()),
            "launches": len(launches), "launched": sum(n for c, n in correlations.items() if c in launches),
            # gloo runs on the host, and NCCL launches nothing for a group of one rank
            "collective_kernels": collective_kernels, "without_kernels": gloo or sizes == {1}, "correlation_0": zero}


def show(findings):
    for finding in sorted(findings, key=lambda f: f.rank):
        print(f"rank {finding.rank}: {finding.level:7} {finding.text}", flush=True)


def ranks_in(directory):
    """(rank, tag) of every host or device file."""
    found = set()
    for name in os.listdir(directory):
        match = re.fullmatch(r"(?:host|device)_(\d+)(?:_(.+?))?\.json(?:\.gz)?", name)
        if match and not (match.group(2) or "").endswith(".part"):
            found.add((int(match.group(1)), match.group(2) or ""))
    return sorted(found)


def main(argv):
    if len(argv) != 1 or not os.path.isdir(argv[0]):
        print("usage: verify.py DIRECTORY")
        return 2
    pairs = ranks_in(argv[0])
    findings = [f for rank, tag in pairs for f in check_rank(argv[0], rank, tag)]
    if not pairs:
        findings = [Finding(0, "error", f"no host_R.json or device_R.json in {argv[0]}")]
    show(findings)
    return 1 if any(f.level == "error" for f in findings) else 0
