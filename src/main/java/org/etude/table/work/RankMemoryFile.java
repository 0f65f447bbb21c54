// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.etude.csv.CsvFile;
import org.etude.report.EtudeException;

/** The memory.csv that accompanies generated execution traces: {@link MemoryTable} as written by 'etude workload et'. */
public final class RankMemoryFile {
    private static final String NAME = "memory.csv";
    private static final String TOTAL = "total_bytes";
    private static final String ADVICE = "Move the file away, or write the traces again with 'etude workload et'.";

    private RankMemoryFile() {}

    /**
     * Memory in bytes of a rank of the stage that needs most; empty without such a file.
     *
     * @param traces the directory of the traces, or the path before {@code .RANK.et}
     * @throws EtudeException when the file cannot be read or holds a different table
     */
    public static OptionalLong beside(Path traces) {
        Path directory =
                Files.isDirectory(traces) ? traces : traces.toAbsolutePath().getParent();
        Path file = directory == null ? Path.of(NAME) : directory.resolve(NAME);
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        CsvFile table = CsvFile.read(file, ADVICE, EtudeException::new);
        if (!table.header().contains(TOTAL) || table.rows().isEmpty()) {
            throw new EtudeException(
                    file + ": is not the memory of generated ranks: "
                            + (table.rows().isEmpty() ? "it has no rows" : "it has no column " + TOTAL),
                    ADVICE);
        }
        return table.rows().stream().mapToLong(row -> row.whole(TOTAL, ADVICE)).max();
    }
}
