// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import org.etude.link.host.HostNesting;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * The self time of each operator on the host: outside the operators and communication that it calls on its own thread.
 */
final class HostSelfTimes {
    private final CommEvents events;
    private final int[] enclosing;
    private final long[] self;
    private final boolean[] communication;

    private HostSelfTimes(DeviceTrace trace, CommEvents events) {
        this.events = events;
        enclosing = HostNesting.enclosing(trace);
        self = new long[trace.size()];
        communication = new boolean[trace.size()];
    }

    /** Computes the self times of all operators of a trace. Linear in the events. */
    static HostSelfTimes of(DeviceTrace trace, CommEvents events) {
        HostSelfTimes times = new HostSelfTimes(trace, events);
        for (int i = 0; i < times.self.length; i++) {
            int around = times.enclosing[i];
            times.communication[i] = events.isHostComm(i) || around >= 0 && times.communication[around];
            boolean counts = (trace.kind(i) == EventKind.CPU_OP || times.communication[i]) && !trace.isFlagged(i);
            if (counts) {
                times.self[i] += trace.durationNanos(i);
                int caller = times.caller(trace, around);
                if (caller >= 0) {
                    long inside = Math.min(trace.endNanos(i), trace.endNanos(caller)) - trace.startNanos(i);
                    times.self[caller] -= Math.max(0, inside);
                }
            }
        }
        return times;
    }

    /** The innermost operator or communication at or around an event. */
    private int caller(DeviceTrace trace, int event) {
        int at = event;
        while (at >= 0 && (trace.kind(at) != EventKind.CPU_OP && !communication[at] || trace.isFlagged(at))) {
            at = enclosing[at];
        }
        return at;
    }

    /** The self time of an operator in ns. */
    long nanos(int event) {
        return Math.max(0, self[event]);
    }

    /** Whether the event is host time spent on communication, or lies within such time on its thread. */
    boolean isInCommunication(int event) {
        return communication[event];
    }

    /** Whether it is communication not enclosed by other communication. */
    boolean isOutermostCommunication(int event) {
        return events.isHostComm(event) && (enclosing[event] < 0 || !communication[enclosing[event]]);
    }
}
