// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.etude.table.recorded.UnmatchedTable;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class TableWritersTest {
    private static final Schema<Thing> SCHEMA = Schema.<Thing>of("things", "One thing.")
            .integer("rank", "r", Thing::rank)
            .whole("size_bytes", "s", thing -> Missing.ifNegative(thing.bytes))
            .decimal("wall_ms", "w", Thing::millis)
            .text("name", "n", Thing::name)
            .build();

    private record Thing(long rank, long bytes, double millis, String name) {}

    @Test
    void csvIsExact(@TempDir Path dir) throws IOException {
        String expected = "rank,size_bytes,wall_ms,name\n0,1234567,684.373,plain\n1,,,\"a, \"\"b\"\"\"\n";
        assertThat(TableCsv.text(things())).isEqualTo(expected);
        Path file = dir.resolve("deep/things.csv");
        TableCsv.write(things(), file);
        assertThat(file).hasContent(expected);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void jsonReadsBack() throws IOException {
        StringWriter out = new StringWriter();
        TableJson.write(List.of(things(), UnmatchedTable.SCHEMA.empty()), out);
        JsonNode tree = new ObjectMapper().readTree(out.toString());
        assertThat(tree.get("unmatched")).isEmpty();
        assertThat(tree.get("things").get(1).get("name").asText()).isEqualTo("a, \"b\"");
        assertThat(out.toString())
                .isEqualTo(
                        "{\"things\":[\n"
                                + "{\"rank\":0,\"size_bytes\":1234567,\"wall_ms\":684.373,\"name\":\"plain\"},\n"
                                + "{\"rank\":1,\"size_bytes\":null,\"wall_ms\":null,\"name\":\"a, \\\"b\\\"\"}\n],\"unmatched\":[]}\n");
    }

    @Test
    void textIsAligned() {
        assertThat(TableText.of(things(), 0))
                .isEqualTo(" rank  size_bytes  wall_ms  name\n"
                        + "    0   1,234,567  684.373  plain\n"
                        + "    1                       a, \"b\"\n");
        assertThat(TableText.of(things(), 1)).endsWith("plain\n ... 1 more rows\n");
    }

    @Test
    void anEmptyTableKeepsItsColumns() {
        assertThat(TableCsv.text(SCHEMA.empty())).isEqualTo("rank,size_bytes,wall_ms,name\n");
        assertThat(TableText.of(SCHEMA.empty(), 0)).isEqualTo(" rank  size_bytes  wall_ms  name\n (no rows)\n");
    }

    @Test
    void whatARowLacksIsMissing() {
        Table table = SCHEMA.table(List.of(new Thing(Missing.WHOLE, -1, Double.NaN, null)));
        assertThat(TableCsv.text(table)).isEqualTo("rank,size_bytes,wall_ms,name\n,,,\n");
        assertThat(table.columns()).allMatch(column -> column.isMissing(0));
    }

    @Test
    void aNumberThatDoesNotFitItsColumnFails() {
        List<Thing> large = List.of(new Thing(1L << 31, 0, 0, ""));
        assertThatThrownBy(() -> SCHEMA.table(large)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aLongTableCanBeInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> SCHEMA.table(1, i -> new Thing(i, i, i, "")))
                    .isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static Table things() {
        return SCHEMA.table(List.of(new Thing(0, 1234567, 684.373, "plain"), new Thing(1, -1, Double.NaN, "a, \"b\"")));
    }
}
