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
import org.etude.table.recorded.UnmatchedTable;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class TableWritersTest {
    private static final Schema SCHEMA = Schema.of("things", "One thing.")
            .integer("rank", "r")
            .whole("size_bytes", "s")
            .decimal("wall_ms", "w")
            .text("name", "n")
            .build();

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
    void wrongCellsFailAtOnce() {
        assertThatThrownBy(() -> new TableBuilder(SCHEMA).put("text")).hasMessage("things.rank is INT, not a text");
        assertThatThrownBy(() -> new TableBuilder(SCHEMA).put(1.5)).hasMessage("things.rank is INT, not a decimal");
        assertThatThrownBy(() -> new TableBuilder(SCHEMA).put(1).put(2).put(3L))
                .hasMessage("things.wall_ms is DOUBLE, not a whole number");
        assertThatThrownBy(() -> new TableBuilder(SCHEMA).put(1).end()).hasMessage("things: a row of 1 cells for 4");
        TableBuilder full = new TableBuilder(SCHEMA).put(1).put(2).put(3.0).put("x");
        assertThatThrownBy(() -> full.put(1)).hasMessage("things: more cells than columns");
    }

    private static Table things() {
        TableBuilder rows = new TableBuilder(SCHEMA);
        rows.put(0).put(1234567).put(684.373).put("plain").end();
        rows.put(1).missing().put(Double.NaN).put("a, \"b\"").end();
        return rows.table();
    }
}
