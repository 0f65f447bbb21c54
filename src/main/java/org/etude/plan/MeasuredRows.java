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
 * Reads tables of measured steps: vTrain's, Megatron-Bridge's performance summary, and one row per published step.
 * The layout is recognised by the header. A line that is incomplete, or whose step no model covers, is kept as a row
 * with the reason.
 */
public final class MeasuredRows {
    private static final List<RowLayout> LAYOUTS = List.of(new VtrainRows(), new BridgeRows(), new PublishedRows());

    private MeasuredRows() {}

    /**
     * The rows of a file. A line that cannot be read is a row with the reason.
     *
     * @throws PlanException when the file cannot be read, has columns of no known layout or one twice, or no rows
     */
    public static List<MeasuredRow> read(Path file) {
        CsvFile csv = CsvFile.read(file, "Give a readable CSV file.", PlanException::new);
        for (RowLayout layout : LAYOUTS) {
            if (ColumnNames.missing(csv.header(), layout).isEmpty()) {
                return rows(csv, layout);
            }
        }
        throw new UnknownLayout(csv, LAYOUTS).error();
    }

    private static List<MeasuredRow> rows(CsvFile csv, RowLayout layout) {
        Set<String> twice = ColumnNames.duplicates(csv.header());
        if (!twice.isEmpty()) {
            throw new PlanException(
                    csv.name() + ", line 1: columns are there twice: " + twice, "Leave one of each out, or rename it.");
        }
        if (csv.rows().isEmpty()) {
            throw new PlanException(csv.name() + " has no rows", "Give a table with one line per measured step.");
        }
        Map<String, String> columns = ColumnNames.of(csv.header(), layout);
        return csv.rows().stream()
                .map(line -> row(line, new RowReader(line, columns), layout))
                .toList();
    }

    private static MeasuredRow row(CsvRow line, RowReader row, RowLayout layout) {
        double measured = Double.NaN;
        try {
            requireCells(line);
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
                    note(step.assumed(), row.unread(layout.repeated())),
                    true);
        } catch (UnmodelledRow e) {
            return new MeasuredRow(
                    row.line(),
                    layout.group(row),
                    layout.name(row),
                    measured,
                    Optional.empty(),
                    Optional.empty(),
                    e.getMessage(),
                    e.readable());
        }
    }

    /** With a cell too many it is unknown which of them belong to which column. */
    private static void requireCells(CsvRow line) {
        int over = line.header().size();
        if (line.cells().stream().skip(over).anyMatch(cell -> !cell.isBlank())) {
            throw UnmodelledRow.unreadable(Counted.of(line.cells().size(), "cell") + ", but the header has "
                    + Counted.of(over, "column") + "; cells with commas need quotes");
        }
    }

    private static String note(String assumed, List<String> unread) {
        if (unread.isEmpty()) {
            return assumed;
        }
        String left = (unread.size() == 1 ? "column not read: " : "columns not read: ") + String.join(", ", unread);
        return assumed.isEmpty() ? left : assumed + "; " + left;
    }
}
