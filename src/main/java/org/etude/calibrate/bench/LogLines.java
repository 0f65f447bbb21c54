// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.calibrate.CalibrationException;
import org.etude.report.Gzip;
import org.etude.report.InputText;

/**
 * Reads the lines of a log without colours and without the prefixes of launchers and log collectors:
 *
 * <pre>
 * 2026-05-01T12:00:00.1Z text      time by ISO 8601 (kubectl logs --timestamps, journalctl -o short-iso)
 * [1,0]&lt;stdout&gt;: text              mpirun --tag-output, also with a time or a name of the job before the comma
 * 0: text                          srun -l
 * ANY# nThread 1 nGpus 8 ...       what stands before a comment of nccl-tests is taken off every line that begins with it:
 *                                  "node1: " (pdsh), "[pod/a/b] " (kubectl logs --prefix), "worker-1  | " (docker compose),
 *                                  "12:00:03 " (ts '%H:%M:%S'), whatever its numbers, months and weekdays are: times go on
 * </pre>
 *
 * Compressed files are decompressed, and UTF-16 is read where its byte-order mark says so. O(longest line) of memory.
 */
public final class LogLines implements Closeable {
    private static final int LONGEST = 1 << 20;
    private static final Pattern TAG =
            Pattern.compile("^[^\\[#]{0,64}\\[[^\\[\\]]{0,128}\\d+,\\d+\\]<std(out|err|diag)>: ?");
    private static final Pattern LABEL = Pattern.compile("^ *\\d+: ");
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;?]*[A-Za-z]");
    private static final Pattern STAMP = Pattern.compile(
            "^\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?\\]? ");
    private static final Pattern COMMENT = Pattern.compile(
            "^([^#]{1,128})# *(?:nThreads? \\d|Collective test|Using devices|Rank +\\d|(?:size|bytes) +(?:count|N) )");
    /** A row interrupted by a comment, which is not a prefix. */
    private static final Pattern ROW = Pattern.compile("^ *\\d+ +\\d+ +(?:[a-z]|\\d+\\.\\d+ )");
    /** At most this many prefixes are remembered. */
    private static final int MOST = 64;

    private final Path file;
    private final BufferedReader in;
    private final Map<String, Pattern> prefixes = new LinkedHashMap<>();
    private long line;
    private boolean ended;

    /** Opens a file. */
    public LogLines(Path file) throws IOException {
        this.file = file;
        in = InputText.reader(Gzip.open(file));
    }

    /** The number of the line that {@link #next} returned last, from 1. */
    public long number() {
        return line;
    }

    /** Whether the last line had no line end, as in a file that was copied or ended while it was written. */
    public boolean endsInside() {
        return ended;
    }

    /** The next line, or null at the end. */
    public String next() throws IOException {
        StringBuilder text = new StringBuilder();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        line++;
        for (; c >= 0 && c != '\n'; c = in.read()) {
            if (text.length() >= LONGEST) {
                throw new CalibrationException(
                        file + ", line " + line + ": is longer than a million characters", "Give a log in text.");
            }
            text.append((char) c);
        }
        ended = c < 0;
        return plain(text.toString());
    }

    private String plain(String text) {
        String bare = text.indexOf('\u001B') >= 0 ? COLOUR.matcher(text).replaceAll("") : text;
        bare = without(STAMP, bare);
        String untagged = without(TAG, bare);
        bare = untagged.length() == bare.length() ? without(LABEL, bare) : untagged;
        return unprefixed(bare).stripTrailing();
    }

    private static String without(Pattern start, String text) {
        Matcher found = start.matcher(text);
        return found.find() ? text.substring(found.end()) : text;
    }

    private String unprefixed(String text) {
        Matcher comment = COMMENT.matcher(text);
        if (comment.find() && !comment.group(1).isBlank() && prefixes.size() < MOST) {
            String prefix = comment.group(1);
            if (!ROW.matcher(prefix).find()) {
                prefixes.computeIfAbsent(LogPrefix.regex(prefix), Pattern::compile);
            }
            return text.substring(prefix.length());
        }
        int longest = 0;
        for (Pattern prefix : prefixes.values()) {
            Matcher found = prefix.matcher(text);
            longest = Math.max(longest, found.lookingAt() ? found.end() : 0);
        }
        return text.substring(longest);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
