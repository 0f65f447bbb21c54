// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.bench.LogLines;
import org.etude.calibrate.bench.NcclTestsText;
import org.etude.calibrate.bench.RcclTestsRecords;
import org.etude.report.Gzip;
import org.etude.report.InputText;
import org.etude.report.IoReason;

/** The formats of timed collectives, detected by content, never by name. */
enum TimingFormat {
    /** Etude's own JSON: an object with "rows". */
    ROWS,
    /** The JSON of nccl-tests: an object with "results". */
    NCCL_TESTS_JSON,
    /** Printed output of nccl-tests and rccl-tests. */
    NCCL_TESTS_TEXT,
    /** Records of rccl-tests in JSON. */
    RCCL_TESTS_JSON,
    /** Records of rccl-tests in CSV. */
    RCCL_TESTS_CSV,
    /** Recordings of NCCL Inspector: a file, or the directory of all processes. */
    NCCL_INSPECTOR,
    /** CSV with size_bytes and time_us. */
    PLAIN;

    private static final Set<String> INSPECTOR = Set.of("header", "metadata", "coll_perf", "p2p_perf", "dump_stats");
    private static final String ADVICE = "Check that it is there and can be read.";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The format of a file.
     *
     * @throws CalibrationException when it cannot be read
     */
    static TimingFormat of(Path file) {
        if (Files.isDirectory(file)) {
            return NCCL_INSPECTOR;
        }
        try {
            return isJson(file) ? json(file) : text(file);
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
    }

    private static boolean isJson(Path file) throws IOException {
        try (Reader in = InputText.reader(Gzip.open(file))) {
            int c = in.read();
            while (Character.isWhitespace(c)) {
                c = in.read();
            }
            int next = c == '[' ? in.read() : c;
            while (c == '[' && Character.isWhitespace(next)) {
                next = in.read();
            }
            // mpirun's "[1,0]<stdout>: " does not start a list.
            return c == '{' || c == '[' && (next == '{' || next == ']');
        }
    }

    /** Decides by the first known keys; other JSON is left to the reader of rows, which reports the position. */
    private static TimingFormat json(Path file) throws IOException {
        try (InputStream in = Gzip.open(file);
                JsonParser parser = JSON.createParser(in)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_ARRAY) {
                return RCCL_TESTS_JSON;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                if (key.equals("results") || key.equals("nccl_version")) {
                    return NCCL_TESTS_JSON;
                }
                if (INSPECTOR.contains(key)) {
                    return NCCL_INSPECTOR;
                }
                if (key.equals("rows")) {
                    return ROWS;
                }
                if (key.equals("inPlace") || key.equals("numCycle")) {
                    return RCCL_TESTS_JSON;
                }
                parser.nextToken();
                parser.skipChildren();
            }
            return ROWS;
        } catch (JsonProcessingException e) {
            return ROWS;
        }
    }

    private static TimingFormat text(Path file) throws IOException {
        try (LogLines lines = new LogLines(file)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (NcclTestsText.isHeader(line)) {
                    return NCCL_TESTS_TEXT;
                }
                if (RcclTestsRecords.isHeader(line)) {
                    return RCCL_TESTS_CSV;
                }
            }
        }
        return PLAIN;
    }
}
