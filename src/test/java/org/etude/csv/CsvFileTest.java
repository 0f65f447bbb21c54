// SPDX-License-Identifier: Apache-2.0
package org.etude.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {
    @TempDir
    private Path dir;

    private CsvFile read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private CsvFile read(byte[] bytes) throws IOException {
        return CsvFile.read(Files.write(dir.resolve("rows.csv"), bytes), "Repair it.", EtudeException::new);
    }

    private static List<List<String>> cells(CsvFile file) {
        return file.rows().stream().map(CsvRow::cells).toList();
    }

    @Test
    void rowsKnowTheirLines() throws IOException {
        CsvFile file = read("\uFEFF a ,b\r\n1, x \r\n\r\n\"two\nlines\",\"say \"\"so\"\"\"\n# 3,\n");
        assertThat(file.header()).containsExactly("a", "b");
        assertThat(cells(file))
                .containsExactly(List.of("1", " x "), List.of("two\nlines", "say \"so\""), List.of("# 3", ""));
        assertThat(file.rows().stream().map(CsvRow::line)).containsExactly(2L, 4L, 6L);
        assertThat(file.rows().get(0).text("b")).isEqualTo("x");
    }

    @Test
    void anEmptyLineIsACellOfTheOnlyColumn() throws IOException {
        assertThat(cells(read("a\n\nx\n"))).containsExactly(List.of(""), List.of("x"));
        assertThat(cells(read("a,b\n\n  \nx,y\n"))).containsExactly(List.of("x", "y"));
    }

    @Test
    void rowsMayEndEarlyOrLate() throws IOException {
        CsvRow row = read("a,b,c\n1,2\n").rows().get(0);
        assertThat(row.has("b")).isTrue();
        assertThat(row.has("c")).isFalse();
        assertThat(row.text("no such column")).isEmpty();
        assertThat(read("a\n1,2,3\n").rows().get(0).cells()).containsExactly("1", "2", "3");
    }

    @Test
    void emptyFilesHaveNoHeader() throws IOException {
        assertThat(read("").header()).isEmpty();
        assertThat(read("a,b").rows()).isEmpty();
    }

    @Test
    void faultsNameFileLineAndColumn() throws IOException {
        CsvRow row = read("name,ms\nx,fast\ny,1.5\n").rows().get(0);
        assertThatThrownBy(() -> row.decimal("ms", "Give a time."))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining(dir.resolve("rows.csv") + ", line 2, column ms: found 'fast', not a number")
                .hasMessageContaining("Give a time.");
        CsvRow next = read("name,ms\nx,fast\ny,1.5\n").rows().get(1);
        assertThat(next.decimal("ms", "")).isEqualTo(1.5);
        assertThatThrownBy(() -> next.whole("ms", "")).hasMessageContaining("found '1.5', not a whole number");
    }

    @Test
    void filesThatAreNoneSaySo() {
        assertThatThrownBy(() -> read("a,b\n1,\"x\n")).hasMessageContaining("record starting at line 2");
        assertThatThrownBy(() -> read(new byte[] {'a', (byte) 0xff}))
                .hasMessageContaining("rows.csv: is not text in UTF-8");
        assertThatThrownBy(() -> CsvFile.read(dir.resolve("none.csv"), "Name another.", EtudeException::new))
                .hasMessageContaining("none.csv: cannot be read")
                .hasMessageContaining("Name another.");
    }

    @Provide
    Arbitrary<List<List<String>>> tables() {
        Arbitrary<String> cell = Arbitraries.strings().withChars("a,\"\n\r 7é#").ofMaxLength(5);
        return cell.list().ofSize(3).list().ofMaxSize(6);
    }

    @Property(tries = 300)
    void whatIsWrittenIsRead(@ForAll("tables") List<List<String>> rows) throws IOException {
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (List<String> row : rows) {
            CsvCells.appendLine(text, row);
        }
        Path file = Files.createTempFile("etude-csv-", ".csv");
        try {
            Files.writeString(file, text);
            assertThat(cells(CsvFile.read(file, "", EtudeException::new))).isEqualTo(rows);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aLineByItselfHasCells() {
        assertThat(CsvCells.of("all_reduce, 4 ,\"1,024\",")).containsExactly("all_reduce", "4", "1,024", "");
        assertThatThrownBy(() -> CsvCells.of("a,\"b")).isInstanceOf(IllegalArgumentException.class);
    }
}
