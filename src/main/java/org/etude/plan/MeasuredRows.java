// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.nio.file.Path;
import java.util.List;
import org.etude.csv.CsvFile;

/**
 * Reads tables of measured steps: vTrain's, Megatron-Bridge's performance summary, and tables of published steps. The
 * layout is recognised by the header.
 */
public final class MeasuredRows {
    private static final List<RowLayout> LAYOUTS = List.of(new VtrainRows(), new BridgeRows(), new PublishedRows());

    private MeasuredRows() {}

    /**
     * The rows of a file.
     *
     * @throws PlanException when it cannot be read, its columns match no known layout, or a cell is not a number
     */
    public static List<MeasuredRow> read(Path file) {
        CsvFile csv = CsvFile.read(file, "Give a readable CSV file.", PlanException::new);
        RowLayout layout = LAYOUTS.stream()
                .filter(one -> csv.header().containsAll(one.columns()))
                .findFirst()
                .orElseThrow(() -> unknown(csv));
        if (csv.rows().isEmpty()) {
            throw new PlanException(file + " has no rows", "Give a table with one line per measured step.");
        }
        return csv.rows().stream().map(row -> layout.read(new RowReader(row))).toList();
    }

    private static PlanException unknown(CsvFile csv) {
        StringBuilder wanted = new StringBuilder();
        LAYOUTS.forEach(
                layout -> wanted.append(wanted.length() > 0 ? "; or " : "").append(layout.columns()));
        return new PlanException(
                csv.name() + ", line 1: the columns are " + csv.header() + ", which match no known layout",
                "Give columns " + wanted + ".");
    }
}
