// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.compat.simai.aicb.WorkloadFile;
import org.etude.report.Counted;
import org.etude.spec.LlmException;

/**
 * A workload of SimAI.
 *
 * @param header the parameters
 * @param rows the layers in the order of the forward pass
 */
public record SimAiWorkload(SimAiHeader header, List<SimAiRow> rows) {
    private static final int FIELDS = 12;
    /** The only name that SimAI also accepts without a colon. */
    private static final String STAGE_BYTES = "pp_comm";

    /** Copies the list. */
    public SimAiWorkload {
        rows = List.copyOf(rows);
    }

    /** The text of the file, with tabs between fields as AICB writes it. */
    public String text() {
        StringBuilder out = new StringBuilder(header.policy());
        header.fields()
                .forEach((name, value) ->
                        out.append(' ').append(name).append(": ").append(value));
        out.append('\n').append(rows.size()).append('\n');
        for (SimAiRow row : rows) {
            out.append(row.name()).append("\t-1\t");
            for (SimAiRow.Pass pass : List.of(row.forward(), row.inputGrad(), row.weightGrad())) {
                out.append(pass.computeNs()).append('\t').append(pass.comm()).append('\t');
                out.append(pass.bytes()).append('\t');
            }
            out.append(row.processTime()).append('\n');
        }
        return out.toString();
    }

    /**
     * Writes the file.
     *
     * @throws LlmException when it cannot be written
     */
    public void write(Path file) {
        WorkloadFile.write(file, text());
    }

    /**
     * Reads a file; fields may be separated by any white space.
     *
     * @throws LlmException when it cannot be read or a row is malformed
     */
    public static SimAiWorkload read(Path file) {
        return WorkloadFile.read(file, SimAiWorkload::parse);
    }

    /**
     * Parses a text.
     *
     * @param where its name in errors
     * @throws LlmException when a row is malformed
     */
    public static SimAiWorkload parse(String where, String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < 2) {
            throw new LlmException(
                    where + ": has " + Counted.of(lines.size(), "line"),
                    "Write parameters, the number of rows, then the rows.");
        }
        long count = number(where, 2, "number of rows", lines.get(1).strip());
        List<SimAiRow> rows = new ArrayList<>();
        for (int line = 2; line < lines.size() && rows.size() < count; line++) {
            if (!lines.get(line).isBlank()) {
                rows.add(row(where, line + 1, lines.get(line).strip().split("\\s+")));
            }
        }
        if (rows.size() < count) {
            throw new LlmException(
                    where + ", line 2: promises " + count + " rows, but there are " + rows.size(),
                    "Correct the number, or copy the file again if it was truncated.");
        }
        return new SimAiWorkload(header(where, lines.get(0).strip()), rows);
    }

    /** Names end with a colon; some, such as {@code checkpoints}, are followed by a list. */
    private static SimAiHeader header(String where, String line) {
        String[] words = line.split("\\s+");
        Map<String, String> fields = new LinkedHashMap<>();
        String name = null;
        for (int i = 1; i < words.length; i++) {
            if (words[i].endsWith(":") || words[i].equals(STAGE_BYTES)) {
                name = words[i].replaceAll(":$", "");
            } else if (name != null) {
                fields.merge(name, words[i], (first, next) -> first + " " + next);
            }
        }
        return new SimAiHeader(words[0], fields, where);
    }

    private static SimAiRow row(String where, int line, String[] words) {
        if (words.length < FIELDS) {
            throw new LlmException(
                    where + ", line " + line + ": has " + Counted.of(words.length, "field") + " where a row has "
                            + FIELDS,
                    "Write name, -1, three times (nanoseconds, collective, bytes), and one more number.");
        }
        List<SimAiRow.Pass> passes = new ArrayList<>();
        for (int i = 2; i < FIELDS - 1; i += 3) {
            passes.add(new SimAiRow.Pass(
                    number(where, line, "compute time", words[i]),
                    words[i + 1],
                    number(where, line, "size", words[i + 2])));
        }
        long last = number(where, line, "process time", words[FIELDS - 1]);
        return new SimAiRow(words[0], passes.get(0), passes.get(1), passes.get(2), last);
    }

    private static long number(String where, int line, String what, String word) {
        long value = -1;
        try {
            value = Long.parseLong(word);
        } catch (NumberFormatException e) {
            // Rejected below, like a negative number.
        }
        if (value < 0) {
            throw new LlmException(
                    where + ", line " + line + ": " + what + " is '" + word + "', not a whole number of 0 or more",
                    "Write nanoseconds and bytes as whole numbers.");
        }
        return value;
    }
}
