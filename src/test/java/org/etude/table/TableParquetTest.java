// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Reads what was written by the public definition, with a reader that knows nothing of the writer. */
class TableParquetTest {
    @TempDir
    Path dir;

    /** A Thrift compact reader and the flat part of Parquet. */
    private static final class Reader {
        private final ByteBuffer in;

        Reader(byte[] bytes) {
            in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte b = in.get();
                value |= (long) (b & 0x7f) << shift;
                if (b >= 0) {
                    return value;
                }
            }
        }

        private long zigzag() {
            long value = varint();
            return value >>> 1 ^ -(value & 1);
        }

        private Object value(int type) {
            switch (type) {
                case 5, 6 -> {
                    return zigzag();
                }
                case 8 -> {
                    byte[] text = new byte[(int) varint()];
                    in.get(text);
                    return new String(text, StandardCharsets.UTF_8);
                }
                case 9 -> {
                    int head = in.get() & 0xff;
                    long count = head >> 4 == 15 ? varint() : head >> 4;
                    List<Object> list = new ArrayList<>();
                    for (long k = 0; k < count; k++) {
                        list.add(value(head & 15));
                    }
                    return list;
                }
                case 12 -> {
                    return struct();
                }
                default -> throw new IllegalStateException("type " + type);
            }
        }

        private Map<Integer, Object> struct() {
            Map<Integer, Object> fields = new TreeMap<>();
            int id = 0;
            for (int head = in.get() & 0xff; head != 0; head = in.get() & 0xff) {
                id += head >> 4;
                fields.put(id, value(head & 15));
            }
            return fields;
        }

        @SuppressWarnings("unchecked")
        Map<String, List<Object>> table() {
            int end = in.limit();
            assertThat(in.getInt(0)).isEqualTo(in.getInt(end - 4)).isEqualTo(0x31524150);
            in.position(end - 8 - in.getInt(end - 8));
            Map<Integer, Object> footer = struct();
            assertThat(in.position()).isEqualTo(end - 8);
            long next = 4;
            Map<String, List<Object>> columns = new TreeMap<>();
            for (Object group : (List<Object>) footer.get(4)) {
                for (Object chunk : (List<Object>) ((Map<Integer, Object>) group).get(1)) {
                    Map<Integer, Object> meta = (Map<Integer, Object>) ((Map<Integer, Object>) chunk).get(3);
                    String name = ((List<String>) meta.get(3)).get(0);
                    // Chunks follow each other without a gap: other readers take one at once by its stated size.
                    assertThat(meta.get(9)).isEqualTo(next);
                    assertThat(meta.get(6)).isEqualTo(meta.get(7));
                    next += (Long) meta.get(7);
                    page(
                            ((Long) meta.get(9)).intValue(),
                            (Long) meta.get(1),
                            columns.computeIfAbsent(name, n -> new ArrayList<>()));
                }
            }
            assertThat(next).isEqualTo(end - 8 - in.getInt(end - 8));
            assertThat(columns.values()).allMatch(list -> list.size() == ((Long) footer.get(3)).intValue());
            return columns;
        }

        private void page(int at, long type, List<Object> into) {
            in.position(at);
            Map<Integer, Object> header = struct();
            int start = in.position();
            @SuppressWarnings("unchecked")
            long rows = (Long) ((Map<Integer, Object>) header.get(5)).get(1);
            int end = in.getInt() + start + 4;
            List<Boolean> there = new ArrayList<>();
            while (in.position() < end) {
                long run = varint();
                assertThat(run & 1).isZero();
                byte level = in.get();
                for (long k = 0; k < run >> 1; k++) {
                    there.add(level == 1);
                }
            }
            assertThat(there).hasSize((int) rows);
            for (boolean present : there) {
                into.add(present ? cell(type) : null);
            }
            assertThat(in.position()).isEqualTo(start + ((Long) header.get(3)).intValue());
        }

        private Object cell(long type) {
            if (type == 6) {
                byte[] text = new byte[in.getInt()];
                in.get(text);
                return new String(text, StandardCharsets.UTF_8);
            }
            return type == 1 ? (Object) in.getInt() : type == 2 ? (Object) in.getLong() : (Object) in.getDouble();
        }
    }

    private static Table table(List<Integer> whole, List<Long> large, List<Double> real, List<String> text) {
        IntColumn a = IntColumn.create("rank");
        LongColumn b = LongColumn.create("finish_ns");
        DoubleColumn c = DoubleColumn.create("wall_ms");
        StringColumn d = StringColumn.create("what");
        for (int row = 0; row < whole.size(); row++) {
            a.appendObj(whole.get(row));
            b.appendObj(large.get(row));
            c.appendObj(real.get(row));
            d.append(text.get(row));
        }
        return Table.create("t", a, b, c, d);
    }

    private byte[] written(Table table) throws IOException {
        Path file = dir.resolve("t.parquet");
        TableParquet.write(table, file);
        return Files.readAllBytes(file);
    }

    @Test
    void valuesAndMissingNumbersComeBack() throws IOException {
        Table table = table(
                Arrays.asList(1, null, -3),
                Arrays.asList(Long.MAX_VALUE, 5L, null),
                Arrays.asList(null, 0.1, -2.5),
                List.of("a", "", "größer"));
        Map<String, List<Object>> read = new Reader(written(table)).table();
        assertThat(read.get("rank")).containsExactly(1, null, -3);
        assertThat(read.get("finish_ns")).containsExactly(Long.MAX_VALUE, 5L, null);
        assertThat(read.get("wall_ms")).containsExactly(null, 0.1, -2.5);
        assertThat(read.get("what")).containsExactly("a", "", "größer");
    }

    @Test
    void theBytesAreThoseOfTheDefinition() throws IOException {
        byte[] bytes = written(Table.create("t", IntColumn.create("x", new int[] {7})));
        // PAR1, page header, levels (length 2: a run of one 1), the value 7.
        String page = "50415231" + "1500151415142c1502150015061506" + "0000" + "02000000" + "0201" + "07000000";
        String schema = "1502" + "192c" + "480174" + "1502" + "00" + "1502" + "2502" + "180178" + "00";
        String chunk = "2608" + "1c" + "1502" + "19250006" + "1918" + "0178" + "1500" + "1602" + "1636" + "1636"
                + "2608" + "0000";
        String footer = schema + "1602" + "191c" + "191c" + chunk + "1636" + "1602" + "00" + "28056574756465" + "00";
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(page + footer + "3e000000" + "50415231");
    }

    /** A footer of more than 65,535 bytes, so that three bytes of its length count. */
    @Test
    void manyColumnsComeBack() throws IOException {
        Table table = Table.create("wide");
        for (int c = 0; c < 1_000; c++) {
            table.addColumns(IntColumn.create("a column with quite a long name, number " + c, new int[] {c, -c}));
        }
        Map<String, List<Object>> read = new Reader(written(table)).table();
        assertThat(read).hasSize(1_000);
        assertThat(read.get("a column with quite a long name, number 999")).containsExactly(999, -999);
    }

    @Test
    void anEmptyTableIsAFile() throws IOException {
        Table empty = table(List.of(), List.of(), List.of(), List.of());
        assertThat(new Reader(written(empty)).table()).isEmpty();
    }

    @Test
    void rowsBeyondAGroupFollowInTheNext() throws IOException {
        int rows = (1 << 18) + 3;
        int[] numbers = IntStream.range(0, rows).toArray();
        List<Object> read = new Reader(written(Table.create("t", IntColumn.create("x", numbers))))
                .table()
                .get("x");
        assertThat(read).hasSize(rows);
        assertThat(read.get(rows - 1)).isEqualTo(rows - 1);
        assertThat(read.get(1 << 18)).isEqualTo(1 << 18);
    }

    @Provide
    Arbitrary<List<Integer>> cells() {
        return Arbitraries.integers()
                .filter(i -> i != Integer.MIN_VALUE)
                .injectNull(0.3)
                .list()
                .ofMaxSize(200);
    }

    @Property(tries = 100)
    void anyRunOfMissingValuesComesBack(@ForAll("cells") List<Integer> cells) throws IOException {
        IntColumn column = IntColumn.create("x");
        cells.forEach(column::appendObj);
        Path file = Files.createTempFile("t", ".parquet");
        try {
            TableParquet.write(Table.create("t", column), file);
            List<Object> read = new Reader(Files.readAllBytes(file)).table().getOrDefault("x", List.of());
            assertThat(read).isEqualTo(new ArrayList<Object>(cells));
        } finally {
            Files.delete(file);
        }
    }
}
