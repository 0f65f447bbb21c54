// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * The calls of sends and receives that ran as one kernel, whose arguments do not say what it carries
 * ({@code batch_isend_irecv}): those of its thread since the launch of a message before it. Linear in the events.
 */
public final class GroupedCalls {
    private final DeviceTrace trace;
    /** By correlation, the kernels of messages. */
    private final Long2IntOpenHashMap kernels = new Long2IntOpenHashMap();

    /** Whether any of them does not name its peer. */
    private boolean anyGrouped;

    private final Int2ObjectOpenHashMap<IntArrayList> calls = new Int2ObjectOpenHashMap<>();

    /** Finds the kernels, not yet their calls. */
    public GroupedCalls(DeviceTrace trace, AnchorNames names) {
        this.trace = trace;
        kernels.defaultReturnValue(-1);
        for (int i = 0; i < trace.size(); i++) {
            boolean message = trace.kind(i) == EventKind.KERNEL && !trace.isFlagged(i) && names.isMessage(i);
            if (message && trace.correlation(i) != DeviceTrace.NONE) {
                kernels.put(trace.correlation(i), i);
                anyGrouped |= !namesPeer(i);
            }
        }
    }

    /** Whether an event is such a call, or the launch of any message; none if there are no such kernels. */
    public boolean tells(int i) {
        return anyGrouped && (isCall(i) || launched(i) >= 0);
    }

    private boolean isCall(int i) {
        return trace.kind(i) == EventKind.CPU_OP && namesPeer(i);
    }

    /** The kernel that an event launched, or -1. */
    private int launched(int i) {
        return trace.kind(i) == EventKind.RUNTIME ? kernels.get(trace.correlation(i)) : -1;
    }

    private boolean namesPeer(int i) {
        CommArgs comm = trace.comm(i);
        return comm != null && comm.peer() >= 0;
    }

    /** Finds the calls of all kernels. */
    GroupedCalls find() {
        Int2ObjectOpenHashMap<IntArrayList> open = new Int2ObjectOpenHashMap<>();
        for (int i = 0; i < trace.size() && anyGrouped; i++) {
            if (isCall(i)) {
                open.computeIfAbsent(trace.lane(i), lane -> new IntArrayList()).add(i);
            } else if (launched(i) >= 0) {
                // A kernel that names its peer is one call's; the next batch has no part of it.
                IntArrayList own = open.remove(trace.lane(i));
                if (own != null && !namesPeer(launched(i))) {
                    calls.put(launched(i), own);
                }
            }
        }
        return this;
    }

    /** The calls of a kernel in their order; none when they are unknown. */
    IntList of(int kernel) {
        IntList own = calls.get(kernel);
        return own == null ? IntLists.EMPTY_LIST : own;
    }
}
