// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.columns.Column;

/**
 * Encodes some rows of a column as the content of one Parquet data page: definition levels, then the present values.
 */
final class ParquetPage {
    /** Parquet's number of a column's physical type. */
    enum Type {
        INT32(1),
        INT64(2),
        DOUBLE(5),
        BYTE_ARRAY(6);

        final int number;

        Type(int number) {
            this.number = number;
        }

        static Type of(Column<?> column) {
            if (!Cells.isNumber(column)) {
                return BYTE_ARRAY;
            }
            return column instanceof IntColumn ? INT32 : column instanceof LongColumn ? INT64 : DOUBLE;
        }
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ParquetPage() {}

    /** The page of rows [from, to). */
    static byte[] of(Column<?> column, int from, int to) {
        ParquetPage page = new ParquetPage();
        byte[] levels = page.levels(column, from, to);
        page.out.reset();
        page.number(levels.length, Integer.BYTES);
        page.out.writeBytes(levels);
        Type type = Type.of(column);
        for (int row = from; row < to; row++) {
            if (!isMissing(column, row)) {
                page.value(column, row, type);
            }
        }
        return page.out.toByteArray();
    }

    /** As in the other formats, a text is never missing. */
    private static boolean isMissing(Column<?> column, int row) {
        return column.isMissing(row) && Cells.isNumber(column);
    }

    /** Runs of 1 (present) and 0 (missing): twice the length of the run as a varint, then the level. */
    private byte[] levels(Column<?> column, int from, int to) {
        for (int row = from; row < to; ) {
            boolean missing = isMissing(column, row);
            int end = row + 1;
            while (end < to && isMissing(column, end) == missing) {
                end++;
            }
            int rest = end - row << 1;
            while ((rest & ~0x7f) != 0) {
                out.write(rest & 0x7f | 0x80);
                rest >>>= 7;
            }
            out.write(rest);
            out.write(missing ? 0 : 1);
            row = end;
        }
        return out.toByteArray();
    }

    private void value(Column<?> column, int row, Type type) {
        switch (type) {
            case INT32 -> number(((IntColumn) column).getInt(row), Integer.BYTES);
            case INT64 -> number(((LongColumn) column).getLong(row), Long.BYTES);
            case DOUBLE -> number(Double.doubleToRawLongBits(((NumericColumn<?>) column).getDouble(row)), Long.BYTES);
            default -> {
                byte[] text = Cells.plain(column, row).getBytes(StandardCharsets.UTF_8);
                number(text.length, Integer.BYTES);
                out.writeBytes(text);
            }
        }
    }

    private void number(long value, int bytes) {
        for (int b = 0; b < bytes; b++) {
            out.write((int) (value >>> 8 * b));
        }
    }
}
