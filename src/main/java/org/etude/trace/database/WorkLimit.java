// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.ProgressHandler;

/**
 * Ends a query that works longer than the size of its file explains: a view that joins everything with everything, or recurses (SQLite
 * lets WITH recurse without the word RECURSIVE). Counts instructions of SQLite's machine, so that it ends at the same place on every
 * computer. A row of a profiler's view takes some hundreds of them and about 100 bytes of the file.
 */
final class WorkLimit extends ProgressHandler {
    private static final int STEP = 100_000;
    private static final long LEAST = 100_000_000;
    private static final long PER_BYTE = 1_000;
    private static final String ENDED = "SQLITE_INTERRUPT";

    private long left;

    private WorkLimit(long bytes) {
        left = LEAST + bytes * PER_BYTE;
    }

    /** Sets the limit for everything that is asked of a connection to a file of this size. */
    static void set(Connection connection, long bytes) throws SQLException {
        setHandler(connection, STEP, new WorkLimit(bytes));
    }

    /** What to say of a fault: that the limit was exceeded, or what SQLite says. */
    static String reason(SQLException fault) {
        String text = String.valueOf(fault.getMessage()).strip();
        return text.contains(ENDED) ? "its views make more work than a profiler's do" : text;
    }

    @Override
    protected int progress() {
        left -= STEP;
        return left < 0 ? 1 : 0;
    }
}
