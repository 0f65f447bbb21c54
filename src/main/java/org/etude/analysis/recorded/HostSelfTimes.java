// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import org.etude.link.host.HostNesting;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.activity.HostWork;
import org.etude.trace.model.DeviceTrace;

/**
 * The self time of each operator on the host: outside the operators and communication that it calls on its own thread.
 * {@link HostWork} decides which events are communication.
 */
final class HostSelfTimes {
    private final DeviceTrace trace;
    private final HostWork work;
    private final int[] enclosing;
    private final long[] self;
    /** The outermost communication at or around each event, or -1. */
    private final int[] outermost;

    private HostSelfTimes(DeviceTrace trace, CommEvents events) {
        this.trace = trace;
        work = HostWork.of(trace, events);
        enclosing = HostNesting.enclosing(trace);
        self = new long[trace.size()];
        outermost = new int[trace.size()];
    }

    /** Computes the self times of all operators and of communication of a trace. Linear in the events. */
    static HostSelfTimes of(DeviceTrace trace, CommEvents events) {
        HostSelfTimes times = new HostSelfTimes(trace, events);
        for (int i = 0; i < times.self.length; i++) {
            times.outermost[i] = -1;
            if (times.isTimed(i)) {
                times.add(i);
            }
        }
        for (int i = 0; i < times.self.length; i++) {
            int outer = times.outermost[i];
            if (outer >= 0 && outer != i && times.work.isCommunication(i)) {
                times.self[outer] += times.nanos(i);
            }
        }
        return times;
    }

    private void add(int event) {
        self[event] += trace.durationNanos(event);
        int caller = enclosing[event];
        while (caller >= 0 && (!isTimed(caller) || trace.endNanos(caller) <= trace.startNanos(event))) {
            caller = enclosing[caller];
        }
        if (caller >= 0) {
            outermost[event] = outermost[caller];
            self[caller] -= Math.min(trace.endNanos(event), trace.endNanos(caller)) - trace.startNanos(event);
        }
        if (outermost[event] < 0 && work.isCommunication(event)) {
            outermost[event] = event;
        }
    }

    private boolean isTimed(int event) {
        return work.isOperator(event) || work.isCommunication(event);
    }

    /** The self time of an operator in ns; of outermost communication, with that of the communication it calls. */
    long nanos(int event) {
        return Math.max(0, self[event]);
    }

    /** Whether the event is an operator that does not communicate. */
    boolean isOperator(int event) {
        return work.isOperator(event);
    }

    /** Whether it is communication not enclosed by other communication. */
    boolean isOutermostCommunication(int event) {
        return outermost[event] == event;
    }
}
