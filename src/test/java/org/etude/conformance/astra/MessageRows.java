// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.network.queue.MessageLog;

/** Compares a message log with messages.csv: kind, tick, src, dst, bytes, tag, in order. */
final class MessageRows {
    private MessageRows() {}

    static String firstDifference(Path file, MessageLog log) {
        List<String> rows;
        try {
            rows = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int want = rows.size() - 1;
        for (int k = 0; k < Math.min(want, log.steps()); k++) {
            String row = rows.get(k + 1);
            String expected = row.substring(0, row.lastIndexOf(','));
            String ours = row(log, log.step(k));
            if (!expected.equals(ours)) {
                return "row " + (k + 1) + " is " + ours + ", expected " + expected;
            }
        }
        return want == log.steps() ? "" : log.steps() + " rows, expected " + want;
    }

    private static String row(MessageLog log, int step) {
        int message = step >> 1;
        boolean arrival = (step & 1) == 1;
        return (arrival ? "A," : "S,")
                + (arrival ? log.arrivedAt(message) : log.sentAt(message))
                + ','
                + log.src(message)
                + ','
                + log.dst(message)
                + ','
                + log.bytes(message)
                + ','
                + log.tag(message);
    }
}
