# SPDX-License-Identifier: Apache-2.0
"""The contents of training_R.json, built from plain lists."""

from .intervals import median, union_length


def summary(steps, steps_no_sync, comm_events, images_per_step):
    """What calibration reads: medians over steps, in milliseconds; None where nothing was measured.

    real_t_comm_ms is the union of the all-reduce intervals of a step; exposed_comm_ms the step time less the time of
    the same step without all-reduce.
    """
    step = median([s["wall_ms"] for s in steps])
    alone = median([s["wall_ms"] for s in steps_no_sync])
    by_step = {}
    for event in comm_events:
        by_step.setdefault(event["step"], []).append((event["launch_ns"], event["done_ns"]))
    comm = median([union_length(i) / 1e6 for i in by_step.values()])
    return {
        "real_t_step_ms": step,
        "real_t_step_nosync_ms": alone,
        "real_t_comm_ms": comm,
        "exposed_comm_ms": None if step is None or alone is None else step - alone,
        "throughput_img_s": None if not step else images_per_step / (step / 1000.0),
    }


def document(meta, extra, measured, images_per_step):
    """measured: steps, steps_no_sync, steps_hooked, comm_events, buckets, isolated_allreduce, profiled_steps."""
    result = {"meta": meta, "extra": extra}
    result.update(measured)
    result["summary"] = summary(
        measured["steps"], measured["steps_no_sync"], measured["comm_events"], images_per_step)
    return result
