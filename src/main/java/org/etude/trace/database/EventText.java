// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Formats events as those of Kineto in JSON. */
public final class EventText {
    private static final long NS_PER_US = 1000;
    private static final int LONGEST_NAME = 1 << 16;

    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    /** The text of one more event. */
    public byte[] of(ProfilerEvent event) {
        out.setLength(0);
        out.append(first ? "" : ",\n")
                .append("{\"ph\":\"X\",\"cat\":\"")
                .append(event.category())
                .append("\",\"name\":");
        first = false;
        quoted(event.name(), out);
        out.append(",\"pid\":")
                .append(event.process())
                .append(",\"tid\":")
                .append(event.thread())
                .append(",\"ts\":");
        micros(event.startNs());
        out.append(",\"dur\":");
        micros(event.endNs() - event.startNs());
        out.append(",\"args\":{");
        String between = "";
        if (event.onGpu()) {
            out.append("\"device\":")
                    .append(event.process())
                    .append(",\"stream\":")
                    .append(event.thread());
            between = ",";
        }
        if (event.correlation() != ProfilerEvent.ABSENT) {
            out.append(between).append("\"correlation\":").append(event.correlation());
            between = ",";
        }
        if (event.value() != ProfilerEvent.ABSENT) {
            out.append(between)
                    .append('"')
                    .append(event.argument())
                    .append("\":")
                    .append(event.value());
            between = ",";
        }
        if (!event.details().isEmpty()) {
            out.append(between).append(event.details());
        }
        return out.append("}}").toString().getBytes(StandardCharsets.UTF_8);
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
    public static void quoted(String text, StringBuilder out) {
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
