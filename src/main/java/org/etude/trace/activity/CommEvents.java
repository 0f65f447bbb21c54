package org.etude.trace.activity;

import java.util.Locale;
import java.util.function.IntPredicate;
import org.etude.trace.CommArgs;
import org.etude.trace.DeviceTrace;
import org.etude.trace.EventKind;
import org.etude.trace.Names;

/**
 * Which events of a Kineto trace communicate, told from the trace alone: NCCL, RCCL and MSCCL kernels and
 * those with a collective's arguments on the GPU; on the host the
 * ranges of the gloo, MPI and UCC back ends and the c10d operators that call them.
 */
public final class CommEvents {
    private final DeviceTrace trace;
    private final byte[] byName;

    private static final byte UNKNOWN = 0;
    private static final byte NO = 1;
    private static final byte KERNEL = 2;
    private static final byte BACKEND = 3;
    private static final byte OPERATOR = 4;

    /** Of one trace. */
    public CommEvents(DeviceTrace trace) {
        this.trace = trace;
        this.byName = new byte[trace.names().size()];
    }

    /** Whether event {@code i} is GPU communication. */
    public boolean isKernel(int i) {
        if (trace.kind(i) != EventKind.KERNEL) {
            return false;
        }
        CommArgs args = sort(i) == KERNEL ? null : trace.comm(i);
        return sort(i) == KERNEL || args != null && args.collective() != null;
    }

    /** Whether event {@code i} is a host back end at work. */
    public boolean isHostBackend(int i) {
        return trace.kind(i).isHostOp() && sort(i) == BACKEND;
    }

    /** Whether event {@code i} is host time spent on communication, the back end's or the caller's. */
    public boolean isHostComm(int i) {
        return trace.kind(i).isHostOp() && sort(i) >= BACKEND;
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

    private byte sort(int i) {
        int name = trace.nameId(i);
        if (byName[name] == UNKNOWN) {
            byName[name] = sort(trace.names(), name);
        }
        return byName[name];
    }

    private static byte sort(Names names, int id) {
        String name = names.text(id).toLowerCase(Locale.ROOT);
        if (name.startsWith("gloo:") || name.startsWith("mpi:") || name.startsWith("ucc:")) {
            return BACKEND;
        }
        if (name.startsWith("c10d::") || name.startsWith("_c10d_functional::")) {
            return OPERATOR;
        }
        boolean kernel = name.contains("nccldevkernel")
                || name.contains("ncclkernel")
                || name.contains("rcclkernel")
                || name.contains("rccldevkernel")
                || name.contains("msccl");
        return kernel ? KERNEL : NO;
    }
}
