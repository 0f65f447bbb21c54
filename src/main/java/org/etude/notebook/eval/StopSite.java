// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * The common switch of all stop checks in an evaluator's cells. It does nothing until some cell is to stop, and then
 * throws {@link CellStop} in that cell's threads. Public only because cells call {@link #bootstrap}.
 */
public final class StopSite {
    private static final MethodType CHECK = MethodType.methodType(void.class);

    private final MutableCallSite site = new MutableCallSite(MethodHandles.empty(CHECK));
    private final MethodHandle armed;
    private int stopping;
    private volatile boolean stopPools;

    StopSite() {
        try {
            armed = MethodHandles.lookup().bind(this, "check", CHECK);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Links a woven check to the switch of the loader that defined the caller. */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type) {
        return ((SnippetLoader) caller.lookupClass().getClassLoader()).stopSite().site;
    }

    /** Whether threads outside cells stop. */
    void stopPools(boolean value) {
        stopPools = value;
    }

    /** Turns the checks on; call {@link #disarm} as often. */
    synchronized void arm() {
        if (stopping++ == 0) {
            turn(armed);
        }
    }

    synchronized void disarm() {
        if (--stopping == 0) {
            turn(MethodHandles.empty(CHECK));
        }
    }

    /** Whether the checks are on. */
    synchronized boolean armed() {
        return stopping > 0;
    }

    private void turn(MethodHandle target) {
        site.setTarget(target);
        MutableCallSite.syncAll(new MutableCallSite[] {site});
    }

    /** Threads outside cells, such as the common pool's, also run code of cells: they stop while any cell does. */
    private void check() {
        CellThreads group = CellThreads.current();
        if (group == null ? stopPools : group.stops(Thread.currentThread())) {
            throw new CellStop();
        }
    }
}
