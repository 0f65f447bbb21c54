// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.function.IntPredicate;
import org.etude.trace.comm.CommKernels;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * Recognises communication events from a Kineto trace alone. On the GPU these are kernels of communication libraries or
 * with a collective's arguments; on the host, ranges of backends that move data there (gloo, MPI, UCC) and operators
 * that call any library. Each distinct name is examined once.
 */
public final class CommEvents {
    private static final byte READ = 1;
    private static final byte KERNEL = 2;
    private static final byte BACKEND = 4;
    private static final byte OPERATOR = 8;
    private static final byte MESSAGE = 16;

    private final DeviceTrace trace;
    private final byte[] byName;

    /** Recognises the events of one trace. */
    public CommEvents(DeviceTrace trace) {
        this.trace = trace;
        this.byName = new byte[trace.names().size()];
    }

    /** Whether event {@code i} is a kernel that communicates. */
    public boolean isKernel(int i) {
        if (trace.kind(i) != EventKind.KERNEL) {
            return false;
        }
        if (has(i, KERNEL)) {
            return true;
        }
        CommArgs args = trace.comm(i);
        return args != null && args.collective() != null && !args.collective().isEmpty();
    }

    /** Whether event {@code i} is the work of a host backend. */
    public boolean isHostBackend(int i) {
        return trace.kind(i).isHostOp() && has(i, BACKEND);
    }

    /** Whether event {@code i} is host time spent on communication, the backend's or the caller's. */
    public boolean isHostComm(int i) {
        return trace.kind(i).isHostOp() && has(i, OPERATOR);
    }

    /** Whether event {@code i} is an operator that calls a send or a receive. */
    public boolean isMessageCall(int i) {
        return trace.kind(i).isHostOp() && has(i, MESSAGE);
    }

    /** Whether the name of event {@code i}, of whatever kind, is that of an operator or annotation of a collective. */
    public boolean isNamedOperator(int i) {
        return has(i, OPERATOR);
    }

    /** Communication kernels or, when there are none, host-side collectives. */
    public static long count(DeviceTrace trace) {
        CommEvents events = new CommEvents(trace);
        long kernels = events.countIf(events::isKernel);
        return kernels > 0 ? kernels : events.countIf(events::isHostBackend);
    }

    private long countIf(IntPredicate wanted) {
        long count = 0;
        for (int i = 0; i < trace.size(); i++) {
            count += wanted.test(i) ? 1 : 0;
        }
        return count;
    }

    private boolean has(int i, byte bit) {
        int name = trace.nameId(i);
        if (byName[name] == 0) {
            byName[name] = read(trace.names().text(name));
        }
        return (byName[name] & bit) != 0;
    }

    private static byte read(String name) {
        int bits = READ;
        bits |= CommKernels.is(name) ? KERNEL : 0;
        bits |= CommNames.isHostBackend(name) ? BACKEND : 0;
        bits |= CommNames.isOperator(name) ? OPERATOR : 0;
        bits |= CommNames.isMessageCall(name) ? MESSAGE : 0;
        return (byte) bits;
    }
}
