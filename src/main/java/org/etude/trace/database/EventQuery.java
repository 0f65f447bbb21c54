// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A query for one kind of events of one process.
 *
 * @param category Kineto's category
 * @param sql columns in this order: start_ns, end_ns, name, pid, tid, correlation, value (null if absent), those of details
 * @param onGpu whether pid and tid are a device and a stream
 * @param value the argument that the value is
 * @param details further arguments
 */
record EventQuery(String category, String sql, boolean onGpu, String value, Details details) {
    /** The columns before those of details. */
    static final int COLUMNS = 7;

    /** What further columns say about an event. */
    interface Details {
        /** None. */
        Details NONE = (name, rows, first) -> "";

        /** JSON members without the braces, "" for none; the columns begin at {@code first}. */
        String members(String name, ResultSet rows, int first) throws SQLException;
    }

    /** A query whose value is bytes. */
    EventQuery(String category, String sql, boolean onGpu) {
        this(category, sql, onGpu, "bytes", Details.NONE);
    }

    /** The same with further arguments. */
    EventQuery with(Details more) {
        return new EventQuery(category, sql, onGpu, value, more);
    }
}
