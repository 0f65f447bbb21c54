// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.calibrate.Residual;
import org.etude.table.recorded.ResidualsTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class TableReaderTest {
    @TempDir
    private Path dir;

    private Table read(String text) throws IOException {
        Path file = dir.resolve("some.name.csv");
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        return TableReader.read(file);
    }

    @Test
    void aTableOfOursComesBackWithItsTypes() throws IOException {
        String text = TableCsv.text(ResidualsTable.of(List.of(
                new Residual("link", "a, \"b\"\nc", 1.5, 2.0, false),
                new Residual("link", "", 3.0, Double.NaN, true))));
        Table table = read(text);
        assertThat(table.name()).isEqualTo("residuals");
        assertThat(TableCsv.text(table)).isEqualTo(text);
        assertThat(table.doubleColumn("fitted_us").isMissing(1)).isTrue();
    }

    @Test
    void wholeNumbersStayWhole() throws IOException {
        String header = TableCsv.text(CriticalPathTable.SCHEMA.empty());
        Table table = read((header + "3," + (1L << 60) + ",n,comp,compute,0,5,0.005,start\n").replace("\n", "\r\n"));
        assertThat(table.longColumn("node").get(0)).isEqualTo(1L << 60);
        assertThat(table.intColumn("rank").get(0)).isEqualTo(3);
    }

    @Test
    void columnsOfOtherTablesAreNumbersOrTexts() throws IOException {
        Table table = read("\uFEFFnet,ms,note\nring,1.5,\ntree,,7x");
        assertThat(table.name()).isEqualTo("some.name");
        assertThat(table.columnNames()).containsExactly("net", "ms", "note");
        assertThat(table.types()).containsExactly(ColumnType.STRING, ColumnType.DOUBLE, ColumnType.STRING);
        assertThat(table.doubleColumn("ms").isMissing(1)).isTrue();
    }

    @Test
    void everySchemaComesBackEmpty() throws IOException {
        for (Schema<?> schema : Schemas.all()) {
            assertThat(read(TableCsv.text(schema.empty())).name()).isEqualTo(schema.name());
        }
    }

    @Property(tries = 50)
    void anyTextSurvives(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        // One that is no number, for a column of nothing but numbers holds numbers.
        List<String> texts = new ArrayList<>(List.of("text"));
        String letters = "a,\"\n\r ;7é";
        for (int i = 0; i < 5; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(6); k > 0; k--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            texts.add(text.toString());
        }
        Table table = Table.create("t", StringColumn.create("text", texts));
        Path file = Files.createTempFile("etude-table-", ".csv");
        try {
            TableCsv.write(table.addColumns(IntColumn.indexColumn("row", texts.size(), 0)), file);
            assertThat(TableReader.read(file).stringColumn("text").asList()).isEqualTo(texts);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void saysWhereAFileIsWrong() throws IOException {
        Path file = dir.resolve("some.name.csv");
        assertThatThrownBy(() -> read("a,b\n1,2\n\"x\ny\",2\n3\n"))
                .isInstanceOf(TableException.class)
                .hasMessageContaining(file + ", line 5: 1 cell, but the header names 2");
        assertThatThrownBy(() -> read("a,a\n")).hasMessageContaining("does not name columns, each once");
        assertThatThrownBy(() -> read("a\n\"x"))
                .hasMessageContaining("Unclosed quoted field")
                .hasMessageContaining("record starting at line 2");
        String header = TableCsv.text(ResidualsTable.SCHEMA.empty());
        assertThatThrownBy(() -> read(header + "l,s,fast,2,0,fitted\n"))
                .hasMessageContaining(", line 2, column measured_us: found \"fast\"")
                .hasMessageContaining("It takes a number or nothing.");
        assertThatThrownBy(() -> TableReader.read(dir.resolve("none.csv"))).hasMessageContaining("cannot be read");
        Files.write(file, new byte[] {'a', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> TableReader.read(file)).hasMessageContaining("is not text in UTF-8");
    }

    /** Java would read 2D as 2 and 0x1p3 as 8; names of networks and codes are texts. */
    @Test
    void onlyDecimalsAreNumbers() throws IOException {
        Table table = read("shape,code,blank,value\n1D,0x1p3,\" 7\",-Infinity\n2D,12f,8,1e3\n3D,7,9,NaN\n");
        assertThat(table.stringColumn("shape").asList()).containsExactly("1D", "2D", "3D");
        assertThat(table.stringColumn("code").asList()).containsExactly("0x1p3", "12f", "7");
        assertThat(table.stringColumn("blank").get(1)).isEqualTo("8");
        assertThat(table.doubleColumn("value").get(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(table.doubleColumn("value").get(1)).isEqualTo(1000);
        assertThat(table.doubleColumn("value").isMissing(2)).isTrue();
    }
}
