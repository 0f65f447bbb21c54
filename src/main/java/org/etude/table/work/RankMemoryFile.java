// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.etude.report.EtudeException;
import org.etude.report.IoReason;

/** The memory.csv that accompanies generated execution traces: {@link MemoryTable} as written by 'etude workload et'. */
public final class RankMemoryFile {
    private static final String NAME = "memory.csv";
    private static final String TOTAL = "total_bytes";

    private RankMemoryFile() {}

    /**
     * What a rank of the fullest stage holds, in bytes; empty without such a file.
     *
     * @param traces the directory of the traces, or the path before {@code .RANK.et}
     * @throws EtudeException when the file cannot be read or is another table
     */
    public static OptionalLong beside(Path traces) {
        Path directory =
                Files.isDirectory(traces) ? traces : traces.toAbsolutePath().getParent();
        Path file = directory == null ? Path.of(NAME) : directory.resolve(NAME);
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            int column = lines.isEmpty() ? -1 : List.of(lines.get(0).split(",")).indexOf(TOTAL);
            if (column < 0 || lines.size() < 2) {
                throw none(file);
            }
            return lines.stream()
                    .skip(1)
                    .mapToLong(line -> Long.parseLong(line.split(",", -1)[column]))
                    .max();
        } catch (IOException e) {
            throw new EtudeException(file + ": " + IoReason.of(e), "Check its rights, or move it away.");
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw none(file);
        }
    }

    private static EtudeException none(Path file) {
        return new EtudeException(
                file + " is no table of what ranks hold: it has no numbers in a column " + TOTAL,
                "Move it away, or write the traces anew with 'etude workload et'.");
    }
}
