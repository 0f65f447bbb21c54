// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.Arrays;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DeviceTrace;

/**
 * Joins each message that a host backend carried with the call that was open when it began on its thread. They are one
 * message, which lasts from the start of the call, as {@link org.etude.link.model.BackendCalls} has it for linked traces.
 */
final class HostMessages {
    private final DeviceTrace trace;
    private final CommEvents events;
    /** For each message of a backend, its call or -1. */
    private final int[] callOf;

    private final boolean[] joined;

    private HostMessages(DeviceTrace trace, CommEvents events) {
        this.trace = trace;
        this.events = events;
        callOf = new int[trace.size()];
        joined = new boolean[trace.size()];
        Arrays.fill(callOf, -1);
    }

    /** Linear in the events. */
    static HostMessages of(DeviceTrace trace, CommEvents events) {
        HostMessages messages = new HostMessages(trace, events);
        int[] latest = new int[trace.laneCount()];
        Arrays.fill(latest, -1);
        for (int i = 0; i < trace.size(); i++) {
            if (events.isMessageCall(i)) {
                latest[trace.lane(i)] = i;
            } else if (events.isHostBackend(i) && CommNames.isHostMessage(trace.name(i))) {
                messages.join(i, latest[trace.lane(i)]);
            }
        }
        return messages;
    }

    private void join(int message, int call) {
        if (call >= 0 && !joined[call] && trace.startNanos(message) <= trace.endNanos(call)) {
            callOf[message] = call;
            joined[call] = true;
        }
    }

    /** Whether an event is the call of a message without a backend's record, so that it is all there is of it. */
    boolean isAlone(int event) {
        return events.isMessageCall(event) && !joined[event];
    }

    /** The duration of an event in ns; of a message, from the start of its call. */
    long nanos(int event) {
        long before = callOf[event] < 0 ? 0 : trace.startNanos(event) - trace.startNanos(callOf[event]);
        return before + trace.durationNanos(event);
    }
}
