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
        return exceeded(fault)
                ? "one of its views takes more steps to read than a file of this size can need: it recurses, or joins tables"
                        + " without a condition"
                : text(fault);
    }

    /** What to do then. */
    static String advice(SQLException fault) {
        return exceeded(fault)
                ? "Give the database as the profiler wrote it, without views of others."
                : "It is cut off, damaged, or of another version: copy or record it again.";
    }

    private static boolean exceeded(SQLException fault) {
        return text(fault).contains(ENDED);
    }

    private static String text(SQLException fault) {
        return String.valueOf(fault.getMessage()).strip();
    }

    @Override
    protected int progress() {
        left -= STEP;
        return left < 0 ? 1 : 0;
    }
}
