// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Numbers read as the JDK writes them, whatever their size and however many rows pile up. */
class TextRowsProperties {
    @Property
    void rowsReadAsTheJdkWritesThem(
            @ForAll List<@Size(max = 11) List<Long>> table, @ForAll @IntRange(max = 600) int piled) throws IOException {
        TextRows rows = new TextRows(piled);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (List<Long> row : table) {
            row.forEach(rows::number);
            rows.endRow(out);
        }
        rows.flush(out);
        String expected = table.stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n")
                .collect(Collectors.joining());
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(expected);
    }

    @Property
    void hexHasEightDigits(@ForAll int value, @ForAll int other) {
        TextRows rows = new TextRows(0);
        rows.hex(value);
        rows.hex(other);
        assertThat(rows).hasToString(String.format("%08x %08x", value, other));
    }

    @Test
    void powersOfTenAndTheExtremes() {
        TextRows rows = new TextRows(2000);
        StringBuilder expected = new StringBuilder();
        long power = 1;
        for (int digits = 1; digits <= 19; digits++, power *= 10) {
            for (long value : new long[] {power - 1, power, -power}) {
                rows.number(value);
                expected.append(value).append(' ');
            }
        }
        rows.number(Long.MAX_VALUE);
        rows.number(Long.MIN_VALUE);
        expected.append(Long.MAX_VALUE).append(' ').append(Long.MIN_VALUE);
        assertThat(rows).hasToString(expected.toString());
    }

    @Test
    void manyRowsAreHandedOnWhole() throws IOException {
        TextRows rows = new TextRows(1 << 15);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringBuilder expected = new StringBuilder();
        for (int row = 0; row < 20_000; row++) {
            rows.number(row);
            rows.number(Long.MAX_VALUE - row);
            rows.endRow(out);
            expected.append(row).append(' ').append(Long.MAX_VALUE - row).append('\n');
        }
        rows.flush(out);
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(expected.toString());
    }
}
