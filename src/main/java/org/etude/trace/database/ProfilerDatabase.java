// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;

/**
 * A profiler's SQLite database, opened read-only without writing anything next to it. Requires {@code
 * org.xerial:sqlite-jdbc}, which users add to their project. Recursive views are rejected, queries have a {@link
 * WorkLimit}, rows have at most 16 MiB, and there are at most as many rows as the file has bytes, so that a hostile
 * file ends in an error in bounded time and memory.
 */
public final class ProfilerDatabase implements AutoCloseable {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_PROCESSES = 100_000;
    /** Maximum bytes of a text or row. */
    private static final String LONGEST = "16777216";

    private static final String NO_DRIVER =
            "it is an SQLite database, and org.xerial:sqlite-jdbc, which reads those, is not on the class path";

    private final Path file;
    private final Connection connection;
    private final Set<String> tables = new HashSet<>();

    private ProfilerDatabase(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** Whether a database could not be examined because there is no driver. */
    public static boolean lacksDriver(BadRecording fault) {
        return NO_DRIVER.equals(fault.getMessage());
    }

    /** Whether a file is an SQLite database, according to its first bytes. */
    public static boolean isOne(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return startsAsOne(in.readNBytes(MAGIC.length));
        }
    }

    /** Whether a file with this beginning is an SQLite database. */
    public static boolean startsAsOne(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /**
     * The processes of a database as entry names, one trace per process: {@code process_4242}.
     *
     * @throws BadRecording when it is damaged, not from a profiler, or there is no SQLite driver
     */
    public static List<String> entries(Path file) throws BadRecording {
        try (ProfilerDatabase database = open(file)) {
            List<Long> processes = database.schema().processes();
            if (processes.isEmpty()) {
                throw new BadRecording("the database holds no event of any process", "Record again.", null);
            }
            return processes.stream().map(p -> "process_" + p).toList();
        } catch (SQLException e) {
            throw damaged(e);
        }
    }

    /**
     * Opens a process's events as a Kineto trace. Streaming: one row is in memory at a time.
     *
     * @throws BadRecording as {@link #entries}; while it is read, an IOException when the file is damaged
     */
    public static InputStream open(Path file, String entry) throws BadRecording {
        ProfilerDatabase database = open(file);
        try {
            long process = Long.parseLong(entry.substring(entry.indexOf('_') + 1));
            DatabaseSchema schema = database.schema();
            return new EventStream(database, schema.head(process), schema.queries(process));
        } catch (SQLException | NumberFormatException e) {
            database.close();
            throw e instanceof SQLException sql
                    ? damaged(sql)
                    : new BadRecording("the database has no " + entry, "Choose one of its processes.", e);
        } catch (BadRecording e) {
            database.close();
            throw e;
        }
    }

    private static ProfilerDatabase open(Path file) throws BadRecording {
        Connection connection;
        try {
            String uri = file.toAbsolutePath().toUri().toString().replaceFirst("^file:/+", "file:/");
            Properties readOnly = new Properties();
            readOnly.setProperty("open_mode", "1");
            readOnly.setProperty("limit_length", LONGEST);
            connection = DriverManager.getConnection("jdbc:sqlite:" + uri + "?mode=ro&immutable=1", readOnly);
        } catch (SQLException e) {
            if (String.valueOf(e.getMessage()).startsWith("No suitable driver")) {
                throw new BadRecording(NO_DRIVER, "Add org.xerial:sqlite-jdbc to the project.", e);
            }
            throw damaged(e);
        }
        ProfilerDatabase database = new ProfilerDatabase(file, connection);
        try {
            WorkLimit.set(connection, database.mostRows());
            database.look();
            return database;
        } catch (IOException e) {
            database.close();
            throw e instanceof BadRecording bad
                    ? bad
                    : new BadRecording("the database cannot be read", "Check the file.", e);
        } catch (SQLException e) {
            database.close();
            throw damaged(e);
        }
    }

    private void look() throws SQLException, BadRecording {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA trusted_schema = OFF");
            statement.execute("PRAGMA cell_size_check = ON");
            try (ResultSet rows =
                    statement.executeQuery("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view')")) {
                while (rows.next()) {
                    String sql = rows.getString(2);
                    if (sql != null && sql.toUpperCase(Locale.ROOT).contains("RECURSIVE")) {
                        throw new BadRecording(
                                "its " + rows.getString(1) + " is recursive, which no profiler's is",
                                "Do not use this file.",
                                null);
                    }
                    tables.add(rows.getString(1));
                }
            }
        }
    }

    private DatabaseSchema schema() throws BadRecording {
        if (NsysSchema.fits(this)) {
            return new NsysSchema(this);
        }
        if (RocpdSchema.fits(this)) {
            return new RocpdSchema(this);
        }
        throw new BadRecording(
                "it is an SQLite database, but neither from rocprofv3 (views kernels, regions) nor from nsys (StringIds and CUPTI"
                        + " or NVTX tables)",
                "Give the database of rocprofv3, or the output of nsys export --type sqlite.",
                null);
    }

    private static BadRecording damaged(SQLException e) {
        return new BadRecording("the database cannot be read (" + WorkLimit.reason(e) + ")", WorkLimit.advice(e), e);
    }

    /** Whether there is a table or view of this name. */
    boolean has(String table) {
        return tables.contains(table);
    }

    /** Whether a table or view has this column. */
    boolean hasColumn(String table, String column) throws SQLException {
        return columns(table).contains(column);
    }

    /** Whether there is a table or view with all these columns. */
    boolean hasColumns(String table, String... columns) throws SQLException {
        return has(table) && columns(table).containsAll(Arrays.asList(columns));
    }

    /** The columns of a table or view. */
    List<String> columns(String table) throws SQLException {
        return texts("SELECT name FROM pragma_table_info('" + table + "')");
    }

    /** The maximum number of rows of a query. */
    long mostRows() throws IOException {
        return Files.size(file);
    }

    Connection connection() {
        return connection;
    }

    List<Long> numbers(String sql) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next() && found.size() < MAX_PROCESSES) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }

    List<String> texts(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next() && found.size() < MAX_PROCESSES) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** The JSON member with the names of the GPUs. */
    static String devices(List<String> names) {
        StringBuilder out = new StringBuilder("\"deviceProperties\":[");
        for (int k = 0; k < names.size(); k++) {
            out.append(k == 0 ? "" : ",").append("{\"id\":").append(k).append(",\"name\":");
            EventText.quoted(names.get(k), out);
            out.append('}');
        }
        return out + "],";
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Opened read-only, so nothing is lost.
        }
    }
}
