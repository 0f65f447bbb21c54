// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.sql.SQLException;
import java.util.List;

/** What a profiler's database holds and how to ask it. */
interface DatabaseSchema {
    /** Ids of the processes that used a GPU, ascending. */
    List<Long> processes() throws SQLException;

    /** The events of a process, kind by kind; only of tables that are there. */
    List<EventQuery> queries(long process) throws SQLException;

    /** Fields of the trace's head as JSON members, each followed by a comma. */
    String head(long process) throws SQLException;
}
