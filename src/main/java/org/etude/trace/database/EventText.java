// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/** Formats rows of a query as Kineto events in JSON. */
final class EventText {
    private static final long NS_PER_US = 1000;
    private static final int LONGEST_NAME = 1 << 16;

    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    /** The event of the current row. */
    byte[] event(EventQuery query, ResultSet row) throws SQLException, ProfilerDatabase.BadDatabase {
        out.setLength(0);
        out.append(first ? "" : ",\n")
                .append("{\"ph\":\"X\",\"cat\":\"")
                .append(query.category())
                .append("\",\"name\":");
        first = false;
        quoted(row.getString(3), out);
        long start = nanos(query, row, 1, "start");
        out.append(",\"pid\":")
                .append(row.getLong(4))
                .append(",\"tid\":")
                .append(row.getLong(5))
                .append(",\"ts\":");
        micros(start);
        out.append(",\"dur\":");
        micros(nanos(query, row, 2, "end") - start);
        out.append(",\"args\":{");
        String between = "";
        if (query.onGpu()) {
            out.append("\"device\":")
                    .append(row.getLong(4))
                    .append(",\"stream\":")
                    .append(row.getLong(5));
            between = ",";
        }
        long correlation = row.getLong(6);
        if (!row.wasNull()) {
            out.append(between).append("\"correlation\":").append(correlation);
            between = ",";
        }
        long value = row.getLong(7);
        if (!row.wasNull()) {
            out.append(between).append('"').append(query.value()).append("\":").append(value);
        }
        return out.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a time. SQLite also stores texts in numeric columns, of which its driver would read the leading digits.
     */
    private static long nanos(EventQuery query, ResultSet row, int column, String name)
            throws SQLException, ProfilerDatabase.BadDatabase {
        if (!(row.getObject(column) instanceof Number nanos)) {
            throw new ProfilerDatabase.BadDatabase(
                    "an event of category " + query.category() + " has " + name + " \"" + row.getString(column)
                            + "\", expected a time in ns",
                    "Give the unmodified database of the profiler.",
                    null);
        }
        return nanos.longValue();
    }

    private void micros(long nanos) {
        long rest = Math.abs(nanos % NS_PER_US);
        out.append(nanos < 0 && nanos > -NS_PER_US ? "-0" : Long.toString(nanos / NS_PER_US));
        out.append('.')
                .append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
    }

    /** A text in quotes; names beyond 64 Ki characters are cut. */
    static void quoted(String text, StringBuilder out) {
        out.append('"');
        int length = text == null ? 0 : Math.min(text.length(), LONGEST_NAME);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(Character.isSurrogate(c) && !paired(text, i, length) ? '\ufffd' : c);
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int i, int length) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
}
