// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.nio.file.Path;
import java.util.List;
import org.etude.csv.CsvFile;

/**
 * Reads tables of measured steps: vTrain's, Megatron-Bridge's performance summary, and one row per published step. The layout
 * is recognised by the header.
 */
public final class MeasuredRows {
    private static final List<RowLayout> LAYOUTS = List.of(new VtrainRows(), new BridgeRows(), new PublishedRows());

    private MeasuredRows() {}

    /**
     * The rows of a file.
     *
     * @throws PlanException when it cannot be read, has columns of no known layout, or a cell that is no number
     */
    public static List<MeasuredRow> read(Path file) {
        CsvFile csv = CsvFile.read(file, "Name a CSV file that can be read.", PlanException::new);
        RowLayout layout = LAYOUTS.stream()
                .filter(one -> csv.header().containsAll(one.columns()))
                .findFirst()
                .orElseThrow(() -> unknown(csv));
        if (csv.rows().isEmpty()) {
            throw new PlanException(file + " has no rows", "Give a table with a line per measured step.");
        }
        return csv.rows().stream().map(row -> layout.read(new RowReader(row))).toList();
    }

    private static PlanException unknown(CsvFile csv) {
        StringBuilder wanted = new StringBuilder();
        LAYOUTS.forEach(
                layout -> wanted.append(wanted.length() > 0 ? "; or " : "").append(layout.columns()));
        return new PlanException(
                csv.name() + ", line 1: the columns are " + csv.header() + ", of no layout that is known",
                "Give columns " + wanted + ".");
    }
}
