// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceHeader.Platform;
import org.etude.trace.model.TraceSet;

/** Checks the traces of one rank. */
final class RankChecks {
    private static final double MANY = 0.2;
    /** Maximum delay of a GPU with a long queue behind its host, in ns; a longer one means that the clocks differ. */
    private static final long MAX_QUEUE_DELAY = 1_000_000_000;

    private final TraceSet traces;
    private final RankTrace trace;
    private final RankCounts counts;
    private final List<Finding> findings;

    RankChecks(TraceSet traces, RankTrace trace, RankCounts counts, List<Finding> findings) {
        this.traces = traces;
        this.trace = trace;
        this.counts = counts;
        this.findings = findings;
    }

    void run() {
        if (files()) {
            gpuWork();
            windows();
            sameRecording();
        }
        collectives();
        steps();
    }

    private void say(Level level, String what, String why, String advice) {
        findings.add(new Finding(level, "check", trace.rank(), "", what, why, advice));
    }

    /** Checks the files; returns whether there is a device trace to examine. */
    private boolean files() {
        int rank = trace.rank();
        if (trace.host() == null) {
            say(
                    Level.WARNING,
                    "no host trace (host_" + rank + ".json)",
                    "operators are known from the device trace only",
                    "to record it, give torch.profiler.profile an ExecutionTraceObserver over the same steps");
        } else if (trace.host().size() == 0) {
            say(
                    Level.ERROR,
                    "the host trace is empty",
                    "its list of nodes is empty",
                    "record again: start the ExecutionTraceObserver before the profiled steps and stop it after them");
        }
        if (trace.device() == null) {
            say(
                    Level.ERROR,
                    "no device trace (device_" + rank + ".json)",
                    "without it no operator or kernel has a time",
                    "copy the missing file, or record again with torch.profiler and export_chrome_trace on this rank");
            return false;
        }
        if (trace.device().size() == 0) {
            say(Level.ERROR, "empty device trace", "it holds no event that began and ended", recordAgain());
            return false;
        }
        return true;
    }

    private String recordAgain() {
        return "record again: ProfilerActivity.CUDA on (for ROCm too), wait and warm-up steps before at least one whole"
                + " active step, prof.step() at its end, and synchronise before the profiler stops";
    }

    private void gpuWork() {
        boolean gpuExpected = trace.device().header().platform() != Platform.CPU
                || !trace.device().header().deviceNames().isEmpty();
        if (counts.gpuEvents() == 0) {
            if (gpuExpected || counts.runtimeCalls() > 0) {
                String why = counts.runtimeCalls() == 0
                        ? "the file names a GPU but has neither kernels nor runtime calls"
                        : Counted.of(counts.runtimeCalls(), "runtime call") + ", but no kernel, copy or set";
                say(Level.ERROR, "empty device trace: no GPU work", why, recordAgain());
            } else {
                say(
                        Level.INFO,
                        "no GPU work",
                        "the trace was recorded without a GPU",
                        "host operators are simulated with their own times");
            }
            return;
        }
        long missing = counts.gpuEvents() - counts.launched();
        if (counts.launched() == 0) {
            say(
                    Level.ERROR,
                    "no launches: none of " + Counted.of(counts.gpuEvents(), "GPU event") + " has its launching call",
                    Counted.of(counts.runtimeCalls(), "runtime call") + ", none with the correlation of a GPU event",
                    "record again with ProfilerActivity.CPU as well as CUDA; on ROCm 6.1 and 7.0 update roctracer or"
                            + " rocprofiler-sdk, which lost correlations");
        } else if (missing > MANY * counts.gpuEvents()) {
            say(
                    Level.WARNING,
                    Counted.among(
                            missing,
                            counts.gpuEvents(),
                            "GPU event",
                            "has no launching call",
                            "have no launching call"),
                    "they were launched before the window began, or the tracer lost the calls",
                    "record again with more warm-up steps, and synchronise before the first active step");
        }
    }

    private void windows() {
        long[] host = RankCounter.window(trace.device(), false);
        long[] gpu = RankCounter.window(trace.device(), true);
        if (host != null && gpu != null && (gpu[1] < host[0] || host[1] + behind() < gpu[0])) {
            long gap = Math.max(gpu[0] - host[1], host[0] - gpu[1]);
            say(
                    Level.ERROR,
                    "host and device windows do not overlap",
                    "they are " + gap / 1_000_000 + " ms apart",
                    "record again with the synchronisation option (inject-sync-hack), which aligns the clocks, and"
                            + " profile host and device over the same steps");
        }
    }

    /** Maximum delay of GPU work behind the host, in ns; 0 when this host launched none of it. */
    private long behind() {
        return counts.launched() > 0 ? MAX_QUEUE_DELAY : 0;
    }

    /** Host and device trace of one recording share record-function ids. */
    private void sameRecording() {
        HostTrace host = trace.host();
        DeviceTrace device = trace.device();
        if (host == null) {
            return;
        }
        LongOpenHashSet ids = new LongOpenHashSet();
        for (int i = 0; i < host.size(); i++) {
            ids.add(host.recordFunctionId(i));
        }
        ids.remove(0);
        long given = 0;
        long shared = 0;
        for (int i = 0; i < device.size(); i++) {
            long id = device.recordFunctionId(i);
            given += id != 0 ? 1 : 0;
            shared += id != 0 && ids.contains(id) ? 1 : 0;
        }
        if (given > 0 && shared == 0 && !ids.isEmpty()) {
            say(
                    Level.ERROR,
                    "host and device trace cover different windows",
                    "none of " + Counted.of(given, "record-function id") + " of the device trace is in the host trace",
                    "take both files of one run, with observer and profiler over the same steps");
        } else if (given == 0 && host.size() > 0) {
            say(
                    Level.INFO,
                    "no record-function ids in the device trace",
                    "no observer was attached to the profiler, or PyTorch is older than 2.4",
                    "operators are matched by name and order on each thread");
        }
    }

    private void collectives() {
        if (counts.collectives() == 0 && traces.worldSize() > 1) {
            say(
                    Level.ERROR,
                    "no collectives",
                    "the job has " + traces.worldSize() + " ranks, but this one recorded no communication",
                    "record again: at least one whole step with its backward pass in the active window, and the model"
                            + " wrapped for distributed training");
        }
    }

    private void steps() {
        if (trace.device() != null && counts.steps() == 0) {
            say(
                    Level.WARNING,
                    "no steps",
                    "no ProfilerStep annotation",
                    "call prof.step() after each training step; without it the whole window counts as one");
        }
        if (counts.emptySteps() > 0) {
            say(
                    Level.WARNING,
                    Counted.among(counts.emptySteps(), counts.steps(), "step", "is empty", "are empty"),
                    "no operator and no GPU work starts in them",
                    "they count as zero work; exclude them from means, or record again");
        }
    }
}
