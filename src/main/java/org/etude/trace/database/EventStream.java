// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;

/** The JSON text of a process's events, generated row by row while it is read. */
final class EventStream extends InputStream {
    private final ProfilerDatabase database;
    private final Iterator<EventQuery> queries;
    private final EventText text = new EventText();
    private final long most;
    private byte[] chunk;
    private int at;
    private long count;
    private Statement statement;
    private ResultSet rows;
    private EventQuery query;
    private boolean ended;

    EventStream(ProfilerDatabase database, String head, List<EventQuery> queries) throws ProfilerDatabase.BadDatabase {
        this.database = database;
        this.queries = queries.iterator();
        this.chunk = ("{\"schemaVersion\":1," + head + "\"traceEvents\":[\n").getBytes(StandardCharsets.UTF_8);
        try {
            this.most = database.mostRows();
        } catch (IOException e) {
            throw new ProfilerDatabase.BadDatabase("the database cannot be read", "Check the file.", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (at == chunk.length && !fill()) {
                break;
            }
            int part = Math.min(length - done, chunk.length - at);
            System.arraycopy(chunk, at, into, offset + done, part);
            at += part;
            done += part;
        }
        return done == 0 && length > 0 ? -1 : done;
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        at = 0;
        try {
            chunk = next();
        } catch (SQLException e) {
            throw new ProfilerDatabase.BadDatabase(WorkLimit.reason(e), WorkLimit.advice(e), e);
        }
        return true;
    }

    private byte[] next() throws SQLException, IOException {
        while (rows == null || !rows.next()) {
            if (!queries.hasNext()) {
                ended = true;
                return "\n]}".getBytes(StandardCharsets.UTF_8);
            }
            closeRows();
            query = queries.next();
            statement = database.connection().createStatement();
            rows = statement.executeQuery(query.sql());
        }
        if (++count > most) {
            throw new IOException("the database is damaged: it returns more rows than it has bytes");
        }
        return text.event(query, rows);
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
