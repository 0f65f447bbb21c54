// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.model.RankLog;
import org.etude.report.Counted;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.IdTable;

/**
 * Links GPU work to the runtime call that launched it. A launch is any runtime or driver call whose correlation a GPU
 * event carries, regardless of its name.
 */
public final class LaunchIndex {
    private final DeviceTrace device;
    private final RankLog log;
    private final IdTable firstCall;
    private final int[] nextSame;
    private final int[] launchOf;
    private int ambiguous;

    private LaunchIndex(DeviceTrace device, RankLog log) {
        this.device = device;
        this.log = log;
        nextSame = new int[device.size()];
        launchOf = new int[device.size()];
        firstCall = calls(device);
    }

    /**
     * Returns for every event of a trace the runtime call that launched it, or -1; only GPU work has one. Linear in
     * the events.
     *
     * @param enclosing the result of {@link HostNesting#enclosing} for the trace
     */
    public static int[] of(DeviceTrace device, int[] enclosing) {
        return find(device, RuntimeCall.classify(device), enclosing, new CommEvents(device), new RankLog(0));
    }

    /** Returns for every event the runtime call that launched it, or -1; only GPU work has one. */
    static int[] find(DeviceTrace device, RuntimeCall[] calls, int[] enclosing, CommEvents names, RankLog log) {
        LaunchIndex launches = new LaunchIndex(device, log);
        launches.indexCalls();
        launches.tie();
        launches.tieUncorrelated(calls, enclosing, names);
        launches.reportAmbiguity();
        return launches.launchOf;
    }

    private static IdTable calls(DeviceTrace device) {
        IdTable.Range calls = new IdTable.Range();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i) == EventKind.RUNTIME && device.correlation(i) > 0) {
                calls.see(device.correlation(i));
            }
        }
        return calls.table();
    }

    private void indexCalls() {
        for (int i = device.size() - 1; i >= 0; i--) {
            if (device.kind(i) == EventKind.RUNTIME && device.correlation(i) > 0) {
                nextSame[i] = firstCall.put(device.correlation(i), i);
            }
        }
    }

    private void tie() {
        for (int i = 0; i < launchOf.length; i++) {
            boolean work = device.kind(i).isGpuWork() && device.correlation(i) > 0;
            launchOf[i] = work ? nearest(i) : -1;
        }
    }

    /** The latest call with this correlation that starts no later than the work; the first one when none does. */
    private int nearest(int work) {
        int call = firstCall.get(device.correlation(work));
        if (call < 0 || nextSame[call] < 0) {
            return call;
        }
        ambiguous++;
        int best = call;
        for (int next = nextSame[call]; next >= 0; next = nextSame[next]) {
            if (device.startNanos(next) <= device.startNanos(work)) {
                best = next;
            }
        }
        return best;
    }

    /** Known fault of an early roctracer: collectives with correlation 0. They run in the order of their launches. */
    private void tieUncorrelated(RuntimeCall[] calls, int[] enclosing, CommEvents names) {
        IntArrayList kernels = new IntArrayList();
        boolean[] used = new boolean[launchOf.length];
        for (int i = 0; i < launchOf.length; i++) {
            if (launchOf[i] >= 0) {
                used[launchOf[i]] = true;
            } else if (device.kind(i) == EventKind.KERNEL && device.correlation(i) <= 0 && names.isKernel(i)) {
                kernels.add(i);
            }
        }
        if (kernels.isEmpty()) {
            return;
        }
        IntArrayList free = new IntArrayList();
        for (int i = 0; i < calls.length; i++) {
            if (calls[i] == RuntimeCall.LAUNCH_LIKE && !used[i] && isInsideComm(names, i, enclosing)) {
                free.add(i);
            }
        }
        int tied = 0;
        for (int k = 0; k < kernels.size() && tied < free.size(); k++) {
            int kernel = kernels.getInt(k);
            if (device.startNanos(free.getInt(tied)) <= device.startNanos(kernel)) {
                launchOf[kernel] = free.getInt(tied++);
            }
        }
        log.warn(
                "",
                tied + " of " + kernels.size() + " collective kernels without correlation were linked by order",
                "the k-th such kernel was linked to the k-th launch inside a collective without a kernel",
                "types and parents of these kernels depend on their order");
    }

    /** Whether a collective's operator encloses event {@code i}. */
    private static boolean isInsideComm(CommEvents names, int i, int[] enclosing) {
        for (int op = enclosing[i]; op >= 0; op = enclosing[op]) {
            if (names.isNamedOperator(op)) {
                return true;
            }
        }
        return false;
    }

    private void reportAmbiguity() {
        if (ambiguous > 0) {
            log.warn(
                    "",
                    Counted.of(
                            ambiguous,
                            "GPU event has several runtime calls with its correlation",
                            "GPU events have several runtime calls with their correlation"),
                    "correlations repeat in the file",
                    "linked to the nearest earlier call");
        }
    }
}
