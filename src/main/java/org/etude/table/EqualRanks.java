// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Internal;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.selection.Selection;

/** Merges consecutive ranks with equal rows into one row: "0-7". */
@Internal
public final class EqualRanks {
    private static final String RANK = "rank";

    private EqualRanks() {}

    /** The table with one row per run of equal ranks; the table itself when there is none, or it has no ranks. */
    public static Table of(Table table) {
        if (!table.containsColumn(RANK)) {
            return table;
        }
        List<Integer> first = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            if (row == 0 || !alike(table, row - 1, row)) {
                first.add(row);
            }
        }
        if (first.size() == table.rowCount()) {
            return table;
        }
        StringColumn ranks = StringColumn.create(RANK);
        for (int i = 0; i < first.size(); i++) {
            int last = (i + 1 < first.size() ? first.get(i + 1) : table.rowCount()) - 1;
            String from = Cells.plain(table.column(RANK), first.get(i));
            ranks.append(last == first.get(i) ? from : from + "-" + Cells.plain(table.column(RANK), last));
        }
        Table shown = table.where(
                Selection.with(first.stream().mapToInt(Integer::intValue).toArray()));
        shown.replaceColumn(RANK, ranks);
        return shown;
    }

    private static boolean alike(Table table, int a, int b) {
        Row before = table.row(a);
        Row after = table.row(b);
        if (after.getInt(RANK) != before.getInt(RANK) + 1) {
            return false;
        }
        for (Column<?> column : table.columns()) {
            if (!column.name().equals(RANK) && !column.getString(a).equals(column.getString(b))) {
                return false;
            }
        }
        return true;
    }
}
