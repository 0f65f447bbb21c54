// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.List;

/** The schema of a profiler's database and its queries. */
interface DatabaseSchema {
    /**
     * Ids of the processes that used a GPU, ascending.
     *
     * @throws BadRecording when the database holds processes that cannot be told apart
     */
    List<Long> processes() throws SQLException, BadRecording;

    /** The events of a process by kind, from the tables that exist. */
    List<EventQuery> queries(long process) throws SQLException;

    /** Header fields of the trace as JSON members, each followed by a comma. */
    String head(long process) throws SQLException;
}
