// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.etude.link.collective.CollectiveNames;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;

/** Counts what a rank recorded; implausible times are excluded from sums. */
final class RankCounter {
    private final RankTrace trace;
    private final DeviceTrace device;
    private final CommEvents events;

    private long hostOps;
    private long runtimeCalls;
    private long gpuEvents;
    private long kernels;
    private long launched;
    private long collectives;
    private long messages;
    private long compute;
    private long comm;
    private final boolean[] busy;

    RankCounter(RankTrace trace) {
        this.trace = trace;
        device = trace.device();
        events = device == null ? null : new CommEvents(device);
        busy = new boolean[trace.steps().size()];
    }

    /** Counts without linking: collectives are recognised by their arguments or a library's name. */
    RankCounts count() {
        scan();
        long found = collectives > 0 ? collectives : hostCollectives();
        return counts(found, messages, -1, -1, compute, comm);
    }

    /** Counts with the collectives that linking found. */
    RankCounts count(LinkedRank linked) {
        scan();
        long unknown = 0;
        long bytes = 0;
        long onHost = 0;
        long sent = 0;
        for (Collective collective : linked.collectives()) {
            sent += isMessage(collective.type()) ? 1 : 0;
            unknown += collective.type() == CollectiveType.UNKNOWN ? 1 : 0;
            bytes += Math.max(0, collective.inBytes());
            onHost +=
                    linked.kind(collective.node()) == NodeKind.HOST_COMM ? linked.durationNanos(collective.node()) : 0;
        }
        long own = compute;
        for (int i = 0; gpuEvents == 0 && i < linked.size(); i++) {
            own += linked.kind(i) == NodeKind.HOST_OP ? linked.exclusiveNanos(i) : 0;
        }
        long each = bytes / Math.max(1, trace.steps().size());
        return counts(linked.collectives().size(), sent, unknown, each, own, comm + onHost);
    }

    private RankCounts counts(long found, long sent, long unknown, long bytes, long computeNanos, long commNanos) {
        int empty = 0;
        for (boolean one : busy) {
            empty += one ? 0 : 1;
        }
        HostTrace host = trace.host();
        return new RankCounts(
                trace.rank(),
                host == null ? -1 : host.size(),
                device == null ? -1 : device.size(),
                hostOps,
                runtimeCalls,
                gpuEvents,
                kernels,
                launched,
                found,
                sent,
                unknown,
                trace.steps().size(),
                device == null ? 0 : empty,
                bytes,
                computeNanos,
                commNanos);
    }

    private void scan() {
        if (device == null) {
            return;
        }
        LongOpenHashSet calls = new LongOpenHashSet();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i) == EventKind.RUNTIME) {
                runtimeCalls++;
                calls.add(device.correlation(i));
            }
        }
        calls.remove(DeviceTrace.NONE);
        for (int i = 0; i < device.size(); i++) {
            EventKind kind = device.kind(i);
            if (kind.isGpuWork()) {
                gpuWork(i, calls);
            } else if (kind.isHostOp()) {
                hostOps++;
            }
            if (kind == EventKind.CPU_OP || kind.isGpuWork()) {
                markStep(device.startNanos(i));
            }
        }
    }

    private void gpuWork(int i, LongOpenHashSet calls) {
        gpuEvents++;
        kernels += device.kind(i) == EventKind.KERNEL ? 1 : 0;
        launched += calls.contains(device.correlation(i)) ? 1 : 0;
        long duration = device.isFlagged(i) ? 0 : device.durationNanos(i);
        if (events.isKernel(i)) {
            collectives++;
            comm += duration;
        } else {
            compute += duration;
        }
    }

    /** Collectives of a host library, counted by its own annotations, one per call. */
    private long hostCollectives() {
        long found = 0;
        for (int i = 0; device != null && i < device.size(); i++) {
            boolean carried = device.kind(i) == EventKind.USER_ANNOTATION && events.isHostBackend(i);
            found += carried ? 1 : 0;
            messages += carried && isMessage(CollectiveNames.ofOperator(device.name(i))) ? 1 : 0;
        }
        return found > 0 || trace.host() == null ? found : operators(trace.host());
    }

    private static boolean isMessage(CollectiveType type) {
        return type == CollectiveType.SEND || type == CollectiveType.RECV;
    }

    private long operators(HostTrace host) {
        long found = 0;
        for (int i = 0; i < host.size(); i++) {
            boolean call = host.name(i).startsWith("c10d::") && !host.name(i).contains("wait");
            found += call ? 1 : 0;
            messages += call && isMessage(CollectiveNames.ofOperator(host.name(i))) ? 1 : 0;
        }
        return found;
    }

    private void markStep(long start) {
        int low = 0;
        int high = busy.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            StepWindow step = trace.steps().get(middle);
            if (start < step.startNanos()) {
                high = middle - 1;
            } else if (start > step.endNanos()) {
                low = middle + 1;
            } else {
                busy[middle] = true;
                return;
            }
        }
    }

    /** First start and last end of events, as {from, to}; null when there are none. */
    static long[] window(DeviceTrace device, boolean gpu) {
        long[] window = {Long.MAX_VALUE, Long.MIN_VALUE};
        for (int i = 0; i < device.size(); i++) {
            boolean wanted = gpu ? device.kind(i).isGpuWork() : device.kind(i) == EventKind.CPU_OP;
            if (wanted && !device.isFlagged(i)) {
                window[0] = Math.min(window[0], device.startNanos(i));
                window[1] = Math.max(window[1], device.endNanos(i));
            }
        }
        return window[0] > window[1] ? null : window;
    }
}
