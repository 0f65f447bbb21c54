// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * The one switch behind all stop checks of an evaluator's cells: it does nothing until some cell is to stop, and then
 * throws {@link CellStop} in that cell's threads. Public because cells call {@link #bootstrap}; of no other use.
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

    /** Links a woven check with the switch of the loader that defined the caller. */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type) {
        return ((SnippetLoader) caller.lookupClass().getClassLoader()).stopSite().site;
    }

    /** Whether threads of no cell stop. */
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

    /** Threads of no cell, such as the common pool's, run code of cells too: they stop while any cell does. */
    private void check() {
        CellThreads group = CellThreads.current();
        if (group == null ? stopPools : group.stops(Thread.currentThread())) {
            throw new CellStop();
        }
    }
}
