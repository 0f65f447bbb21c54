// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.ProgressHandler;

/**
 * Ends a query that takes more work than the size of its file justifies, such as a view with an unconditional join or
 * recursion (SQLite allows WITH to recurse without the keyword RECURSIVE). Counts instructions of SQLite's virtual
 * machine, so that the limit is deterministic. A row of a profiler's view takes some hundreds of them and about 100
 * bytes of the file.
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

    /** Sets the limit for all queries of a connection to a file of this size. */
    static void set(Connection connection, long bytes) throws SQLException {
        setHandler(connection, STEP, new WorkLimit(bytes));
    }

    /** The reason of a fault: the limit was exceeded, or SQLite's own message. */
    static String reason(SQLException fault) {
        return exceeded(fault)
                ? "one of its views takes more steps to read than a file of this size can need: it recurses, or joins tables"
                        + " without a condition"
                : text(fault);
    }

    /** The advice for a fault. */
    static String advice(SQLException fault) {
        return exceeded(fault)
                ? "Give the unmodified database of the profiler, without additional views."
                : "It is truncated, damaged, or of another version: copy or record it again.";
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
