// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.calibrate.CalibrationException;
import org.etude.report.Gzip;

/**
 * The lines of a log, one at a time, without what a launcher writes before them: {@code [1,0]<stdout>: } (mpirun --tag-output, also
 * with a time or a name of the job before the comma), {@code 0: } (srun -l). Packed files are unpacked. O(longest line) of memory.
 */
public final class LogLines implements Closeable {
    private static final int LONGEST = 1 << 20;
    private static final Pattern TAG =
            Pattern.compile("^[^\\[#]{0,64}\\[[^\\[\\]]{0,128}\\d+,\\d+\\]<std(out|err|diag)>: ?");
    private static final Pattern LABEL = Pattern.compile("^ *\\d+: ");

    private final Path file;
    private final BufferedReader in;
    private long line;

    /** Opens a file. */
    public LogLines(Path file) throws IOException {
        this.file = file;
        in = new BufferedReader(new InputStreamReader(Gzip.open(file), StandardCharsets.UTF_8));
    }

    /** The number of the line that {@link #next} returned last, from 1. */
    public long number() {
        return line;
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
        return plain(text.toString());
    }

    private static String plain(String text) {
        String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
        Matcher tag = TAG.matcher(bare);
        if (tag.find()) {
            return bare.substring(tag.end()).stripTrailing();
        }
        Matcher label = LABEL.matcher(bare);
        return (label.find() ? bare.substring(label.end()) : bare).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
