// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.number.NumberRuns;
import org.etude.report.Internal;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Merges the rows of a table that differ only in their rank, for display: one row for ranks "0-7". Rows of all ranks,
 * which have no rank, stay apart from those of one.
 */
@Internal
public final class RankGroups {
    private static final String RANK = "rank";
    private static final double PLACES = 1e3;

    private RankGroups() {}

    /**
     * The table with equal ranks merged, in order of first occurrence; the table itself when it has no rank column or
     * no two ranks are equal. Numbers are equal when they agree to three decimals.
     *
     * @param free columns that may differ; a merged row shows the first value and the number of others
     */
    public static Table of(Table table, String... free) {
        if (!table.containsColumn(RANK) || table.column(RANK).type() != ColumnType.INTEGER) {
            return table;
        }
        Map<List<Object>, IntArrayList> groups = new LinkedHashMap<>();
        for (int row = 0; row < table.rowCount(); row++) {
            groups.computeIfAbsent(key(table, row, List.of(free)), k -> new IntArrayList())
                    .add(row);
        }
        return groups.size() == table.rowCount() ? table : joined(table, groups, List.of(free));
    }

    private static List<Object> key(Table table, int row, List<String> free) {
        List<Object> key = new ArrayList<>();
        key.add(table.column(RANK).isMissing(row)); // a row of all ranks is not one of a single rank
        for (Column<?> column : table.columns()) {
            if (!column.name().equals(RANK) && !free.contains(column.name())) {
                Object value = column.isMissing(row) ? "" : column.get(row);
                // Adding 0 turns -0 into 0.
                key.add(value instanceof Double number ? (Object) (Math.rint(number * PLACES) + 0.0) : value);
            }
        }
        return key;
    }

    private static Table joined(Table table, Map<List<Object>, IntArrayList> groups, List<String> free) {
        int[] first = groups.values().stream().mapToInt(rows -> rows.getInt(0)).toArray();
        List<Column<?>> columns = new ArrayList<>();
        IntColumn ranks = table.intColumn(RANK);
        for (Column<?> column : table.columns()) {
            if (column.name().equals(RANK)) {
                StringColumn text = StringColumn.create(RANK);
                groups.values().forEach(rows -> text.append(ranges(ranks, rows)));
                columns.add(text);
            } else if (free.contains(column.name()) && column instanceof StringColumn texts) {
                StringColumn text = StringColumn.create(column.name());
                groups.values().forEach(rows -> text.append(several(texts, rows)));
                columns.add(text);
            } else {
                columns.add(column.subset(first));
            }
        }
        return Table.create(table.name(), columns);
    }

    private static String several(StringColumn texts, IntArrayList rows) {
        long other = rows.intStream().mapToObj(texts::get).distinct().count() - 1;
        return texts.get(rows.getInt(0)) + (other > 0 ? " and " + other + " more" : "");
    }

    /** "0-3, 5" or "1, 3, ..., 127"; "" for rows of all ranks. */
    private static String ranges(IntColumn ranks, IntArrayList rows) {
        if (ranks.isMissing(rows.getInt(0))) {
            return "";
        }
        return NumberRuns.series(
                rows.intStream().map(ranks::getInt).sorted().distinct().toArray());
    }
}
