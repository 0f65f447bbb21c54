// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;

/** The JSON text of a process's events, generated row by row while it is read. */
final class EventStream extends GeneratedText {
    private final ProfilerDatabase database;
    private final String head;
    private final Iterator<EventQuery> queries;
    private final EventText text = new EventText();
    private final long most;
    private long count;
    private Statement statement;
    private ResultSet rows;
    private EventQuery query;

    EventStream(ProfilerDatabase database, String head, List<EventQuery> queries) throws BadRecording {
        this.head = head;
        this.database = database;
        this.queries = queries.iterator();
        try {
            this.most = database.mostRows();
        } catch (IOException e) {
            throw new BadRecording("the database cannot be read", "Check the file.", e);
        }
    }

    @Override
    protected String head() {
        return head;
    }

    @Override
    protected byte[] next() throws IOException {
        try {
            while (rows == null || !rows.next()) {
                if (!queries.hasNext()) {
                    return null;
                }
                closeRows();
                query = queries.next();
                statement = database.connection().createStatement();
                rows = statement.executeQuery(query.sql());
            }
            if (++count > most) {
                throw new IOException("the database is damaged: it returns more rows than it has bytes");
            }
            return text.of(event());
        } catch (SQLException e) {
            throw new BadRecording(WorkLimit.reason(e), WorkLimit.advice(e), e);
        }
    }

    private ProfilerEvent event() throws SQLException, BadRecording {
        String name = rows.getString(3);
        return new ProfilerEvent(
                query.category(),
                name,
                nanos(1, "start"),
                nanos(2, "end"),
                rows.getLong(4),
                rows.getLong(5),
                query.onGpu(),
                number(6),
                query.value(),
                number(7),
                query.details().members(name, rows, EventQuery.COLUMNS + 1));
    }

    private long number(int column) throws SQLException {
        long number = rows.getLong(column);
        return rows.wasNull() ? ProfilerEvent.ABSENT : number;
    }

    /**
     * Reads a time. SQLite also stores texts in numeric columns, of which its driver would read the leading digits.
     */
    private long nanos(int column, String name) throws SQLException, BadRecording {
        if (!(rows.getObject(column) instanceof Number nanos)) {
            throw new BadRecording(
                    "an event of category " + query.category() + " has " + name + " \"" + rows.getString(column)
                            + "\", expected a time in ns",
                    "Give the unmodified database of the profiler.",
                    null);
        }
        return nanos.longValue();
    }

    private void closeRows() throws SQLException {
        if (statement != null) {
            statement.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            closeRows();
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            database.close();
        }
    }
}
