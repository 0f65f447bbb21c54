# SPDX-License-Identifier: Apache-2.0
"""The recorded window: torch.profiler and ExecutionTraceObserver over the same steps."""

import inspect
import os
import time

import torch
from torch.profiler import ExecutionTraceObserver, ProfilerActivity, profile, schedule


class Window:
    """Use: with Window(...) as w: for each profiled step: with w.step(): train."""

    def __init__(self, files, trainer, options):
        self.files, self.trainer = files, trainer
        self.warmup, self.active = options.trace_warmup, options.trace_steps
        self.sync_hack = options.inject_sync_hack and trainer.gpu
        self.done = 0
        self.rows = []
        self.observer = ExecutionTraceObserver()
        self.observer.register_callback(files.part("host"))
        # Since torch 2.4 or so the profiler starts and stops the observer itself, with the window.
        self.handed_over = "execution_trace_observer" in inspect.signature(profile.__init__).parameters
        activities = [ProfilerActivity.CPU] + ([ProfilerActivity.CUDA] if trainer.gpu else [])
        more = {"execution_trace_observer": self.observer} if self.handed_over else {}
        self.profiler = profile(
            activities=activities,
            schedule=schedule(wait=0, warmup=self.warmup, active=self.active, repeat=1),
            on_trace_ready=self.export,
            record_shapes=options.trace_shapes,
            with_stack=options.trace_stack,
            profile_memory=options.trace_memory,
            **more)

    def export(self, profiler):
        profiler.export_chrome_trace(self.files.part("device"))

    def __enter__(self):
        self.trainer.wait()
        self.profiler.start()
        return self

    def step(self):
        return Step(self)

    def before_step(self):
        self.started = time.time_ns(), time.perf_counter_ns()
        if self.sync_hack:
            # Kineto on some ROCm releases records no hipEventRecord and shifts the device clock: an event and a
            # device synchronisation at each border let the clocks be aligned again.
            torch.cuda.Event().record()
            torch.cuda.synchronize()

    def after_step(self):
        if self.sync_hack:
            torch.cuda.Event().record()
            torch.cuda.synchronize()
        phase = "warmup" if self.done < self.warmup else "active"
        unix, start = self.started
        self.rows.append({"step": self.done, "phase": phase, "start_unix_ns": unix,
                          "wall_ms": (time.perf_counter_ns() - start) / 1e6})
        self.done += 1
        last = self.done == self.warmup + self.active
        if last:
            self.trainer.wait()  # kernels still running belong to the window
            if not self.handed_over:
                self.observer.stop()
        self.profiler.step()
        if not self.handed_over and self.done == self.warmup:
            self.observer.start()

    def __exit__(self, kind, value, trace):
        self.profiler.stop()
        self.observer.unregister_callback()
        # torch creates a folder for the sources of Triton kernels, which is empty here
        resources = self.files.part("host")[: -len(".json")] + "_resources"
        if os.path.isdir(resources) and not os.listdir(resources):
            os.rmdir(resources)
        if kind is None:
            self.files.finish("host")
            self.files.finish("device")


class Step:
    def __init__(self, window):
        self.window = window

    def __enter__(self):
        self.window.before_step()

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.window.after_step()
