// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.report.Counted;

/**
 * Reads tables of measured steps: vTrain's, Megatron-Bridge's performance summary, and one row per published step. The layout
 * is recognised by the header. A line that says too little, or what no model covers, is a row with the reason.
 */
public final class MeasuredRows {
    private static final List<RowLayout> LAYOUTS = List.of(new VtrainRows(), new BridgeRows(), new PublishedRows());

    private MeasuredRows() {}

    /**
     * The rows of a file.
     *
     * @throws PlanException when it cannot be read, has columns of no known layout or one twice, a line with more cells than columns,
     *     or a cell that is no number
     */
    public static List<MeasuredRow> read(Path file) {
        CsvFile csv = CsvFile.read(file, "Give a readable CSV file.", PlanException::new);
        for (RowLayout layout : LAYOUTS) {
            Optional<Map<String, String>> columns = ColumnNames.of(csv.header(), layout);
            if (columns.isPresent()) {
                return rows(csv, layout, columns.get());
            }
        }
        throw unknown(csv);
    }

    private static List<MeasuredRow> rows(CsvFile csv, RowLayout layout, Map<String, String> columns) {
        Set<String> twice = ColumnNames.twice(csv.header());
        if (!twice.isEmpty()) {
            throw new PlanException(
                    csv.name() + ", line 1: columns are there twice: " + twice, "Leave one of each out, or rename it.");
        }
        if (csv.rows().isEmpty()) {
            throw new PlanException(csv.name() + " has no rows", "Give a table with one line per measured step.");
        }
        return csv.rows().stream().map(row -> row(row, layout, columns)).toList();
    }

    private static MeasuredRow row(CsvRow line, RowLayout layout, Map<String, String> columns) {
        int over = line.header().size();
        if (line.cells().stream().skip(over).anyMatch(cell -> !cell.isBlank())) {
            throw new PlanException(
                    line.at() + ": " + Counted.of(line.cells().size(), "cell") + ", but the header has "
                            + Counted.of(over, "column"),
                    "Put cells with commas between quotes, or correct the line.");
        }
        RowReader row = new RowReader(line, columns);
        double measured = Double.NaN;
        try {
            measured = layout.measured(row);
            RowLayout.Described step = layout.describe(row);
            String group = layout.group(row);
            String name = layout.name(row);
            return new MeasuredRow(
                    row.line(),
                    group,
                    name,
                    measured,
                    Optional.of(step.options().requireWholeMicroBatches().values()),
                    step.node(),
                    note(step.assumed(), row.unread(layout.repeated())));
        } catch (UnmodelledRow e) {
            return new MeasuredRow(
                    row.line(),
                    layout.group(row),
                    layout.name(row),
                    measured,
                    Optional.empty(),
                    Optional.empty(),
                    e.getMessage());
        }
    }

    private static String note(String assumed, List<String> unread) {
        if (unread.isEmpty()) {
            return assumed;
        }
        String left = (unread.size() == 1 ? "column not read: " : "columns not read: ") + String.join(", ", unread);
        return assumed.isEmpty() ? left : assumed + "; " + left;
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
