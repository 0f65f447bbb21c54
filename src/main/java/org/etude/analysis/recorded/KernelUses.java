// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.TraceSet;

/**
 * What each rank ran and how long: its kernels, copies and memory sets. On a rank without GPU work, host operators are
 * the computation: each counts with its self time, and what a host backend (gloo, MPI) carried counts as communication, a
 * message from its call on. Linear in the events.
 */
public final class KernelUses {
    private static final Activity[] CATEGORIES = Activity.values();

    private final DeviceTrace trace;
    private final CommEvents events;
    private final Int2ObjectLinkedOpenHashMap<DurationStats> times = new Int2ObjectLinkedOpenHashMap<>();

    private KernelUses(DeviceTrace trace) {
        this.trace = trace;
        events = new CommEvents(trace);
    }

    /** One entry per rank and name, ranks ascending, the longest first; ranks without a Kineto trace have none. */
    public static List<KernelUse> of(TraceSet traces) {
        return DeviceRows.of(traces, (rank, trace) -> new KernelUses(trace).of(rank));
    }

    private List<KernelUse> of(int rank) {
        if (trace.hasGpuWork()) {
            gpuWork();
        } else {
            hostWork();
        }
        List<KernelUse> uses = new ArrayList<>();
        times.int2ObjectEntrySet().fastForEach(entry -> {
            String name = trace.names().text(entry.getIntKey() / CATEGORIES.length);
            Activity category = CATEGORIES[entry.getIntKey() % CATEGORIES.length];
            uses.add(new KernelUse(rank, name, category, entry.getValue(), 0));
        });
        return KernelUse.shared(uses);
    }

    /** The category of a piece of GPU work. */
    static Activity category(CommEvents events, EventKind kind, int event) {
        if (kind != EventKind.KERNEL) {
            return Activity.COPY;
        }
        return events.isKernel(event) ? Activity.TRANSFER : Activity.COMPUTE;
    }

    private void gpuWork() {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (kind.isGpuWork() && !trace.isFlagged(i)) {
                add(i, category(events, kind, i), trace.durationNanos(i));
            }
        }
    }

    private void hostWork() {
        HostSelfTimes self = HostSelfTimes.of(trace, events);
        boolean backend = false;
        for (int i = 0; i < trace.size(); i++) {
            backend |= events.isHostBackend(i);
        }
        HostMessages messages = HostMessages.of(trace, events);
        for (int i = 0; i < trace.size(); i++) {
            if (trace.isFlagged(i)) {
                continue;
            }
            boolean transfer =
                    backend ? events.isHostBackend(i) || messages.isAlone(i) : self.isOutermostCommunication(i);
            if (transfer) {
                add(i, Activity.TRANSFER, backend ? messages.nanos(i) : self.nanos(i));
            } else if (self.isOperator(i)) {
                add(i, Activity.COMPUTE, self.nanos(i));
            }
        }
    }

    private void add(int event, Activity category, long nanos) {
        int key = trace.nameId(event) * CATEGORIES.length + category.ordinal();
        DurationStats stats = times.get(key);
        if (stats == null) {
            stats = new DurationStats();
            times.put(key, stats);
        }
        stats.add(nanos);
    }
}
