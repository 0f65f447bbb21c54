// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.AtomicFiles;
import org.etude.report.Internal;
import org.etude.report.Progress;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Writes tables as Parquet (apache/parquet-format, README.md and Encodings.md), byte-identical on every machine,
 * without a library, because flat columns need only a fraction of the format.
 *
 * <pre>
 * file   = "PAR1" { row group } footer length:u32 "PAR1"       numbers least significant byte first
 * group  = { column chunk }                                    at most 2^18 rows, one data page (version 1) per chunk
 * page   = header, levels:u32 { run } , { value }              PLAIN, not compressed; runs of definition levels
 * footer = schema (every column optional: int32, int64, double, or UTF-8 byte array), row groups, rows
 * </pre>
 *
 * A missing number is null, as in the other forms; a text is never missing. Memory: the largest column of a group.
 */
@Internal
public final class TableParquet {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP = 1 << 18;
    private static final int PLAIN = 0;
    private static final int RLE = 3;

    private final OutputStream out;
    private final Table table;
    private final List<long[]> chunks = new ArrayList<>();
    private long at;

    private TableParquet(OutputStream out, Table table) {
        this.out = out;
        this.table = table;
    }

    /**
     * Writes the table to a file atomically, creating parent directories.
     *
     * @throws IOException when it cannot be written
     */
    public static void write(Table table, Path file) throws IOException {
        AtomicFiles.write(file, out -> {
            BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            new TableParquet(buffered, table).write();
            buffered.flush();
        });
    }

    private void write() throws IOException {
        put(MAGIC);
        for (int row = 0; row < table.rowCount(); row += GROUP) {
            for (Column<?> column : table.columns()) {
                Progress.checkInterrupted();
                chunk(column, row, Math.min(table.rowCount(), row + GROUP));
            }
        }
        byte[] footer = footer();
        put(footer);
        byte[] length = new byte[Integer.BYTES];
        for (int b = 0; b < length.length; b++) {
            length[b] = (byte) (footer.length >>> 8 * b);
        }
        put(length);
        put(MAGIC);
    }

    private void put(byte[] bytes) throws IOException {
        out.write(bytes);
        at += bytes.length;
    }

    private void chunk(Column<?> column, int from, int to) throws IOException {
        byte[] page = ParquetPage.of(column, from, to);
        byte[] header = new ThriftOutput()
                .i32(1, 0)
                .i32(2, page.length)
                .i32(3, page.length)
                .struct(5)
                .i32(1, to - from)
                .i32(2, PLAIN)
                .i32(3, RLE)
                .i32(4, RLE)
                .end()
                .end()
                .bytes();
        chunks.add(new long[] {at, header.length + page.length, to - from});
        put(header);
        put(page);
    }

    private byte[] footer() {
        ThriftOutput thrift = new ThriftOutput().i32(1, 1).structs(2, table.columnCount() + 1);
        thrift.begin().text(4, table.name()).i32(5, table.columnCount()).end();
        for (Column<?> column : table.columns()) {
            ParquetPage.Type type = ParquetPage.Type.of(column);
            thrift.begin().i32(1, type.number).i32(3, 1).text(4, column.name());
            if (type == ParquetPage.Type.BYTE_ARRAY) {
                thrift.i32(6, 0);
            }
            thrift.end();
        }
        int columns = Math.max(1, table.columnCount());
        thrift.i64(3, table.rowCount()).structs(4, chunks.size() / columns);
        for (int first = 0; first < chunks.size(); first += columns) {
            group(thrift, first);
        }
        return thrift.text(6, "etude").end().bytes();
    }

    private void group(ThriftOutput thrift, int first) {
        long bytes = 0;
        thrift.begin().structs(1, table.columnCount());
        for (int c = 0; c < table.columnCount(); c++) {
            long[] chunk = chunks.get(first + c);
            Column<?> column = table.column(c);
            thrift.begin().i64(2, chunk[0]).struct(3);
            thrift.i32(1, ParquetPage.Type.of(column).number)
                    .numbers(2, 2)
                    .element(PLAIN)
                    .element(RLE);
            thrift.texts(3, 1)
                    .element(column.name())
                    .i32(4, 0)
                    .i64(5, chunk[2])
                    .i64(6, chunk[1])
                    .i64(7, chunk[1]);
            thrift.i64(9, chunk[0]).end().end();
            bytes += chunk[1];
        }
        thrift.i64(2, bytes).i64(3, chunks.get(first)[2]).end();
    }
}
