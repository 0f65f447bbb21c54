// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.Arrays;
import org.etude.number.IntervalSet;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * What host events of a Kineto trace are: operators or communication. The name of an event decides, not what called it: a
 * copy that a collective's operator makes is an operator, as its kernel on a GPU computes. Only what a backend runs within
 * its range on a thread of its own, such as gloo's unpacking, is part of the transfer, as the inside of a kernel is. On a
 * thread that calls collectives, a backend's range lasts until somebody waits for it and contains nothing.
 */
public final class HostWork {
    private static final byte OPERATOR = 1;
    private static final byte COMMUNICATION = 2;

    private final DeviceTrace trace;
    private final byte[] roles;

    private HostWork(DeviceTrace trace) {
        this.trace = trace;
        roles = new byte[trace.size()];
    }

    /** Classifies the events of a trace. Linear in the events. */
    public static HostWork of(DeviceTrace trace, CommEvents events) {
        HostWork work = new HostWork(trace);
        boolean[] calling = calling(trace, events);
        long[] transferUntil = new long[trace.laneCount()];
        Arrays.fill(transferUntil, Long.MIN_VALUE);
        for (int i = 0; i < work.roles.length; i++) {
            int lane = trace.lane(i);
            boolean backend = events.isHostBackend(i);
            if (!trace.kind(i).isHostOp() || trace.isFlagged(i) || backend && calling[lane]) {
                continue;
            }
            if (backend) {
                transferUntil[lane] = Math.max(transferUntil[lane], trace.endNanos(i));
            }
            boolean operator = trace.kind(i) == EventKind.CPU_OP;
            if (events.isHostComm(i) || operator && trace.startNanos(i) < transferUntil[lane]) {
                work.roles[i] = COMMUNICATION;
            } else if (operator) {
                work.roles[i] = OPERATOR;
            }
        }
        return work;
    }

    /** The lanes from which transfers are called; a backend's own threads call none. */
    private static boolean[] calling(DeviceTrace trace, CommEvents events) {
        boolean[] calling = new boolean[trace.laneCount()];
        for (int i = 0; i < trace.size(); i++) {
            if (events.isHostComm(i) && !events.isHostBackend(i)) {
                calling[trace.lane(i)] = true;
            }
        }
        return calling;
    }

    /** Whether an event is an operator that does not communicate. */
    public boolean isOperator(int event) {
        return roles[event] == OPERATOR;
    }

    /** Whether an event is communication, other than a backend's range on a thread that calls collectives. */
    public boolean isCommunication(int event) {
        return roles[event] == COMMUNICATION;
    }

    /** By lane, when the innermost open event is an operator, on the rank's own clock. */
    IntervalSet[] operators() {
        return innermost(OPERATOR);
    }

    /** By lane, when the innermost open event is communication, on the rank's own clock. */
    public IntervalSet[] communication() {
        return innermost(COMMUNICATION);
    }

    private IntervalSet[] innermost(byte role) {
        Sweep sweep = new Sweep(role);
        for (int i = 0; i < roles.length; i++) {
            if (roles[i] != 0) {
                sweep.open(i);
            }
        }
        return sweep.finish();
    }

    /** Follows the innermost event of each lane; events are in order of start, the longer first. */
    private final class Sweep {
        private final byte wanted;
        private final IntervalSet.Builder[] times = new IntervalSet.Builder[trace.laneCount()];
        private final int[] around = new int[roles.length];
        private final int[] top = new int[times.length];
        private final long[] done = new long[times.length];

        Sweep(byte wanted) {
            this.wanted = wanted;
            Arrays.setAll(times, lane -> new IntervalSet.Builder());
            Arrays.fill(top, -1);
        }

        void open(int event) {
            int lane = trace.lane(event);
            advance(lane, trace.startNanos(event));
            around[event] = top[lane];
            top[lane] = event;
        }

        private void advance(int lane, long time) {
            while (top[lane] >= 0 && trace.endNanos(top[lane]) <= time) {
                pass(lane, trace.endNanos(top[lane]));
                top[lane] = around[top[lane]];
            }
            pass(lane, time);
        }

        private void pass(int lane, long time) {
            if (top[lane] >= 0 && roles[top[lane]] == wanted && time > done[lane]) {
                times[lane].add(done[lane], time);
            }
            done[lane] = top[lane] < 0 ? time : Math.max(done[lane], time);
        }

        IntervalSet[] finish() {
            IntervalSet[] sets = new IntervalSet[times.length];
            for (int lane = 0; lane < sets.length; lane++) {
                advance(lane, Long.MAX_VALUE);
                sets[lane] = times[lane].union();
            }
            return sets;
        }
    }
}
