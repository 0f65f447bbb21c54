// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.notebook.output.StreamName;

/** Sends bytes to the cell of the printing thread. */
final class StreamRoute extends OutputStream {
    private final PrintStream original;
    private final StreamName name;
    private final Set<CellSession> users = ConcurrentHashMap.newKeySet();
    private volatile CellSession owner;

    StreamRoute(PrintStream original, StreamName name) {
        this.original = original;
        this.name = name;
    }

    void join(CellSession session, boolean ownsProcess) {
        users.add(session);
        if (ownsProcess) {
            owner = session;
        }
    }

    /** Removes a user; returns whether it was the last one. */
    boolean leave(CellSession session) {
        boolean used = users.remove(session);
        if (owner == session) {
            owner = null;
        }
        return used && users.isEmpty();
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        CellThreads group = CellThreads.current();
        // A thread of a shared pool may be in the group of a cell whose evaluator is closed.
        boolean orphan = group == null || group.session().output().closed();
        CellSession session = orphan ? owner : group.session();
        if (session == null || session.output().closed()) {
            original.write(bytes, offset, length);
        } else {
            session.output().write(name, bytes, offset, length);
        }
    }
}
