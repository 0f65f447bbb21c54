// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.etude.notebook.error.ErrorText;
import org.etude.notebook.output.StreamName;
import org.etude.report.Progress;

/** The threads of one cell: all threads of this group and its subgroups. */
final class CellThreads extends ThreadGroup implements Progress.Source {
    private final CellSession session;
    private final Map<AutoCloseable, Boolean> sockets = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile boolean stopping;
    private volatile Thread abandoned;

    CellThreads(ThreadGroup parent, String name, CellSession session) {
        super(parent, name);
        this.session = session;
    }

    /** The group of the cell that the current thread runs for, or null. */
    static CellThreads current() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && !(group instanceof CellThreads)) {
            group = group.getParent();
        }
        return (CellThreads) group;
    }

    /** The session shared by all cells of an evaluator. */
    CellSession session() {
        return session;
    }

    @Override
    public Progress progress() {
        return session.progress();
    }

    /** Sets {@link #stops} for all threads; when false, only abandoned threads still stop. */
    void stopping(boolean value) {
        stopping = value;
    }

    /** Registers a socket on which the cell may block. */
    void closeOnStop(AutoCloseable socket) {
        sockets.put(socket, true);
    }

    /** Closes all registered sockets. */
    void closeSockets() {
        for (AutoCloseable socket : List.copyOf(sockets.keySet())) {
            try {
                socket.close();
            } catch (Exception e) {
                // it counts as closed
            }
        }
    }

    /** Abandons a thread: it stops whenever it reaches a check. */
    void abandon(Thread thread) {
        abandoned = thread;
    }

    boolean stops(Thread thread) {
        return stopping || thread == abandoned;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        if (thrown instanceof CellStop || thrown instanceof ThreadDeath) {
            return;
        }
        if (Thread.getDefaultUncaughtExceptionHandler() != session.formerHandler()) {
            super.uncaughtException(thread, thrown);
            return;
        }
        String text = new ErrorText(session.frames()).uncaught(thread, thrown);
        PrintStream set = System.err; // that of the cells, or one that a cell has set
        if (set == null) {
            session.output().print(StreamName.STDERR, text);
        } else {
            set.print(text);
        }
    }
}
