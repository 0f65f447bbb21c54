// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.etude.report.Progress;

/** The threads of one cell: whoever is in this group, or below it, belongs to the cell. */
final class CellThreads extends ThreadGroup implements Progress.Source {
    private final CellSession session;
    private final Map<AutoCloseable, Boolean> sockets = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile boolean stopping;
    private volatile Thread abandoned;

    CellThreads(ThreadGroup parent, String name, CellSession session) {
        super(parent, name);
        this.session = session;
    }

    /** The group of the cell that the current thread works for, or null. */
    static CellThreads current() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && !(group instanceof CellThreads)) {
            group = group.getParent();
        }
        return (CellThreads) group;
    }

    /** What all cells of an evaluator share. */
    CellSession session() {
        return session;
    }

    @Override
    public Progress progress() {
        return session.progress();
    }

    /** Makes {@link #stops} true for all threads, or for none but the abandoned one. */
    void stopping(boolean value) {
        stopping = value;
    }

    /** Remembers a socket that the cell may wait for. */
    void closeOnStop(AutoCloseable socket) {
        sockets.put(socket, true);
    }

    /** Ends all waiting for sockets. */
    void closeSockets() {
        for (AutoCloseable socket : List.copyOf(sockets.keySet())) {
            try {
                socket.close();
            } catch (Exception e) {
                // it is closed all the same
            }
        }
    }

    /** Leaves a thread behind: it shall stop whenever it meets a check. */
    void abandon(Thread thread) {
        abandoned = thread;
    }

    boolean stops(Thread thread) {
        return stopping || thread == abandoned;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        if (!(thrown instanceof CellStop)) {
            super.uncaughtException(thread, thrown);
        }
    }
}
