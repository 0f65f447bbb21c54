// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** {@link Tables}: the ending of a file's name says its form. */
class TableFilesTest {
    private static final Table TWO = Table.create(
            "times",
            IntColumn.create("rank", new int[] {0, 1}),
            DoubleColumn.create("wall_ms", new double[] {1.5, Double.NaN}),
            StringColumn.create("note", List.of("a,b", "")));

    private static final String CSV = "rank,wall_ms,note\n0,1.5,\"a,b\"\n1,,\n";

    @TempDir
    Path directory;

    @Test
    void csvIsReadBackWithItsColumns() throws IOException {
        Path file = directory.resolve("deep").resolve("times.CSV");
        Tables.save(TWO, file.toString());
        assertThat(file).content(StandardCharsets.UTF_8).isEqualTo(CSV);

        Table read = Tables.read(file.toString());
        assertThat(read.name()).isEqualTo("times");
        assertThat(read.columnNames()).containsExactly("rank", "wall_ms", "note");
        assertThat(read.doubleColumn("rank").asDoubleArray()).containsExactly(0, 1);
        assertThat(read.doubleColumn("wall_ms").isMissing(1)).isTrue();
        assertThat(read.stringColumn("note").asList()).containsExactly("a,b", "");
    }

    @Test
    void jsonHoldsOneObjectPerRow() throws IOException {
        Path file = directory.resolve("times.json");
        Tables.save(TWO, file);
        StringWriter written = new StringWriter();
        Tables.writeJson(List.of(TWO), written);
        assertThat(file).content(StandardCharsets.UTF_8).isEqualTo(written.toString());
        assertThat(written.toString().replaceAll("\\s", ""))
                .isEqualTo("{\"times\":[{\"rank\":0,\"wall_ms\":1.5,\"note\":\"a,b\"},"
                        + "{\"rank\":1,\"wall_ms\":null,\"note\":\"\"}]}");
    }

    @Test
    void parquetBeginsAndEndsWithItsMark() throws IOException {
        Path file = directory.resolve("times.parquet");
        Tables.save(TWO, file);
        byte[] bytes = Files.readAllBytes(file);
        assertThat(new String(bytes, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
        assertThat(new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII))
                .isEqualTo("PAR1");
    }

    @Test
    void anotherEndingIsRefusedAndNothingIsWritten() {
        Path file = directory.resolve("times.xlsx");
        assertThatThrownBy(() -> Tables.save(TWO, file))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("times.xlsx: the name does not say in which form")
                .hasMessageContaining(".csv, .json or .parquet");
        assertThat(file).doesNotExist();
    }

    @Test
    void aStreamTakesTheSameCsv() throws IOException {
        StringBuilder text = new StringBuilder();
        Tables.writeCsv(TWO, text);
        assertThat(text).hasToString(CSV);
    }
}
