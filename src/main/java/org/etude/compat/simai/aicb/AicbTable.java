// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmException;

/**
 * AICB's workload table.
 *
 * @param items the rows
 */
public record AicbTable(List<AicbItem> items) {
    private static final String HEADER =
            "comm_type,comm_group,comm_group_size,msg_size,stage,dst,src,additional,_elapsed_time,algbw,busbw,count";
    private static final int FIELDS = 12;
    private static final String NONE = "None";
    private static final String TYPE = "CommType.";
    private static final String GROUP = "CommGroup.";

    /** Copies the list. */
    public AicbTable {
        items = List.copyOf(items);
    }

    /** The text of the file. */
    public String text() {
        StringBuilder out = new StringBuilder(HEADER).append('\n');
        for (AicbItem item : items) {
            out.append(TYPE).append(item.type()).append(',');
            out.append(item.group() == null ? NONE : GROUP + item.group()).append(',');
            out.append(orNone(item.groupSize())).append(',').append(item.size()).append(',');
            out.append(item.stage()).append(',');
            out.append(orNone(item.dst()))
                    .append(',')
                    .append(orNone(item.src()))
                    .append(',');
            out.append(item.additional()).append(",None,None,None,1\n");
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
     * Reads a file written by Etude or AICB; measured times are ignored.
     *
     * @throws LlmException when it cannot be read or a row is malformed
     */
    public static AicbTable read(Path file) {
        return WorkloadFile.read(file, AicbTable::parse);
    }

    /**
     * Parses a text.
     *
     * @param where its name in errors
     * @throws LlmException when a row is malformed
     */
    public static AicbTable parse(String where, String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).startsWith("comm_type,comm_group,")) {
            throw new LlmException(
                    where + ", line 1: is not the header of AICB's table", "Begin with '" + HEADER + "'.");
        }
        List<AicbItem> items = new ArrayList<>();
        for (int line = 1; line < lines.size(); line++) {
            if (!lines.get(line).isBlank()) {
                items.add(item(where, line + 1, lines.get(line).split(",", -1)));
            }
        }
        return new AicbTable(items);
    }

    private static AicbItem item(String where, int line, String[] words) {
        if (words.length != FIELDS || !words[0].startsWith(TYPE)) {
            throw new LlmException(
                    where + ", line " + line + ": has " + words.length + " fields, the first is '" + words[0] + "'",
                    "Write " + FIELDS + " fields that begin with CommType.NAME.");
        }
        try {
            return new AicbItem(
                    words[0].substring(TYPE.length()),
                    words[1].equals(NONE) ? null : words[1].replace(GROUP, ""),
                    number(words[2]),
                    words[3],
                    words[4],
                    number(words[5]),
                    number(words[6]),
                    words[7]);
        } catch (NumberFormatException e) {
            throw new LlmException(
                    where + ", line " + line + ": " + e.getMessage(), "Write group sizes and ranks as whole numbers.");
        }
    }

    private static Integer number(String word) {
        return word.equals(NONE) || word.isEmpty() ? null : Integer.valueOf(word);
    }

    private static String orNone(Integer number) {
        return number == null ? NONE : number.toString();
    }
}
