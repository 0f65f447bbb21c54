// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.table.Schemas;
import org.etude.table.schema.Schema.Type;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tech.tablesaw.api.Table;

/** Holds docs/formats.md and the tables together: column, type, unit and meaning. */
class SchemaDocTest {
    private static final Path DOC = Path.of("docs", "formats.md");

    @TestFactory
    Stream<DynamicTest> theDocumentSaysWhatTheCodeSays() throws IOException {
        String doc = Files.readString(DOC).replace("\r\n", "\n");
        return Schemas.all().stream()
                .map(schema -> DynamicTest.dynamicTest(
                        schema.name(), () -> assertThat(doc).contains(markdown(schema))));
    }

    @Test
    void theDocumentHasNoOtherTables() throws IOException {
        List<String> headings = Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("### `"))
                .map(line -> line.substring(5, line.length() - 1))
                .toList();
        assertThat(headings)
                .containsExactlyElementsOf(
                        Schemas.all().stream().map(Schema::name).toList());
    }

    @Test
    void theIndexLeadsToEveryTable() throws IOException {
        String doc = Files.readString(DOC).replace("\r\n", "\n");
        String index = doc.substring(
                doc.indexOf("\n## Tables\n"),
                doc.indexOf("\n### `" + Schemas.all().get(0).name()));
        assertThat(Pattern.compile("\\[(\\w+)]\\(#\\1\\)")
                        .matcher(index)
                        .results()
                        .map(link -> link.group(1)))
                .containsExactlyElementsOf(
                        Schemas.all().stream().map(Schema::name).toList());
    }

    @TestFactory
    Stream<DynamicTest> namesAreDistinctAndSayTheirUnit() {
        return Schemas.all().stream()
                .map(schema -> DynamicTest.dynamicTest(schema.name(), () -> {
                    List<String> names =
                            schema.columns().stream().map(Schema.Column::name).toList();
                    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][a-z0-9_]*"));
                    assertThat(schema.columns())
                            .filteredOn(column -> column.type() == Type.DOUBLE && !names.contains("unit"))
                            .allMatch(column -> !unit(column).isEmpty());
                }));
    }

    @TestFactory
    Stream<DynamicTest> anEmptyTableKeepsItsColumns() {
        return Schemas.all().stream()
                .map(schema -> DynamicTest.dynamicTest(schema.name(), () -> {
                    Table empty = schema.empty();
                    assertThat(empty.name()).isEqualTo(schema.name());
                    assertThat(empty.rowCount()).isZero();
                    assertThat(empty.columnNames())
                            .isEqualTo(schema.columns().stream()
                                    .map(Schema.Column::name)
                                    .toList());
                    List<String> types = new ArrayList<>();
                    empty.columns().forEach(column -> types.add(column.type().name()));
                    assertThat(types)
                            .isEqualTo(schema.columns().stream()
                                    .map(c -> tablesaw(c.type()))
                                    .toList());
                }));
    }

    /** The section of a table, as it stands in the document. */
    static String markdown(Schema<?> schema) {
        StringBuilder text = new StringBuilder("### `" + schema.name() + "`\n\n" + schema.about() + "\n\n");
        text.append("| column | type | unit | meaning |\n|---|---|---|---|\n");
        for (Schema.Column<?> column : schema.columns()) {
            text.append("| ").append(column.name());
            text.append(" | ").append(column.type().name().toLowerCase(Locale.ROOT));
            text.append(" | ").append(unit(column)).append(" | ");
            text.append(column.meaning()).append(" |\n");
        }
        return text.toString();
    }

    private static String unit(Schema.Column<?> column) {
        String name = column.name();
        String end = name.substring(name.lastIndexOf('_') + 1);
        return switch (end) {
            case "ns", "us", "ms" -> column.type() == Type.TEXT ? "" : end;
            case "s" -> column.type() == Type.DOUBLE ? end : "";
            case "spearman" -> "correlation";
            case "bytes" -> "bytes";
            case "frac" -> "fraction";
            case "gbps" -> "Gbps";
            case "count" -> column.type() == Type.DOUBLE ? "per rank and step" : "";
            case "launches" -> column.type() == Type.DOUBLE ? "launches" : "";
            case "tflops" -> "TFLOP/s";
            case "gflop" -> "GFLOP";
            case "byte" -> "FLOP/byte";
            case "links" -> column.type() == Type.DOUBLE ? "links" : "";
            default -> "";
        };
    }

    private static String tablesaw(Type type) {
        return switch (type) {
            case INT -> "INTEGER";
            case LONG -> "LONG";
            case DOUBLE -> "DOUBLE";
            case TEXT -> "STRING";
        };
    }
}
